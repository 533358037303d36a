"""The base class for the native cores of the families, with a method for everything that a core can do."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, ClassVar

from .errors import Fault
from .move import Move
from .result import Result, Space, Task


class Native:
    """The base class for a family's native core.

    A method returns None if the core does not support the request; Python code then takes over. ``engines`` lists
    the names that can be selected as ``algorithm``. ``heuristics`` lists the heuristics that the core supports; by
    default it uses its best one.
    """

    engines: ClassVar[tuple[str, ...]] = ()
    heuristics: ClassVar[tuple[str, ...]] = ()
    improves: ClassVar[tuple[str, ...]] = ()
    """The metrics in which a solution can be shortened; "a,b" means that metric b breaks ties in metric a."""

    def solve(self, puzzle: Any, task: Task) -> Result | None:
        results = self.solve_many([puzzle], task)
        return results[0] if results else None

    def is_too_large(self, puzzle: Any) -> bool:
        """Return whether ``solve`` returns None because the puzzle does not fit into the core's tables."""
        return False

    def solve_many(self, puzzles: list[Any], task: Task) -> list[Result] | None:
        """Solve the puzzles in one call, ``task.workers`` at a time."""
        return None

    def explore(self, puzzle: Any, task: Task) -> Space | None:
        return None

    def trace(self, puzzle: Any, algorithm: str, task: Task) -> tuple[Result, Iterable[str]] | None:
        """Return the result and the states that the reference algorithm would visit, in the same order."""
        return None

    def solutions(
        self, puzzle: Any, task: Task, reduced: bool = False
    ) -> Generator[tuple[Move, ...], None, Result] | None:
        """Return a generator of all solutions in a documented order; its return value tells whether all were found."""
        return None

    def unblock(self, puzzle: Any, task: Task) -> Result | None:
        """Return moves that must precede a forward search, such as removing a piece that is in the way, and their cost.

        Return None if no such moves are needed, or a Result without a solution if nothing helps or a limit was reached.
        """
        return None

    def lost(self, puzzle: Any) -> Fault | None:
        """Return why no solution can be reached any more, using proofs that are too slow for ``Puzzle.dead``."""
        return None

    def improve(self, puzzle: Any, moves: tuple[Move, ...], task: Task) -> Result | None:
        """Return a shorter solution in the task's metric, which must be one of ``improves``.

        If the metric has two parts, the result's cost is measured in the first."""
        return None

    def vector(
        self, levels: list[Any], rows: int, cols: int, boards: int, longest: int, step_cost: float, prize: float
    ) -> Any:
        """Return a vectorised environment: several boards, each running through these levels, advanced in one call.

        ``unjam.integrations.gym`` wraps it for gymnasium.
        """
        return None

    def count(self, puzzle: Any, task: Task, reduced: bool = False) -> Result | None:
        return None
