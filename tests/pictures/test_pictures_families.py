"""Every family can be drawn in every format, at the start and during a game."""

from __future__ import annotations

from io import BytesIO
from random import Random
from xml.etree import ElementTree

import pytest
from PIL import Image

from unjam.core.puzzle import Puzzle
from unjam.families import FAMILIES, read
from unjam.formats.shipped import bundled
from unjam.pictures.colour import paint
from unjam.pictures.gif import gif
from unjam.pictures.svg import sheet, svg
from unjam.pictures.terminal import terminal, width

TEXTS = {
    "rushhour": "B.DDD.\nB.CFF.\nAACEGH\n..CEGH\nIIJJJK\n.LL..K\n",
    "tiles": "8 4 2 3\n9 0 6 7\n12 1 5 10\n13 14 15 11\n",
    "blocks": "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal B at 3,1\n",
    "sokoban": "########\n#  .   #\n# $ #  #\n# @$ . #\n#   #  #\n########\n",
    "packing": "board 5 4\nA 3x2\nB 2x2\nL turn\n#.\n##\nI 1x4\n",
}


def game(family: str, moves: int = 12) -> list[Puzzle]:
    """Return some positions of a random game."""
    rng = Random(3)
    position = next(iter(read(TEXTS[family], family))).puzzle
    assert position is not None
    played: list[Puzzle] = [position]
    while len(played) <= moves and (choice := list(played[-1].moves())):
        played.append(played[-1].play(rng.choice(choice)))
    return played


@pytest.mark.parametrize("family", FAMILIES)
def test_positions_are_drawn_in_every_format(family: str) -> None:
    scenes = [position.scene() for position in game(family)]
    assert len(scenes) > 2
    for scene in scenes:
        ElementTree.fromstring(svg(scene))
        assert len({width(row) for row in terminal(scene, colour=False).split("\n")}) == 1
    hues = [{piece_paint for _, piece_paint in sorted(paint(scene).items())} for scene in scenes]
    assert all(each == hues[0] for each in hues)
    film = Image.open(BytesIO(gif(scenes, cell=14)))
    assert getattr(film, "n_frames", 1) >= len(scenes)
    ElementTree.fromstring(sheet(scenes))


@pytest.mark.parametrize("family", FAMILIES)
def test_shipped_levels_are_drawn(family: str) -> None:
    for level in bundled(family):
        puzzle = next(iter(read(level.board, family))).puzzle
        assert puzzle is not None
        text = svg(puzzle.scene(), title=level.title)
        title = ElementTree.fromstring(text).find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text == level.title
        assert "\x1b" in terminal(puzzle.scene())
