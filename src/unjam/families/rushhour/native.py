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


LARGEST_BREADTH = 8
"""Up to this many rows and columns breadth-first search is best; larger boards are searched by A* with must-move."""


def solve(boards: Sequence[RushHour], metric: str, limits: Limits, threads: int) -> list[Result]:
    """The answers in order; boards whose target can plainly never get out are answered without a search."""
    results: list[Result | None] = [None] * len(boards)
    for led in (False, True):
        chosen = []
        for i, board in enumerate(boards):
            if led != (max(board.lot.rows, board.lot.cols) > LARGEST_BREADTH):
                continue
            reason = board.dead()
            if reason is None:
                chosen.append(i)
            else:
                results[i] = Result("unsolvable", algorithm="native", metric=metric, reason=reason)
        if not chosen:
            continue
        codes = [code(boards[i]) for i in chosen]
        outcomes = _core.rushhour_solve(codes, metric == "steps", threads, limits, led=led)
        for i, outcome in zip(chosen, outcomes, strict=True):
            moves = _moves(boards[i], outcome.moves)
            results[i] = native.result(outcome, moves, metric=metric, limits=limits)
    return [result for result in results if result is not None]


def _moves(board: RushHour, slides: Iterable[int]) -> list[Move]:
    lot = board.lot
    return [Move(lot.labels[slide >> 8], lot.cells[slide >> 8][slide & 255]) for slide in slides]


def explore(board: RushHour, metric: str, limits: Limits) -> Space:
    """The reachable space of the board."""
    found = _core.rushhour_explore(code(board), metric == "steps", limits)
    return native.space(
        found, board.family, metric, limits, len(board.at), lambda at: str(type(board)(board.lot, tuple(at)))
    )
