"""Terminal boards: aligned, labelled, and safe from control characters in labels."""

from __future__ import annotations

import re

import pytest
from sample_scenes import BLOCKS, NASTY, OWN, PACKING, RUSH, RUSH_DOWN, SCENES, SOKOBAN, TILES

from unjam.pictures import colour
from unjam.pictures.terminal import terminal, width

SGR = re.compile(r"\x1b\[[0-9;]*m")


def bare(text: str) -> list[str]:
    return SGR.sub("", text).split("\n")


@pytest.mark.parametrize("name", SCENES)
def test_rows_are_equally_wide(name: str) -> None:
    for scale in (None, 1, 2, 3):
        for dark in (None, False, True):
            text = terminal(SCENES[name], dark=dark, scale=scale)
            assert len({width(row) for row in bare(text)}) == 1
            assert text == terminal(SCENES[name], dark=dark, scale=scale)
            assert all(row.endswith("\x1b[0m") for row in text.split("\n") if row)
    plain = terminal(SCENES[name], colour=False)
    assert "\x1b" not in plain
    assert len({width(row) for row in plain.split("\n")}) == 1


def test_labels_are_visible_and_the_target_is_red() -> None:
    for scale in (1, 2, 3):
        text = terminal(RUSH, scale=scale, dark=False)
        shown = "".join(bare(text))
        assert all(label in shown for label in "ABCDEFGHIJKL")
        face = "48;2;{};{};{}".format(*colour.coat(colour.paint(RUSH)["A"]).roof.rgb)
        assert face in text
        assert ">" in shown
        assert "[" in "".join(bare(terminal(SOKOBAN, scale=1)))
    assert "15" not in "".join(bare(terminal(TILES)))
    assert "8" in "".join(bare(terminal(TILES)))


def test_labels_cannot_send_control_codes() -> None:
    for text in (terminal(OWN), terminal(OWN, colour=False)):
        left = SGR.sub("", text)
        assert "\x1b" not in left
        assert "\x00" not in left
    assert NASTY[0] in terminal(OWN, colour=False)


def test_boards_without_colour() -> None:
    assert terminal(RUSH, colour=False) == "\n".join(
        [
            "+-------------+",
            "| B . D D D . |",
            "| B . C F F . |",
            "| A A C E G H >",
            "| . . C E G H |",
            "| I I J J J K |",
            "| # L L . . K |",
            "+-------------+",
        ]
    )
    assert terminal(RUSH_DOWN, colour=False).split("\n")[-1] == "+-------v-+"
    assert terminal(BLOCKS, colour=False).split("\n")[-1] == "+---v-v---+"
    assert terminal(SOKOBAN, colour=False).split("\n") == [
        "  #######",
        "###     #",
        "#  . $  #",
        "# # #*  #",
        "#@  #   #",
        "#########",
    ]
    assert "waiting: 5 1x3" in terminal(PACKING, colour=False)


def test_large_boards_shrink() -> None:
    assert len(bare(terminal(RUSH))) == 6 * 3 + 2
    assert len(bare(terminal(RUSH, scale=1))) == 6 + 2
