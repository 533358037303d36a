"""The rules of tiles: moves, parity, scenes, words."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from random_cases import cases
from sliding_boards import eight_puzzle, walked

from unjam.core.puzzle import IllegalMove, Move, Task, Unsupported
from unjam.families.tiles import Tiles
from unjam.families.tiles.board import shared_frame
from unjam.search.bidirectional import bidirectional
from unjam.solving.explore import explore_reference
from unjam.solving.solve import solve

CENTRE = bytes([1, 2, 3, 8, 0, 4, 7, 6, 5])


def test_moves_come_in_order_and_slide_into_the_gap() -> None:
    board = Tiles.parse("1 2 3 4 0 5 6 7 8")
    assert [board.notation(move) for move in board.moves()] == ["2", "4", "5", "7"]
    assert board.play(Move("2", (1, 1))).cells == bytes((1, 0, 3, 4, 2, 5, 6, 7, 8))
    assert [str(board.words(move)) for move in board.moves()] == [
        "Slide tile 2 down",
        "Slide tile 4 right",
        "Slide tile 5 left",
        "Slide tile 7 up",
    ]
    for wrong in (Move("1", (1, 1)), Move("2", (0, 0)), Move("0", (1, 1)), Move("", (1, 1))):
        with pytest.raises(IllegalMove):
            board.play(wrong)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (1, 4), (4, 1), (1, 1), (1, 2)])
def test_parity_matches_search(rows: int, cols: int) -> None:
    rng = Random(rows * 10 + cols)
    for _ in range(3):
        goal = tuple(rng.sample(range(rows * cols), rows * cols))
        shared = shared_frame(rows, cols, bytes(goal))
        reached, edge = {bytes(goal)}, [Tiles(goal, shared)]
        while edge:
            board = edge.pop()
            for after in map(board.play, board.moves()):
                if after.cells not in reached:
                    reached.add(after.cells)
                    edge.append(after)
        for cells in permutations(range(rows * cols)):
            board = Tiles(cells, shared)
            assert (board.dead() is None) == (board.cells in reached)


def test_half_of_the_8_puzzles_are_solvable() -> None:
    distance = eight_puzzle()
    assert len(distance) == 181_440
    rng = Random(8)
    shared = shared_frame(3, 3, bytes(range(9)))
    for _ in range(2000):
        cells = bytes(rng.sample(range(9), 9))
        assert shared.is_solvable(cells) == (cells in distance)


@pytest.mark.parametrize("algorithm", [None, "native"])
def test_impossible_board_is_rejected_without_search(algorithm: str | None) -> None:
    board = Tiles.parse("6 6\n2 1 " + " ".join(str(n) for n in (0, *range(3, 36))))
    answer = solve(board, algorithm=algorithm)
    assert (answer.status, answer.expanded, answer.moves) == ("unsolvable", 0, ())
    assert "parity" in str(answer.reason)
    assert [fault.message for fault in board.faults()] == [answer.reason]


def test_scene_marks_tiles_at_home_and_the_goal() -> None:
    board = Tiles.parse("1 2 0 3 4 5 6 7 8")
    scene = board.scene()
    assert [(piece.id, piece.state) for piece in scene.pieces[:3]] == [("1", ""), ("2", ""), ("3", "home")]
    assert all(piece.kind == "tile" for piece in scene.pieces)
    assert scene.goal is not None
    assert all(piece.state == "home" for piece in scene.goal.pieces)
    assert scene.goal.pieces[0].cells == ((0, 1),)
    assert Tiles.parse("0 1 2 3").scene().goal is None
    assert scene.floor == ("...", "...", "...")


def test_every_move_can_be_undone() -> None:
    rng = Random(7)
    for _ in range(50):
        board = walked(rng, 30, rng.randint(2, 5), rng.randint(2, 5))
        for move, before in board.back():
            assert before.play(move) == board
        assert {before for _, before in board.back()} == {board.play(move) for move in board.moves()}


def test_bidirectional_search_finds_the_same_costs() -> None:
    distance, rng = eight_puzzle(), Random(9)
    for cells in rng.sample(sorted(distance), cases(15)):
        board = Tiles(cells, shared_frame(3, 3, bytes(range(9))))
        assert bidirectional(board, Task("moves")).cost == distance[cells]


def test_random_boards_are_solvable_and_deterministic() -> None:
    for rows in range(2, 7):
        for cols in range(2, 7):
            board = Tiles.random(Random(rows * cols), rows=rows, cols=cols, goal="last")
            assert board.dead() is None
            assert board == Tiles.random(Random(rows * cols), rows=rows, cols=cols, goal="last")
    with pytest.raises(Unsupported):
        Tiles.random(Random(1), rows=7)


def test_boards_with_one_row() -> None:
    board = Tiles.parse("1 4\n1 2 3 0")
    answer = solve(board)
    assert (answer.cost, answer.optimal) == (3, True)
    assert solve(Tiles.parse("1 4\n2 1 3 0")).status == "unsolvable"
    assert explore_reference(board, Task("moves")).states == 4
