"""The native core against the Python rules: costs, spaces, perft counts, threads and limits."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from rushhour_boards import arrangements, small, wild

from unjam import _core
from unjam.core.outcome import result
from unjam.core.puzzle import Control, Limits, Result, Task
from unjam.families.rushhour import RushHour, native
from unjam.families.rushhour.must_move import must_move
from unjam.parallel.solve_many import solve_many
from unjam.search.bfs import bfs
from unjam.search.dijkstra import dijkstra
from unjam.solving.explore import explore, explore_reference
from unjam.solving.solve import solve, verify_result

SEEDS = st.integers(0, 2**40)
OPEN = "FoOOCLMFoDoCLMJoDooLoJoAAooHJoooGoHBBoKGNIoEEKoNI"  # 863,936 positions, none of them solved


DEEP = RushHour.random(Random(2), rows=12, cols=12, cars=30)
"""A board whose breadth is far too large for a test; the estimate solves it at once."""


def search(board: RushHour, task: Task | None = None, threads: int = 1, guided: bool = False, **options: Any) -> Result:
    """Return the replayed answer of the core's breadth-first search, or of the one guided by the heuristic."""
    task, codes = task or Task("moves"), [native.code(board)]
    (outcome,) = _core.rushhour_solve(codes, task.metric == "steps", threads, task, guided=guided, **options)
    return verify_result(board, result(outcome, native.moves(board, outcome.moves), task))


def agree(one: Result, other: Result) -> None:
    assert (one.status, one.cost) == (other.status, other.cost)


@settings(max_examples=cases(2000))
@given(SEEDS)
def test_native_costs_match_reference_searches(seed: int) -> None:
    board = small(Random(seed), most=1500)
    agree(solve(board, algorithm="native"), bfs(board, Task("moves")))
    agree(solve(board, algorithm="native", metric="steps"), dijkstra(board, Task("steps")))


@settings(max_examples=cases(300))
@given(SEEDS)
def test_all_native_searches_find_the_same_costs(seed: int) -> None:
    board = small(Random(seed), most=5000)
    for metric in board.metrics:
        task = Task(metric)
        alone = search(board, task)
        agree(search(board, task, threads=3, share_above=0), alone)
        agree(search(board, task, guided=True), alone)
        assert alone.optimal == (alone.status == "solved")


@settings(max_examples=cases(500))
@given(SEEDS)
def test_native_heuristic_matches_python(seed: int) -> None:
    rng = Random(seed)
    board = wild(rng, rng.randint(3, 16), rng.randint(3, 16), rng.randint(2, 45), rng.choice((0, 2, 6)), 5)
    for metric in board.metrics:
        assert _core.rushhour_estimate(native.code(board), metric == "steps") == must_move(board, metric)


@settings(max_examples=cases(200))
@given(SEEDS)
def test_native_exploration_matches_reference(seed: int) -> None:
    board = small(Random(seed), most=300)
    for metric in board.metrics:
        assert explore(board, metric=metric) == explore_reference(board, Task(metric))


def lines_of_play(board: RushHour, depth: int, longest: int) -> list[int]:
    layer, counts = [board], [1]
    for _ in range(depth):
        layer = [
            position.play(move)
            for position in layer
            for move in position.moves()
            if abs(position.distance(move)) <= longest
        ]
        counts.append(len(layer))
    return counts


@pytest.mark.parametrize(
    ("rows", "cols", "cars", "depth", "boards"),
    [
        (6, 6, 10, 3, 60),
        (8, 8, 16, 2, 40),
        (5, 9, 8, 2, 40),
        (12, 12, 30, 2, 10),
        (16, 16, 25, 2, 8),
        (16, 16, 45, 2, 8),
    ],
)
def test_native_perft_matches_the_rules(rows: int, cols: int, cars: int, depth: int, boards: int) -> None:
    rng = Random(rows * 100 + cars)
    for _ in range(max(2, cases(boards) if boards > 10 else boards)):
        board = wild(rng, rows, cols, cars, walls=rng.randint(0, 4), longest=5)
        code = native.code(board)
        assert _core.rushhour_perft(code, False, depth) == lines_of_play(board, depth, longest=16)
        assert _core.rushhour_perft(code, True, depth) == lines_of_play(board, depth, longest=1)


@pytest.mark.parametrize(
    ("rows", "cols", "cars", "deepest"), [(7, 7, 10, 9), (8, 8, 9, 9), (12, 12, 30, 3), (16, 16, 45, 3)]
)
def test_large_boards_match_astar(rows: int, cols: int, cars: int, deepest: int) -> None:
    rng, compared = Random(7), 0
    while compared < 4:
        board = RushHour.random(rng, rows=rows, cols=cols, cars=cars)
        known = solve(board, algorithm="astar", limits=Limits(seconds=5))
        if known.optimal and 2 <= (known.cost or 0) <= deepest:
            agree(solve(board), known)
            compared += 1


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_large_space_is_exhausted_with_any_number_of_threads(threads: int) -> None:
    board = RushHour.parse(OPEN)
    for metric in board.metrics:
        result = solve(board, metric=metric, workers=threads)
        assert (result.status, result.expanded) == ("unsolvable", 863_936)
        assert str(result.reason) == "all 863,936 positions were expanded, and none is a goal"


def test_large_space_is_explored_completely() -> None:
    space = explore(RushHour.parse(OPEN))
    assert (space.states, space.goals, space.lost, space.max_distance) == (863_936, 0, 863_936, None)


def test_solve_many_keeps_the_order_with_any_number_of_threads() -> None:
    rng = Random(5)
    boards = [RushHour.random(rng, cars=9) for _ in range(200)]
    alone = [solve(board) for board in boards]
    for workers in (1, 3):
        together = list(solve_many(boards, workers=workers))
        assert [(r.status, r.cost, r.moves) for r in together] == [(r.status, r.cost, r.moves) for r in alone]


@pytest.mark.parametrize("threads", [1, 2])
def test_limits_end_the_search_with_a_lower_bound(threads: int) -> None:
    late = search(DEEP, Task("moves", Limits(seconds=0.2)), threads)
    assert (late.status, str(late.reason)) == ("gave_up", "the time limit of 0.2 s was reached")
    assert (late.lower_bound or 0) >= 2
    full = search(DEEP, Task("moves", Limits(bytes=8_000_000)), threads)
    assert (full.status, str(full.reason)) == ("gave_up", "the memory limit of 8,000,000 bytes was reached")
    assert (full.lower_bound or 0) >= 2
    assert full.peak_bytes <= 8_800_000


STOPPED = """
from random import Random
from unjam import _core
from unjam.parallel.solve_many import solve_many
from unjam.families.rushhour import RushHour, native
from unjam.core.puzzle import Limits, Task
code, rng = native.code(RushHour.parse({board!r})), Random(7)
for _ in range({times}):
    task = Task("moves", Limits(bytes=rng.randrange(100_000, 12_000_000)))
    (outcome,) = _core.rushhour_solve([code], False, 4, task, share_above=rng.randrange(2000))
    assert outcome.stop == _core.Stop.memory, outcome.stop
"""


def test_threads_without_memory_all_end() -> None:
    """In a process of its own: threads that wait for one another would wait for ever."""
    script = STOPPED.format(board=OPEN, times=cases(60))
    subprocess.run([sys.executable, "-c", script], check=True, timeout=300)


def test_limits_end_a_guided_search_with_a_lower_bound() -> None:
    board = RushHour.parse(OPEN)
    full = search(board, Task("moves", Limits(bytes=2_000_000)), guided=True)
    assert (full.status, str(full.reason)) == ("gave_up", "the memory limit of 2,000,000 bytes was reached")
    assert (full.lower_bound or 0) >= must_move(board, "moves")
    assert full.peak_bytes <= 2_200_000
    late = search(board, Task("moves", Limits(seconds=0.05)), guided=True)
    assert (late.status, str(late.reason)) == ("gave_up", "the time limit of 0.05 s was reached")


def test_key_set_and_rank_set_agree() -> None:
    """Where memory is short, the bits of all ranks are too many and the keys themselves are kept."""
    rng, tried = Random(4), 0
    while tried < cases(30):
        board = RushHour.random(rng, cars=12)
        if not 2**25 < arrangements(board) < 2**30 or (states := explore(board).states) > 20_000:
            continue
        tried += 1
        limits = Limits(bytes=2**22)
        assert explore(board, limits=limits).states == states
        assert search(board, Task("moves", limits)).expanded == search(board).expanded


@pytest.mark.parametrize("side", [6, 8])  # visited positions as bits by their rank, and as keys in a table
def test_results_with_threads_are_deterministic(side: int) -> None:
    rng, solved = Random(side), 0
    for _ in range(cases(30)):
        code = native.code(RushHour.random(rng, rows=side, cols=side, cars=side * 3, walls=side))
        tries = [_core.rushhour_solve([code], False, threads, None, share_above=0)[0] for threads in (2, 2, 3)]
        results = [(each.status, each.cost, list(each.moves), each.expanded, each.generated) for each in tries]
        assert results[1:] == results[:-1]
        solved += tries[0].cost > 1
    assert solved


def test_large_boards_use_the_guided_search() -> None:
    result = solve(DEEP)
    assert (result.status, result.cost, result.optimal) == ("solved", 5, True)
    assert result.expanded < 10_000


def test_mixed_batch_keeps_its_order() -> None:
    rng = Random(5)
    boards = [small(rng, most=1500) for _ in range(12)]
    boards[3:3] = boards[9:9] = [DEEP]
    together = solve_many(boards, workers=2)
    assert [(each.status, each.cost, each.expanded) for each in together] == [
        (each.status, each.cost, each.expanded) for each in map(solve, boards)
    ]


@pytest.mark.parametrize("options", [{"threads": 1}, {"threads": 2}])
def test_search_can_be_watched_and_stopped(options: dict[str, int]) -> None:
    seen: list[int] = []

    def report(expanded: int, bound: int | None, seconds: float) -> None:
        seen.append(expanded)
        control.stop()

    control = Control(report)
    stopped = search(DEEP, Task("moves", Limits(seconds=20), control), **options)
    assert (stopped.status, str(stopped.reason)) == ("gave_up", "stopped on request")
    assert seen


def test_batch_can_be_stopped() -> None:
    control = Control(lambda *_: control.stop())
    task = Task("moves", Limits(seconds=20), control)
    outcomes = _core.rushhour_solve([native.code(DEEP)] * 40, False, 2, task, guided=False)
    assert {(outcome.status, outcome.stop) for outcome in outcomes} == {(_core.Status.gave_up, _core.Stop.requested)}


def test_exploration_reports_a_reached_limit() -> None:
    space = explore(RushHour.parse(OPEN), limits=Limits(bytes=1_000_000))
    assert str(space.reason) == "the memory limit of 1,000,000 bytes was reached"


@pytest.mark.parametrize("code", [b"", b"\x06", bytes([6, 6, 0, 4, 1, 1, 2, 2, 5]), bytes([6, 6, 1, 4, 1, 1, 2, 2, 0])])
def test_core_rejects_invalid_bytes(code: bytes) -> None:
    with pytest.raises(ValueError, match="no Rush Hour board"):
        _core.rushhour_solve([code], False, 1, None)


def test_solved_board_needs_no_move() -> None:
    solved = solve(RushHour.parse("ooAA"))
    assert (solved.cost, solved.moves, solved.optimal) == (0, (), True)


@pytest.mark.parametrize("boards", [1, 40])
def test_search_stopped_beforehand_gives_up_at_once(boards: int) -> None:
    control = Control()
    control.stop()
    outcomes = _core.rushhour_solve(
        [native.code(DEEP)] * boards, False, 2, Task("moves", control=control), guided=False
    )
    assert {(outcome.status, outcome.stop) for outcome in outcomes} == {(_core.Status.gave_up, _core.Stop.requested)}
