"""Small changes that make a level harder or easier: valid, distinct, in the direction asked for."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from farmer_family import farmer_file

import unjam
from unjam.families import FAMILIES, load
from unjam.generation.vary import DIRECTIONS, Direction

TOOL = Path(__file__).parents[2] / "tools" / "check_variations.py"
LEVELS = {"rushhour": 2, "tiles": 2, "blocks": 2, "sokoban": 2, "packing": 1}


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The script that checks fifty levels of each family; here it checks a few."""
    spec = spec_from_file_location("check_variations", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclass looks itself up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", FAMILIES)
def test_proposals_are_valid_distinct_and_in_the_direction(tool: ModuleType, name: str, direction: Direction) -> None:
    tally = tool.check(tool.sample(name, LEVELS[name], 5), direction, 1, 20.0)
    assert tally.wrong == []
    assert sum(tally.found) >= LEVELS[name]


def test_same_seed_gives_the_same_proposals() -> None:
    def texts(seed: int) -> list[Any]:
        return [(str(each.puzzle), str(each.what)) for each in unjam.vary("rushhour/first-gear", "harder", seed=seed)]

    assert texts(1) == texts(1) != texts(2)


def test_harder_is_never_shorter() -> None:
    level = unjam.read("sokoban/after-you")[0]
    cost = unjam.solve(level).cost
    assert cost is not None
    assert all(each.cost >= cost for each in unjam.vary(level, "harder"))
    assert all(each.cost <= cost for each in unjam.vary(level, "easier"))


def test_impossible_wishes_are_explained() -> None:
    with pytest.raises(unjam.Unsupported, match="unknown direction 'nicer'"):
        unjam.vary("rushhour/first-gear", "nicer")  # type: ignore[arg-type]
    search = unjam.vary("1 0 2 3 4 5 6 7 8", "easier")  # one move: it cannot be easier
    with pytest.raises(StopIteration) as end:
        next(search)
    assert str(end.value.value) == "no other small change makes it easier"
    with pytest.raises(unjam.Unsupported, match="no rating to compare with"):
        next(unjam.vary("#####\n#$@.#\n#####", "easier"))


def test_search_can_be_stopped() -> None:
    control = unjam.Control()
    search = unjam.vary("rushhour/market-day", "harder", count=50, control=control)
    next(search)
    control.stop()
    assert len(list(search)) == 0


def test_own_family_starts_elsewhere() -> None:
    farmer = load(farmer_file())
    found = list(unjam.vary(farmer.parse("0000"), "easier"))
    assert found
    assert all(str(each.what).startswith("Start with") for each in found)
