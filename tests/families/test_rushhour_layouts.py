"""Rush Hour boards as people write them: spaced, as numbers, in frames, below titles and comments, with a red X."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from rushhour_boards import wild

from unjam.cli import main
from unjam.core.puzzle import PuzzleError, Unsupported
from unjam.families import detect, read
from unjam.families.rushhour import RushHour
from unjam.pictures.terminal import terminal

LINE = "oooooooooooooAAooBoooooBoooooBoooooo"
GRID = "oooooo\noooooo\noAAooB\noooooB\noooooB\noooooo"
MATRIX = "0 0 0 0 0 0\n0 0 0 0 0 0\n0 1 1 0 0 2\n0 0 0 0 0 2\n0 0 0 0 0 2\n0 0 0 0 0 0"
LIST = "6\n2\n1 h 2 2 3\n2 v 3 6 3"
SPACED = "\n".join(" ".join(row) for row in GRID.split("\n"))
BOARD = RushHour.parse(LINE)
FRAME = terminal(BOARD.scene(), colour=False)

DRAWN = {
    "spaces": SPACED,
    "two spaces": SPACED.replace(" ", "  "),
    "tabs": SPACED.replace(" ", "\t"),
    "dots": SPACED.replace("o", "."),
    "commas": SPACED.replace(" ", ","),
    "a frame": FRAME,
    "a frame, set in": "\n".join(f"    {line}" for line in FRAME.split("\n")),
    "a title": f"Card 12\n{GRID}",
    "a title of one word": f"Beginner\n{GRID}",
    "a title in capitals": f"CARD 12\n{GRID}",
    "a title apart": f"Easy\n\n{GRID}",
    "a title with a colon": f"Card twelve:\n\n{SPACED}",
    "a title above a line": f"Card 12\n{LINE}",
    "a hash comment": f"# 30 boards by hand\n{LINE}",
    "hash comments": f"# boards\n#\n# A note with $5 in it\n{GRID}",
    "a semicolon": f"; boards\n{GRID}",
    "slashes": f"// boards\n{GRID}",
    "colons": f":: boards\n\n{SPACED}",
    "a comment inside": GRID.replace("oAA", "# the red one\noAA", 1),
}


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_common_drawings_are_read(text: str) -> None:
    assert detect(text) == "rushhour"
    assert [level.puzzle for level in read(text)] == [BOARD]
    assert [level.puzzle for level in read(f"{text}\n\n{GRID}\n")] == [BOARD] * 2
    assert [level.puzzle for level in read(f"{LINE}\n\n{text}\n")] == [BOARD] * 2


NUMBERED = {
    "matrix": MATRIX,
    "tabs": MATRIX.replace(" ", "\t"),
    "csv": MATRIX.replace(" ", ","),
    "a list of lists": "[" + ",\n ".join(f"[{row.replace(' ', ', ')}]" for row in MATRIX.split("\n")) + "]",
    "a title": f"Puzzle 3\n{MATRIX}",
    "a title above a list": f"Puzzle 3\n\n{LIST}",
    "a comment above a list": f"# size, count, vehicles\n{LIST}",
    "a step number below": f"{MATRIX}\n0",
    "a list in a frame": terminal(RushHour.parse(LIST).scene(), colour=False),
}


@pytest.mark.parametrize("text", NUMBERED.values(), ids=NUMBERED)
def test_numbers_are_read_as_vehicles(text: str) -> None:
    assert detect(text) == "rushhour"
    assert [level.puzzle for level in read(text)] == [RushHour.parse(LIST)]


def test_titles_belong_to_the_board_below() -> None:
    text = f"Card 1\n{GRID}\nCard 2\n{SPACED}\n\nthe last one:\n\n{FRAME}\n\n{LINE}\n\nTwo of a line\n{LINE}\n{LINE}\n"
    assert [(level.title, level.puzzle) for level in RushHour.levels(text)] == [
        (title, BOARD) for title in ("Card 1", "Card 2", "the last one", None, "Two of a line", None)
    ]
    text = f"Card 1\n{LIST}\n\nCard 2\n{LIST}"
    assert [(level.title, level.error) for level in RushHour.levels(text)] == [("Card 1", None), ("Card 2", None)]


def test_faulty_row_is_not_a_title() -> None:
    for row in ("oo!ooo", "ooo", "oCCoooo", "ooCC?", "#ooooo"):
        (level,) = RushHour.levels(f"oBBooo\n{row}\nAAoooo")
        assert level.error is not None, row
        assert level.error.line == 2, row
    levels = list(RushHour.levels(f"{LINE}\n1 oooAAo 3\n{LINE}"))
    assert [level.error is None for level in levels] == [True, False, True]
    (level,) = RushHour.levels("Card 1")
    assert level.error is not None


def test_faults_of_a_matrix_name_their_cells() -> None:
    with pytest.raises(PuzzleError) as caught:
        RushHour.parse("0 0 0 12\n1 1 0 12\n0 q 3 0\n0 0 0 3 0")
    assert [(fault.line, fault.column, fault.cells, str(fault.message)) for fault in caught.value.faults] == [
        (3, 3, ((2, 1),), "'q' is not a car; expected a number, 0 (empty) or x (wall)"),
        (4, 1, ((3, 4),), "the row has 5 cells; expected 4 as in the first row"),
    ]
    with pytest.raises(PuzzleError, match="line 2, column 7: car 12 has one cell; expected at least 2"):
        RushHour.parse("0 0 0  0\n1 1 0 12\n0 0 0  0")
    with pytest.raises(PuzzleError, match="line 1, column 1: the car to free, 1, is not on the board"):
        RushHour.parse("0 0 0 2\n0 0 0 2\n0 0 0 0")


def test_matrix_with_walls_rectangles_and_exits() -> None:
    board = RushHour.parse("0 0 x\n1 1 0\nexit left")
    assert board == RushHour.parse(str(board))
    assert str(board) == "0 0 x\n1 1 0\nexit left"
    assert board.text("grid") == "oox\nAAo\nexit left"
    assert RushHour.parse("AAo\noBB").text("matrix") == "1 1 0\n0 2 2"
    with pytest.raises(Unsupported, match="a matrix cannot hold a board of a single column"):
        RushHour.parse("o\nA\nA").text("matrix")


def red(label: str) -> str:
    return GRID.replace("A", label)


def test_target_may_have_another_label() -> None:
    assert RushHour.parse(red("X")).scene().pieces[1].kind == "target"
    cards = red("X").replace("oooooo", "oooAAo", 1)  # a car A that is not the one to free
    (level,) = RushHour.levels(cards, target="X")
    board = level.puzzle
    assert isinstance(board, RushHour)
    assert [piece.id for piece in board.scene().pieces if piece.kind == "target"] == ["X"]
    assert RushHour.parse(str(board)) == board
    assert str(board).endswith("target X")
    assert RushHour.parse(board.text("grid")).scene().pieces[0].kind == "target"  # A and X change their names
    assert board.text("line") == board.text("grid").replace("\n", "")
    (by_number,) = RushHour.levels(MATRIX.replace("1", "7"), target="7")
    assert by_number.puzzle is not None
    assert RushHour.parse(str(by_number.puzzle)) == by_number.puzzle


def test_ambiguous_target_error_suggests_the_option() -> None:
    with pytest.raises(PuzzleError) as caught:
        RushHour.parse(red("R"))
    assert str(caught.value) == (
        "line 1, column 1: there is no car A on the board; if R is the one to free, add --target R"
    )
    (level,) = RushHour.levels(GRID, target="Z")
    assert str(level.error) == "line 1, column 1: the car to free, Z, is not on the board"
    for text, why in {
        f"{GRID}\ntarget": "line 7, column 1: 'target' without a label; expected a line such as 'target B'",
        f"{GRID}\ntarget A\ntarget B": "line 8, column 1: a second target; expected one",
        f"{LIST}\ntarget 3": "line 2, column 1: the vehicle to free, 3, is missing",
        "target A": "line 1, column 1: a target without a board; expected the rows of a grid above",
    }.items():
        with pytest.raises(PuzzleError) as caught:
            RushHour.parse(text)
        assert str(caught.value) == why


@settings(max_examples=cases(500))
@given(st.integers(0, 2**40))
def test_terminal_picture_is_read_back(seed: int) -> None:
    rng = Random(seed)
    rows, cols = rng.randint(2, 9), rng.randint(2, 9)
    board = wild(rng, rows, cols, rng.randint(1, max(2, rows * cols // 5)), rng.choice((0, 0, 4)), 4)
    shown = terminal(board.scene(), colour=False)
    assert detect(shown) == "rushhour"
    again = RushHour.parse(shown)
    assert sorted(again.scene().pieces, key=str) == sorted(board.scene().pieces, key=str)
    assert again.scene().exit == board.scene().exit
    spaced = "\n".join(row if row[:4] == "exit" else " ".join(row) for row in board.text("grid").split("\n"))
    assert RushHour.parse(spaced) == RushHour.parse(board.text("grid"))


def run(argv: list[str]) -> int:
    with pytest.raises(SystemExit) as leaving:
        main(argv)
    return int(leaving.value.code or 0)


def test_matrix_boards_are_numbered_by_step(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "board.txt"
    file.write_text("AAoB\noooB\noooo\noooo\n")
    assert run(["solve", str(file), "--show", "boards", "--style", "matrix", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out == (
        "1 1 0 2\n0 0 0 2\n0 0 0 0\n0 0 0 0\n0\n\n"
        "1 1 0 0\n0 0 0 2\n0 0 0 2\n0 0 0 0\n1\n\n"
        "0 0 1 1\n0 0 0 2\n0 0 0 2\n0 0 0 0\n2\n"
    )
    assert [level.error for level in RushHour.levels(out)] == [None] * 3
    assert run(["solve", str(file), "--show", "boards", "--style", "frame", "--quiet"]) == 0
    framed = capsys.readouterr().out
    assert run(["solve", str(file), "--show", "boards", "--quiet"]) == 0
    assert capsys.readouterr().out == framed
    assert framed.startswith("+---------+\n| A A . B >")
    assert [level.title for level in RushHour.levels(framed)] == [
        *(None, "1. Move car B 1 cell down", "2. Move car A 2 cells right")
    ]


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["--style", "matrix"], "--style needs --show boards"),
        (["--style", "cubist", "--show", "boards"], "unknown style 'cubist'; choose one of: frame, matrix"),
    ],
)
def test_impossible_style_is_rejected(argv: list[str], why: str, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "board.txt"
    file.write_text(LINE)
    assert run(["solve", str(file), *argv]) == 2
    assert why in capsys.readouterr().err


def test_target_option_names_the_car(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "card.txt"
    file.write_text(red("R").replace("oooooo", "oooAAo", 1))
    assert run(["solve", str(file), "--target", "R", "--quiet"]) == 0
    assert capsys.readouterr().out.endswith("R+3\n")
    assert run(["convert", str(file), "--target", "R", "--to", "matrix"]) == 0
    assert capsys.readouterr().out.split("\n")[2] == "0 1 1 0 0 3"


def test_zeros_after_a_board_are_notes() -> None:
    line = "BBCooDEoCFFDEoAAGooooHGoIIIHJooooHJo 0 0 0 0"
    (level,) = RushHour.levels(line)
    assert level.puzzle is not None
    assert level.puzzle.text("line", notes=level.notes) == line


def test_grid_uses_letters_for_other_labels() -> None:
    board = RushHour.parse("2\n2\n1 h 2 1 2\nA h 2 1 1\ntarget A")
    assert board.text("grid") == "AA\nBB"
