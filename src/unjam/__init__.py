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
    About,
    Control,
    Exit,
    Fault,
    Faults,
    Heuristic,
    IllegalMove,
    Level,
    Limits,
    Message,
    Model,
    Move,
    Native,
    Option,
    Piece,
    Puzzle,
    PuzzleError,
    Result,
    Scene,
    Space,
    Task,
    UnjamError,
    Unsupported,
    WrongAnswer,
    plural,
)
from .rate import Rating, rate, rate_many
from .solve import ALGORITHMS, count_solutions, solutions, solve

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "FAMILIES",
    "About",
    "Comparison",
    "Control",
    "Exit",
    "Fault",
    "Faults",
    "Heuristic",
    "IllegalMove",
    "Level",
    "Limits",
    "Message",
    "Model",
    "Move",
    "Native",
    "Option",
    "Piece",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Result",
    "Scene",
    "Space",
    "Task",
    "UnjamError",
    "Unsupported",
    "WrongAnswer",
    "compare",
    "count_solutions",
    "explore",
    "family",
    "plural",
    "rate",
    "rate_many",
    "read",
    "register",
    "solutions",
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
