"""Reading and writing blocks, and the errors for text that is not a board."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from sliding_boards import KLOTSKI, some_blocks

from unjam.cli import main
from unjam.core.puzzle import PuzzleError
from unjam.families import detect
from unjam.families.blocks import Blocks

BAD = {
    "": "the text is empty; expected rows of letters, '.' and '#', and a goal line",
    "AB\nA.": "line 1, column 1: the goal line is missing; expected one below the board, such as 'goal A at 0,0'",
    "goal A at 0,0": "line 1, column 1: there is a goal but no board; expected rows of letters",
    "A.\n..\ngoal B at 0,0": "line 3, column 6: there is no block B on the board; expected one of: A",
    "A.\n..\ngoal A at 2,0": "line 3, column 11: block A (1×1) does not fit at 2,0; expected rows 0 to 1, columns",
    "A.\n..\ngoal A at 0,1\ngoal A at 1,1": "line 4, column 6: a second goal for block A; expected one",
    "A.\n..\ngoal A in 0,1": "line 3, column 1: cannot read the goal; expected 'goal B at row,column'",
    "A.\n..\ngoal A at -1,1": "line 3, column 1: cannot read the goal",
    "A.\n.\ngoal A at 0,1": "line 2, column 2: the row has 1 cell; expected 2 as in the first row",
    "A\n..\n..\ngoal A at 0,1": "line 1, column 2: the row has 1 cell; expected 2 as in most rows",
    "A.A\n...\ngoal A at 0,1": "line 1, column 3: block A is in 2 parts; expected equal letters to touch",
    "A.?\n...\ngoal A at 0,1": "line 1, column 3: '?' is not a block; expected a letter, '.' or '#'",
    "...\n...\ngoal A at 0,1": "line 1, column 1: no block on the board; expected letters",
    "A" * 17 + "\ngoal A at 0,0": "line 1, column 1: the board is 1×17; expected at most 16×16",
    "A\n" * 100_000 + "goal A at 0,0": "line 1, column 1: the board is 100,000×1; expected at most 16×16",
    "A" * 1_000_000: "line 1, column 1: the board is 1×1,000,000; expected at most 16×16",
    f"{KLOTSKI}\n\n{KLOTSKI}": "line 8: expected one level, but there are 2; the second one starts here",
    "AB\n..\nshut it\ngoal A at 1,0": "line 3, column 1: neither a row of the board nor a goal; expected letters",
    "A.\n..\ngoal "
    + "B" * 10_000
    + " at 0,0": "line 3, column 6: there is no block BBBBBBBBBBBBBBBBBBBBBBBB… on the board",
    # one fault is not told again by what follows from it
    "A.B\nA.B\nAB\n...\ngoal B at 2,2": "line 3, column 3: the row has 2 cells; expected 3 as in the first row",
    "A..\n...\n..A\ngoal A at 1,1": "line 3, column 3: block A is in 2 parts; expected equal letters to touch",
    "...\n...\ngoal A at 0,1\ngoal B at 0,1": "line 1, column 1: no block on the board; expected letters",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:20]))
def test_invalid_text_gives_one_fault(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Blocks.parse(text)
    assert str(caught.value).startswith(BAD[text])
    assert len(caught.value.faults) == 1
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_levels_are_split_with_their_line_numbers() -> None:
    text = f"{KLOTSKI}\n\nA.?\n\ngoal A at 0,0\n\nA.\n\ngoal A at 0,1\n\n"
    assert detect(text) == "blocks"
    levels = list(Blocks.levels(text))
    assert [level.line for level in levels] == [1, 8, 12]
    assert str(levels[0].puzzle) == KLOTSKI
    assert str(levels[1].error) == "line 8, column 3: '?' is not a block; expected a letter, '.' or '#'"
    assert str(next(Blocks.levels("A?\n..")).error) == (
        "line 1, column 1: the goal line is missing; expected one below the board, such as 'goal A at 1,0';"
        " line 1, column 2: '?' is not a block; expected a letter, '.' or '#'"
    )
    assert str(levels[2].puzzle) == "A.\ngoal A at 0,1"


FIVE = """\
  AA.?.B
  AA..CC
  .....C
  .....
  ......
  D#..#.
  D#D.#.
goal A at 6,0
goal A at 0,0
  goal E at 2,2
goal B by 2,2
goal B at 1,6
"""
TOLD = [
    (1, 6, ((0, 3),), "'?' is not a block; expected a letter, '.' or '#'"),
    (4, 8, ((3, 5),), "the row has 5 cells; expected 6 as in the first row"),
    (7, 5, ((5, 0), (6, 0), (6, 2)), "block D is in 2 parts; expected equal letters to touch"),
    (
        *(8, 11, ((0, 0), (0, 1), (1, 0), (1, 1))),
        "block A (2×2) does not fit at 6,0; expected rows 0 to 5, columns 0 to 4",
    ),
    (9, 6, ((0, 0), (0, 1), (1, 0), (1, 1)), "a second goal for block A; expected one"),
    (10, 8, ((2, 2),), "there is no block E on the board; expected one of: A, B, C, D"),
    (11, 1, (), "cannot read the goal; expected 'goal B at row,column'"),
    (12, 11, ((0, 5),), "block B (1×1) does not fit at 1,6; expected rows 0 to 6, columns 0 to 5"),
]


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(PuzzleError) as caught:
        Blocks.parse(FIVE)
    assert [(fault.line, fault.column, fault.cells, str(fault.message)) for fault in caught.value.faults] == TOLD


def test_command_line_prints_one_line_per_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "five.txt"
    file.write_text(FIVE)
    with pytest.raises(SystemExit) as leaving:
        main(["solve", str(file)])
    assert leaving.value.code == 2
    heading, *lines = capsys.readouterr().err.splitlines()
    assert heading == f"{file}: level 1 is not valid:"
    assert lines == [f"{file}: level 1, line {line}, column {column}: {why}" for line, column, _, why in TOLD]


@settings(max_examples=cases(300))
@given(st.integers(0, 2**32))
def test_every_board_survives_a_round_trip(seed: int) -> None:
    rng = Random(seed)
    board = some_blocks(rng)
    for _ in range(6):
        again = Blocks.parse(str(board))
        assert again == board
        assert hash(again) == hash(board)
        assert str(again) == str(board)
        assert eval(repr(board)) == board
        moves = list(board.moves())
        if not moves:
            break
        board = board.play(rng.choice(moves))


@settings(max_examples=cases(300))
@given(st.text(alphabet="AB.#\n goal at0,1", max_size=60))
def test_any_text_is_read_or_rejected(text: str) -> None:
    for level in Blocks.levels(text):
        assert (level.puzzle is None) != (level.error is None)
        if level.puzzle:
            assert Blocks.parse(str(level.puzzle)) == level.puzzle
