"""unjam: solve, rate, generate, play and show state-space puzzles.

>>> import unjam
>>> board = unjam.read("oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo")[0]
>>> result = unjam.solve(board)
>>> result.cost, result.optimal
(16, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .batch import solve_many
from .compare import Comparison, compare
from .explore import explore
from .families import FAMILIES, family, register
from .families import read as _levels
from .puzzle import (
    Exit,
    Heuristic,
    IllegalMove,
    Level,
    Limits,
    Move,
    Piece,
    Puzzle,
    PuzzleError,
    Result,
    Scene,
    Space,
    UnjamError,
    Unsupported,
    WrongAnswer,
)
from .rate import Rating, rate
from .solve import ALGORITHMS, count_solutions, solutions, solve

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "FAMILIES",
    "Comparison",
    "Exit",
    "Heuristic",
    "IllegalMove",
    "Level",
    "Limits",
    "Move",
    "Piece",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Result",
    "Scene",
    "Space",
    "UnjamError",
    "Unsupported",
    "WrongAnswer",
    "compare",
    "explore",
    "family",
    "rate",
    "read",
    "register",
    "solve",
    "solve_many",
]


def read(text: str, family: str | None = None, **options: Any) -> list[Puzzle]:
    """The puzzles of a level text, one or many; the first unreadable level raises its PuzzleError."""
    return list(_puzzles(_levels(text, family, **options)))


def _puzzles(found: Iterable[Level]) -> Iterable[Puzzle]:
    for level in found:
        if level.puzzle is None:
            raise level.error or PuzzleError("this level cannot be read")
        yield level.puzzle
