"""The settings of the wheels and the source archive; `make wheel` builds them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import unjam

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUILD = SETTINGS["tool"]["scikit-build"]


def fallbacks(cmake: str, build: dict[str, object]) -> list[str]:
    """Return the missing settings of Python's stable ABI; without any one of them the build silently falls back."""
    wanted = {
        "wheel.py-api": build.get("wheel", {}).get("py-api") == "cp312",  # type: ignore[attr-defined]
        "SKBUILD_SABI_COMPONENT": re.search(r"find_package\(Python [^)]*\$\{SKBUILD_SABI_COMPONENT\}", cmake),
        "STABLE_ABI": re.search(r"nanobind_add_module\([^)]*\bSTABLE_ABI\b", cmake),
        "USE_SABI": re.search(r"Python_add_library\(_processor [^)]*\bUSE_SABI\b", cmake),
    }
    return [name for name, there in wanted.items() if not there]


def test_stable_abi_is_set_everywhere() -> None:
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert fallbacks(cmake, BUILD) == []
    for name in ("SKBUILD_SABI_COMPONENT", "STABLE_ABI", "USE_SABI"):
        assert fallbacks(re.sub(rf"\$?{{?\b{name}\b}}?", "", cmake), BUILD) == [name]
    assert fallbacks(cmake, {}) == ["wheel.py-api"]


def test_portable_wheel_includes_the_baseline_core() -> None:
    portable = [each for each in BUILD["overrides"] if each["if"]["env"].get("UNJAM_PORTABLE")]
    names = [each["cmake"]["define"]["UNJAM_INSTRUCTIONS"] for each in portable]
    assert names == ["baseline", ["x86-64", "x86-64-v3", "x86-64-v4"]]
    assert SETTINGS["tool"]["cibuildwheel"]["environment"]["UNJAM_PORTABLE"] == "1"


def test_the_version_is_the_same_everywhere() -> None:
    cited = re.search(r"^version: *\"?([\d.]+)", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert SETTINGS["project"]["version"] == unjam.__version__ == cited[1]


def test_build_tools_are_pinned() -> None:
    pinned = {
        line.split("==")[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    }
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    match = re.search(r"-c constraints.txt (build .*abi3audit.*)", makefile)
    assert match is not None
    assert [name for name in match[1].split() if name not in pinned] == []


def test_wheel_for_pyodide_is_for_the_python_of_the_page() -> None:
    wheel = SETTINGS["tool"]["cibuildwheel"]["pyodide"]
    page = (ROOT / "tools" / "site" / "wasm" / "paths.py").read_text(encoding="utf-8")
    version = re.search(r'^PYODIDE_VERSION = "(\d+)\.', page, re.MULTILINE)
    assert version is not None
    assert wheel["build"] == [f"cp{version[1]}-*"]
    assert "UNJAM_PORTABLE" not in wheel["environment"], "the compiling machine's instruction sets would be asked for"
    [portable] = [each for each in BUILD["overrides"] if each["if"]["env"].get("PYODIDE")]
    assert portable["cmake"]["define"]["UNJAM_INSTRUCTIONS"] == "baseline"


def test_site_is_built_with_no_more_than_the_readme_asks_for() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    job = re.search(r"^  site:\n(.*?)\n\n", workflow, re.MULTILINE | re.DOTALL)
    needed = re.search(r"You need Python (\S+) or newer, a C\+\+20 compiler and make\.", readme)
    assert job is not None
    assert needed is not None
    assert f"container: python:{needed[1]}-slim\n" in job[1]
    assert re.findall(r"--no-install-recommends (.*)", job[1]) == ["make g++"]
    assert "run: make site\n" in job[1]
    assert "setup-" not in job[1]


@pytest.mark.parametrize("job", ["lint", "test", "site", "docs", "wheel", "wheels", "wheel-pyodide"])
def test_ci_jobs_call_existing_make_targets(job: str) -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert f"\n  {job}:\n" in workflow
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"run: make ([\w-]+)", workflow):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
