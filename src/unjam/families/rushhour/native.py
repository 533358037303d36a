"""Interface to the native core: encodes positions as bytes, and decodes the slides and counts that it returns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ... import _core
from ...core import outcome
from ...core.cells import set_bits
from ...core.puzzle import Move, Native, Result, Space, Task

if TYPE_CHECKING:
    from .position import RushHour


class RushHourNative(Native):
    """Finds solutions that are proven shortest, using several threads if the search space is very large."""

    def solve_many(self, puzzles: list[RushHour], task: Task) -> list[Result]:
        return outcome.solve_batch(
            puzzles,
            task,
            lambda boards: _core.rushhour_solve(
                [code(board) for board in boards], task.metric == "steps", outcome.threads(task), task
            ),
            moves,
        )

    def explore(self, puzzle: RushHour, task: Task) -> Space:
        counts = _core.rushhour_explore(code(puzzle), task.metric == "steps", task)
        return outcome.space(
            counts,
            puzzle.family,
            task,
            len(puzzle.at),
            lambda at: type(puzzle)(puzzle.lot, tuple(at)).storage_text(),
        )


def study(board: RushHour, most: int, walks: int, seed: int, task: Task | None = None) -> dict[str, Any]:
    """Return the luck and the number of shortest solutions, exact for up to ``most`` positions, otherwise sampled."""
    return outcome.luck_features(_core.rushhour_study(code(board), most, walks, seed, task), task)


def code(board: RushHour) -> bytes:
    """Encode the position for the core: size, target, goal, cars, then the cells with walls."""
    lot, at = board.lot, board.at
    out = [lot.rows, lot.cols, lot.target, lot.goal, len(lot.cars)]
    for car, offset in zip(lot.cars, at, strict=True):
        out += (car.horizontal, car.lane, car.length, offset)
    return bytes(out + set_bits(lot.walls))


def moves(board: RushHour, slides: Iterable[int]) -> list[Move]:
    """Decode the core's slides; each combines the number of a car with the offset where the car stops."""
    lot = board.lot
    labels, cells = lot.labels, lot.cells
    return [_move(labels[slide >> 8], cells[slide >> 8][slide & 255]) for slide in slides]


_move = lru_cache(4096)(Move)  # boards of one size have only a few hundred different moves
