"""The rules of Rush Hour in Python: moves and their order, words, goals, scenes, random boards, difficulty."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from rushhour_boards import small

from unjam.core.puzzle import Fault, IllegalMove, Message, Move, Task, Unsupported
from unjam.families.rushhour import RushHour
from unjam.families.rushhour.difficulty import CLASSIC, classic_features, classic_terms, symmetry
from unjam.rating.rate import rate
from unjam.search.bfs import bfs
from unjam.solving.solve import solve

BOARD = RushHour.parse("oBBoC\noAAoC\nDxooo\nDooEE\nDoooo")


def test_moves_come_in_order() -> None:
    assert [BOARD.notation(move) for move in BOARD.moves()] == [
        *("A-1", "A+1"),
        *("B-1", "B+1"),
        "C+1",
        *("D-1", "D-2"),
        *("E-1", "E-2"),
    ]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Move("Z", (0, 0)), "there is no car Z"),
        (Move("A", (0, 1)), "car A cannot be at row 1, column 2"),
        (Move("A", (1, 4)), "car A cannot be at row 2, column 5"),
        (Move("A", (1, -1)), "car A cannot be at row 2, column 0"),
        (Move("A", (1, 1)), "car A cannot be at row 2, column 2"),
        (Move("A", (1, 3)), "the path of car A is not free"),
        (Move("B", (0, 3)), "the path of car B is not free"),
    ],
)
def test_illegal_moves_explain_why(move: Move, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        BOARD.play(move)


def test_positions_compare_by_value() -> None:
    there = BOARD.play(Move("A", (1, 2)))
    back = there.play(Move("A", (1, 1)))
    assert back == BOARD
    assert hash(back) == hash(BOARD)
    assert there != BOARD
    assert BOARD != "BOARD"
    assert RushHour.parse("oAAo\nexit left") != RushHour.parse("oAAo")


def test_words_and_costs_of_moves() -> None:
    assert str(BOARD.words(Move("D", (0, 0)))) == "Move car D 2 cells up"
    assert str(BOARD.words(Move("A", (1, 0)))) == "Move car A 1 cell left"
    assert str(BOARD.words(Move("A", (1, 2)))) == "Move car A 1 cell right"
    assert str(BOARD.words(Move("C", (1, 4)))) == "Move car C 1 cell down"
    assert [BOARD.cost(Move("D", (0, 0)), metric) for metric in BOARD.metrics] == [1, 2]


@settings(max_examples=cases(150))
@given(st.integers(0, 2**40))
def test_goals_contain_every_reachable_solved_position(seed: int) -> None:
    board = small(Random(seed), most=400)
    goals = board.goals()
    assert goals is not None
    assert all(goal.is_solved() for goal in goals)
    assert len(goals) == len(set(goals))
    seen, stack = {board}, [board]
    while stack:
        position = stack.pop()
        for move, before in position.back():
            assert before.play(move) == position
        for move in position.moves():
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                stack.append(after)
    assert {position for position in seen if position.is_solved()} <= set(goals)
    one, two = solve(board, algorithm="bidirectional"), bfs(board, Task("moves"))
    assert (one.status, one.cost) == (two.status, two.cost)


def test_no_goals_behind_a_wall() -> None:
    board = RushHour.parse("ooAAxoooxooox\noottooooooooo")
    assert board.goals() == []
    assert solve(board, algorithm="bidirectional").status == "unsolvable"


def test_too_many_goals_are_not_listed() -> None:
    board = RushHour.random(Random(1), rows=16, cols=16, cars=30)
    assert board.goals() is None
    with pytest.raises(Unsupported, match="cannot list its goals"):
        solve(board, algorithm="bidirectional")


@settings(max_examples=cases(300))
@given(st.integers(0, 2**40))
def test_dead_board_is_unsolvable(seed: int) -> None:
    board = small(Random(seed), most=300)
    dead = board.dead()
    if dead is not None:
        assert bfs(board, Task("moves")).status == ("solved" if board.is_solved() else "unsolvable")
        assert dead in board.faults()
        assert dead.cells
        assert solve(board).reason == (None if board.is_solved() else dead.message)


def test_faults_for_designers() -> None:
    def faults_of(text: str) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
        return [(str(fault), fault.cells) for fault in RushHour.parse(text).faults()]

    wall = "there is a wall between the target and the exit"
    assert faults_of("ooAA") == [("the target is already at the exit", ((0, 2), (0, 3)))]
    assert faults_of("oooo\nAAox") == [(wall, ((1, 3),))]
    assert faults_of("xxAA\nexit left") == [(wall, ((0, 0), (0, 1)))]
    assert faults_of("oA\noA\noo\nBB\nox\nxx") == [(wall, ((4, 1), (5, 1)))]
    assert faults_of("BBAAo") == []
    lane = "car {} is in front of the target in the same lane and can never leave it"
    assert faults_of("AABBox") == [(wall, ((0, 5),)), (lane.format("B"), ((0, 2), (0, 3)))]
    assert faults_of("CCoBBAA\nexit left") == [
        (lane.format("B"), ((0, 3), (0, 4))),
        (lane.format("C"), ((0, 0), (0, 1))),
    ]


def test_dead_returns_the_first_fault() -> None:
    board = RushHour.parse("AABBox")
    wall = Fault(Message("there is a wall between the target and the exit"), cells=((0, 5),))
    assert board.dead() == board.faults()[0] == wall


def test_scene_of_a_board() -> None:
    scene = RushHour.parse("AAo\nxoB\nooB").scene()
    assert (scene.rows, scene.cols, scene.floor) == (3, 3, ("...", "#..", "..."))
    assert [(p.id, p.cells, p.kind, p.label) for p in scene.pieces] == [
        ("A", ((0, 0), (0, 1)), "target", "A"),
        ("B", ((1, 2), (2, 2)), "car", "B"),
    ]
    assert scene.exit is not None
    assert (scene.exit.side, scene.exit.first, scene.exit.last) == ("right", 0, 0)


@pytest.mark.parametrize("side", ["left", "right", "up", "down"])
def test_random_boards_are_valid_and_deterministic(side: str) -> None:
    for seed in range(50):
        board = RushHour.random(Random(seed), rows=5, cols=7, cars=8, walls=3, side=side)
        assert board == RushHour.random(Random(seed), rows=5, cols=7, cars=8, walls=3, side=side)
        assert RushHour.parse(str(board)) == board
        assert board.faults() == []
        assert len(board.lot.cars) <= 8
        assert board.lot.side == side


@pytest.mark.parametrize("options", [{"rows": 17}, {"cols": 2}, {"side": "north"}, {"rows": 0}])
def test_random_rejects_impossible_options(options: dict[str, object]) -> None:
    with pytest.raises(Unsupported):
        RushHour.random(Random(1), **options)


def test_symmetry_counts_mirrored_cars() -> None:
    assert symmetry(RushHour.parse("BooC\nBooC\nAAoo\noooo")) == 66  # B and C sideways, A onto nothing
    assert symmetry(RushHour.parse("AAoo\noooo\nBBoo")) == 100
    assert symmetry(RushHour.parse("AAxx\noooo\nBBBo")) == 50  # a wall is no car, and half of B is not enough


def test_classic_score_and_its_features() -> None:
    board = RushHour.parse("BooC\nBooC\nAAoo\noooo")
    rating = rate(board, model="classic")
    assert rating.result is not None
    counted = {"moves": 1, "cars": 3, "cars_moved": 1, "symmetry": 66, "solution": ["A+2"]}
    assert rating.features == classic_features(board, rating.result) == counted
    assert rating.contributions == classic_terms(counted) == CLASSIC.terms(counted)
    assert (rating.score, rating.level) == (0.7 * 1**1.4 + 0.2 * sqrt(100 * 1 / 3) + 0.1 * (100 - 66), "beginner")
    assert list(rating.features) == ["moves", "cars", "cars_moved", "symmetry", "solution"]


def test_unsolvable_board_has_no_score() -> None:
    rating = rate(RushHour.parse("AAox"), model="classic")
    assert (rating.score, str(rating.reason)) == (None, "there is a wall between the target and the exit")
