"""The figures that are shipped with the levels are those that solve and rate find, and listing needs nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import unjam
from unjam.formats.shipped import bundled, shipped_ratings

TOOL = Path(__file__).parents[2] / "tools" / "rate_levels.py"
LISTED = """import sys
from unjam.cli import main
try:
    main(["levels", "--json"])
finally:
    print(sorted(name for name in sys.modules if name.startswith("unjam.rating")), file=sys.stderr)"""


@pytest.fixture(scope="module")
def rate_levels() -> ModuleType:
    """tools/rate_levels.py, which is not part of the package."""
    spec = spec_from_file_location("rate_levels", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("family", unjam.FAMILIES)
def test_every_figure_is_what_solve_and_rate_find_now(family: str, rate_levels: ModuleType) -> None:
    assert rate_levels.differences([family]) == [], "run python tools/rate_levels.py, which rates the levels again"


def test_difference_is_found(rate_levels: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, *_ = (level.name for level in bundled("rushhour"))
    ratings = shipped_ratings() | {first: {**shipped_ratings()[first], "score": 1.0}, "rushhour/gone": {}}
    del ratings[second]
    monkeypatch.setattr(rate_levels, "shipped_ratings", lambda: ratings)
    assert rate_levels.differences(["rushhour"]) == sorted([first, second, "rushhour/gone"])


@pytest.mark.parametrize("family", unjam.FAMILIES)
def test_every_level_has_a_rating_and_it_agrees_with_its_file(family: str) -> None:
    for level in bundled(family):
        figures = shipped_ratings()[level.name]
        assert (level.difficulty, level.score) == (figures["difficulty"], figures["score"])
        assert level.cost == figures["cost"]
        assert level.level in (None, level.difficulty)
        assert level.difficulty is not None


def test_listing_the_levels_rates_none() -> None:
    run = subprocess.run([sys.executable, "-c", LISTED], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == "[]", run.stderr
    levels = [json.loads(line) for line in run.stdout.splitlines()]
    assert [each["level"] for each in levels] == [level.difficulty for level in unjam.levels()]
