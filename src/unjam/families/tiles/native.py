"""Between the rules of tiles and the native core: boards in, results out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import factorial
from typing import TYPE_CHECKING

from ... import _core
from ...native import result, why_stopped
from ...puzzle import MOST_HARDEST, Limits, Move, Result, Space, Stopwatch
from .heuristics import SEPARABLE, linear_conflict
from .parts import Orientation, orientation, parts
from .stepwise import stepwise
from .tables import Stopped, Tables, tables

if TYPE_CHECKING:
    from .board import Tiles
    from .frame import Frame

MOST_EXPLORED = 12


def chosen(frame: Frame, size: str, limits: Limits | None = None) -> Tables:
    """The tables for this size and goal, or none at all (Manhattan distance) where the memory limit is too small."""
    turned = orientation(frame)
    split = parts(turned.rows, turned.cols, turned.gap, size)
    try:
        return tables(turned.rows, turned.cols, turned.gap, split, limits)
    except Stopped as stop:
        if stop.outcome.stop != _core.Stop.memory:
            raise
        return tables(turned.rows, turned.cols, turned.gap, ())


def fitting(frame: Frame, size: str, limits: Limits) -> Tables:
    """The same, but tables in memory that are over the limit are left aside too."""
    found = chosen(frame, size, limits)
    if limits.bytes is not None and found.patterns.size > limits.bytes:
        turned = orientation(frame)
        return tables(turned.rows, turned.cols, turned.gap, ())
    return found


def estimate(board: Tiles, metric: str) -> int:
    """The additive pattern tables' bound, the board or its mirror image, whichever is higher."""
    turned = orientation(board.frame)
    bound: int = chosen(board.frame, "default").patterns.bound(turned.turned(board.cells))
    return bound


def solve(board: Tiles, metric: str, limits: Limits, size: str, workers: int | None, any: bool = False) -> Result:
    """The optimal solution by IDA* with pattern tables; impossible boards are told by parity.

    With ``any``, boards that might take long are solved the way people do.
    """
    why = board.dead()
    if why is not None:
        return impossible(metric, why)
    if any and board.rows * board.cols > MOST_EXPLORED:
        return _by_hand(board, metric, limits)
    try:
        found = fitting(board.frame, size, limits)
    except Stopped as stop:
        return _unready(board, metric, limits, stop)
    turned = orientation(board.frame)
    outcome = found.solver.solve(turned.turned(board.cells), limits, workers or os.cpu_count() or 1)
    return _result(board, turned, outcome, metric, limits, size)


def solve_many(
    boards: Sequence[Tiles], metric: str, limits: Limits, size: str, workers: int, any: bool = False
) -> list[Result]:
    """All of them in one call for each size and goal; the limits hold for each board."""
    if any:
        return [solve(board, metric, limits, size, workers, any) for board in boards]
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
            results[group[0]] = solve(boards[group[0]], metric, limits, size, workers)
            continue
        try:
            found = fitting(frame, size, limits)
        except Stopped as stop:
            results |= {index: _unready(boards[index], metric, limits, stop) for index in group}
            continue
        turned = orientation(frame)
        together = b"".join(turned.turned(boards[index].cells) for index in group)
        for index, outcome in zip(group, found.solver.solve_many(together, limits, workers), strict=True):
            results[index] = _result(boards[index], turned, outcome, metric, limits, size)
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


def _result(
    board: Tiles, turned: Orientation, outcome: _core.Outcome, metric: str, limits: Limits, size: str
) -> Result:
    why = None
    if outcome.status == _core.Status.gave_up:
        why = why_stopped(outcome.stop, limits)
        if size == "default" and board.rows * board.cols > 15:
            why += "; larger tables (--tables large) would see further"
    moves = _moves(board, (turned.numbers[name] for name in outcome.moves))
    answer = result(outcome, moves, metric=metric, limits=limits, reason=why)
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
    if rows * cols > MOST_EXPLORED:
        why = f"{half:,} positions are too many; boards of up to {MOST_EXPLORED} cells can be explored"
        return Space("tiles", metric, half, 0, 0, None, (), (), why)
    if board.dead():
        return Space("tiles", metric, half, 0, half, None, (), ())
    stop, states, histogram, farthest = _core.tiles_explore(rows, cols, board.frame.goal, limits)
    if stop != _core.Stop.none:
        return Space("tiles", metric, states, 0, 0, None, (), (), why_stopped(stop, limits))
    size = rows * cols
    hardest = (type(board)(farthest[at : at + size], board.frame) for at in range(0, len(farthest), size))
    texts = tuple(sorted(map(str, hardest))[:MOST_HARDEST])
    return Space("tiles", metric, states, 1, 0, len(histogram) - 1, tuple(histogram), texts)


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
