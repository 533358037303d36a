"""Every state a search visits, in order: the search's own diary."""

from __future__ import annotations

from dataclasses import dataclass

from .puzzle import Limits, Puzzle, Result
from .search import INFORMED, EventKind
from .solve import solve


@dataclass(frozen=True, slots=True)
class Trace:
    """A search's result and the texts of the states it visited, in order."""

    result: Result
    states: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.states)

    def text(self) -> str:
        """The trace file: each state, a blank line after each, then how many there were."""
        return "".join(f"{state}\n\n" for state in self.states) + f"{self.count}\n"


def trace(
    puzzle: Puzzle,
    *,
    algorithm: str = "hillclimb",
    heuristic: str | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
) -> Trace:
    """The visited states of the algorithm on the puzzle, and its result.

    A family may know a faster way to the same states (``trace_native``); a start that is proven dead is not searched.
    """
    metric, limits = puzzle.metric(metric), limits or Limits()
    if (why := puzzle.dead()) is not None:
        return Trace(Result("unsolvable", algorithm=algorithm, metric=metric, reason=why), ())
    if heuristic is None and algorithm in INFORMED:
        heuristic = puzzle.climbing_heuristic if algorithm == "hillclimb" else None
    native = puzzle.trace_native(algorithm, heuristic, limits)
    if native is not None:
        result, states = native
        return Trace(result, tuple(states))
    visited: list[Puzzle] = []

    def note(kind: EventKind, position: Puzzle) -> None:
        if kind == "expand":
            visited.append(position)

    result = solve(puzzle, metric=metric, algorithm=algorithm, heuristic=heuristic, limits=limits, watch=note)
    return Trace(result, tuple(position.drawing() for position in visited))
