"""The native core of blocks against the rules, the reference searches and classic puzzles."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from sliding_boards import KLOTSKI, LONG, framed, some_blocks

from unjam import _core
from unjam.core.puzzle import Control, Limits, Task
from unjam.families.blocks import Blocks, native
from unjam.parallel.solve_many import solve_many
from unjam.search.bfs import bfs
from unjam.solving.explore import explore, explore_reference
from unjam.solving.solve import solve

SEEDS = st.integers(0, 2**40)

CLASSICS = {
    # Klotski and two others with the same or nearly the same blocks, known from Huarong Dao, the hardest start with
    # three upright and two lying dominoes ("Super Century"), and the hardest one with the blocks of Dad's puzzle.
    "klotski": (KLOTSKI, 81, 116, 25_955),
    "abreast": ("BAAC\nBAAC\nDEFG\nHIIJ\nH..J\ngoal A at 3,1", 60, 85, 25_955),
    "three roads": ("BAAC\nDAAE\nDFFE\nGHHI\nG..J\ngoal A at 3,1", 72, 85, 81_340),
    "pennant": ("AABC.\nAABC.\nDEEFF\nGHHII\ngoal A at 2,0", 64, 88, 391),
}


@pytest.mark.parametrize("name", CLASSICS)
def test_classic_puzzles_have_known_costs(name: str) -> None:
    text, moves, steps, states = CLASSICS[name]
    board = Blocks.parse(text)
    assert [solve(board, metric=metric).cost for metric in ("moves", "steps")] == [moves, steps]
    assert explore(board).states == explore(board, metric="steps").states == states


def test_reference_search_solves_klotski() -> None:
    if cases(100) < 100:
        pytest.skip("slow with sanitizers")
    assert bfs(Blocks.parse(KLOTSKI), Task("moves")).cost == 81


@pytest.mark.parametrize("metric", Blocks.metrics)
def test_unsolvable_boards_are_not_optimal(metric: str) -> None:
    for text in ("AB.\nAB.\n...\ngoal A at 0,2", "ABC\nABC\nD..\ngoal A at 0,2"):
        board = Blocks.parse(text)
        answer = solve(board, metric=metric)
        assert (answer.status, answer.optimal) == ("unsolvable", False)
        assert [many.optimal for many in solve_many([board, board], metric=metric)] == [False, False]


def test_hardest_position_of_three_roads() -> None:
    space = explore(Blocks.parse(CLASSICS["three roads"][0]))
    assert space.max_distance == 138
    assert solve(Blocks.parse(space.hardest[0])).cost == 138


@settings(max_examples=cases(250))
@given(SEEDS)
def test_native_costs_match_reference_searches(seed: int) -> None:
    board = some_blocks(Random(seed))
    limits = Limits(seconds=2)
    for metric, algorithm in (("moves", "bfs"), ("steps", "dijkstra")):
        answer = solve(board, metric=metric)
        reference = solve(board, metric=metric, algorithm=algorithm, limits=limits)
        if reference.status != "gave_up":
            assert (answer.status, answer.cost) == (reference.status, reference.cost)


@settings(max_examples=cases(80))
@given(SEEDS)
def test_native_exploration_matches_reference(seed: int) -> None:
    board = some_blocks(Random(seed))
    metric = board.metrics[seed % 2]
    ours = explore(board, metric=metric)
    if ours.states > 800:
        return
    theirs = explore_reference(board, Task(metric))
    assert (ours.states, ours.goals, ours.lost) == (theirs.states, theirs.goals, theirs.lost)
    assert (ours.max_distance, ours.histogram) == (theirs.max_distance, theirs.histogram)
    if len(ours.hardest) < 10:
        assert set(map(Blocks.parse, ours.hardest)) == set(map(Blocks.parse, theirs.hardest))


def core_lines_of_play(board: Blocks, metric: str, depth: int) -> list[int]:
    return _core.blocks_perft(native.code(board), metric == "steps", depth)


def lines_of_play(board: Blocks, depth: int, longest: int) -> list[int]:
    layer, counts = [board], [1]
    for _ in range(depth):
        layer = [each.play(move) for each in layer for move in each.moves() if each.cost(move, "steps") <= longest]
        counts.append(len(layer))
    return counts


@settings(max_examples=cases(80))
@given(SEEDS)
def test_native_perft_matches_the_rules(seed: int) -> None:
    board = some_blocks(Random(seed))
    assert core_lines_of_play(board, "moves", 2) == lines_of_play(board, 2, 99)
    assert core_lines_of_play(board, "steps", 2) == lines_of_play(board, 2, 1)


def test_native_perft_matches_on_klotski() -> None:
    assert core_lines_of_play(Blocks.parse(KLOTSKI), "moves", 3) == lines_of_play(Blocks.parse(KLOTSKI), 3, 99)


@settings(max_examples=cases(150))
@given(SEEDS)
def test_both_position_encodings_agree(seed: int) -> None:
    board = some_blocks(Random(seed))
    metric = board.metrics[seed % 2]
    other = framed(board)
    for verb in (explore, solve):
        ours, theirs = verb(board, metric=metric), verb(other, metric=metric)
        if verb is explore:
            assert (ours.states, ours.goals, ours.histogram) == (theirs.states, theirs.goals, theirs.histogram)
        else:
            assert (ours.status, ours.cost, ours.expanded) == (theirs.status, theirs.cost, theirs.expanded)
    assert core_lines_of_play(board, metric, 3) == core_lines_of_play(other, metric, 3)


def test_solves_a_436_move_klotski() -> None:
    board = Blocks.parse(LONG)
    assert [solve(board, metric=metric).cost for metric in ("moves", "steps")] == [436, 625]
    assert [solve(framed(board), metric=metric).cost for metric in ("moves", "steps")] == [436, 625]
    space, other = explore(board), explore(framed(board))
    assert (space.states, space.max_distance) == (130_674, 436)
    assert space.histogram == other.histogram


def test_boards_with_many_kinds_of_blocks() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    for rows, cols in ((4, 4), (4, 6), (6, 6), (7, 7), (8, 8)):
        marks = (letters[: rows * cols - 2] + "..").ljust(rows * cols, "#")
        drawn = [marks[row * cols : (row + 1) * cols] for row in range(rows)]
        goals = [f"goal {mark} at {n // cols},{n % cols}" for n, mark in enumerate(marks) if mark in letters and n != 1]
        board = Blocks.parse("\n".join([*drawn, *goals]))
        assert core_lines_of_play(board, "moves", 3) == lines_of_play(board, 3, 99)
        away = board
        for _ in range(4):
            away = away.play(next(iter(away.moves())))
        assert solve(away).cost == bfs(away, Task("moves")).cost <= 4


def test_boards_that_need_long_keys() -> None:
    rows = [
        "".join("ABCDEFGHIJKLMNOP"[c] if r == 0 else "abcdefghijklmnop"[c] if r == 2 else "." for c in range(16))
        for r in range(3)
    ]
    board = Blocks.parse("\n".join([*rows, *["." * 16] * 2]) + "\ngoal A at 4,15")
    assert solve(board).cost == 2
    walled = Blocks.parse("\n".join(["A" + "." * 15, *["." * 16] * 15]) + "\ngoal A at 15,15")
    assert [solve(walled, metric=metric).cost for metric in walled.metrics] == [1, 30]


def test_solve_many_and_threads_match_single_solves() -> None:
    rng = Random(2)
    boards = [some_blocks(rng) for _ in range(40)] + [Blocks.parse(KLOTSKI)]
    for answer, board in zip(solve_many(boards, workers=2), boards, strict=True):
        assert answer.cost == solve(board).cost
    klotski = native.code(Blocks.parse(KLOTSKI))
    assert [_core.blocks_solve([klotski], steps, 3, None)[0].cost for steps in (False, True)] == [81, 116]


def test_limits_are_kept() -> None:
    open_ = Blocks.parse("A.....\n.B....\n..C...\n...D..\n....E.\n.....#\ngoal A at 5,5")
    walled = Blocks.parse("AB..C.\n.B.D..\n..CE..\n...EF.\nGG..F#\n....##\ngoal A at 4,4".replace("..CE", "..HE"))
    held = solve(walled, limits=Limits(bytes=200_000))
    assert held.status in ("gave_up", "solved")
    assert held.peak_bytes <= 220_000
    control = Control()
    control.stop()
    assert solve(open_, control=control).status in ("gave_up", "unsolvable")
    many = Blocks.parse("A.....\n.BC...\n..DE..\n...FG.\nHI....\n..JK.#\ngoal A at 0,5\ngoal B at 5,0\ngoal C at 3,3")
    gave_up = solve(many, limits=Limits(seconds=0.2), metric="steps")
    assert gave_up.status == "gave_up"
    assert gave_up.lower_bound is not None
    assert gave_up.lower_bound >= 1


def test_core_rejects_invalid_boards() -> None:
    for wrong in (
        (0, 2, [], [[(0, 0)]], [(0, 0, -1)]),
        (2, 2, [0] * 3, [[(0, 0)]], [(0, 0, -1)]),
        (2, 2, [0] * 4, [[(0, 0)]], []),
        (2, 2, [0] * 4, [[]], [(0, 0, -1)]),
        (2, 2, [0] * 4, [[(0, 0)]], [(1, 0, -1)]),
        (2, 2, [0] * 4, [[(0, 0)]], [(0, 4, -1)]),
        (2, 2, [0] * 4, [[(0, 0)]], [(0, 0, 9)]),
        (2, 2, [0] * 4, [[(0, 0), (0, 1)]], [(0, 1, -1)]),
        (2, 2, [0] * 4, [[(0, 0)]], [(0, 1, -1), (0, 1, -1)]),
        (2, 2, [1, 0, 0, 0], [[(0, 0)]], [(0, 0, -1)]),
    ):
        with pytest.raises(ValueError, match="block"):
            _core.BlocksPuzzle(*wrong)
