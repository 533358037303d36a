"""The native core of tiles against the rules and the reference searches: optima, spaces, traces, limits, threads."""

from __future__ import annotations

from itertools import islice
from random import Random
from time import process_time

import pytest
from random_cases import cases
from sliding_boards import distances, eight_puzzle, walked

from unjam import _core
from unjam.core.puzzle import Control, Limits, Puzzle, Task, Unsupported
from unjam.families.tiles import Tiles, tables
from unjam.families.tiles.board import shared_frame
from unjam.families.tiles.by_hand import solve_by_hand
from unjam.families.tiles.native import TilesNative
from unjam.families.tiles.orientation import orientation
from unjam.families.tiles.partition import partition
from unjam.parallel.solve_many import solve_many
from unjam.search import run_search
from unjam.search.hillclimb import hillclimb
from unjam.solving.explore import explore, explore_reference
from unjam.solving.solve import solve
from unjam.solving.trace import trace


def test_random_8_puzzles_match_exhaustive_search() -> None:
    distance, rng = eight_puzzle(), Random(2000)
    boards = [Tiles.random(rng, rows=3) for _ in range(cases(2000))]
    for board, answer in zip(boards, solve_many(boards, workers=2), strict=True):
        assert (answer.status, answer.optimal) == ("solved", True)
        assert answer.cost == answer.lower_bound == distance[board.cells]
        assert solve(board, algorithm="astar", heuristic="pattern").cost == answer.cost
    for board in boards[: cases(60)]:
        assert solve(board, algorithm="astar", heuristic="walking-distance").cost == distance[board.cells]
        assert solve(board).cost == distance[board.cells]


@pytest.mark.parametrize(
    "goal", ["last", "1 2 3 8 0 4 7 6 5", "8 1 3 2 0 4 7 6 5", "1 0 2 3 4 5 6 7 8", "3 4 5 0 1 2 6 7 8"]
)
def test_any_goal_of_the_8_puzzle(goal: str) -> None:
    rng = Random(goal)
    boards = []
    while len(boards) < cases(15):
        numbers = " ".join(map(str, rng.sample(range(9), 9)))
        board = Tiles.parse(numbers, goal="last") if goal == "last" else Tiles.parse(f"{numbers}\ngoal\n{goal}")
        if board.dead() is None:
            boards.append(board)
    for board, answer in zip(boards, solve_many(boards), strict=True):
        assert answer.cost == solve(board, algorithm="astar", heuristic="walking-distance").cost


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)])
def test_small_rectangles_with_every_native_heuristic(rows: int, cols: int) -> None:
    rng, distance = Random(rows * 100 + cols), distances(rows, cols)
    boards = [Tiles.random(rng, rows=rows, cols=cols) for _ in range(cases(100))]
    for heuristic in TilesNative.heuristics:
        for board, answer in zip(boards, solve_many(boards, algorithm="native", heuristic=heuristic), strict=True):
            assert (answer.optimal, answer.heuristic) == (True, heuristic)
            assert answer.cost == answer.lower_bound == distance[board.cells]


@pytest.mark.parametrize(("rows", "cols", "count"), [(2, 5, 40), (3, 4, 60), (4, 3, 60), (2, 6, 10), (3, 5, 10)])
def test_random_rectangles_with_two_heuristics(rows: int, cols: int, count: int) -> None:
    rng = Random(rows * 100 + cols)
    boards = [Tiles.random(rng, rows=rows, cols=cols) for _ in range(cases(count))]
    assert agree(boards) == len(boards)


@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (4, 3), (3, 5), (5, 3), (2, 6), (4, 4)])
def test_easy_rectangles_match_the_reference(rows: int, cols: int) -> None:
    rng = Random(rows * 100 + cols)
    boards = [walked(rng, rng.randint(20, 36 if rows * cols < 16 else 32), rows, cols) for _ in range(cases(20))]
    for board, answer in zip(boards, solve_many(boards), strict=True):
        assert answer.optimal
        assert answer.cost == solve(board, algorithm="astar", heuristic="walking-distance").cost


def test_random_15_puzzles_with_two_heuristics() -> None:
    """The first of the benchmark's 200 boards."""
    rng = Random(200)
    assert agree([Tiles.random(rng) for _ in range(cases(20))]) >= 5


def agree(boards: list[Tiles]) -> int:
    """Return how many were solved, each with the same cost by pattern tables and by walking distance."""
    walks = solve_many(boards, workers=2, algorithm="native", heuristic="walking-distance")
    for answer, walk in zip(solve_many(boards, workers=2), walks, strict=True):
        assert answer.optimal
        assert walk.optimal
        assert answer.cost == walk.cost
    return len(boards)


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (2, 4), (4, 2), (3, 3), (3, 4), (4, 4)])
@pytest.mark.parametrize("goal", ["first", "last"])
def test_native_walking_distance_matches_the_reference(rows: int, cols: int, goal: str) -> None:
    rng = Random(rows * cols)
    for _ in range(cases(40)):
        board = Tiles.random(rng, rows=rows, cols=cols, goal=goal)
        turned = orientation(board.frame)
        walker = tables.walker(turned.rows, turned.cols, turned.gap, None)
        assert walker.bound(turned.turn(board.cells)) == Tiles.heuristics["walking-distance"](board, "moves")


def test_walking_distance_keeps_the_memory_limit() -> None:
    board = walked(Random(9), 30, 3, 5)
    held = solve(board, algorithm="native", heuristic="walking-distance", limits=Limits(bytes=1_000_000))
    assert held.peak_bytes <= 1_000_000
    assert held.cost == solve(board).cost


@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (3, 5), (4, 4), (5, 4), (3, 6)])
def test_pattern_tables_and_manhattan_agree(rows: int, cols: int) -> None:
    rng = Random(rows + cols)
    turned = orientation(shared_frame(rows, cols, bytes(range(rows * cols))))
    plain = _core.TilePatternSolver(_core.TilePatterns(turned.rows, turned.cols, turned.gap, []))
    for _ in range(cases(12)):
        board = walked(rng, 44, rows, cols)
        outcome = plain.solve(turned.turn(board.cells), None, 1)
        assert outcome.cost == solve(board).cost


def test_pattern_parts_are_bounds_and_cover_each_tile_once() -> None:
    for rows in range(2, 7):
        for cols in range(rows, 7):
            for gap in range(rows * cols):
                for size in ("default", "large"):
                    tiles = sorted(tile for part in partition(rows, cols, gap, size) for tile in part)
                    assert tiles == [tile for tile in range(rows * cols) if tile != gap]
    with pytest.raises(Unsupported, match="unknown tables 'huge'; choose one of: default, large"):
        solve(Tiles.parse("1 2 0 3 4 5 6 7 8"), tables="huge")


def test_whole_8_puzzle_is_explored() -> None:
    board = Tiles.parse("1 2 3 4 0 5 6 7 8")
    space = explore(board)
    distance = eight_puzzle()
    assert (space.states, space.goals, space.lost, space.max_distance) == (181_440, 1, 0, 31)
    assert list(space.histogram) == [list(distance.values()).count(d) for d in range(32)]
    assert space.hardest == ("8 0 6\n5 4 7\n2 3 1", "8 7 6\n0 4 1\n2 5 3")


@pytest.mark.parametrize(
    "text",
    ["2 3\n1 0 2 3 4 5", "3 2\n1 2 0 3 4 5", "1 0 2 3", "2 3\n1 2 3 4 5 0\ngoal\n1 2 3 4 5 0", "2 3\n2 1 0 3 4 5"],
)
def test_small_spaces_match_the_reference(text: str) -> None:
    board = Tiles.parse(text)
    assert explore(board) == explore_reference(board, Task("moves"))


def test_too_large_space_is_reported() -> None:
    space = explore(Tiles.random(Random(1), rows=4))
    assert space.states == 10_461_394_944_000
    assert "too many" in str(space.reason)
    held = explore(Tiles.random(Random(1), rows=3, cols=4), limits=Limits(bytes=1_000_000))
    assert "memory limit" in str(held.reason)


TRACED = """4 2 5
1 7 8
3 6 0

4 2 5
1 7 0
3 6 8

4 2 0
1 7 5
3 6 8

4 0 2
1 7 5
3 6 8

0 4 2
1 7 5
3 6 8

1 4 2
0 7 5
3 6 8

1 4 2
3 7 5
0 6 8

1 4 2
3 7 5
6 0 8

1 4 2
3 0 5
6 7 8

1 0 2
3 4 5
6 7 8

0 1 2
3 4 5
6 7 8

11
"""


@pytest.mark.parametrize("text", ["4 2 5 1 7 8 3 6 0", "4 2 5\n1 7 8\n3 6 0", "4\t2\t5\n1\t7\t8\n3\t6\t0\n"])
def test_hill_climb_trace_is_exact(text: str) -> None:
    assert trace(Tiles.parse(text)).text() == TRACED


def test_traces_of_short_and_long_climbs() -> None:
    assert trace(Tiles.parse("0 1 2 3 4 5 6 7 8")).text() == "0 1 2\n3 4 5\n6 7 8\n\n1\n"
    short = trace(Tiles.parse("1 2 0 3 4 5 6 7 8"))
    assert short.text() == "1 2 0\n3 4 5\n6 7 8\n\n1 0 2\n3 4 5\n6 7 8\n\n0 1 2\n3 4 5\n6 7 8\n\n3\n"
    long = trace(Tiles.parse("1 2 3 4 0 5 6 7 8"))
    assert (long.count, long.text().splitlines()[-1]) == (23259, "23259")
    none = trace(Tiles.parse("2 1 0 3 4 5 6 7 8"))
    assert (none.result.status, none.count) == ("unsolvable", 0)


@pytest.mark.parametrize("heuristic", ["difference", "manhattan", "misplaced", "zero"])
def test_native_climbs_match_the_reference(heuristic: str) -> None:
    rng = Random(heuristic)
    for _ in range(cases(25)):
        board = rng.choice((walked(rng, 12, 3), walked(rng, 400, 2, 3), walked(rng, 12, 4, 2)))
        task = Task("moves", heuristic=heuristic)
        traced = TilesNative().trace(board, "hillclimb", task)
        assert traced is not None
        answer, states = traced
        if answer.expanded > 3000:
            continue
        visited: list[Tiles] = []
        reference = hillclimb(
            board,
            task,
            lambda kind, each, seen=visited: seen.append(each) if kind == "expand" else None,
            heuristic=Tiles.heuristic(heuristic),
        )
        assert list(states) == [str(each).split("\n", each.rows != each.cols)[-1] for each in visited]
        assert answer.moves == reference.moves
        assert answer.cost == reference.cost


@pytest.mark.parametrize("heuristic", ["manhattan", "zero"])
def test_two_digit_tiles_are_climbed_in_order(heuristic: str) -> None:
    board = walked(Random(16), 40, 4)
    task = Task("moves", Limits(bytes=500_000), heuristic=heuristic)
    traced = TilesNative().trace(board, "hillclimb", task)
    assert traced is not None
    states = list(islice(traced[1], 1000))
    visited: list[str] = []

    def note(kind: str, each: Puzzle) -> None:
        if kind == "expand":
            visited.append(each.drawing())
        if len(visited) == len(states):
            task.control.stop()

    run_search("hillclimb", board, Task("moves", control=task.control), note, Tiles.heuristic(heuristic))
    assert len(states) > 500
    assert visited[: len(states)] == states


def test_easy_24_puzzles() -> None:
    rng = Random(24)
    for _ in range(cases(6)):
        board = walked(rng, 70, 5)
        answer = solve(board)
        assert (answer.status, answer.optimal) == ("solved", True)
        assert answer.cost is not None
        assert 24 <= answer.cost <= 70


def test_threads_match_a_single_thread() -> None:
    rng = Random(24)
    walked(rng, 10, 5)
    board = walked(rng, 180, 5)  # 70 moves, 13 million positions
    turned = orientation(board.frame)
    solver = tables.choose_tables(board.frame, "default").solver
    task = Task("moves")
    shared = solver.solve(turned.turn(board.cells), task, 3)
    alone = solver.solve(turned.turn(board.cells), task, 1)
    assert shared.expanded > 4_000_000  # beyond the part that one thread does by itself
    assert (shared.cost, shared.optimal) == (alone.cost, True)


HARD = "6 6\n" + " ".join(map(str, [0, *reversed(range(1, 36))]))


def hard() -> Tiles:
    board = Tiles.parse(HARD)
    return board if board.dead() is None else Tiles.parse(HARD.replace(" 2 1", " 1 2"))


def test_time_limit_returns_a_bound_and_a_solution() -> None:
    board = hard()
    tables.choose_tables(board.frame, "default")  # the tables have a limit and a test of their own
    start = process_time()  # on a busy machine a search gets less of the processor than its limit, never more
    answer = solve(board, limits=Limits(seconds=0.3), workers=1)
    assert process_time() - start < 1
    assert answer.status == "gave_up"
    assert "time limit" in str(answer.reason)
    assert answer.lower_bound is not None
    assert answer.lower_bound >= Tiles.heuristics["manhattan"](board, "moves")
    assert answer.cost is not None
    assert answer.cost > answer.lower_bound


def test_search_can_be_stopped() -> None:
    reports: list[int] = []

    def report(expanded: int, bound: int | None, seconds: float) -> None:
        reports.append(expanded)
        if len(reports) == 3:
            control.stop()

    control = Control(report)
    answer = solve(hard(), control=control)
    assert answer.status == "gave_up"
    assert "stopped on request" in str(answer.reason)
    reports.clear()
    control = Control(report)
    answers = list(solve_many([hard()] * 3, control=control, workers=2))
    assert [each.status for each in answers] == ["gave_up"] * 3


def test_a_small_memory_limit_is_kept() -> None:
    board = walked(Random(5), 40, 4)
    held = solve(board, limits=Limits(bytes=100_000))
    assert held.peak_bytes <= 100_000
    assert held.cost == solve(board).cost


def test_tables_over_the_memory_limit_are_replaced() -> None:
    board = Tiles.random(Random(8))
    held = solve(board, tables="large", limits=Limits(bytes=50_000_000))
    assert 0 < held.peak_bytes <= 50_000_000
    assert (held.cost, held.expanded) == (solve(board).cost, solve(board).expanded)


def test_any_solution_of_a_large_board() -> None:
    rng = Random(6)
    for _ in range(cases(30)):
        rows, cols = rng.randint(2, 6), rng.randint(2, 6)
        goal = bytes(rng.sample(range(rows * cols), rows * cols))
        board = Tiles(rng.sample(range(rows * cols), rows * cols), shared_frame(rows, cols, goal))
        if board.dead() is None:
            answer = solve(board, any=True)  # replayed by the door
            assert answer.status == "solved"
            assert answer.lower_bound is not None
            assert answer.cost is not None
            assert answer.lower_bound <= answer.cost
            assert len(solve_by_hand(board)) % 2 == answer.cost % 2


def test_any_solution_is_good_and_deterministic() -> None:
    rng = Random(9)
    for _ in range(cases(6)):
        board = Tiles.random(rng, rows=3, cols=5)
        best, quick = solve(board), solve(board, any=True)
        assert best.cost is not None
        assert quick.cost is not None
        assert quick.lower_bound is not None
        assert quick.lower_bound <= best.cost <= quick.cost <= 1.1 * best.cost
        assert quick.optimal == (quick.lower_bound == quick.cost)
    for side in (5, 6):
        board = Tiles.random(rng, rows=side, cols=side)
        first, again = solve(board, any=True), solve(board, any=True)
        assert (first.moves, first.lower_bound) == (again.moves, again.lower_bound)
        assert first.cost is not None
        assert first.cost < 0.8 * len(solve_by_hand(board))


def test_any_solution_is_found_despite_limits() -> None:
    board = Tiles.random(Random(10), rows=6, cols=6)
    for limits in (Limits(seconds=0.0), Limits(bytes=1000)):
        answer = solve(board, any=True, limits=limits)
        assert answer.cost == len(solve_by_hand(board))


def test_core_rejects_invalid_boards() -> None:
    patterns = _core.TilePatterns(2, 2, 0, [])
    solver = _core.TilePatternSolver(patterns)
    for wrong in (b"", b"\0\1\2", b"\0\1\2\2", b"\0\1\2\4", b"\0\1\2\3\0"):
        with pytest.raises(ValueError, match="board"):
            solver.solve(wrong, None, 1)
    with pytest.raises(ValueError, match="up to 6x6"):
        _core.TileWalkingSolver(2, 7, 0, 1)
    for wrong_parts in ([[0]], [[1], [1]], [[]], [[4]], [[1, 2, 3, 1]]):
        with pytest.raises(ValueError, match="part"):
            _core.TilePatterns(2, 2, 0, wrong_parts)
    with pytest.raises(ValueError, match="not filled"):
        _core.TilePatternSolver(_core.TilePatterns(2, 2, 0, [[1, 2]]))


@pytest.mark.parametrize(("text", "expanded"), [("4 2 5 1 7 8 3 6 0", 11), ("0 1 2 3 4 5 6 7 8", 1)])
def test_goal_counts_as_expanded(text: str, expanded: int) -> None:
    board = Tiles.parse(text)
    assert solve(board, algorithm="astar", heuristic="manhattan").expanded == expanded
    assert solve(board).expanded == solve(board, any=True).expanded == expanded
    assert [answer.expanded for answer in solve_many([board, board])] == [expanded] * 2
