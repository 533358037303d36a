"""unjam: solve, rate, generate, play and show state-space puzzles.

>>> import unjam
>>> board = unjam.read("oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo")[0]
>>> result = unjam.solve(board)
>>> result.cost, result.optimal
(16, True)
"""

from __future__ import annotations

from .core import interrupts as _interrupts  # noqa: F401, first, because the other imports take a while

# isort: split

import sys
from typing import TYPE_CHECKING, Any

from .core import cpu as _cpu  # noqa: F401, before the others, because it loads the core
from .core.puzzle import (
    About,
    Control,
    Fault,
    Heuristic,
    IllegalMove,
    Level,
    LimitReached,
    Limits,
    Message,
    Model,
    Move,
    Native,
    Option,
    Puzzle,
    PuzzleError,
    Result,
    Space,
    Task,
    Term,
    UnjamError,
    Unsupported,
    WrongAnswer,
    plural,
)
from .families import FAMILIES, family, register
from .formats.read import read, read_levels
from .parallel.solve_many import solve_many
from .solving.solve import ALGORITHMS, count_solutions, solutions, solve

if TYPE_CHECKING:
    from .core.scene import Exit, Piece, Scene
    from .datasets.library import Library
    from .exercises.grade import Grade, grade_search
    from .families.blocks import Blocks
    from .families.packing import Packing
    from .families.rushhour import RushHour
    from .families.sokoban import Sokoban
    from .families.tiles import Tiles
    from .formats.shipped import levels
    from .generation.generate import Generated, generate
    from .generation.vary import Variation, vary
    from .integrations.notebook import widget
    from .integrations.questions import Question, questions
    from .rating.rate import Rating, rate, rate_many
    from .solving.check import Check, check
    from .solving.compare import Comparison, compare
    from .solving.estimates import Estimates, HeuristicCheck, check_heuristic, estimate_all
    from .solving.explore import explore
    from .solving.game import Game
    from .solving.hint import Hint, Loss
    from .solving.improve import improve
    from .solving.trace import Trace, trace

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "FAMILIES",
    "About",
    "Blocks",
    "Check",
    "Comparison",
    "Control",
    "Estimates",
    "Exit",
    "Fault",
    "Game",
    "Generated",
    "Grade",
    "Heuristic",
    "HeuristicCheck",
    "Hint",
    "IllegalMove",
    "Level",
    "Library",
    "LimitReached",
    "Limits",
    "Loss",
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
    "Term",
    "Tiles",
    "Trace",
    "UnjamError",
    "Unsupported",
    "Variation",
    "WrongAnswer",
    "check",
    "check_heuristic",
    "compare",
    "count_solutions",
    "estimate_all",
    "explore",
    "family",
    "generate",
    "grade_search",
    "improve",
    "levels",
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
    "vary",
    "widget",
]


_LAZY = {
    "Blocks": "unjam.families.blocks",
    "Check": "unjam.solving.check",
    "Comparison": "unjam.solving.compare",
    "Estimates": "unjam.solving.estimates",
    "Exit": "unjam.core.scene",
    "Game": "unjam.solving.game",
    "Generated": "unjam.generation.generate",
    "Grade": "unjam.exercises.grade",
    "HeuristicCheck": "unjam.solving.estimates",
    "Hint": "unjam.solving.hint",
    "Library": "unjam.datasets.library",
    "Loss": "unjam.solving.hint",
    "Packing": "unjam.families.packing",
    "Piece": "unjam.core.scene",
    "Question": "unjam.integrations.questions",
    "Rating": "unjam.rating.rate",
    "RushHour": "unjam.families.rushhour",
    "Scene": "unjam.core.scene",
    "Sokoban": "unjam.families.sokoban",
    "Tiles": "unjam.families.tiles",
    "Trace": "unjam.solving.trace",
    "Variation": "unjam.generation.vary",
    "check": "unjam.solving.check",
    "check_heuristic": "unjam.solving.estimates",
    "compare": "unjam.solving.compare",
    "estimate_all": "unjam.solving.estimates",
    "explore": "unjam.solving.explore",
    "generate": "unjam.generation.generate",
    "grade_search": "unjam.exercises.grade",
    "improve": "unjam.solving.improve",
    "levels": "unjam.formats.shipped",
    "questions": "unjam.integrations.questions",
    "rate": "unjam.rating.rate",
    "rate_many": "unjam.rating.rate",
    "trace": "unjam.solving.trace",
    "vary": "unjam.generation.vary",
    "widget": "unjam.integrations.notebook",
}
"""Public names that are loaded on first use, so that ``import unjam`` stays fast."""


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'unjam' has no attribute '{name}'")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


if "gymnasium" in sys.modules:
    from .integrations.gym_ids import register as _register_environments

    _register_environments()


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"sys"})
