"""What is read as a board of blocks, what is written, and what is said of text that is none."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sliding_boards import KLOTSKI, cases, some_blocks
from unjam.families import detect
from unjam.families.blocks import Blocks
from unjam.puzzle import PuzzleError

BAD = {
    "": "the text is empty; expected rows of letters, '.' and '#', and a goal line",
    "AB\nA.": "line 1, column 1: no goal; expected a line such as 'goal B at 3,1'",
    "goal A at 0,0": "line 1, column 1: a goal without a board; expected rows of letters",
    "A.\n..\ngoal B at 0,0": "line 3, column 6: no block B on the board; expected one of: A",
    "A.\n..\ngoal A at 2,0": "line 3, column 11: block A (1×1) does not fit at 2,0; expected rows 0 to 1, columns",
    "A.\n..\ngoal A at 0,1\ngoal A at 1,1": "line 4, column 6: a second goal for block A; expected one",
    "A.\n..\ngoal A in 0,1": "line 3, column 1: cannot read the goal; expected 'goal B at row,column'",
    "A.\n..\ngoal A at -1,1": "line 3, column 1: cannot read the goal",
    "A.\n.\ngoal A at 0,1": "line 2, column 2: the row has 1 cells; expected 2 as in the first row",
    "A.A\n...\ngoal A at 0,1": "line 1, column 3: block A is in two parts; expected equal letters to touch",
    "A.?\n...\ngoal A at 0,1": "line 1, column 3: '?' is no block; expected a letter, '.' or '#'",
    "...\n...\ngoal A at 0,1": "line 1, column 1: no block on the board; expected letters",
    "A" * 17 + "\ngoal A at 0,0": "a board of 1×17; expected at most 16×16",
    "A\n" * 100_000 + "goal A at 0,0": "a board of 100,000×1; expected at most 16×16",
    "A" * 1_000_000: "a board of 1×1,000,000; expected at most 16×16",
    f"{KLOTSKI}\n\n{KLOTSKI}": "line 8, column 1: 2 boards, the second here; expected one",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:20]))
def test_bad_text_is_named_in_one_line(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Blocks.parse(text)
    assert BAD[text] in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_levels_and_their_borders() -> None:
    text = f"{KLOTSKI}\n\nA.?\n\ngoal A at 0,0\n\nA.\n\ngoal A at 0,1\n\n"
    assert detect(text) == "blocks"
    levels = list(Blocks.levels(text))
    assert [level.line for level in levels] == [1, 8, 12]
    assert str(levels[0].puzzle) == KLOTSKI
    assert str(levels[1].error) == "line 8, column 3: '?' is no block; expected a letter, '.' or '#'"
    assert str(levels[2].puzzle) == "A.\ngoal A at 0,1"


@settings(max_examples=cases(300))
@given(st.integers(0, 2**32))
def test_every_board_survives_being_written(seed: int) -> None:
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
def test_any_text_is_read_or_refused(text: str) -> None:
    for level in Blocks.levels(text):
        assert (level.puzzle is None) != (level.error is None)
        if level.puzzle:
            assert Blocks.parse(str(level.puzzle)) == level.puzzle
