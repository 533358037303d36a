"""The shipped packing levels are proven again, and their solutions are drawn on one sheet."""

import tomllib
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from unjam.families.packing import Packing
from unjam.formats.shipped import bundled
from unjam.pictures.svg import sheet
from unjam.solving.solve import solve

LEVELS = tomllib.loads(files("unjam.formats.shipped").joinpath("packing.toml").read_text(encoding="utf-8"))["level"]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level["title"])
def test_shipped_level_has_its_number_of_solutions(level: dict[str, object]) -> None:
    position = Packing.parse(str(level["board"]))
    assert position.faults() == []
    assert solve(position).cost == level["cost"]
    assert position.count_solutions() == level["solutions"]


def test_shipped_levels_are_sorted_and_mostly_small() -> None:
    levels = [level for level in bundled("packing") if level.generated_name is None]
    assert len(levels) >= 12
    scores = [level.score or 0 for level in levels]
    assert scores == sorted(scores)
    assert sum(level.cost <= 9 for level in levels) >= 12


def test_all_solutions_on_one_sheet() -> None:
    level = Packing.parse("board 10 10\nVerde 4x2\nAzul 4x5\nRoja 3x8\nNaranja 7x3\nRosa 3x7\nAmarilla 3x2\n")
    scenes = [scene for moves in level.solutions() if (scene := level.after(moves).scene())]
    picture = sheet(scenes, columns=6)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert len(scenes) == 36
