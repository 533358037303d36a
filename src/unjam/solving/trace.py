"""Every state a search visits, in order: the search's own diary."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..core.puzzle import Control, Limits, Puzzle, Result
from ..formats.read import PuzzleLike, one
from ..search import EventKind
from .solve import make_task, solve


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
    puzzle: PuzzleLike,
    *,
    algorithm: str = "hillclimb",
    heuristic: str | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Trace:
    """The visited states of the algorithm on the puzzle, and its result.

    The core of a family may be faster at the same states (``Native.trace``); a start that is proven dead is not
    searched.
    """
    puzzle = one(puzzle)
    if heuristic is None and algorithm == "hillclimb":
        heuristic = puzzle.about.climbs_by
    task = make_task(type(puzzle), metric, algorithm, heuristic, limits=limits, control=control)
    if (dead := puzzle.dead()) is not None:
        return Trace(
            Result("unsolvable", algorithm=algorithm, metric=task.metric, reason=dead.message, puzzle=puzzle), ()
        )
    traced = puzzle.native.trace(puzzle, algorithm, task) if puzzle.native else None
    if traced is not None:
        result, states = traced
        return Trace(replace(result, puzzle=puzzle), tuple(states))
    visited: list[Puzzle] = []

    def note(kind: EventKind, position: Puzzle) -> None:
        if kind == "expand":
            visited.append(position)

    result = solve(
        puzzle, metric=metric, algorithm=algorithm, heuristic=heuristic, limits=limits, control=control, watch=note
    )
    return Trace(result, tuple(position.drawing() for position in visited))
