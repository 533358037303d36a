"""unjam: solve, rate, generate, play and show state-space puzzles.

>>> import unjam
>>> board = unjam.read("oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo")[0]
>>> result = unjam.solve(board)
>>> result.cost, result.optimal
(16, True)
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

from . import instructions as _instructions  # noqa: F401, first: it loads the core
from .batch import solve_many
from .families import FAMILIES, family, register
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
from .reading import read, read_levels
from .solve import ALGORITHMS, count_solutions, solutions, solve

if TYPE_CHECKING:
    from .check import Check, check
    from .compare import Comparison, compare
    from .explore import explore
    from .families.blocks import Blocks
    from .families.packing import Packing
    from .families.rushhour import RushHour
    from .families.sokoban import Sokoban
    from .families.tiles import Tiles
    from .game import Game
    from .generate import Generated, generate
    from .improve import improve
    from .library import Library
    from .notebook import widget as widget
    from .questions import Question, questions
    from .rate import Rating, rate, rate_many
    from .trace import Trace, trace

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "FAMILIES",
    "About",
    "Blocks",
    "Check",
    "Comparison",
    "Control",
    "Exit",
    "Fault",
    "Faults",
    "Game",
    "Generated",
    "Heuristic",
    "IllegalMove",
    "Level",
    "Library",
    "Limits",
    "Message",
    "Model",
    "Move",
    "Native",
    "Option",
    "Packing",
    "Piece",
    "Puzzle",
    "PuzzleError",
    "Question",
    "Rating",
    "Result",
    "RushHour",
    "Scene",
    "Sokoban",
    "Space",
    "Task",
    "Tiles",
    "Trace",
    "UnjamError",
    "Unsupported",
    "WrongAnswer",
    "check",
    "compare",
    "count_solutions",
    "explore",
    "family",
    "generate",
    "improve",
    "plural",
    "questions",
    "rate",
    "rate_many",
    "read",
    "read_levels",
    "register",
    "solutions",
    "solve",
    "solve_many",
    "trace",
]


_LAZY = {
    "Blocks": "unjam.families.blocks",
    "Check": "unjam.check",
    "Comparison": "unjam.compare",
    "Game": "unjam.game",
    "Generated": "unjam.generate",
    "Library": "unjam.library",
    "Packing": "unjam.families.packing",
    "Question": "unjam.questions",
    "Rating": "unjam.rate",
    "RushHour": "unjam.families.rushhour",
    "Sokoban": "unjam.families.sokoban",
    "Tiles": "unjam.families.tiles",
    "Trace": "unjam.trace",
    "check": "unjam.check",
    "compare": "unjam.compare",
    "explore": "unjam.explore",
    "generate": "unjam.generate",
    "improve": "unjam.improve",
    "questions": "unjam.questions",
    "rate": "unjam.rate",
    "rate_many": "unjam.rate",
    "trace": "unjam.trace",
    "widget": "unjam.notebook",
}
"""Public names that are loaded when somebody asks for them, so that ``import unjam`` stays fast."""


class _Package(types.ModuleType):
    """Keeps ``unjam.rate`` the function: Python puts a module there by that name when it is imported first."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, types.ModuleType) and _LAZY.get(name) == value.__name__:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'unjam' has no attribute '{name}'")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return found


if "gymnasium" in sys.modules:
    from .plugin import register as _known

    _known()


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"sys", "types"})
