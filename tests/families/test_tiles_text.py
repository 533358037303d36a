"""Reading and writing tiles, and the errors for text that is not a board."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases

from unjam.cli import main
from unjam.core.puzzle import PuzzleError, Unsupported
from unjam.families import detect
from unjam.families.tiles import Tiles
from unjam.families.tiles.board import shared_frame
from unjam.families.tiles.text import sections
from unjam.pictures.terminal import terminal


@pytest.mark.parametrize(
    "text", ["4 2 5 1 7 8 3 6 0", "4 2 5\n1 7 8\n3 6 0\n", "4\t2\t5\t1\t7\t8\t3\t6\t0", "3 3\n4 2 5 1 7 8 3 6 0"]
)
def test_white_space_does_not_matter(text: str) -> None:
    assert detect(text) == "tiles"
    assert Tiles.parse(text).cells == bytes((4, 2, 5, 1, 7, 8, 3, 6, 0))


THIRD = "4 2 5 1 7 8 3 6 0"
LAYOUTS = {
    "blank lines between rows": "4 2 5\n\n1 7 8\n\n3 6 0\n\n",
    "a blank line somewhere": "4 2 5 1\n\n7 8 3 6 0",
    "a number a line": "4\n2\n5\n1\n7\n8\n3\n6\n0\n",
    "a number a line, blank lines between": "\n\n".join(THIRD.split()),
    "no lines of one length": "4 2\n5 1 7 8\n3 6 0",
    "two numbers first that are no size": "4 2\n5 1 7 8 3 6 0",
    "two a line": "4 2\n5 1\n7 8\n3 6\n0",
    "a size and blank lines": "3 3\n\n4 2 5\n\n1 7 8\n\n3 6 0",
    "csv": "4,2,5\n1,7,8\n3,6,0\n",
    "csv with quotes": '"4","2","5"\r\n"1","7","8"\r\n"3","6","0"\r\n',
    "semicolons": "4;2;5;1;7;8;3;6;0",
    "a list of lists": "[[4, 2, 5],\n [1, 7, 8],\n [3, 6, 0]]",
    "a list of lists in a line": "[[4, 2, 5], [1, 7, 8], [3, 6, 0]]",
    "an array": "[[4 2 5]\n [1 7 8]\n [3 6 0]]",
    "a tuple": "(4, 2, 5, 1, 7, 8, 3, 6, 0)",
    "bars": "|4|2|5|\n|1|7|8|\n|3|6| 0|",
    "a frame": "+--+--+--+\n| 4| 2| 5|\n+--+--+--+\n| 1| 7| 8|\n+--+--+--+\n| 3| 6| _|\n+--+--+--+",
    "a drawn frame": "┌───────┐\n│ 4 2 5 │\n│ 1 7 8 │\n│ 3 6 0 │\n└───────┘",
    "an underscore": "4 2 5\n1 7 8\n3 6 _",
    "an x": "4 2 5\n1 7 8\n3 6 x",
    "a large x": "4 2 5\n1 7 8\n3 6 X",
    "a dot": "4 2 5\n1 7 8\n3 6 .",
}


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_every_layout_gives_the_same_board(text: str) -> None:
    assert detect(text) == "tiles"
    assert read(text) == [THIRD]
    assert read(f"{text}\n\n{THIRD}\n") == [THIRD] * 2
    assert read(f"{THIRD}\n\n{text}") == [THIRD] * 2


def test_terminal_picture_is_read_back() -> None:
    for board in (Tiles.parse(THIRD), Tiles.random(Random(3)), Tiles.random(Random(4), rows=5)):
        shown = terminal(board.scene(), colour=False)
        assert detect(shown) == "tiles"
        assert Tiles.parse(shown) == board


def test_count_decides_when_a_part_is_not_a_board() -> None:
    fifteen = "0 1 2 3\n\n4 5 6 7\n\n8 9 10 11\n\n12 13 14 15"
    assert read(fifteen) == [" ".join(map(str, range(16)))]
    assert read("0 1 2 3\n\n0 1 2 3\n\n1 0 2 3\n\n2 0 1 3") == ["0 1 2 3", "0 1 2 3", "1 0 2 3", "2 0 1 3"]
    assert [level[0] for level in read("0 1 2 3\n\n0 1 2 3\n\n0 1 2 2\n\n0 1 2 3")] == ["0", "0", "!", "0"]
    rows = THIRD[:5], THIRD[6:11], THIRD[12:]
    assert read("\n\n".join(rows) + "\n\n\n" + "\n\n".join(rows)) == [THIRD] * 2
    goal = "\n\n".join(("1 2 3", "8 x 4", "7 6 5"))
    own = "4 2 5 1 7 8 3 6 0\ngoal\n1 2 3 8 0 4 7 6 5"
    assert read("\n\n".join(rows) + f"\n\ngoal\n\n{goal}\n\n{THIRD}") == [own, THIRD]
    assert read("2 3\n\n1 2\n3 4\n5 0\n\n5 4 3 2 1 0") == ["2 3\n1 2 3 4 5 0", "2 3\n5 4 3 2 1 0"]


def test_incomplete_board_gives_one_fault() -> None:
    assert read("1 2 3\n\n4 5 6\n\n7 8") == [
        "! line 1, column 1: 8 numbers; expected "
        "9 numbers (3×3), 16 (4×4), 25 (5×5), or a first line with rows and columns"
    ]
    assert read("[[1, 2, 3],\n [4, 5, 5],\n [7, 8, 0]]") == [
        "! line 2, column 9: 5 appears twice; expected each of 0 to 8 once; 6 missing"
    ]
    assert read("1 2 x\n4 x 3\n5 6 7") == [
        "! line 2, column 3: 0 appears twice; expected each of 0 to 8 once; 8 missing"
    ]


@settings(max_examples=cases(500))
@given(st.integers(0, 2**32))
def test_any_white_space_separates_numbers(seed: int) -> None:
    rng = Random(seed)
    boards = [Tiles.random(rng, rows=rng.choice((3, 3, 4, 5))) for _ in range(rng.choice((1, 1, 2)))]
    gap = rng.choice("0_x.")
    parts = rng.choice(([" "], [" ", "\n"], [" ", "\n", "\n\n"], ["\t", ", "], [";"], [" | ", "\n"], ["\n \n"]))
    words = [[gap if number == 0 else str(number) for number in board.cells] for board in boards]
    blank = any("\n" in part for part in parts)
    text = "\n\n".join("".join(w + rng.choice(parts) for w in board) for board in words[: 1 if blank else 2])
    puzzles = [level.puzzle for level in Tiles.levels(text)]
    assert puzzles == boards[: len(puzzles)]
    assert puzzles


def test_unsolvable_board_suggests_the_gap_last() -> None:
    board = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15"
    dead = Tiles.parse(board).dead()
    assert dead is not None
    assert "if the gap should be last, add a line 'goal' below the board" in str(dead.message)
    assert "--goal" not in str(dead.message)  # the page says the same words
    assert Tiles.parse(board, goal="last").dead() is None
    never = Tiles.parse("2 1 3\n4 5 6\n7 8 0").dead()  # neither with the gap first nor last
    assert never is not None
    assert "gap last" not in str(never.message)


BAD = {
    "1 2 3 4 5 6 7 8": "8 numbers; expected 9 numbers (3×3), 16 (4×4), 25 (5×5), or a first line with rows and columns",
    "1 2 3 4 5 6 7 0 9": "line 1, column 17: 9 is too large; a 3×3 board has the numbers 0 to 8",
    "1 2 3 4 5 6 7 7 0": "line 1, column 15: 7 appears twice; expected each of 0 to 8 once",
    "0 1 2 3 4 5 6 7 8 9": "line 1, column 1: 10 numbers; expected",
    "1 2 3\n4 x 6\n7 8 0": "line 2, column 3: 'x' is not a number; expected numbers separated by spaces",
    "1 2 3\n4 -5 6\n7 8 0": "line 2, column 3: -5 is negative; expected numbers of 0 or more",
    "": "no numbers; expected a board",
    " \n\t\n": "no numbers; expected a board",
    "1 " * 1_000_000: "1,000,000 numbers; expected",
    "9" * 1_000_000: "999999999999… is too large; expected numbers from 0 to 35",
    "3 3\n1 2 3 4 0": "line 2, column 1: 5 numbers; expected 9 for a 3×3 board; 5, 6, 7, 8 missing",
    "7 2\n1 2 3": "the board is 7×2; expected rows and columns from 1 to 6",
    "goal\n1 2 3": "'goal' comes before any board; expected a board above it",
    "1 0 2 3\ngoal": "nothing after 'goal'; expected the numbers of the finished board",
    "1 0 2 3\ngoal\n0 1 2 2": "line 3, column 7: 2 appears twice",
    "1 0 2 3\ngoal\n0 1 2 3\ngoal\n0 1 2 3": "line 4, column 1: a second 'goal'; expected one",
    "1 2 0 3 4 5 6 7 8\n\n0 1 2 3 4 5 6 7 8": "line 3, column 1: expected one board, but there are 2; the second one",
    "\x00\x01\x02 \ufffd": "is not a number",
    "٣ ٤ ٥": "is not a number",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:20]))
def test_invalid_text_gives_short_faults(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Tiles.parse(text)
    assert BAD[text] in str(caught.value)
    assert "\n" not in str(caught.value)
    assert all(len(str(fault)) < 200 for fault in caught.value.faults)


FIVE = "3 3\n1 1 2\n30 x -5\n6 7 0\ngoal\n0 1 2 3 4 4 6 7 8\n"
FIVE_FAULTS = [
    ("line 2, column 3: 1 appears twice; expected each of 0 to 8 once; 3, 4, 5, 8 missing", ((0, 0), (0, 1))),
    ("line 3, column 1: 30 is too large; a 3×3 board has the numbers 0 to 8; 3, 4, 5, 8 missing", ((1, 0),)),
    ("line 3, column 4: 'x' is not a number; expected numbers separated by spaces", ((1, 1),)),
    ("line 3, column 6: -5 is negative; expected numbers of 0 or more", ((1, 2),)),
    ("line 6, column 11: 4 appears twice; expected each of 0 to 8 once; 5 missing", ()),
]


def test_five_faults_are_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PuzzleError) as caught:
        Tiles.parse(FIVE)
    assert [(str(fault), fault.cells) for fault in caught.value.faults] == FIVE_FAULTS
    file = tmp_path / "five.txt"
    file.write_text(FIVE)
    with pytest.raises(SystemExit, match="2"):
        main(["solve", str(file)])
    heading, *lines = capsys.readouterr().err.splitlines()
    assert heading == f"{file}: level 1 is not valid:"
    assert lines == [f"{file}: level 1, {fault}" for fault, _ in FIVE_FAULTS]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("1 2 3\n4 5\n6 7 0 q", [(3, 7)]),  # nine words: q stands for a number
        ("1 2 3 4 5 6 7\nq", [(1, 1), (2, 1)]),  # neither seven nor eight make a board
        ("board\n1 2 3\n4 5 6\n7 8 0", [(1, 1)]),  # the word spoils the count, so the count is not told
        ("3 3\n1 2 3 4 5 q", [(2, 1), (2, 11)]),
        ("3 3\n1 2 3 4 5 x", [(2, 1)]),  # the gap
        ("3 3\n1 2 3 4 5 6 7 8 0 9 9 9", [(2, 1)]),  # of what is too much only the count is told
        ("7 q\n1 2 3 4 5", [(1, 3)]),
        ("1 q\n2 3", [(1, 3)]),
        ("0 1 2 q\n\n0 1 2 3", [(1, 7), (3, 1)]),
        ("1 0 2 2\ngoal\ngoal\n1 0 2 3", [(1, 7), (2, 1), (3, 1)]),
    ],
)
def test_independent_faults_are_reported_without_consequences(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(PuzzleError) as caught:
        Tiles.parse(text)
    assert [(fault.line, fault.column) for fault in caught.value.faults] == places


def test_line_too_long_for_a_board_is_only_counted() -> None:
    line = sections.split_line("1 " * 50_000 + "x", 7)
    assert len(line) == 50_001
    assert len(set(line)) == sections.MAX_WORDS
    assert read("1 2 0 3 4 5 6 7 8\n" + "1 " * 50_000 + "\n\n0 1 2 3")[1:] == [
        "! line 2, column 1: 50,000 numbers; expected "
        "9 numbers (3×3), 16 (4×4), 25 (5×5), or a first line with rows and columns",
        "0 1 2 3",
    ]


def read(text: str, **options: str) -> list[str]:
    return [
        level.puzzle.text("line") if level.puzzle else f"! {level.error}" for level in Tiles.levels(text, **options)
    ]


def test_levels_are_separated_by_blank_lines_or_lines() -> None:
    assert read("1 2 0\n3 4 5\n6 7 8\n\n\n0 1 2 3 4 5 6 7 8\n") == ["1 2 0 3 4 5 6 7 8", "0 1 2 3 4 5 6 7 8"]
    assert read("1 2 0 3 4 5 6 7 8\n1 2 3\n0 1 2 3 4 5 6 7 8") == [
        "1 2 0 3 4 5 6 7 8",
        "! line 2, column 1: 3 numbers; expected "
        "9 numbers (3×3), 16 (4×4), 25 (5×5), or a first line with rows and columns",
        "0 1 2 3 4 5 6 7 8",
    ]
    assert read("1 0 3 2\n0 1 2 3") == ["1 0 3 2", "0 1 2 3"]
    assert read("5 1 2 3\n4 0 6 7\n8 9 10 11\n12 13 14 15") == ["5 1 2 3 4 0 6 7 8 9 10 11 12 13 14 15"]
    assert read("5 1 2 3 4 0 6 7\n8 9 10 11 12 13 14 15") == ["5 1 2 3 4 0 6 7 8 9 10 11 12 13 14 15"]
    assert read("2 3\n1 0 2 3 4 5\n0 1 2 3 4 5\n\n1 4 2\n3 0 5") == [
        "2 3\n1 0 2 3 4 5",
        "2 3\n0 1 2 3 4 5",
        "2 3\n1 4 2 3 0 5",
    ]
    assert read("1 0\n2 3\n\n3 3\n1 2 0 3 4 5 6 7 8") == ["1 0 2 3", "1 2 0 3 4 5 6 7 8"]
    assert [level.line for level in Tiles.levels("\n\n1 0\n2 3\n\n2 3\n1 2 0 3 4 5")] == [3, 6]


def test_bad_level_does_not_hide_good_ones() -> None:
    assert read("1 0 2 3\n\n1 q 2 3\n\n0 1 2 3") == [
        "1 0 2 3",
        "! line 3, column 3: 'q' is not a number; expected numbers separated by spaces",
        "0 1 2 3",
    ]
    assert read("goal\n\n0 1 2 3")[1] == "0 1 2 3"


def test_goals_are_read() -> None:
    assert Tiles.parse("1 2 3 0", goal="last").is_solved()
    assert not Tiles.parse("1 2 3 0").is_solved()
    own = Tiles.parse("1 2 3\n8 0 4\n7 6 5\ngoal\n1 2 3\n8 0 4\n7 6 5\n", goal="last")
    assert own.is_solved()
    assert own == Tiles.parse("1 2 3 8 0 4 7 6 5\n\ngoal\n\n1 2 3 8 0 4 7 6 5".replace("goal\n\n", "goal\n"))
    assert own != Tiles.parse("1 2 3 8 0 4 7 6 5")
    assert read("1 2 3 0\n0 1 2 3", goal="last") == ["1 2 3 0\ngoal\n1 2 3 0", "0 1 2 3\ngoal\n1 2 3 0"]
    with pytest.raises(Unsupported, match="unknown goal 'middle'; choose one of: first, last"):
        Tiles.parse("1 2 3 0", goal="middle")


@settings(max_examples=cases(300))
@given(st.integers(0, 2**32), st.sampled_from(Tiles.formats))
def test_every_board_survives_a_round_trip(seed: int, format: str) -> None:
    rng = Random(seed)
    rows, cols = rng.randint(1, 6), rng.randint(1, 6)
    goal = list(range(rows * cols))
    if rng.random() < 0.5:
        rng.shuffle(goal)
    board = Tiles(rng.sample(range(rows * cols), rows * cols), shared_frame(rows, cols, bytes(goal)))
    again = Tiles.parse(board.text(format))
    assert again == board
    assert hash(again) == hash(board)
    assert again.frame.goal == bytes(goal)
    assert eval(repr(board)) == board


@settings(max_examples=cases(300))
@given(st.text(alphabet="0123456789 \n-goal\tx", max_size=60))
def test_any_text_is_read_or_rejected(text: str) -> None:
    for level in Tiles.levels(text):
        assert (level.puzzle is None) != (level.error is None)
        if level.puzzle:
            assert Tiles.parse(str(level.puzzle)) == level.puzzle


def test_formats_of_a_board() -> None:
    board = Tiles.parse("4 4\n15 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0")
    assert board.text("grid").splitlines()[1] == " 4  5  6  7"
    assert board.text("line") == "15 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0"
    drawn = [Tiles.random(Random(seed)) for seed in range(50)]
    assert sorted(drawn, key=Tiles.drawing) == sorted(drawn, key=lambda each: each.cells)
    with pytest.raises(Unsupported, match="tiles has no format 'xsb'; choose one of: line, grid"):
        board.text("xsb")


def test_late_invalid_word_is_reported() -> None:
    (level,) = Tiles.levels(" ".join(["1"] * 36) + " #")
    assert level.error is not None
    assert "column 73: '#' is not a number" in str(level.error)
