"""Advice for designers of Rush Hour levels: points out cars and walls that do not affect the solution."""

from __future__ import annotations

from ...core.cells import set_bits
from ...core.design import Advice
from ...core.puzzle import Limits, Result, Task, plural
from .board import Lot
from .position import RushHour

LIMITS = Limits(1.0)
"""The limits for solving the level again without one of its cars or walls."""


def advice(board: RushHour, result: Result) -> list[Advice]:
    """Return advice about cars and walls that could be removed without changing the length of the solution.

    Only cars that the solution does not move are tried.

    >>> from unjam import solve
    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBCCoooo")
    >>> [str(each) for each in advice(board, solve(board))]
    ['car C plays no part: the solution is just as long without it']
    """
    moved = {move.piece for move in result.moves} | {board.lot.labels[board.lot.target]}
    idle = [
        car.label
        for car in board.lot.cars
        if car.label not in moved and _is_as_long(_without_car(board, car.label), result)
    ]
    spare = [cell for cell in set_bits(board.lot.walls) if _is_as_long(_without_wall(board, cell), result)]
    out = []
    if idle:
        what = plural(
            "car {cars} plays no part: the solution is just as long without it",
            "cars {cars} play no part: the solution is just as long without any one of them",
            n=len(idle),
            cars=", ".join(idle),
        )
        cells = [cell for piece in board.scene().pieces if piece.id in idle for cell in piece.cells]
        out.append(Advice(what, tuple(cells), "idle"))
    if spare:
        what = plural(
            "{n} wall plays no part: the solution is just as long without it",
            "{n} walls play no part: the solution is just as long without any one of them",
            n=len(spare),
        )
        out.append(Advice(what, tuple(divmod(cell, board.lot.cols) for cell in spare), "idle"))
    return out


def _without_car(board: RushHour, label: str) -> RushHour:
    lot, gone = board.lot, board.lot.index[label]
    cars = (*lot.cars[:gone], *lot.cars[gone + 1 :])
    thinner = Lot(lot.rows, lot.cols, lot.walls, cars, lot.target - (gone < lot.target), lot.side)
    return type(board)(thinner, (*board.at[:gone], *board.at[gone + 1 :]))


def _without_wall(board: RushHour, cell: int) -> RushHour:
    lot = board.lot
    return type(board)(Lot(lot.rows, lot.cols, lot.walls ^ 1 << cell, lot.cars, lot.target, lot.side), board.at)


def _is_as_long(board: RushHour, result: Result) -> bool:
    [answer] = board.native.solve_many([board], Task("moves", LIMITS))
    return answer.optimal and len(answer.moves) == len(result.moves)
