"""Rush Hour answered by the native core: lots as bytes in, slides and counts out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ... import _core, native
from ...puzzle import Limits, Move, Result, Space

if TYPE_CHECKING:
    from .board import RushHour


def code(board: RushHour) -> bytes:
    """The position as the core reads it: size, target, goal, cars, then the cells that are walls."""
    lot, at = board.lot, board.at
    out = [lot.rows, lot.cols, lot.target, lot.goal, len(lot.cars)]
    for car, offset in zip(lot.cars, at, strict=True):
        out += (car.horizontal, car.lane, car.length, offset)
    walls = lot.walls
    while walls:
        low = walls & -walls
        out.append(low.bit_length() - 1)
        walls ^= low
    return bytes(out)


def solve(boards: Sequence[RushHour], metric: str, limits: Limits, threads: int) -> list[Result]:
    """The answers in order; boards whose target can plainly never get out are answered without a search."""
    results: dict[int, Result] = {}
    for i, board in enumerate(boards):
        if (reason := board.dead()) is not None:
            results[i] = Result("unsolvable", algorithm="native", metric=metric, reason=reason)
    open_ = [i for i in range(len(boards)) if i not in results]
    if open_:
        outcomes = _core.rushhour_solve([code(boards[i]) for i in open_], metric == "steps", threads, limits)
        for i, outcome in zip(open_, outcomes, strict=True):
            results[i] = native.result(outcome, _moves(boards[i], outcome.moves), metric=metric, limits=limits)
    return [results[i] for i in range(len(boards))]


def _moves(board: RushHour, slides: Iterable[int]) -> list[Move]:
    lot = board.lot
    return [Move(lot.labels[slide >> 8], lot.cells[slide >> 8][slide & 255]) for slide in slides]


def explore(board: RushHour, metric: str, limits: Limits) -> Space:
    """The reachable space of the board."""
    found = _core.rushhour_explore(code(board), metric == "steps", limits)
    return native.space(
        found, board.family, metric, limits, len(board.at), lambda at: str(type(board)(board.lot, tuple(at)))
    )
