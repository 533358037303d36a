"""The position that an exercise hands to a student's search: a puzzle that records what is done with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter

from ..core.puzzle import Heuristic, Move, Puzzle

MAX_CALLS_FACTOR = 4
"""How many times as many successors as the reference a search may generate before it is stopped."""
MIN_CALLS = 2_000


class TooMuchWork(BaseException):
    """Stops a search that does far more than the reference; not an Exception, so that no ``except`` catches it."""


@dataclass
class Log:
    """What a search did: the positions that it expanded, in order, and how many successors it generated."""

    max_generated: int
    deadline: float = float("inf")
    expanded: list[Puzzle] = field(default_factory=list)
    generated: int = 0
    is_cut: bool = False

    def expand(self, puzzle: Puzzle) -> None:
        self.expanded.append(puzzle)
        self.check()

    def check(self) -> None:
        if self.generated > self.max_generated or len(self.expanded) > self.max_generated:
            self.is_cut = True
            raise TooMuchWork
        if perf_counter() > self.deadline:
            self.is_cut = True
            raise TooMuchWork


class Board:
    """A position for a student's search; it can be put into sets and dictionaries.

    ``moves()`` lists the legal moves and counts as expanding the position, ``play(move)`` is the position after a move,
    ``cost(move)`` what the move costs, ``estimate()`` a lower bound on the cost that is left, and ``is_solved()`` the
    test for the goal. For searches from both ends there are ``goals()`` and ``back()``.
    """

    __slots__ = ("_heuristic", "_log", "_metric", "_puzzle")

    def __init__(self, puzzle: Puzzle, log: Log, heuristic: Heuristic, metric: str) -> None:
        self._puzzle, self._log, self._heuristic, self._metric = puzzle, log, heuristic, metric

    def _with(self, puzzle: Puzzle) -> Board:
        return Board(puzzle, self._log, self._heuristic, self._metric)

    def is_solved(self) -> bool:
        self._log.check()
        return self._puzzle.is_solved()

    def moves(self) -> list[Move]:
        self._log.expand(self._puzzle)
        return list(self._puzzle.branches())

    branches = moves

    def play(self, move: Move) -> Board:
        self._log.generated += 1
        return self._with(self._puzzle.play(move))

    def cost(self, move: Move) -> int:
        return self._puzzle.cost(move, self._metric)

    def estimate(self) -> int:
        self._log.check()
        return self._heuristic(self._puzzle, self._metric)

    def drawing(self) -> str:
        """Return the position as text; hill climbing breaks ties between estimates by it."""
        return self._puzzle.drawing()

    def goals(self) -> list[Board]:
        return [self._with(goal) for goal in self._puzzle.goals() or ()]

    def back(self) -> list[tuple[Move, Board]]:
        """Return each move that leads here, with the position before it; counts as expanding the position."""
        self._log.expand(self._puzzle)
        before: Iterable[tuple[Move, Puzzle]] = self._puzzle.back()
        steps = [(move, self._with(puzzle)) for move, puzzle in before]
        self._log.generated += len(steps)
        return steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._puzzle == other._puzzle

    def __hash__(self) -> int:
        return hash(self._puzzle)

    def __str__(self) -> str:
        return str(self._puzzle)

    __repr__ = __str__
