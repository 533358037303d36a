"""What the wheels and the source archive are promised to be, as their settings tell; `make wheel` builds them."""

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
    """What is missing for the stable interface of Python: without any one of them the build falls back in silence."""
    wanted = {
        "wheel.py-api": build.get("wheel", {}).get("py-api") == "cp312",  # type: ignore[attr-defined]
        "SKBUILD_SABI_COMPONENT": re.search(r"find_package\(Python [^)]*\$\{SKBUILD_SABI_COMPONENT\}", cmake),
        "STABLE_ABI": re.search(r"nanobind_add_module\([^)]*\bSTABLE_ABI\b", cmake),
        "USE_SABI": re.search(r"Python_add_library\(_processor [^)]*\bUSE_SABI\b", cmake),
    }
    return [name for name, there in wanted.items() if not there]


def test_the_wheel_asks_for_the_stable_interface_in_every_place() -> None:
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert fallbacks(cmake, BUILD) == []
    for name in ("SKBUILD_SABI_COMPONENT", "STABLE_ABI", "USE_SABI"):
        assert fallbacks(re.sub(rf"\$?{{?\b{name}\b}}?", "", cmake), BUILD) == [name]
    assert fallbacks(cmake, {}) == ["wheel.py-api"]


def test_a_wheel_that_travels_begins_with_what_every_processor_has() -> None:
    portable = [each for each in BUILD["overrides"] if each["if"]["env"].get("UNJAM_PORTABLE")]
    names = [each["cmake"]["define"]["UNJAM_INSTRUCTIONS"] for each in portable]
    assert names == ["baseline", ["x86-64", "x86-64-v3", "x86-64-v4"]]
    assert SETTINGS["tool"]["cibuildwheel"]["environment"]["UNJAM_PORTABLE"] == "1"


def test_the_version_is_the_same_everywhere() -> None:
    cited = re.search(r"^version: *\"?([\d.]+)", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert SETTINGS["project"]["version"] == unjam.__version__ == cited[1]


def test_the_tools_that_are_built_with_are_pinned() -> None:
    pinned = {
        line.split("==")[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    }
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"-c constraints.txt (build .*abi3audit.*)", makefile)
    assert found is not None
    assert [name for name in found[1].split() if name not in pinned] == []


@pytest.mark.parametrize("job", ["lint", "test", "docs", "wheel", "wheels"])
def test_public_checks_call_what_there_is(job: str) -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert f"\n  {job}:\n" in workflow
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"run: make ([\w-]+)", workflow):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
