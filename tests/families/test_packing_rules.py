"""Packing's format and rules, without any solver."""

from pathlib import Path
from random import Random

import pytest

from unjam.cli import main
from unjam.core.puzzle import IllegalMove, Move, PuzzleError, legal_moves
from unjam.families.packing import Packing
from unjam.families.packing.lifting import OFF
from unjam.solving.check import check
from unjam.solving.routes import moves_of
from unjam.solving.solve import solve

TEN = "board 10 10\nVerde 4x2\nAzul 4x5\nRoja 3x8\nNaranja 7x3\nRosa 3x7\nAmarilla 3x2\n"
DRAWN = """board
.###
####
##..
Ell 2 flip red
#.
##
Bar 1x2 turn #12ab
Bar @ 3,1 locked
Ell @ 0,0
"""


def test_text_survives_a_round_trip() -> None:
    assert str(Packing.parse(TEN)) == TEN
    level = Packing.parse("board 3 3\nDot 1x1 3\nTee 1 turn\n###\n.#.\n\n; a comment\nDash 2x1 1 turn blue\n")
    assert Packing.parse(str(level)) == level
    assert eval(repr(level)) == level


@pytest.mark.parametrize("seed", range(50))
def test_every_position_of_a_random_game_survives_a_round_trip(seed: int) -> None:
    rng = Random(seed)
    freedom = rng.choice(["fixed", "turn", "flip"])
    position = Packing.random(rng, width=5, height=4, pieces=rng.randint(1, 9), freedom=freedom)
    while moves := list(position.moves()):
        assert Packing.parse(str(position)) == position
        position = position.play(rng.choice(moves))
        if rng.random() < 0.3:
            position = position.lock()
        elif rng.random() < 0.3:
            position = position.take_back()
        assert hash(Packing.parse(str(position))) == hash(position)


def test_moves_come_in_the_documented_order() -> None:
    level = Packing.parse("board 3 2\nBar 2x1 2 turn\nSquare 2x2\n")
    names = [level.notation(move) for move in level.moves()]
    bars = ["Bar@0,0", "Bar@0,0r1", "Bar@0,1", "Bar@1,0", "Bar@1,0r1", "Bar@1,1", "Bar@2,0r1"]
    assert names == [*bars, "Square@0,0", "Square@1,0"]
    assert {move.piece for move in level.branches()} == {"Bar#1"}


def test_orientations_match_the_formats_page() -> None:
    level = Packing.parse("board 3 3\nF flip\n.##\n##.\n.#.\n")
    drawn = {}
    for move in level.moves():
        rows = [["."] * 3 for _ in range(3)]
        for row, column in level.play(move).scene().pieces[0].cells:
            rows[row][column] = "#"
        drawn[level.notation(move)] = "/".join("".join(row) for row in rows)
    assert drawn == {
        "F@0,0": ".##/##./.#.",
        "F@0,0r1": ".#./###/..#",  # a quarter turn clockwise
        "F@0,0r2": ".#./.##/##.",
        "F@0,0r3": "#../###/.#.",
        "F@0,0m0": "##./.##/.#.",  # left for right
        "F@0,0m1": "..#/###/.#.",
        "F@0,0m2": ".#./##./.##",
        "F@0,0m3": ".#./###/#..",
    }


def test_move_to_is_the_first_cell_of_the_piece() -> None:
    level = Packing.parse("board 4 4\nF flip\n.##\n##.\n.#.\n")
    for move in level.moves():
        assert level.play(move).scene().pieces[0].cells[0] == move.to


def test_place_take_back_and_lock() -> None:
    level = Packing.parse(TEN)
    move = next(iter(level.moves()))
    placed = level.play(move)
    assert placed.take_back("Verde") == level
    locked = placed.lock("Verde")
    assert locked != placed
    assert str(locked).endswith("Verde @ 0,0 locked\n")
    with pytest.raises(IllegalMove, match="locked for good"):
        locked.take_back("Verde")
    assert locked.take_back() == locked
    with pytest.raises(IllegalMove, match="already on the board"):
        placed.play(move)
    with pytest.raises(IllegalMove, match="already there"):
        placed.play(Move("Azul", (5, 0)))
    with pytest.raises(IllegalMove, match="no piece is called"):
        placed.play(Move("Blanca", move.to))
    with pytest.raises(IllegalMove, match="cannot be placed there"):
        placed.play(Move("Azul", (0, 9)))
    with pytest.raises(IllegalMove, match="not on the board"):
        placed.lock("Azul")
    assert locked.places("Verde") == []
    assert placed.places("Verde") == level.places("Verde")


def test_pieces_of_one_kind_are_interchangeable() -> None:
    level = Packing.parse("board 2 1\nDot 1x1 2\n")
    left, right = Move("Dot", (0, 0)), Move("Dot", (0, 1))
    assert level.play(left).play(right) == level.play(right).play(left)


def test_scene_shows_labels_locks_and_waiting_pieces() -> None:
    scene = Packing.parse(DRAWN).scene()
    assert scene.floor == (" ...", "....", "..  ")
    shown = [(piece.id, piece.label, piece.state, piece.group, piece.kind) for piece in scene.pieces]
    assert shown == [("Ell#1", "1", "", "Ell", "slab"), ("Bar", "3", "locked", "Bar", "slab")]
    assert [(piece.id, piece.cells) for piece in scene.waiting] == [("Ell#2", ((0, 0), (1, 0), (1, 1)))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no level"),
        ("bored 3 3\nA 1x1", "line 1, column 1: 'bored' where the board should be"),
        ("board 0 3\nA 1x1", "line 1, column 7: the board is 0 by 3"),
        ("board 3\nA 1x1", "line 1, column 7: 'board 3' is not a size"),
        ("board 999999999999999999999 3\nA 1x1", "line 1, column 7: the board is larger than 128"),
        ("board\nA 1x1", "line 1, column 1: the board has no size and no shape"),
        ("board\n...\nA 1x1", "line 1, column 1: the board has no cell"),
        ("board 3 3", "line 1, column 1: the level has no pieces"),
        ("board 3 3\nA 0x2", "line 2, column 3: piece A is 0 by 2"),
        ("board 3 3\nA 1x1 0", "line 2, column 7: piece A has a count of 0"),
        ("board 3 3\nA 1x1 99999999999999", "line 2, column 7: piece A has a count of 99999999999"),
        ("board 3 3\nA\nB 1x1", "line 2, column 1: piece A has no size and no shape"),
        ("board 3 3\nA 1x1\nA 2x2", "line 3, column 1: piece A is already defined on line 2"),
        ("board 3 3\nA 1x1 2x2", "line 2, column 7: piece A has two sizes"),
        ("board 3 3\nA 1x1 red blue", "line 2, column 11: extra 'blue' for piece A"),
        ("board 3 3\nA 1x1 turn turn", "line 2, column 12: extra 'turn' for piece A; expected at most one count"),
        (
            "board 3 3\nA 3x2 twist",
            "line 2, column 7: 'twist' is not a property of piece A; expected fixed, turn, flip, a count or a colour",
        ),
        ("board 3 3\nA 1x1\n B 3x1  fliped", "line 3, column 9: 'fliped' is not a property of piece B"),
        ("board 3 3\nA 1x1 #12345", "line 2, column 7: '#12345' is not a property of piece A"),
        ("board 3 3\nA 1x1\n##", "line 3, column 1: a drawn row with no piece above it"),
        ("board 3 3\nA 1x1\nB @ 0,0", "line 3, column 1: no piece is called 'B'; expected one of: A"),
        ("board 3 3\nA 1x1\nA @ 0;0", "line 3, column 5: '0;0' is not a place for A"),
        ("board 3 3\nA 1x1\nA @ 0,0 firmly", "line 3, column 9: unexpected 'firmly' after a place"),
        ("board 3 3\nA 1x1\nA @ 0,0\nA @ 1,1", "line 4, column 1: A is placed more than once; there is only one"),
        ("board 3 3\nA 2x1\nA @ 2,0", "line 3, column 5: A at 2,0 covers 3,0, which is not on the board"),
        ("board 3 3\nA 2x1\nA @ 0,0 r1", "line 3, column 5: A is marked 'fixed' and may not be placed as r1"),
        ("board 3 3\nA 2x1 2\nA @ 0,0 locked\nA @ 1,0 locked", "line 4, column 5: A at 1,0 overlaps A#1 on 1,0"),
        ("board 1 1\nA 1x1\nboard 1 1\nA 1x1", "line 3, column 1: a second board"),
    ],
)
def test_invalid_text_names_line_and_column(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Packing.parse(text)
    assert message in str(caught.value)


FIVE = """board
####
##?#
A 2x1 twist
B 2x2
B @ 3,0
C @ 0,0
D 1x1
E 2x1
D @ 1,1
E @ 0,1
"""
FIVE_FAULTS = [
    ("line 3, column 3: '?' in the drawing of the board; expected '#' or '.'", ((1, 2),)),
    ("line 4, column 7: 'twist' is not a property of piece A; expected fixed, turn, flip, a count or a colour", ()),
    ("line 6, column 5: B at 3,0 covers 4,0, which is not on the board", ((0, 3), (1, 3))),
    ("line 7, column 1: no piece is called 'C'; expected one of: A, B, D, E", ()),
    ("line 11, column 5: E at 0,1 overlaps D on 1,1", ((0, 1),)),
]


def test_five_faults_are_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PuzzleError) as caught:
        Packing.parse(FIVE)
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
        ("A 2x1\nB 1x2 twist\nA @ 0,0", [(1, 1), (2, 7)]),  # the first line is a piece all the same
        ("bored 3 3\nA 1x1\nA @ 9,9", [(1, 1), (3, 5)]),
        ("board 3 3 leftovr\nA 1x1 twist red blue", [(1, 11), (2, 7), (2, 17)]),
        ("board 3 x\nA 2x1\nB 2x1\nA @ 9,9\nB @ 9,9", [(1, 7), (5, 5)]),  # unknown board, known overlap
        ("board 3 3\nA 2y1\nA @ 8,8\nA#2 @ 0;0", [(2, 3), (4, 7)]),  # of a faulty piece only the words are read
        ("board 3 3\nA 0x1\n##\nB 1x1", [(2, 3)]),
        ("board 3 3\nA 1x1\n##\n#.\n\n##\nB", [(3, 1), (6, 1), (7, 1)]),  # one fault for each drawing
        ("board 3 3\nA 1x1\nA 2x1 0\nA @ 0,0 r1 r2 locked firmly", [(3, 1), (3, 7), (4, 12), (4, 22)]),
        ("board 3 3\nA 2x2\nB 1x1\nA @ 2,2\nB @ 2,2\nA @ 0,0", [(4, 5), (6, 1)]),  # what is off covers nothing
        ("board 3 3\nA 1x1 4000\nB 1x1 97\nC 1x1 9\nB @ 0,0", [(3, 1)]),
        ("board 3 3\n\nboard 3", [(1, 1), (3, 1)]),
        ("board 3 3\nA 1x1\nB @ 0,0\nC @ 0;0", [(3, 1), (4, 1), (4, 5)]),
    ],
)
def test_independent_faults_are_reported_without_consequences(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(PuzzleError) as caught:
        Packing.parse(text)
    assert [(fault.line, fault.column) for fault in caught.value.faults] == places


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("board 3 3\nA 2x1\nA @ 0,0 r1", ((1, 0), (2, 0))),
        ("board 3 3\nA 2x1\nA @ 0,0\nA @ 1,1", ((1, 1), (1, 2))),
        ("board\n...\n.##\n.x.\nA 1x1", ((1, 1),)),  # rows above the first cell are no rows of the board
    ],
)
def test_faults_name_their_cells(text: str, cells: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(PuzzleError) as caught:
        Packing.parse(text)
    assert [fault.cells for fault in caught.value.faults] == [cells]


def test_colours_are_known_words_or_hex_numbers() -> None:
    for colour in ("red", "RebeccaPurple", "light-blue", "amarilla", "marrón", "vert", "#0af", "#00AAFF", "#12ab"):
        level = Packing.parse(f"board 3 3\nA 3x3 flip {colour}\n")
        assert str(level) == f"board 3 3\nA 3x3 flip {colour}\n"


def test_bad_level_does_not_hide_good_ones() -> None:
    levels = list(Packing.levels("board 1 1\nA 1x1\n\nboard 2 0\nA 1x1\nboard\n##\nB 2x1\n"))
    assert [level.puzzle is None for level in levels] == [False, True, False]
    assert [level.line for level in levels] == [1, 4, 6]
    assert str(levels[1].error) == "line 4, column 7: the board is 2 by 0; expected sides of at least 1"


def test_bfs_finds_the_first_solution_in_order() -> None:
    level = Packing.parse(TEN)
    result = solve(level, algorithm="bfs")
    expected = "Verde@0,0 Azul@0,2 Roja@7,0 Naranja@0,7 Rosa@4,0 Amarilla@7,8"
    assert " ".join(level.notations(result.moves)) == expected


def test_words_for_moves() -> None:
    level = Packing.parse("board 3 3\nF flip\n.##\n##.\n.#.\n")
    assert str(level.words(Move("F", (0, 1)))) == "Put F in column 1, row 1 from the bottom"
    assert str(level.words(Move("F", (0, 1), 1))) == "Put F, turned 90 degrees, in column 1, row 1 from the bottom"
    assert str(level.words(Move("F", (0, 0), 4))) == "Put F, mirrored, in column 1, row 1 from the bottom"
    assert "mirrored and turned 180 degrees" in str(level.words(Move("F", (0, 1), 6)))


def test_unlocked_piece_can_be_taken_off() -> None:
    level = Packing.parse(TEN)
    placed = level.play("Azul@2,2 Verde@0,0")
    assert placed.play("Azul@off") == level.play("Verde@0,0")
    assert placed.play("azul@OFF verde@off") == level
    assert [placed.notation(move) for move in legal_moves(placed)][-2:] == ["Verde@off", "Azul@off"]
    assert all(move.to != OFF for move in placed.moves())  # they lead back, so no search needs them
    assert [placed.notation(move) for move in moves_of(placed, "Azul")] == ["Azul@off"]
    lift = Move("Azul", OFF)
    assert str(placed.words(lift)) == "Take off Azul"
    assert placed.cost(lift, "pieces") == 1
    assert check(placed.play("Azul@off"), "Verde@off", quick=True).legal
    assert str(check(placed.lock("Azul"), "Azul@off").fault) == (
        "move 1: 'Azul@off' cannot be played here: Azul is locked for good"
    )
    assert "Rosa is not on the board" in str(check(placed, "Rosa@off").fault)
    assert not check(placed, "Blanca@off").legal


def test_equal_pieces_are_taken_off_by_number() -> None:
    level = Packing.parse("board 4 1\nDot 1x1 3\nEnd 1x1\n").play("Dot@0,0 Dot@2,0")
    lifts = [move for move in legal_moves(level) if move.to == OFF]
    assert [level.notation(move) for move in lifts] == ["Dot#1@off", "Dot#2@off"]
    assert str(level.words(lifts[1])) == "Take off Dot in column 3, row 1 from the bottom"
    assert str(level.play("Dot#2@off")).endswith("Dot @ 0,0\n")
    with pytest.raises(IllegalMove, match="several of Dot on the board: Dot#1, Dot#2"):
        level.play(Move("Dot", OFF))
    assert level.play("Dot#1@off Dot@off") == level.take_back()


def test_moves_command_lists_pieces_to_take_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "level.txt"
    file.write_text(TEN + "Azul @ 2,2\nVerde @ 0,0 locked\n")
    with pytest.raises(SystemExit):
        main(["moves", str(file), "--piece", "Azul"])
    assert "Azul@off   Take off Azul" in capsys.readouterr().out
