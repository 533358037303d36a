"""The classic difficulty of a Rush Hour level: how long its solution is, how much of it moves, how regular it looks."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from ...puzzle import Cell, Model, Result

if TYPE_CHECKING:
    from .position import RushHour


def features(board: RushHour, result: Result) -> dict[str, Any]:
    """What the score is made of, counted on the given optimal solution in slides.

    >>> from unjam import solve
    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> features(board, solve(board))
    {'moves': 2, 'cars': 2, 'cars_moved': 2, 'symmetry': 0, 'solution': ['B+1', 'A+3']}
    """
    return {
        "moves": len(result.moves),
        "cars": len(board.lot.cars),
        "cars_moved": len({move.piece for move in result.moves}),
        "symmetry": symmetry(board),
        "solution": board.notations(result.moves),
    }


def symmetry(board: RushHour) -> int:
    """The larger, over both mirror axes, of the share of cars (0 to 100, rounded down) mirrored onto cells of cars."""
    lot = board.lot
    cars: list[tuple[Cell, ...]] = [piece.cells for piece in board.scene().pieces]
    covered = {cell for cells in cars for cell in cells}
    sideways = sum(all((row, lot.cols - 1 - col) in covered for row, col in cells) for cells in cars)
    upright = sum(all((lot.rows - 1 - row, col) in covered for row, col in cells) for cells in cars)
    return 100 * max(sideways, upright) // len(cars)


def classic_terms(features: Mapping[str, Any]) -> dict[str, float]:
    """0.7 · moves^1.4 + 0.2 · √(100 · cars moved / cars) + 0.1 · (100 − symmetry), term by term.

    >>> terms = classic_terms({"moves": 2, "cars": 2, "cars_moved": 2, "symmetry": 0})
    >>> {name: round(term, 3) for name, term in terms.items()}
    {'moves': 1.847, 'cars_moved': 2.0, 'symmetry': 10.0}
    """
    return {
        "moves": 0.7 * features["moves"] ** 1.4,
        "cars_moved": 0.2 * sqrt(100 * features["cars_moved"] / features["cars"]),
        "symmetry": 0.1 * (100 - features["symmetry"]),
    }


CLASSIC = Model(classic_terms)
