"""The classic difficulty of a Rush Hour level: how long its solution is, how much of it moves, how regular it looks."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from ...puzzle import Cell, Result

if TYPE_CHECKING:
    from .board import RushHour


def classic_terms(board: RushHour, result: Result) -> dict[str, Any]:
    """The score and everything it is made of, counted on the given optimal solution in slides.

    0.7 · moves^1.4 + 0.2 · √(100 · cars moved / cars) + 0.1 · (100 − symmetry).

    >>> from unjam import solve
    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> terms = classic_terms(board, solve(board))
    >>> terms["moves"], terms["cars"], terms["cars_moved"], terms["symmetry"], round(terms["score"], 3)
    (2, 2, 2, 0, 13.847)
    """
    moves, cars = len(result.moves), len(board.lot.cars)
    cars_moved = len({move.piece for move in result.moves})
    alike = symmetry(board)
    terms = {
        "moves": 0.7 * moves**1.4,
        "cars_moved": 0.2 * sqrt(100 * cars_moved / cars),
        "symmetry": 0.1 * (100 - alike),
    }
    return {
        "moves": moves,
        "cars": cars,
        "cars_moved": cars_moved,
        "symmetry": alike,
        "solution": board.notations(result.moves),
        "terms": terms,
        "score": sum(terms.values()),
    }


def symmetry(board: RushHour) -> int:
    """The larger, over both mirror axes, of the share of cars (0 to 100, rounded down) mirrored onto cells of cars."""
    lot = board.lot
    cars: list[tuple[Cell, ...]] = [piece.cells for piece in board.scene().pieces]
    covered = {cell for cells in cars for cell in cells}
    sideways = sum(all((row, lot.cols - 1 - col) in covered for row, col in cells) for cells in cars)
    upright = sum(all((lot.rows - 1 - row, col) in covered for row, col in cells) for cells in cars)
    return 100 * max(sideways, upright) // len(cars)
