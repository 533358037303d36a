"""The rules of blocks: paths around corners, equality of equal blocks, scenes and words."""

from __future__ import annotations

from random import Random

import pytest
from random_cases import cases
from sliding_boards import KLOTSKI, some_blocks

from unjam.core.puzzle import IllegalMove, Move, Task, Unsupported
from unjam.core.scene import Exit, Home
from unjam.families.blocks import Blocks
from unjam.search.bfs import bfs
from unjam.search.bidirectional import bidirectional
from unjam.solving.solve import solve


def test_move_may_turn_corners() -> None:
    board = Blocks.parse(KLOTSKI)
    moves = {board.notation(move): move for move in board.moves()}
    assert list(moves) == ["Gy+1", "Gy+1x+1", "Hy+1", "Hy+1x-1", "Ix+1", "Ix+2", "Jx-1", "Jx-2"]
    turn = moves["Gy+1x+1"]
    assert turn == Move("G", (4, 2))
    assert (board.cost(turn, "moves"), board.cost(turn, "steps")) == (1, 2)
    assert str(board.words(turn)) == "Slide block G 1 cell down, then 1 cell right"
    assert str(board.words(moves["Ix+2"])) == "Slide block I 2 cells right"
    wide = Blocks.parse("A#..\n.#..\n....\ngoal A at 0,3")
    assert [str(wide.words(move)) for move in wide.moves()][-1] == (
        "Slide block A 2 cells down, then 3 cells right, then 2 cells up"
    )
    assert str(board.play(turn)) == "BAAC\nBAAC\nDEEF\nD.HF\nI.GJ\ngoal A at 3,1"
    for wrong in (Move("G", (3, 1)), Move("Z", (0, 0)), Move("A", (3, 1)), Move("G", (9, 9)), Move("G", (-1, 3))):
        with pytest.raises(IllegalMove):
            board.play(wrong)


def test_equal_blocks_compare_equal_but_keep_their_letters() -> None:
    one, other = Blocks.parse("AB.\n..C\ngoal A at 1,0"), Blocks.parse("AC.\n..B\ngoal A at 1,0")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) != str(other)
    named = "goal A at 1,0\ngoal B at 0,0"
    assert Blocks.parse(f"AB.\n..C\n{named}") != Blocks.parse(f"AC.\n..B\n{named}")
    assert Blocks.parse("AB.\n..C\ngoal A at 1,0") != Blocks.parse("BA.\n..C\ngoal A at 1,0")
    assert Blocks.parse("ABB\n..C\ngoal A at 1,0") != Blocks.parse("ACC\n..B\ngoal A at 1,1")
    walk = one.play(Move("B", (0, 2))).play(Move("C", (0, 1)))
    assert str(walk) == "ACB\n...\ngoal A at 1,0"


def test_scene_of_klotski() -> None:
    scene = Blocks.parse(KLOTSKI).scene()
    assert scene.exit == Exit("down", 1, 2)
    assert scene.floor == ("....", "....", "....", ".oo.", ".oo.")
    kinds = {piece.id: (piece.kind, piece.group) for piece in scene.pieces}
    assert kinds["A"][0] == "target"
    assert kinds["B"] == kinds["C"] == kinds["D"]
    assert kinds["B"][1] != kinds["E"][1] != kinds["G"][1]
    assert [piece.cells[0] for piece in scene.pieces[:3]] == [(0, 1), (0, 0), (0, 3)]
    walled = Blocks.parse("A.#\n...\ngoal A at 1,2").scene()
    assert walled.floor == ("..#", "..o")
    assert Blocks.parse("A..\n...\n...\ngoal A at 1,1").scene().exit is None
    assert Blocks.parse("A..\n...\n...\ngoal A at 1,0").scene().exit == Exit("left", 1, 1)
    assert Blocks.parse("A..\n...\n...\ngoal A at 2,0").scene().exit is None, "a corner is no gap"
    assert Blocks.parse("AB.\n...\n...\ngoal A at 1,0").scene().exit is None, "the gap is the largest block's"
    assert scene.homes == (Home("A", ((3, 1), (3, 2), (4, 1), (4, 2))),)
    assert Blocks.parse("A..\n...\n...\ngoal A at 1,0").play(Move("A", (1, 0))).scene().pieces[0].state == "home"


def test_goal_is_the_corner_of_the_bounding_box() -> None:
    board = Blocks.parse(".A.\nAA.\n...\ngoal A at 1,1")
    answer = solve(board)
    assert answer.moves == (Move("A", (1, 2)),)
    assert str(board.play(answer.moves[0])).splitlines()[:3] == ["...", "..A", ".AA"]


def test_unreachable_goals_are_detected_without_search() -> None:
    walls, overlap = (
        "walls keep block A from its goal",
        "the goals overlap: blocks B and A cannot both be home",
    )
    for text, why, cells in (
        ("A#.\n##.\ngoal A at 1,2", walls, ((0, 0),)),
        ("AA.\n.A.\n.##\ngoal A at 1,1", walls, ((0, 0), (0, 1), (1, 1))),
        ("A#.\n...\ngoal A at 0,1", walls, ((0, 0),)),
        ("AB.\n...\ngoal A at 0,2\ngoal B at 0,2", overlap, ((0, 2),)),
        ("AABB\n....\ngoal A at 1,0\ngoal B at 1,1", overlap, ((1, 1),)),
    ):
        board = Blocks.parse(text)
        answer = solve(board)
        assert (answer.status, answer.expanded) == ("unsolvable", 0)
        assert str(answer.reason) == why
        dead = board.dead()
        assert dead is not None
        assert (str(dead), dead.cells) == (why, cells)
        assert board.faults() == [dead]
        assert bfs(board, Task("moves")).status == "unsolvable"


def test_every_fault_of_a_level_is_reported() -> None:
    board = Blocks.parse("A#B\n##.\n...\ngoal A at 2,0\ngoal B at 2,0")
    assert [(str(fault), fault.cells) for fault in board.faults()] == [
        ("walls keep block A from its goal", ((0, 0),)),
        ("the goals overlap: blocks B and A cannot both be home", ((2, 0),)),
    ]
    solved = Blocks.parse("AA.\nB..\ngoal A at 0,0\ngoal B at 1,0")
    assert [(str(fault), fault.cells) for fault in solved.faults()] == [
        ("the goal is already reached", ((0, 0), (0, 1), (1, 0)))
    ]
    assert Blocks.parse(KLOTSKI).faults() == []


def test_every_move_can_be_undone() -> None:
    rng = Random(3)
    for _ in range(cases(60)):
        board = some_blocks(rng)
        for move, before in board.back():
            assert before.play(move) == board
            assert before.cost(move, "steps") >= 1


def test_bidirectional_search_needs_distinct_blocks() -> None:
    board = Blocks.parse("AB\nC.\ngoal A at 1,1\ngoal B at 0,0\ngoal C at 1,0")
    assert bidirectional(board, Task("moves")).status == solve(board).status
    three = Blocks.parse("AB.\nCC.\n...\ngoal A at 2,2")
    assert bidirectional(three, Task("moves")).cost == solve(three).cost
    with pytest.raises(Unsupported):
        bidirectional(Blocks.parse(KLOTSKI), Task("moves"))


def test_heuristics_are_lower_bounds() -> None:
    rng = Random(5)
    for _ in range(cases(60)):
        board = some_blocks(rng)
        for metric in board.metrics:
            answer = solve(board, metric=metric)
            estimate = Blocks.heuristics["distance"](board, metric)
            if answer.cost is not None:
                assert estimate <= answer.cost
            for move in board.moves():
                after = Blocks.heuristics["distance"](board.play(move), metric)
                if board.dead() is None:
                    assert estimate <= board.cost(move, metric) + after


def test_random_boards_are_deterministic() -> None:
    for seed in range(20):
        assert Blocks.random(Random(seed)) == Blocks.random(Random(seed))
        board = Blocks.random(Random(seed), rows=4, cols=5, gaps=3)
        assert str(board).count(".") == 3
    with pytest.raises(Unsupported):
        Blocks.random(Random(1), rows=1)
