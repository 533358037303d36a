"""Detecting the family of a text, and the errors when no family fits."""

from __future__ import annotations

import pytest

from unjam.core.puzzle import PuzzleError
from unjam.families import detect, read

LINE = "oBCCooDBoEFFDAAEGHDooIGHJooIKoJLLLKo"
GRID = "oBCCoo\nDBoEFF\nDAAEGH\nDooIGH\nJoxIKo\nJLLLKo"
ROOM = "#####\n#@$.#\n#####"


@pytest.mark.parametrize(
    ("text", "family"),
    [
        (LINE, "rushhour"),
        (f"# the hardest ones\n{LINE}\n", "rushhour"),
        (f"### a heading of ours ###\n\n16 {LINE} 1059\n", "rushhour"),
        (f"; @ noon: $ 5, see #3\n{GRID}\n", "rushhour"),
        (f"# walls are x\n{GRID}\n", "rushhour"),
        ("# a lot\n. . A A\n. . B .\n. . B .\n", "rushhour"),
        ("6\n2\n1 h 2 1 3\n2 v 3 4 2\n", "rushhour"),
        ("Evening\n6\n2\n1 h 2 1 3\n2 v 3 4 2\n", "rushhour"),
        ("0 0 0 2\n1 1 0 2\n0 0 0 0\n", "rushhour"),
        ("+------+\n|oBCCoo|\n|ooAAoo>\n+------+\n", "rushhour"),
        ("# tiles of the week\n1 2 0\n3 4 5\n6 7 8\n", "tiles"),
        ("1,2,3\n4,_,5\n6,7,8\n", "tiles"),
        ("[[1, 2, 3], [4, 0, 5], [6, 7, 8]]", "tiles"),
        ("4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n", "tiles"),
        (ROOM, "sokoban"),
        (f"Aa Bb AA oo\n\n{ROOM}\n", "sokoban"),
        ("#####\n#pbo#\n#####\n", "sokoban"),
        ("5#|#@$.#|5#", "sokoban"),
        ("5\n3\nWWWWW\nW+B.W\nWWWWW\n", "sokoban"),
        ("<?xml version='1.0'?>\n<SokobanLevels><Level><L>#@$.#</L></Level></SokobanLevels>", "sokoban"),
        ("# Huarong Dao\nABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal B at 3,1\n", "blocks"),
        ("####\n#A.#\n####\ngoal A at 1,2\n", "blocks"),
        ("ABBC\nABBC\nDEEF\nDGHF\nI..J\n", "blocks"),
        ("My board\nBB.\nBB.\n...\n", "blocks"),
        ("ooBB\nAABB\noooo\n", "rushhour"),
        ("#####\n#pBB#\n#.BB#\n#####\n", "sokoban"),
        ("; a tangram\nboard 2 2\nA 2x1 2\n", "packing"),
        ("board\n##\n##\nA 2x1 2\n", "packing"),
    ],
)
def test_family_is_detected(text: str, family: str) -> None:
    assert detect(text) == family


@pytest.mark.parametrize("text", ["", "\n \n", "hello, world", "o.o.o."])
def test_text_that_is_no_level_is_rejected(text: str) -> None:
    with pytest.raises(PuzzleError, match=r"no level|level of any family"):
        detect(text)


def test_blocks_without_goal_show_an_example_goal() -> None:
    (level,) = read("ABBC\nABBC\nDEEF\nDGHF\nI..J\n")
    wanted = "the goal line is missing; expected one below the board, such as 'goal B at 3,1'"
    assert str(level.error) == f"line 1, column 1: {wanted}"
