"""Rush Hour as text: the four formats, files of many levels, round trips and faults."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from rushhour_boards import wild

import unjam
import unjam.datasets.parquet
from unjam.cli import main
from unjam.core.errors import MAX_FAULTS
from unjam.core.puzzle import Move, PuzzleError, Unsupported
from unjam.families.rushhour import RushHour
from unjam.formats.position_id import decode, encode

LINE = "oooooooooooooAAooBoooooBoooooBoooooo"
GRID = "oooooo\noooooo\noAAooB\noooooB\noooooB\noooooo"
LIST = "6\n2\n1 h 2 2 3\n2 v 3 6 3"
MATRIX = "0 0 0 0 0 0\n0 0 0 0 0 0\n0 1 1 0 0 2\n0 0 0 0 0 2\n0 0 0 0 0 2\n0 0 0 0 0 0"


def any_board(rng: Random) -> RushHour:
    rows, cols = (rng.randint(2, rng.choice((6, 9, 16))) for _ in range(2))
    if rng.random() < 0.4:
        rows = cols
    return wild(rng, rows, cols, rng.randint(1, min(48, max(2, rows * cols // 4))), rng.choice((0, 0, 0, 5)), 5)


# -- what people see and what is stored ------------------------------------------------------------------------

STORED = {
    "oBCCoo\nDBoEFF\nDAAEGH\nDooIGH\nJoxIKo\nJLLLKo": (
        "oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo",
        "1Q3CdQLa6OOW7urm5ODq6unu45Od7unt45Vd4eud7-fj4eOcDAA",
        "3ef3e7555f66e1df314cb8613016911e",
    ),
    "BBCo\nooCo\nAAoo": ("BBCo\nooCo\nAAoo", "1g3OdnJzzgWJAAuQMAA", "5d7a18645aebe5a0d507467fa3e7a844"),
    "oBoo\noBAA\noooo\noooo\nexit left": (
        "oBoo\noBAA\noooo\noooo\nexit left",
        "1Q3CBFgMJR0ewBISA-xsA",
        "98c2e7e0c1bfcab6ec153c8f8e7a5293",
    ),
    "BBo\nXXo\nooo\ntarget X": (
        "BBo\nXXo\nooo\ntarget X",
        "1g3OBFnNFROSDhLlKEovSU0sUIgA",
        "2158e10b58e87b8c1783aaf0e1a28d55",
    ),
    "0 0 0 0 2 0\n0 0 3 0 2 0\n1 1 3 0 2 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0": (
        "6\n3\n1 h 2 1 3\n2 v 3 5 1\n3 v 2 3 2",
        "1g3PNuIy5DBUygOFkqGDMZaRQBgwvYJhwGQNZoLAzAgA",
        "57616d7a26090181587b1f2fa8f3c440",
    ),
    "6\n2\n1 h 2 1 3\ntruck v 3 5 1": (
        "6\n2\n1 h 2 1 3\ntruck v 3 5 1",
        "1g3PNuIy4DBUygOFkqGDMVVJUmpytUAYMM2C4AAA",
        "60b663c4bfa632ff631997d230f97182",
    ),
}
"""What a board looks like, and the text, id and key by which it was stored before people saw it as rows."""


@pytest.mark.parametrize("rows", STORED)
def test_text_for_people_is_rows_and_stored_text_is_unchanged(rows: str) -> None:
    text, id, key = STORED[rows]
    board = RushHour.parse(text)
    assert str(board) == rows
    assert RushHour.parse(rows) == board
    assert (board.storage_text(), encode(board), unjam.datasets.parquet.key(board)) == (text, id, key)
    assert unjam.datasets.parquet.row(board)["text"] == text
    assert repr(board) == f"RushHour.parse({text!r})"
    assert decode(id) == board


def test_generated_and_hardest_boards_are_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    board = "oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo"
    assert unjam.explore(board).hardest == (board, "oBoCCoDBoEFFDAAEGHDooIGHJoxIKoJLLLKo")
    new = next(unjam.generate("rushhour", level="beginner", seed=7))
    assert new.record()["board"] == "ooBCCoooBoooAABoDooEEoDoFoooGoFHHoGo"
    question = next(unjam.questions("rushhour", level="beginner", seed=5))
    assert question.record()["board"] == "BoooooBCCCooAAoDooEEoDooFGGGooFooooo"
    with pytest.raises(SystemExit):
        main(["show", "--json", "--solution", "rushhour/first-gear"])
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["board"] == "BBCoooooCooDAACooDoooooooxEEoooFFoox"
    assert json.loads(line)["boards"][0] == "BBCoooooCooDAACooDoooooooxoEEooFFoox"


# -- round trips -----------------------------------------------------------------------------------------------


@settings(max_examples=cases(2000))
@given(st.integers(0, 2**40))
def test_written_text_reads_back(seed: int) -> None:
    rng = Random(seed)
    board = any_board(rng)
    for _ in range(3):  # also in the middle of a game
        assert RushHour.parse(str(board)) == RushHour.parse(board.storage_text()) == board
        assert eval(repr(board), {"RushHour": RushHour}) == board
        moves = list(board.moves())
        if not moves:
            break
        board = board.play(rng.choice(moves))
    for format in board.formats:
        try:
            text = board.text(format)
        except Unsupported:
            continue
        again = RushHour.parse(text)
        assert again.text(format) == text
        assert RushHour.parse(str(again)) == RushHour.parse(again.storage_text()) == again
        assert [cells(p) for p in again.scene().pieces if p.kind == "target"] == [
            cells(p) for p in board.scene().pieces if p.kind == "target"
        ]
        assert sorted(map(cells, again.scene().pieces)) == sorted(map(cells, board.scene().pieces))
        assert again.scene().exit == board.scene().exit


def cells(piece: object) -> tuple[tuple[int, int], ...]:
    return piece.cells  # type: ignore[attr-defined, no-any-return]


MARKS = "ABCDXYZabcnpzox.o..oo  \n\n\n0123456789hvexitlrud+-#@$\t\r\x00é\u2028\U0001f697"


@settings(max_examples=cases(2000))
@given(st.integers(0, 2**40))
def test_corrupted_text_never_crashes(seed: int) -> None:
    """Five corrupted texts for each seed."""
    rng = Random(seed)
    board = any_board(rng)
    try:
        sound = board.text(rng.choice(board.formats))
    except Unsupported:
        sound = str(board)
    for _ in range(5):
        text = list(sound if rng.random() < 0.7 else f"{sound}\n\n{sound}")
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(text) + 1)
            kind = rng.random()
            if kind < 0.4:
                text[at:at] = rng.choice(MARKS)
            elif kind < 0.8:
                text[at : at + 1] = rng.choice(MARKS)
            else:
                text[at : at + rng.randint(1, 5)] = []
        look_at("".join(text))


@settings(max_examples=cases(1000))
@given(st.text(alphabet=MARKS, max_size=60))
def test_short_junk_never_crashes(text: str) -> None:
    look_at(text)


def look_at(text: str) -> None:
    for level in RushHour.levels(text):
        if level.puzzle is None:
            assert level.error is not None
            assert str(level.error)
            assert "\n" not in str(level.error)
        else:
            assert isinstance(level.puzzle, RushHour)
            assert RushHour.parse(str(level.puzzle)) == level.puzzle
            assert level.puzzle.scene().pieces
            list(level.puzzle.moves())


# -- formats ---------------------------------------------------------------------------------------------------


def test_four_formats_hold_the_same_board() -> None:
    line, grid, vehicles, matrix = map(RushHour.parse, (LINE, GRID, LIST, MATRIX))
    assert line == grid
    assert vehicles == matrix
    assert [line.text(f) for f in line.formats] == [LINE, GRID, LIST, MATRIX]
    assert [vehicles.text(f) for f in line.formats] == [LINE, GRID, LIST, MATRIX]
    assert (vehicles.storage_text(), str(vehicles)) == (LIST, MATRIX)


def test_list_labels_are_used_in_moves() -> None:
    board = RushHour.parse("6\n3\n1 h 2 2 3\ntruck v 3 6 3\n12 h 2 1 1")
    assert [board.notation(m) for m in board.moves()] == [
        *("1-1", "1+1", "1+2"),
        *("truck-1", "truck-2", "truck+1"),
        *("12+1", "12+2", "12+3", "12+4"),
    ]
    assert str(board.words(Move("12", (0, 2)))) == "Move car 12 2 cells right"
    assert str(board.words(Move("truck", (3, 5)))) == "Move car truck 1 cell down"
    assert str(board).endswith("12 h 2 1 1")


@pytest.mark.parametrize(
    ("text", "side", "lane"),
    [
        ("oAA", "right", 0),
        ("oAAo\nexit left", "left", 0),
        ("exit right\noAAo", "right", 0),
        ("o\nA\nA", "down", 0),
        ("oo\noA\noA\nEXIT Up", "up", 1),
        ("3\n1\n1 v 2 2 1", "down", 1),
        ("3\n1\nexit up\n1 v 2 2 2", "up", 1),
    ],
)
def test_exits_are_read(text: str, side: str, lane: int) -> None:
    exit = RushHour.parse(text).scene().exit
    assert exit is not None
    assert (exit.side, exit.first, exit.last) == (side, lane, lane)


def test_numbers_around_published_lines_are_notes() -> None:
    levels = list(RushHour.levels(f"51 {LINE} 4780 81\n{LINE}\n  7 {LINE}  \n\n{GRID}\n\n\n{GRID}\nexit left\n"))
    assert [level.error for level in levels] == [None] * 5
    assert [level.index for level in levels] == [0, 1, 2, 3, 4]
    assert [level.line for level in levels] == [1, 2, 3, 5, 13]
    assert [dict(level.notes) for level in levels[:3]] == [{"before": "51", "after": "4780 81"}, {}, {"before": "7"}]
    again = [level.puzzle.text("line", notes=level.notes) for level in levels[:3] if level.puzzle]
    assert again == [f"51 {LINE} 4780 81", LINE, f"7 {LINE}"]
    assert [level.puzzle.text("grid", notes=level.notes) for level in levels[:1] if level.puzzle] == [GRID]


def test_list_accepts_uppercase_directions() -> None:
    large = LIST.replace(" h ", " H ").replace(" v ", " V ")
    assert large != LIST
    assert RushHour.parse(large) == RushHour.parse(LIST)


def test_several_vehicle_lists_in_one_file() -> None:
    broken = LIST.replace("2 v 3 6 3", "2 v 3 6 5")
    levels = list(RushHour.levels(f"{LIST}\n{broken}\n\n{LIST}\nexit left"))
    assert [level.line for level in levels] == [1, 5, 10]
    assert [str(level.error) for level in levels if level.error] == [
        "line 8, column 7: vehicle 2 is outside the board; expected x and y of all its cells between 1 and 6"
    ]
    assert levels[2].puzzle is not None
    assert str(levels[2].puzzle).endswith("exit left")


def test_bad_level_does_not_hide_good_ones() -> None:
    levels = list(RushHour.levels(f"{LINE}\n{LINE[:-1]}\n{LINE}\n\nAA.\nBB\n\n{GRID}"))
    assert [level.error is None for level in levels] == [True, False, True, False, True]
    assert [level.line for level in levels] == [1, 2, 3, 5, 8]


@pytest.mark.parametrize(
    ("text", "format", "why"),
    [
        ("oAAo\noxoo\nBBoo\noooo", "list", "a vehicle list cannot hold walls"),
        ("oAAo\nBBox", "list", "a vehicle list cannot hold walls or a rectangle of 2x4"),
        ("oAAo\nBBoo", "line", "a line cannot hold a rectangle of 2x4"),
        ("oAAo\nBBoo\noooo\noooo", "line", "a line cannot hold a board of 4x4, smaller than 5x5"),
        (f"{GRID}\nexit left", "line", "a line cannot hold an exit left"),
        (LINE, "png", "rushhour has no format 'png'; choose one of: line, grid, list, matrix"),
    ],
)
def test_unsupported_format_is_explained(text: str, format: str, why: str) -> None:
    with pytest.raises(Unsupported) as caught:
        RushHour.parse(text).text(format)
    assert str(caught.value) == why


# -- faults ----------------------------------------------------------------------------------------------------

FAULTS = {
    "": "line 1, column 1: the text contains no level; expected a Rush Hour board",
    "\n \n\t\n": "line 1, column 1: the text contains no level; expected a Rush Hour board",
    "oAAo\noBoo": "line 2, column 2: car B has one cell; expected at least 2",
    "oAAo\noBBo\noBoo": "line 3, column 2: car B is bent; expected its cells in one row or column",
    "oAAo\nBBoB": "line 2, column 4: car B has a gap; expected its cells side by side",
    "oAAo\nBooo\noooo\nBooo": "line 4, column 1: car B has a gap; expected its cells side by side",
    "oAAo\nBBoo\nooBB": "line 3, column 3: car B is in 2 places; expected its cells side by side",
    "AAoo\nooAA": "line 2, column 3: 2 cars are labelled A; expected one car to free",
    "BBoo\nCCoo": "line 1, column 1: the car to free, A, is not on the board",
    "oAAo\nBBo": "line 2, column 1: the row has 3 cells; expected 4 as in the first row",
    "AA\no": "line 2, column 1: the row has 1 cell; expected 2 as in the first row",
    "oAA\nBBoo\nCCoo": "line 1, column 1: the row has 3 cells; expected 4 as in most rows",
    "oAAo\nBoo\nBooo\nCooo\nCooo": "line 2, column 1: the row has 3 cells; expected 4 as in the first row",
    "oAAo\noo\nBooo\nCooo\nCooo": "line 2, column 1: the row has 2 cells; expected 4 as in the first row",
    "oAAo\noo!\noooo\noooB": (
        "line 2, column 1: the row has 3 cells; expected 4 as in the first row;"
        " line 2, column 3: '!' is not a car; expected a letter, o or . (empty) or x (wall);"
        " line 4, column 4: car B has one cell; expected at least 2"
    ),
    "oAAo\nB!oB": (
        "line 2, column 2: '!' is not a car; expected a letter, o or . (empty) or x (wall);"
        " line 2, column 4: car B has a gap; expected its cells side by side"
    ),
    "oAAo\x00": "line 1, column 5: the character U+0000 is not a car; expected a letter, o or . (empty) or x (wall)",
    "oAAo\nexit left\nexit right": "line 3, column 1: a second exit; expected one",
    "oAAo\nexit up": "line 2, column 1: exit up, but the car to free is horizontal; expected left or right",
    "A\nA\nexit left": "line 3, column 1: exit left, but the car to free is vertical; expected up or down",
    "oAAo\nexit": "line 2, column 1: an exit without a side; expected exit left, right, up or down",
    "oAAo\nexit north": "line 2, column 1: exit 'north'; expected exit left, right, up or down",
    "exit left": "line 1, column 1: an exit without a board; expected the rows of a grid above or below",
    "A" * 17: "line 1, column 1: the board has 1 row and 17 columns; the largest is 16x16",
    "\n".join(["AA"] + ["oo"] * 16): "line 1, column 1: the board has 17 rows and 2 columns; the largest is 16x16",
    LINE + "o": "line 1, column 1: a board of 37 characters is not square; expected 25, 36, 49, 64, … 256",
    f"12 {LINE} seven": "line 1, column 41: 'seven' after the board; expected only numbers",
    f"{LINE}o 1 two three": (
        "line 1, column 1: a board of 37 characters is not square; expected 25, 36, 49, 64, … 256;"
        " line 1, column 41: 'two' after the board; expected only numbers;"
        " line 1, column 45: 'three' after the board; expected only numbers"
    ),
    "12 13": "line 1, column 1: only numbers here; expected a board",
    "A" * 10_000_000: "line 1, column 1: a line of 10,000,000 characters is not a board; the largest has 256",
    "6": "line 1, column 1: the number of vehicles is missing; expected it alone on the line after the size",
    "6\n1 h 2 1 1\n2 v 2 6 6": (
        "line 2, column 1: the number of vehicles is missing; expected it alone on the line after the size;"
        " line 3, column 7: vehicle 2 is outside the board; expected x and y of all its cells between 1 and 6"
    ),
    "17\n1\n1 h 2 1 1": "line 1, column 1: the board size is 17; expected 1 to 16",
    "0\n1\n1 h 2 1 1\nexit": (
        "line 1, column 1: the board size is 0; expected 1 to 16;"
        " line 4, column 1: an exit without a side; expected exit left, right, up or down"
    ),
    "6\n2\n1 h 2 1 1": "line 2, column 1: 2 vehicles declared, but 1 follows",
    "6\n1": "line 2, column 1: 1 vehicle declared, but 0 follow",
    f"6\n{'9' * 5000}\n1 h 2 1 1": "line 2, column 1: no board has room for 999999999999999999999999… vehicles",
    "6\n3\n1 h 2 1 1\n2 v 2 6 6": (
        "line 2, column 1: 3 vehicles declared, but 2 follow;"
        " line 4, column 7: vehicle 2 is outside the board; expected x and y of all its cells between 1 and 6"
    ),
    "6\n1\n2 h 2 1 1": "line 2, column 1: the vehicle to free, 1, is missing",
    "6\n2\n1 h 2 6 3\n2 v 1 1 1\n": (
        "line 3, column 7: vehicle 1 is outside the board; expected x and y of all its cells between 1 and 6;"
        " line 4, column 5: vehicle 2 has length 1; expected at least 2"
    ),
    "6\n2\n1 h 2 1 1\n1 h 2 1 2": "line 4, column 1: vehicle 1 is already on line 3",
    "6\n2\n1 h 2 1 1\n2 v 2 2 1": "line 4, column 1: vehicle 2 overlaps vehicle 1 at x 2, y 1",
    "6\n2\n1 h 2 1 1\n2 v 1 2 2": "line 4, column 5: vehicle 2 has length 1; expected at least 2",
    "6\n2\n1 h 2 1 1\n2 v 999999 0 2": (
        "line 4, column 12: vehicle 2 is outside the board; expected x and y of all its cells between 1 and 6"
    ),
    "6\n2\n1 h 2 1 1\n2 d 2 2 2": "line 4, column 3: vehicle 2 has the orientation 'd'; expected h or v",
    "6\n2\n1 h 2 1 1\n2 v 2 2": "line 4, column 1: '2 v 2 2' is not a vehicle; expected label, h or v, length, x and y",
    "6\n2\n1 h 2 1 1\n2 v 2 -2 2": "line 4, column 7: x is '-2'; expected a whole number of at least 1",
    "6\n2\n1 h 2 1 1\nB+ v 2 2 2": "line 4, column 1: 'B+' is not a label; expected up to 8 letters and digits",
    "6\n1\n1 h 2 1 1\nexit down": (
        "line 4, column 1: exit down, but the car to free is horizontal; expected left or right"
    ),
    f"{LINE}\n{LINE}": "line 2: expected one level, but there are 2; the second one starts here",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: repr(text[:24]))
def test_faults_name_line_and_column(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        RushHour.parse(text)
    assert str(caught.value) == FAULTS[text]


def test_fault_lines_count_from_the_start_of_the_file() -> None:
    levels = list(RushHour.levels(f"{LINE}\n{LINE}\n{LINE.replace('A', 'C', 1)}\n"))
    assert str(levels[2].error) == (
        "line 3, column 14: car C has one cell; expected at least 2;"
        " line 3, column 15: car A has one cell; expected at least 2"
    )


def test_number_of_reported_faults_is_limited() -> None:
    with pytest.raises(PuzzleError) as caught:
        RushHour.parse("\n".join(["?" * 16] * 16))
    *listed, more = caught.value.faults
    assert [(fault.line, fault.column) for fault in listed] == [(1, c) for c in range(1, 17)] + [
        *((2, c) for c in range(1, MAX_FAULTS - 15))
    ]
    assert str(more) == f"{16 * 16 + 1 - MAX_FAULTS} more faults"
    assert "\n" not in str(caught.value)


FIVE = {
    "oAAo?o\noBoooo\nCCoCoo\noooooo\nDDooo\noooooo\nooEooo\nooEEoo\nexit north": [
        (1, 5, ((0, 4),), "'?' is not a car; expected a letter, o or . (empty) or x (wall)"),
        (2, 2, ((1, 1),), "car B has one cell; expected at least 2"),
        (3, 4, ((2, 0), (2, 1), (2, 3)), "car C has a gap; expected its cells side by side"),
        (5, 1, ((4, 5),), "the row has 5 cells; expected 6 as in the first row"),
        (8, 4, ((6, 2), (7, 2), (7, 3)), "car E is bent; expected its cells in one row or column"),
        (9, 1, (), "exit 'north'; expected exit left, right, up or down"),
    ],
    "6\n3\n1 h 2 1 1\n2 v 2 2 1\n2 h 2 1 6\n3 v 1 4 4\n4 h 3 5 3\n5 d 2 1 3\nexit up": [
        (2, 1, (), "3 vehicles declared, but 6 follow"),
        (4, 1, ((0, 1),), "vehicle 2 overlaps vehicle 1 at x 2, y 1"),
        (5, 1, ((5, 0), (5, 1)), "vehicle 2 is already on line 4"),
        (6, 5, ((3, 3),), "vehicle 3 has length 1; expected at least 2"),
        (7, 7, ((2, 4), (2, 5)), "vehicle 4 is outside the board; expected x and y of all its cells between 1 and 6"),
        (8, 3, (), "vehicle 5 has the orientation 'd'; expected h or v"),
        (9, 1, (), "exit up, but the car to free is horizontal; expected left or right"),
    ],
}


@pytest.mark.parametrize("text", FIVE, ids=["grid", "list"])
def test_all_faults_are_reported_at_once(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        RushHour.parse(text)
    faults = [(fault.line, fault.column, fault.cells, str(fault.message)) for fault in caught.value.faults]
    assert faults == FIVE[text]


@pytest.mark.parametrize("text", FIVE, ids=["grid", "list"])
def test_command_line_prints_one_line_per_fault(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "five.txt"
    file.write_text(text)
    with pytest.raises(SystemExit) as leaving:
        main(["solve", str(file)])
    assert leaving.value.code == 2
    heading, *lines = capsys.readouterr().err.splitlines()
    assert heading == f"{file}: level 1 is not valid:"
    assert lines == [f"{file}: level 1, line {line}, column {column}: {why}" for line, column, _, why in FIVE[text]]


def test_long_garbage_is_read_quickly() -> None:
    text = "".join(chr(i % 251) for i in range(300_000))
    assert all(level.error is not None for level in RushHour.levels(text))


def test_one_row_above_its_target_is_not_a_title() -> None:
    board = RushHour.parse("target a\naa\n")
    assert RushHour.parse(str(board)) == board
