"""What a search is asked, what it answers, and what the core does for a family."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from .errors import Fault, LimitReached
from .limits import Control, Limits
from .message import Message, plural
from .scene import Move
from .wording import counted

if TYPE_CHECKING:
    from .puzzle import Puzzle

MAX_HARDEST = 10
"""How many of the hardest positions a Space names."""

Status = Literal["solved", "unsolvable", "gave_up"]


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found; "no solution" is a result, not an exception.

    ``optimal`` is True only when proven. ``gave_up`` carries the best ``lower_bound`` reached and, when there is one,
    the best solution so far. ``reason`` says why there is no proven optimum.
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
    """What was solved, where a single puzzle was: it lets the answer draw itself."""

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import result_html  # drawing is only loaded by those who look

        return result_html(self)

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    def __bool__(self) -> bool:
        """Whether it is solved, as ``solved`` says."""
        return self.solved

    def __str__(self) -> str:
        """What came out in a sentence and, where the puzzle is known, the moves in its notation.

        >>> from unjam import solve
        >>> print(solve("1 2 0 3 4 5 6 7 8"))
        solved in 2 moves, proven optimal: 2 1
        """
        verdict = str(self._verdict())
        if self.puzzle is None or not self.moves:
            return verdict
        joint = "" if self.puzzle.about.letters else " "
        return f"{verdict}: {joint.join(self.puzzle.notations(self.moves))}"

    def _verdict(self) -> Message:
        things = self.metric.split(",")[0]  # a second metric only decides between equals
        if self.status == "unsolvable":
            return Message("no solution: {reason}", reason=self.reason or "")
        if self.cost is None and self.solutions is not None:
            return counted(self.solutions, "solutions") if self.solved else self._count_so_far(self.solutions)
        if self.status == "gave_up":
            known = Message("at least {cost} needed", cost=counted(self.lower_bound or 0, things))
            if self.cost is not None:
                known = Message("the best solution so far has {cost}", cost=counted(self.cost, things))
            return Message("gave up: {reason}; {known}", reason=self.reason or "", known=known)
        proof = Message("proven optimal") if self.optimal else Message("not proven optimal")
        return Message("solved in {cost}, {proof}", cost=counted(self.cost or 0, things), proof=proof)

    def _count_so_far(self, solutions: int) -> Message:
        least = Message("at least {solutions}", solutions=counted(solutions, "solutions"))
        return Message("gave up: {reason}; {known}", reason=self.reason or "", known=least)

    def solution_count(self) -> int:
        """How many solutions were counted; LimitReached, which says how many at least, where a limit came first."""
        if self.solutions is None or self.status == "gave_up":
            raise LimitReached(self._count_so_far(self.solutions or 0))
        return self.solutions

    def record(self, puzzle: Puzzle | None = None) -> dict[str, Any]:
        """The result for JSON, tables and the page: the keys of docs/formats.md, the moves in compact form.

        ``puzzle`` is only needed where the result does not know what was solved, as in a table of ``compare``.
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
    the texts of the positions farthest from any goal, sorted, at most ten. ``reason`` is set when a limit came first:
    then ``states`` counts the positions seen so far, and what is not known is None or empty.
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
        """What is known of a space that was not explored to its end."""
        return cls(family, metric, states, goals, None, None, (), (), reason)


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of a solver: what a cost counts, what may be spent, and how it is watched.

    ``engine`` names one of the native engines, ``heuristic`` what the core should follow, ``options`` the family's own
    settings; each has been checked against what the family offers. No task is without a memory limit.
    """

    metric: str
    limits: Limits = field(default_factory=Limits)
    control: Control = field(default_factory=Control)
    any: bool = False
    workers: int | None = None
    engine: str | None = None
    heuristic: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.limits.bytes is None:
            object.__setattr__(self, "limits", self.limits.settled())


class Native:
    """What the core does for a family; None as an answer means "not this one", and the reference searches take over.

    ``engines`` can be asked for by name as ``algorithm``; ``heuristics`` are those the core can be told to follow,
    without one it takes its own best.
    """

    engines: ClassVar[tuple[str, ...]] = ()
    heuristics: ClassVar[tuple[str, ...]] = ()
    improves: ClassVar[tuple[str, ...]] = ()
    """The metrics in which a solution can be made shorter; two with a comma between them: the second decides between
    solutions that are equal in the first."""

    def solve(self, puzzle: Any, task: Task) -> Result | None:
        """The core's answer."""
        return None

    def is_too_large(self, puzzle: Any) -> bool:
        """Whether ``solve`` answers None because the core's tables do not hold the puzzle."""
        return False

    def solve_many(self, puzzles: list[Any], task: Task) -> list[Result] | None:
        """All answers from one call, ``task.workers`` at a time."""
        return None

    def explore(self, puzzle: Any, task: Task) -> Space | None:
        """The reachable space, counted by the core."""
        return None

    def trace(self, puzzle: Any, algorithm: str, task: Task) -> tuple[Result, Iterable[str]] | None:
        """The states that the reference algorithm visits, in order, found faster."""
        return None

    def solutions(
        self, puzzle: Any, task: Task, reduced: bool = False
    ) -> Generator[tuple[Move, ...], None, Result] | None:
        """Every solution, streamed in a documented order; the generator returns whether these were all."""
        return None

    def unblock(self, puzzle: Any, task: Task) -> Result | None:
        """The moves that must come before any search forwards, such as taking off a piece in the way, and their cost.

        None where nothing has to; a Result without a solution where nothing helps, or a limit came first.
        """
        return None

    def lost(self, puzzle: Any) -> Fault | None:
        """Why no solution can be reached any more, by proofs that ``Puzzle.dead`` has no time for."""
        return None

    def improve(self, puzzle: Any, moves: tuple[Move, ...], task: Task) -> Result | None:
        """The solution made shorter in the task's metric, one of ``improves``; its cost counts the first part of it."""
        return None

    def vector(
        self, levels: list[Any], rows: int, cols: int, boards: int, longest: int, step_cost: float, prize: float
    ) -> Any:
        """So many boards that the core steps at once, each playing these levels; see ``unjam.integrations.gym``."""
        return None

    def count(self, puzzle: Any, task: Task, reduced: bool = False) -> Result | None:
        """How many solutions there are, as ``Result.solutions``."""
        return None


def all_expanded(positions: int) -> Message:
    """Why there is no solution when a search came to its end."""
    return plural(
        "the only position was expanded and is no goal",
        "all {n} positions were expanded, none is a goal",
        n=positions,
    )
