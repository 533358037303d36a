"""The nouns everything else is written in: Puzzle, Move, Scene, Result, Space, Limits and the errors.

This file imports nothing of unjam. A family implements ``Puzzle``; searches, pictures, games and the page work on
``Puzzle`` alone and know no family.

Errors::

    UnjamError
    ├── PuzzleError(ValueError)     a text that is not a level: "line 3, column 5: why, and what was expected"
    ├── IllegalMove(ValueError)     a move that the rules do not allow in this position
    ├── Unsupported(ValueError)     a metric, format, heuristic or algorithm that this family does not have
    └── WrongAnswer(RuntimeError)   a solver's answer that the rules refused when replayed: a bug of ours
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

if TYPE_CHECKING:
    from random import Random

Cell = tuple[int, int]
"""(row, column), both from 0, the row counted from the top."""

MOST_HARDEST = 10
"""How many of the hardest positions a Space names."""

Status = Literal["solved", "unsolvable", "gave_up"]


class UnjamError(Exception):
    """The root of every error that unjam raises on purpose."""


class PuzzleError(UnjamError, ValueError):
    """A text that cannot be read as a level; says where, why and what was expected.

    >>> str(PuzzleError("car B has a gap", line=3, column=5))
    'line 3, column 5: car B has a gap'
    """

    def __init__(self, why: str, *, line: int | None = None, column: int | None = None) -> None:
        self.why, self.line, self.column = why, line, column
        places = [f"{name} {n}" for name, n in (("line", line), ("column", column)) if n is not None]
        super().__init__(f"{', '.join(places)}: {why}" if places else why)


class IllegalMove(UnjamError, ValueError):
    """A move that the rules do not allow in the position it was played in."""


class Unsupported(UnjamError, ValueError):
    """Something asked of a family that it does not have: a metric, a format, a heuristic, an algorithm."""


class WrongAnswer(UnjamError, RuntimeError):
    """A solver returned moves that the Python rules refuse. Never expected; always a bug worth reporting."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one piece: which, where its first cell lands, and (packing) in which orientation.

    >>> Move("B", (0, 2))
    Move(piece='B', to=(0, 2), turn=0)
    """

    piece: str
    to: Cell
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """What a viewer draws for one piece.

    ``kind`` is one of ``target car tile block box player slab``; ``state`` adds ``home`` (in its place), ``locked``
    (packing: for good) or ``""``. ``cells`` are sorted; the first one is the cell that ``Move.to`` speaks of.
    Pieces of equal ``group`` share a colour (Klotski: blocks of one shape); by default each piece is its own group.
    """

    id: str
    cells: tuple[Cell, ...]
    kind: str
    label: str = ""
    state: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Exit:
    """The gap in the rim: on which side, and the first and last row (left, right) or column (up, down) it spans."""

    side: Literal["left", "right", "up", "down"]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Scene:
    """All a viewer needs to draw one position, with no rule of any puzzle in it.

    ``floor`` has one string a row: ``.`` a cell, ``#`` a wall, ``o`` a cell that is a goal, space outside the board.
    ``waiting`` are pieces not on the board (packing), their cells counted from (0, 0). ``goal`` is a finished scene to
    show beside the board where the goal cannot be seen on it (tiles).
    """

    family: str
    rows: int
    cols: int
    floor: tuple[str, ...]
    pieces: tuple[Piece, ...]
    exit: Exit | None = None
    waiting: tuple[Piece, ...] = ()
    goal: Scene | None = None

    def _repr_svg_(self) -> str:
        from .pictures.svg import svg  # drawing is only loaded by those who look

        return svg(self)


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found; "no solution" is a result, not an exception.

    ``optimal`` is True only when proven. ``gave_up`` carries the best ``lower_bound`` reached and, when there is one,
    the best solution so far. ``reason`` says in words why there is no proven optimum.
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
    reason: str | None = None
    solutions: int | None = None

    @property
    def solved(self) -> bool:
        return self.status == "solved"


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
    reason: str | None = None

    @classmethod
    def unfinished(cls, family: str, metric: str, states: int, reason: str, goals: int | None = None) -> Space:
        """What is known of a space that was not looked at to its end."""
        return cls(family, metric, states, goals, None, None, (), (), reason)


@dataclass(slots=True)
class Limits:
    """How long a search may run and how much it may hold; also how others watch it and stop it.

    ``report(expanded, lower_bound, seconds)`` is called about twenty times a second while a search runs. ``stop()`` may
    be called from any thread; the search then gives up at its next look, well within a second.
    """

    seconds: float | None = None
    bytes: int | None = None
    report: Callable[[int, int | None, float], None] | None = None
    stopped: bool = field(default=False, init=False)

    def stop(self) -> None:
        """Ask the running search to give up; safe from any thread."""
        self.stopped = True

    def share(self, seconds: float | None) -> Limits:
        """Limits of their own time for a part of the work, which end when these are stopped."""
        part = Limits(seconds, self.bytes)

        def report(expanded: int, bound: int | None, spent: float) -> None:
            if self.report:
                self.report(expanded, bound, spent)
            if self.stopped:
                part.stop()

        part.report = report
        part.stopped = self.stopped
        return part


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A named estimate of the distance to the goal, with what is proven about it, metric by metric."""

    estimate: Callable[[Any, str], int]
    admissible: frozenset[str] = frozenset()
    consistent: frozenset[str] = frozenset()

    def __call__(self, puzzle: Puzzle, metric: str) -> int:
        return self.estimate(puzzle, metric)


def _nothing_known(puzzle: Puzzle, metric: str) -> int:
    return 0


class _Everything(frozenset[str]):
    """The set of all metrics, for facts that hold in each."""

    def __contains__(self, metric: object) -> bool:
        return True


EVERY_METRIC: frozenset[str] = _Everything()
ZERO = Heuristic(_nothing_known, admissible=EVERY_METRIC, consistent=EVERY_METRIC)


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a file: a puzzle, or the error that kept it from being one; ``line`` is where it starts, from 1."""

    index: int
    puzzle: Puzzle | None
    title: str | None = None
    error: PuzzleError | None = None
    line: int = 1
    notes: Mapping[str, str] = field(default_factory=dict)


class Puzzle(ABC):
    """One immutable, hashable position. Any position is itself a puzzle.

    A subclass is a value: equal positions are equal and hash alike, ``parse(str(p)) == p`` at any moment of a game,
    and ``play`` returns a new position.
    """

    family: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]] = ("moves",)
    heuristics: ClassVar[Mapping[str, Heuristic]] = {"zero": ZERO}
    formats: ClassVar[tuple[str, ...]] = ("text",)
    options: ClassVar[tuple[str, ...]] = ()
    """Extra options that reading or solving takes, by name; the command line offers them only where they are known."""
    engines: ClassVar[tuple[str, ...]] = ()
    """Native engines that can be asked for by name, as ``algorithm``, where a family has several."""
    native_heuristics: ClassVar[tuple[str, ...]] = ()
    """Heuristics that the native core can be told to follow; without one it takes its own best."""
    models: ClassVar[tuple[str, ...]] = ()
    """Difficulty models of the family's own, the default first; ``general`` works for every family."""
    best_heuristic: ClassVar[str] = "zero"
    """The admissible heuristic that informed reference searches take when none is named."""
    climbing_heuristic: ClassVar[str | None] = None
    """What ``trace`` climbs by when no heuristic is named; None for ``best_heuristic``."""

    # -- the five a family must give ---------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """The position that the text describes, or PuzzleError with place, reason and what was expected."""

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def moves(self) -> Iterable[Move]:
        """The legal moves, in a fixed documented order."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after the move; IllegalMove where the rules forbid it."""

    @abstractmethod
    def is_solved(self) -> bool: ...

    @abstractmethod
    def scene(self) -> Scene: ...

    # -- what a family may give --------------------------------------------------------------------------------------

    def faults(self) -> list[str]:
        """Everything that makes this position pointless as a level, in words (for designers); [] when it is sound."""
        return []

    def cost(self, move: Move, metric: str) -> int:
        """What the move costs in the metric, in this position."""
        return 1

    def notation(self, move: Move) -> str:
        """The compact form of a move in this position, as in the contract ("B+1")."""
        return f"{move.piece}@{move.to[0]},{move.to[1]}"

    def notations(self, moves: Iterable[Move]) -> list[str]:
        """The whole solution from here in compact form."""
        position, out = self, []
        for move in moves:
            out.append(position.notation(move))
            position = position.play(move)
        return out

    def words(self, move: Move, lang: str = "en") -> str:
        """The move as a sentence for people."""
        return f"Move {move.piece} to row {move.to[0] + 1}, column {move.to[1] + 1}"

    def text(self, format: str) -> str:
        """This position in one of ``formats``; Unsupported names what the format cannot hold."""
        if format not in self.formats:
            raise Unsupported(f"{self.family} has no format '{format}'; choose one of: {', '.join(self.formats)}")
        return str(self)

    def noted_text(self, format: str, title: str | None, notes: Mapping[str, str]) -> str:
        """``text`` with the title and the notes of its level, where the format has a place for them."""
        return self.text(format)

    def drawing(self) -> str:
        """The position alone as rows of text, as a trace shows it."""
        return str(self).rstrip("\n")

    @classmethod
    def levels(cls, text: str, **options: Any) -> Iterator[Level]:
        """The levels of a file in order, unreadable ones included; by default the whole text is one level."""
        try:
            yield Level(0, cls.parse(text))
        except PuzzleError as error:
            yield Level(0, None, error=error, line=error.line or 1)

    def branches(self) -> Iterable[Move]:
        """What a solver must consider here; a family with interchangeable orders narrows it (packing)."""
        return self.moves()

    def order(self) -> Any:
        """A sort key among positions of one level; ties of equal estimate are broken by it."""
        return str(self)

    def goals(self) -> Iterable[Self] | None:
        """Every position that counts as solved and might be reached from here, or None where nobody can list them."""
        return None

    def back(self) -> Iterable[tuple[Move, Self]]:
        """Each (move, earlier position) such that playing the move there leads here; for search from the goal."""
        raise Unsupported(f"{self.family} cannot step back, so it cannot be searched from both ends")

    def difficulty(self, model: str, result: Result) -> tuple[float, dict[str, Any]] | None:
        """The score and its features by one of the family's own ``models``, given an optimal solution; else None."""
        return None

    def dead(self) -> str | None:
        """Why no solution can be reached any more, in words, where that is quickly proven; else None."""
        return None

    def solve_native(self, *, metric: str, limits: Limits, any: bool = False, **options: Any) -> Result | None:
        """The answer of the native core, or None where the family has none for this request."""
        return None

    @classmethod
    def solve_many_native(
        cls,
        puzzles: list[Self],
        *,
        metric: str,
        limits: Limits,
        any: bool = False,
        workers: int = 1,
        **options: Any,
    ) -> list[Result] | None:
        """All answers in one native call, or None where the family has no batch solver."""
        return None

    def trace_native(
        self, algorithm: str, heuristic: str | None, limits: Limits
    ) -> tuple[Result, Iterable[str]] | None:
        """The states that the reference algorithm visits, in order, found faster; None where the family cannot."""
        return None

    def explore_native(self, *, metric: str, limits: Limits) -> Space | None:
        """The reachable space from the native core, or None."""
        return None

    def solutions(
        self, *, limits: Limits, reduced: bool = False, first: str | None = None, **options: Any
    ) -> Generator[tuple[Move, ...], None, Result]:
        """Every solution, streamed in a documented order, where a family has many and can list them (packing).

        The generator's return value says whether these were all.
        """
        raise Unsupported(f"{self.family} cannot list all solutions; leave out --all")

    def count_solutions(self, *, limits: Limits, reduced: bool = False, **options: Any) -> Result:
        """How many solutions there are, as ``Result.solutions``, where a family can count them (packing)."""
        raise Unsupported(f"{self.family} cannot count solutions; leave out --count")

    @classmethod
    def random(cls, rng: Random, **options: Any) -> Self:
        """A random position of the family; the same generator state gives the same position."""
        raise Unsupported(f"{cls.family} cannot make random positions yet")

    # -- what every family gets for nothing --------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    @classmethod
    def metric(cls, name: str | None) -> str:
        """The named metric, or the default one; Unsupported lists the choices."""
        if name is None:
            return cls.metrics[0]
        if name not in cls.metrics:
            raise Unsupported(f"{cls.family} has no metric '{name}'; choose one of: {', '.join(cls.metrics)}")
        return name

    @classmethod
    def heuristic(cls, name: str | None) -> tuple[str, Heuristic]:
        """The named heuristic with its name, or the family's best; Unsupported lists the choices."""
        name = name or cls.best_heuristic
        if name not in cls.heuristics:
            raise Unsupported(f"{cls.family} has no heuristic '{name}'; choose one of: {', '.join(cls.heuristics)}")
        return name, cls.heuristics[name]


class Stopwatch:
    """Seconds since it was made; one clock for every search."""

    __slots__ = ("start",)

    def __init__(self) -> None:
        self.start = perf_counter()

    def __call__(self) -> float:
        return perf_counter() - self.start
