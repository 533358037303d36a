"""Sokoban's reader reports every fault of a level at once, with line, column and cells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from unjam.cli import main
from unjam.core.puzzle import Cell, PuzzleError
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.text.drawing import WorkBudget
from unjam.families.sokoban.text.open_walls import find_mistakes
from unjam.families.sokoban.text.reading import drawings, position
from unjam.formats.shipped import bundled

Told = tuple[str, int | None, int | None, tuple[Cell, ...]]

FIVE = "########\n#@ x  .#\n# $  @ #\n#  .\n########  $ .\n"
FIVE_FAULTS = [
    ("unexpected 'x'; expected # @ + $ * . - _ or a space", 2, 4, ((1, 3),)),
    ("a second player; expected only one @ or +", 3, 6, ((2, 5),)),
    ("the walls are open here: the player could walk out; expected # all round", 4, 8, ((3, 7),)),
    ("the box is outside the walls; expected it inside", 5, 11, ((4, 10),)),
    ("the storage square is outside the walls; expected it inside", 5, 13, ((4, 12),)),
]
RAGGED = """\
    #####
    #   #
    #$  #
  ###  $##
  #  $ $ #
### # ## #   ######
#   # ## #####  ..#
# $  $          ..#
##### ### #@##  ..#
    #     #########
    #######"""


def faults_of(text: str) -> list[Told]:
    with pytest.raises(PuzzleError) as caught:
        Sokoban.parse(text)
    return [(str(fault.message), fault.line, fault.column, fault.cells) for fault in caught.value.faults]


def test_five_kinds_of_faults_are_reported_at_once() -> None:
    assert faults_of(FIVE) == FIVE_FAULTS


def test_command_line_prints_one_line_per_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "five.xsb"
    level.write_text(FIVE)
    with pytest.raises(SystemExit) as leaving:
        main(["solve", str(level)])
    assert leaving.value.code == 2
    heading, *lines = capsys.readouterr().err.splitlines()
    assert heading == f"{level}: level 1 is not valid:"
    assert [line.partition("five.xsb: ")[2] for line in lines] == [
        f"level 1, line {line}, column {column}: {why}" for why, line, column, _ in FIVE_FAULTS
    ]


def test_run_length_faults_name_column_and_cells() -> None:
    assert faults_of("  8#|#@-2x.#)|#-$-@-#|#--.--|2#2-6#-$|2(") == [
        ("unexpected 'x'; expected # @ + $ * . - _ or a space (line 2, column 4 of the level "
         "written out in full)", 1, 10, ((1, 3), (1, 4))),
        ("')' without a matching '('", 1, 13, ()),
        ("a second player; expected only one @ or + (line 3, column 5 of the level "
         "written out in full)", 1, 19, ((2, 4),)),
        ("the walls are open here: the player could walk out; expected # all round (line 4, column 7 of the level "
         "written out in full)", 1, 29, ((3, 6),)),
        ("the walls are open here, 2 squares wide: the player could walk out; expected # all round (line 5, column 3 "
         "of the level written out in full)", 1, 33, ((4, 2), (4, 3))),
        ("the box is outside the walls; expected it inside (line 5, column 12 of the level written out in full)", 1, 37,
         ((4, 11),)),
        ("'(' without a matching ')'", 1, 40, ()),
    ]  # fmt: skip


@pytest.mark.parametrize("digit", ["²", "٣", "३", "５"])
def test_digits_of_other_scripts_are_not_run_lengths(digit: str) -> None:
    (fault,) = faults_of(f"5{digit}#|#@$.#|5#")
    assert fault[:3] == (
        f"unexpected '{digit}'; expected # @ + $ * . - _ or a space "
        "(line 1, column 1 of the level written out in full)", 1, 2
    )  # fmt: skip


def test_nested_brackets_are_read_quickly() -> None:
    began = process_time()
    inside = "5#|#@$.#|5#"
    assert [str(level.puzzle) for level in Sokoban.levels("(" * 16 + inside + ")" * 16)] == [str(Sokoban.parse(inside))]
    deep = ("brackets are nested more than 16 deep; expected fewer", 1, 17, ())
    for text in ("(" * 40_000 + inside + ")" * 40_000, "(" * 40_000 + "9999#" * 6 + ")" * 40_000):
        assert deep in faults_of(text)
    assert faults_of("#@" + "0(9999#)" * 10_000)[-1][0] == "the level is too large when unpacked"
    for text in ("\n".join(["#0(9999#)"] * 10_000), "#" + "2(" * 16 + "99#" + ")" * 16):
        assert "the level is too large when unpacked" in [why for why, *_ in faults_of(text)]
    assert process_time() - began < 5  # 80 kB of brackets took 20 s


def test_brd_faults_are_reported_at_once() -> None:
    assert faults_of("7\n300\nWWWWWWWW\nW+B.X W\nW  +  W\nW      \nWWWWWWW\n") == [
        ("'300' is not a number of rows; expected 1 to 256", 2, 1, ()),
        ("the row is longer than the 7 columns declared", 3, 8, ((0, 7),)),
        ("unexpected 'X' in a .brd level; expected W . B L + or a space", 4, 5, ((1, 4),)),
        ("a second player; expected only one @ or +", 5, 4, ((2, 3),)),
        ("the walls are open here: the player could walk out; expected # all round", 6, 7, ((3, 6),)),
    ]
    assert faults_of("0\n2\nWWWW\nW+BW\nWWWW\nWWWW\n") == [
        ("'0' is not a number of columns; expected 1 to 256", 1, 1, ()),
        ("2 more rows than the 2 declared; expected none from here on", 5, 1,
         tuple((r, c) for r in (2, 3) for c in range(4))),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("#####\n#@$.", ((1, 1), (1, 2), (1, 3))),  # no lower wall at all
        ("#####\n#   #\n# $.#\n#@  #", ((3, 1), (3, 2), (3, 3))),
        ("############\n#          #\n#  @$.     #\n#          #", tuple((3, c) for c in range(1, 11))),
        ("#####\n#@$.#\n#   ##########\n###          \n  ############", ((3, 13),)),  # the end of a corridor
        ("@$.", ((0, 0), (0, 1), (0, 2))),
    ],
)
def test_wide_gap_is_one_fault(text: str, cells: tuple[Cell, ...]) -> None:
    ((why, _, _, fault_cells),) = faults_of(text)
    assert why.startswith("the walls are open here")
    assert fault_cells == cells


def without_a_wall(text: str) -> Iterator[tuple[Cell, str]]:
    """Yield the text without one of its walls, for each wall."""
    rows = text.strip("\n").split("\n")
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark == "#":
                yield (r, c), "\n".join([*rows[:r], row[:c] + "-" + row[c + 1 :], *rows[r + 1 :]])


def test_missing_wall_is_reported_at_its_cell() -> None:
    torn = 0
    for text in [RAGGED, *(level.board for level in bundled("sokoban") if level.generated_name is None)]:
        for cell, open_text in without_a_wall(text):
            (level,) = Sokoban.levels(open_text)
            if level.error is not None:
                torn += 1
                assert [fault.cells for fault in level.error.faults] == [(cell,)], open_text
    assert torn > 200


def test_one_mistake_gives_one_fault() -> None:
    unknown = "unexpected 'x'; expected # @ + $ * . - _ or a space"
    assert faults_of("#####\n#@$.x\n#####") == [(unknown, 2, 5, ((1, 4),))]
    assert [why for why, *_ in faults_of("5\n4\nWWWWW\nW+B.W\n")] == ["the level ends after 2 rows; expected 4"]
    assert [why for why, *_ in faults_of("5#|#@$.99999-|5#")] == [
        "run length 99999… is too large; expected at most 256"
    ]


def test_many_unknown_signs_do_not_hide_other_faults() -> None:
    text = "\n".join(["#" * 30, "#@@ " + "x" * 25 + "#", "# $. " + "y" * 25, "#" * 30])
    faults = faults_of(text)
    assert ("a second player; expected only one @ or +", 2, 3, ((1, 2),)) in faults
    assert faults[-1] == ("31 more faults", None, None, ())


def test_wide_open_drawing_is_rejected_quickly() -> None:
    hall = [" " * 250 for _ in range(250)]
    gaps, strays = find_mistakes(hall, (100, 100), [(r, 30) for r in range(20, 200)], WorkBudget())
    assert (gaps, strays) == ([[(0, 0)]], [])


def test_many_open_levels_are_rejected_quickly() -> None:
    level = "\n".join(["#########", "#  $  . #", "# @ $ .  ", "#  ###  #", "#       #", "#### ####"])
    budget = WorkBudget()
    count = 0
    for drawing in drawings("\n\n".join([level] * 3000)):
        with pytest.raises(PuzzleError, match="the walls are open here"):
            position(drawing)
        budget, count = drawing.budget, count + 1
    assert count == 3000
    assert budget.squares < 1000  # shared by all, and used up: the last ones are refused without a search
