"""Defines the task of a solver, its result, and the summary of a state space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .errors import LimitReached
from .limits import Control, Limits
from .message import Message, plural
from .move import Move
from .wording import count_so_far, verdict

if TYPE_CHECKING:
    from .puzzle import Puzzle

MAX_HARDEST = 10

Status = Literal["solved", "unsolvable", "gave_up"]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a search; "no solution" is a result, not an exception.

    ``optimal`` is True only if proven. With status ``gave_up``, ``lower_bound`` is the best bound so far and ``moves``
    the best solution so far, if there is one. ``reason`` says why there is no proven optimum.
    """

    status: Status
    moves: tuple[Move, ...] = ()
    cost: int | None = None
    lower_bound: int | None = None
    optimal: bool = False
    expanded: int = 0
    generated: int = 0
    max_frontier: int | None = None
    seconds: float = 0.0
    peak_bytes: int = 0
    algorithm: str = ""
    heuristic: str | None = None
    metric: str = ""
    reason: Message | None = None
    solutions: int | None = None
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle that was solved, if known; notebooks need it to draw the solution."""

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import result_html  # loaded only when shown

        return result_html(self)

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    def __bool__(self) -> bool:
        return self.solved

    def __str__(self) -> str:
        """Return the verdict and, if the puzzle is known, the moves in its notation.

        >>> from unjam import solve
        >>> print(solve("1 2 0 3 4 5 6 7 8"))
        solved in 2 moves, proven optimal: 2 1
        """
        sentence = str(verdict(self))
        if self.puzzle is None or not self.moves:
            return sentence
        separator = "" if self.puzzle.about.letters else " "
        return f"{sentence}: {separator.join(self.puzzle.notations(self.moves))}"

    def solution_count(self) -> int:
        """Return the number of solutions; raise LimitReached with the count so far if a limit was reached first."""
        if self.solutions is None or self.status == "gave_up":
            raise LimitReached(count_so_far(self))
        return self.solutions

    def record(self, puzzle: Puzzle | None = None) -> dict[str, Any]:
        """Return the result as data for JSON, tables and the page; docs/formats.md lists the keys.

        ``puzzle`` is only needed if the result does not contain its puzzle.
        """
        puzzle = self.puzzle if puzzle is None else puzzle
        if puzzle is None:
            raise TypeError("this result does not know its puzzle; call record(puzzle) with the one that was solved")
        return {
            "status": self.status,
            "metric": self.metric,
            "cost": self.cost,
            "optimal": self.optimal,
            "lower_bound": self.lower_bound,
            "moves": puzzle.notations(self.moves) if self.cost is not None else [],
            "expanded": self.expanded,
            "generated": self.generated,
            "seconds": round(self.seconds, 6),
            "algorithm": self.algorithm,
            "reason": None if self.reason is None else str(self.reason),
        }


@dataclass(frozen=True, slots=True)
class Space:
    """The reachable positions of a level, counted by their distance to the nearest goal.

    ``lost`` positions, from which no goal can be reached, are in ``states`` but not in ``histogram``. ``hardest`` holds
    up to ten of the positions farthest from any goal, as sorted strings. If a limit was reached first, ``reason`` is
    set, ``states`` counts the positions so far, and unknown values are None or empty.
    """

    family: str
    metric: str
    states: int
    goals: int | None
    lost: int | None
    max_distance: int | None
    histogram: tuple[int, ...]
    hardest: tuple[str, ...]
    reason: Message | None = None

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import space_html

        return space_html(self)

    @classmethod
    def unfinished(cls, family: str, metric: str, states: int, reason: Message, goals: int | None = None) -> Space:
        return cls(family, metric, states, goals, None, None, (), (), reason)


@dataclass(frozen=True, slots=True)
class Task:
    """The validated settings of a solver, which always include a memory limit.

    ``algorithm`` and ``heuristic`` are None for the default. ``engine`` is the algorithm if it is a native engine, and
    ``options`` are specific to the family.
    """

    metric: str
    limits: Limits = field(default_factory=Limits)
    control: Control = field(default_factory=Control)
    any: bool = False
    workers: int | None = None
    algorithm: str | None = None
    engine: str | None = None
    heuristic: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.limits.bytes is None:
            object.__setattr__(self, "limits", self.limits.with_memory_limit())


def all_expanded(positions: int) -> Message:
    """Return the reason for the status "unsolvable" after a complete search."""
    return plural(
        "the only position was expanded and is not a goal",
        "all {n} positions were expanded, and none is a goal",
        n=positions,
    )
