"""The task of a solver, its result, and the interface of the native core."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from .errors import Fault, LimitReached
from .limits import Control, Limits
from .message import Message, plural
from .scene import Move
from .wording import count_so_far, verdict

if TYPE_CHECKING:
    from .puzzle import Puzzle

MAX_HARDEST = 10
"""How many of the hardest positions a Space names."""

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
    """The solved puzzle, if known; a notebook then draws the solution."""

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import result_html  # loaded only when shown

        return result_html(self)

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    def __bool__(self) -> bool:
        """The same as ``solved``."""
        return self.solved

    def __str__(self) -> str:
        """The verdict and, if the puzzle is known, the moves in its notation.

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
        """The number of solutions; LimitReached with the count so far if a limit was reached first."""
        if self.solutions is None or self.status == "gave_up":
            raise LimitReached(count_so_far(self))
        return self.solutions

    def record(self, puzzle: Puzzle | None = None) -> dict[str, Any]:
        """The result as JSON, tables and the page hold it; docs/formats.md lists the keys.

        ``puzzle`` is only needed if the result does not know its puzzle.
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
    the texts of the positions farthest from any goal, sorted, at most ten. If a limit was reached first, ``reason`` is
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
        """A space of which only a part was explored."""
        return cls(family, metric, states, goals, None, None, (), (), reason)


@dataclass(frozen=True, slots=True)
class Task:
    """A solver's task: what a cost counts, the limits, and the control.

    ``algorithm`` and ``heuristic`` are None for the default; ``engine`` is the algorithm if that is a native engine;
    ``options`` are the family's own. All of them have been validated. Every task has a memory limit.
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
            object.__setattr__(self, "limits", self.limits.settled())


class Native:
    """The native core of a family. A method returns None if the core cannot do it; then Python code takes over.

    ``engines`` can be selected by name as ``algorithm``. ``heuristics`` are those that the core supports; by default it
    uses its best.
    """

    engines: ClassVar[tuple[str, ...]] = ()
    heuristics: ClassVar[tuple[str, ...]] = ()
    improves: ClassVar[tuple[str, ...]] = ()
    """The metrics in which a solution can be shortened; in "a,b" the second breaks ties of the first."""

    def solve(self, puzzle: Any, task: Task) -> Result | None:
        results = self.solve_many([puzzle], task)
        return results[0] if results else None

    def is_too_large(self, puzzle: Any) -> bool:
        """Whether ``solve`` returns None because the puzzle does not fit into the core's tables."""
        return False

    def solve_many(self, puzzles: list[Any], task: Task) -> list[Result] | None:
        """All results from one call, ``task.workers`` at a time."""
        return None

    def explore(self, puzzle: Any, task: Task) -> Space | None:
        return None

    def trace(self, puzzle: Any, algorithm: str, task: Task) -> tuple[Result, Iterable[str]] | None:
        """The states that the reference algorithm visits, in the same order."""
        return None

    def solutions(
        self, puzzle: Any, task: Task, reduced: bool = False
    ) -> Generator[tuple[Move, ...], None, Result] | None:
        """Every solution, in a documented order; the generator's return value tells whether these were all."""
        return None

    def unblock(self, puzzle: Any, task: Task) -> Result | None:
        """Moves that must come before a forward search, such as removing a piece that is in the way, and their cost.

        None if there are none; a Result without a solution if nothing helps or a limit was reached.
        """
        return None

    def lost(self, puzzle: Any) -> Fault | None:
        """Why no solution can be reached any more, by proofs too slow for ``Puzzle.dead``."""
        return None

    def improve(self, puzzle: Any, moves: tuple[Move, ...], task: Task) -> Result | None:
        """Return a shorter solution in the task's metric, which must be one of ``improves``.

        If the metric has two parts, the cost is the first."""
        return None

    def vector(
        self, levels: list[Any], rows: int, cols: int, boards: int, longest: int, step_cost: float, prize: float
    ) -> Any:
        """Boards that the core steps together, each playing these levels; see ``unjam.integrations.gym``."""
        return None

    def count(self, puzzle: Any, task: Task, reduced: bool = False) -> Result | None:
        """The number of solutions, as ``Result.solutions``."""
        return None


def all_expanded(positions: int) -> Message:
    """The reason for "unsolvable" after a complete search."""
    return plural(
        "the only position was expanded and is not a goal",
        "all {n} positions were expanded, and none is a goal",
        n=positions,
    )
