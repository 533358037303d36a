"""Between the rules of tiles and the native core: boards in, results out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import factorial
from typing import TYPE_CHECKING

from ... import _core
from ...native import result, space, why_stopped
from ...puzzle import Limits, Move, Result, Space, Stopwatch
from .heuristics import SEPARABLE, linear_conflict
from .parts import Orientation, orientation, parts
from .stepwise import stepwise
from .tables import Stopped, Tables, table_bytes, tables, walker

if TYPE_CHECKING:
    from .board import Tiles
    from .frame import Frame

MOST_EXPLORED: int = _core.TILES_MOST_EXPLORED
HEURISTICS = ("pattern", "walking-distance", "manhattan")
"""What the core can be told to follow, the best first."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a board is to be solved: with which tables or other estimate, and whether any solution will do."""

    tables: str = "default"
    heuristic: str | None = None
    any: bool = False


def chosen(frame: Frame, size: str, limits: Limits | None = None) -> Tables:
    """The tables for this size and goal that the memory limit allows: those asked for, the default ones, or none."""
    turned = orientation(frame)
    most = limits.bytes if limits else None
    for each in dict.fromkeys((size, "default")):
        split = parts(turned.rows, turned.cols, turned.gap, each)
        if most is not None and table_bytes(turned.rows, turned.cols, turned.gap, split) > most:
            continue
        try:
            return tables(turned.rows, turned.cols, turned.gap, split, limits)
        except Stopped as stop:
            if stop.outcome.stop != _core.Stop.memory:
                raise
    return tables(turned.rows, turned.cols, turned.gap, ())  # Manhattan distance alone


def solver(frame: Frame, way: Way, limits: Limits) -> _core.TileSolver | _core.TileWalker:
    """What searches boards of this size and goal. What would be over the memory limit is left aside."""
    turned = orientation(frame)
    if way.heuristic == "walking-distance":
        return walker(turned.rows, turned.cols, turned.gap, limits.bytes)
    if way.heuristic != "manhattan":
        return chosen(frame, way.tables, limits).solver
    return tables(turned.rows, turned.cols, turned.gap, ()).solver


def estimate(board: Tiles, metric: str) -> int:
    """The additive pattern tables' bound, the board or its mirror image, whichever is higher."""
    turned = orientation(board.frame)
    bound: int = chosen(board.frame, "default").patterns.bound(turned.turned(board.cells))
    return bound


def solve(board: Tiles, metric: str, limits: Limits, way: Way, workers: int | None) -> Result:
    """The optimal solution by IDA* with pattern tables; impossible boards are told by parity.

    With ``any``, boards that might take long are solved the way people do.
    """
    why = board.dead()
    if why is not None:
        return impossible(metric, why)
    if way.any and board.rows * board.cols > MOST_EXPLORED:
        return _by_hand(board, metric, limits)
    watch = Stopwatch()
    try:
        found = solver(board.frame, way, limits)
    except Stopped as stop:
        return _unready(board, metric, limits, stop)
    turned = orientation(board.frame)
    left = limits if limits.seconds is None else limits.share(max(0.001, limits.seconds - watch()))
    outcome = found.solve(turned.turned(board.cells), left, workers or os.cpu_count() or 1)
    return _result(board, turned, outcome, metric, limits, way)


def solve_many(boards: Sequence[Tiles], metric: str, limits: Limits, way: Way, workers: int) -> list[Result]:
    """All of them in one call for each size and goal; the limits hold for each board."""
    if way.any:
        return [solve(board, metric, limits, way, workers) for board in boards]
    results: dict[int, Result] = {}
    groups: dict[Frame, list[int]] = {}
    for index, board in enumerate(boards):
        why = board.dead()
        if why is None:
            groups.setdefault(board.frame, []).append(index)
        else:
            results[index] = impossible(metric, why)
    for frame, group in groups.items():
        if len(group) == 1:
            results[group[0]] = solve(boards[group[0]], metric, limits, way, workers)
            continue
        try:
            found = solver(frame, way, limits)
        except Stopped as stop:
            results |= {index: _unready(boards[index], metric, limits, stop) for index in group}
            continue
        turned = orientation(frame)
        together = b"".join(turned.turned(boards[index].cells) for index in group)
        for index, outcome in zip(group, found.solve_many(together, limits, workers), strict=True):
            results[index] = _result(boards[index], turned, outcome, metric, limits, way)
    return [results[index] for index in range(len(boards))]


def impossible(metric: str, why: str) -> Result:
    """What is said of a board that parity rules out."""
    return Result("unsolvable", algorithm="native", metric=metric, reason=why)


def _by_hand(board: Tiles, metric: str, limits: Limits) -> Result:
    watch = Stopwatch()
    made = stepwise(board)
    moves = tuple(_moves(board, made))
    return Result(
        "solved",
        moves,
        len(moves),
        linear_conflict(board, metric),
        expanded=len(moves) + 1,
        generated=len(moves),
        seconds=watch(),
        algorithm="native",
        metric=metric,
    )


def _unready(board: Tiles, metric: str, limits: Limits, stop: Stopped) -> Result:
    why = f"{why_stopped(stop.outcome.stop, limits)} while the tables were being built"
    bound = linear_conflict(board, metric)
    return _with_some_solution(
        board, Result("gave_up", lower_bound=bound, algorithm="native", metric=metric, reason=why)
    )


def _with_some_solution(board: Tiles, answer: Result) -> Result:
    some = tuple(_moves(board, stepwise(board)))
    return replace(answer, moves=some, cost=len(some))


def _result(board: Tiles, turned: Orientation, outcome: _core.Outcome, metric: str, limits: Limits, way: Way) -> Result:
    why = None
    if outcome.status == _core.Status.gave_up:
        why = why_stopped(outcome.stop, limits)
        if way.tables == "default" and way.heuristic in (None, "pattern") and board.rows * board.cols > 15:
            why += "; larger tables (--tables large) would see further"
    moves = _moves(board, (turned.numbers[name] for name in outcome.moves))
    answer = replace(result(outcome, moves, metric=metric, limits=limits, reason=why), heuristic=way.heuristic)
    if answer.status == "gave_up":
        return _with_some_solution(board, answer)
    return replace(answer, expanded=answer.expanded + 1)  # the core does not count the goal itself


def _moves(board: Tiles, numbers: Iterable[int]) -> Iterator[Move]:
    """The tiles as moves: each goes where the gap is, and the gap comes to where it was."""
    place = {number: divmod(at, board.cols) for at, number in enumerate(board.cells)}
    for number in numbers:
        yield Move(str(number), place[0])
        place[0], place[number] = place[number], place[0]


def explore(board: Tiles, metric: str, limits: Limits) -> Space | None:
    """The whole space of boards of up to twelve cells; None for boards of a single line."""
    rows, cols = board.rows, board.cols
    if min(rows, cols) == 1:
        return None
    half = factorial(rows * cols) // 2
    if board.dead():
        return Space("tiles", metric, half, 0, half, None, (), ())
    if rows * cols > MOST_EXPLORED:
        why = f"too many positions; boards of up to {MOST_EXPLORED} cells can be explored"
        return Space.unfinished("tiles", metric, half, why, 1)
    found = _core.tiles_explore(rows, cols, board.frame.goal, limits)
    return space(found, "tiles", metric, limits, rows * cols, lambda cells: str(type(board)(cells, board.frame)))


def climb(board: Tiles, heuristic: str, limits: Limits) -> tuple[Result, Iterator[str]] | None:
    """The walk of the hill climber with one of the estimates that add up cell by cell; None for others."""
    if heuristic not in SEPARABLE or board.rows * board.cols > 16:
        return None
    rows, cols, size = board.rows, board.cols, board.rows * board.cols
    prices = bytes(SEPARABLE[heuristic](board.frame, at, number) for at in range(size) for number in range(size))
    stop, way, visited = _core.tiles_climb(rows, cols, board.cells, board.frame.goal, prices, limits)
    count = len(visited) // size
    if stop != _core.Stop.none:
        answer = Result("gave_up", expanded=count, algorithm="hillclimb", heuristic=heuristic, metric="moves",
                        lower_bound=0, reason=why_stopped(stop, limits))  # fmt: skip
    elif not way:
        answer = Result("unsolvable", expanded=count, algorithm="hillclimb", heuristic=heuristic, metric="moves")
    else:
        boards = [visited[at * size : at * size + size] for at in way]
        moves = tuple(
            Move(str(before[after.index(0)]), divmod(before.index(0), cols)) for before, after in pairwise(boards)
        )
        answer = Result("solved", moves, len(moves), 0, expanded=count, algorithm="hillclimb", heuristic=heuristic,
                        metric="moves")  # fmt: skip
    return answer, _drawn(visited, size, cols)


def _drawn(visited: bytes, size: int, cols: int) -> Iterator[str]:
    """Each board in rows. Rows repeat a lot, so each is only drawn once."""
    width = len(str(size - 1))
    rows: dict[bytes, str] = {}

    def row(cells: bytes) -> str:
        if cells not in rows:
            rows[cells] = " ".join(f"{number:{width}}" for number in cells)
        return rows[cells]

    for at in range(0, len(visited), size):
        yield "\n".join(row(visited[start : start + cols]) for start in range(at, at + size, cols))
