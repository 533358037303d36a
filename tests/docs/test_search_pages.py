"""The pages about searches are up to date with the source, and their examples run."""

from __future__ import annotations

import doctest
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from unjam.search import BLIND, INFORMED

ROOT = Path(__file__).parents[2]
ROOM = ROOT / "docs" / "search"
SEARCHES = [*BLIND, *INFORMED]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = spec_from_file_location("make_search_pages", ROOT / "tools" / "make_search_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_every_page_is_up_to_date(script: ModuleType) -> None:
    fresh = script.pages()
    assert {f"{name}.{ending}" for name in SEARCHES for ending in ("md", "svg")} < set(fresh)
    for name, text in fresh.items():
        assert (ROOM / name).read_text(encoding="utf-8") == text, f"run tools/make_search_pages.py: {name} is old"
    assert {path.name for path in ROOM.iterdir()} == set(fresh)


@pytest.mark.parametrize("name", SEARCHES)
def test_page_contains_the_code_and_its_example_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOM / f"{name}.md").read_text(encoding="utf-8")
    assert (ROOT / "src" / "unjam" / "search" / f"{name}.py").read_text(encoding="utf-8") in text
    for heading in ("The code", "When it is optimal", "What it costs", "Try it", "Exercise"):
        assert f"\n## {heading}\n" in text
    idea = text.split("\n\n")[1]
    assert len(re.findall(r"[.:]\s|\.$", idea.replace(": ", ", "))) == 5, "the idea has five sentences"
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOM / f"{name}.md"), module_relative=False)
    assert (failed, tried >= 4) == (0, True)


def test_links_exist() -> None:
    for page in ROOM.glob("*.md"):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text):
            assert (ROOM / (target[0] or target[1])).exists(), f"{page.name}: {target}"
