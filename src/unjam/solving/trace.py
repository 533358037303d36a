"""Records every state that a search visits, in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..core.puzzle import Control, Limits, Puzzle, Result
from ..formats.read import PuzzleLike, as_puzzle
from ..search.nodes import EventKind
from .solve import SolveOptions, run_task


@dataclass(frozen=True, slots=True)
class Trace:
    """The result of a search, and the states that it visited, in order and as text."""

    result: Result
    states: tuple[str, ...]
    positions: tuple[Puzzle, ...] = ()
    """The same states as positions; none if the native core traced them."""

    @property
    def count(self) -> int:
        return len(self.states)

    def text(self) -> str:
        """Return the contents of a trace file: the states, each followed by a blank line, then their number."""
        return "".join(f"{state}\n\n" for state in self.states) + f"{self.count}\n"


def trace(
    puzzle: PuzzleLike,
    *,
    algorithm: str = "hillclimb",
    heuristic: str | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
    **options: Any,
) -> Trace:
    """Run the algorithm; return its result and the states that it visits, in order.

    The native core may compute the same states faster (``Native.trace``). A start that is proven to be dead is not
    searched.
    """
    puzzle = as_puzzle(puzzle)
    if heuristic is None and algorithm == "hillclimb":
        heuristic = puzzle.about.climbs_by
    chosen = SolveOptions(metric, algorithm, heuristic, limits=limits, control=control, options=options)
    task = chosen.task(type(puzzle))
    if (dead := puzzle.dead()) is not None:
        return Trace(
            Result("unsolvable", algorithm=algorithm, metric=task.metric, reason=dead.message, puzzle=puzzle), ()
        )
    traced = puzzle.native.trace(puzzle, algorithm, task) if puzzle.native and not options else None
    if traced is not None:
        return Trace(replace(traced[0], puzzle=puzzle), tuple(traced[1]))
    visited: list[Puzzle] = []

    def watch(kind: EventKind, position: Puzzle) -> None:
        if kind == "expand":
            visited.append(position)

    result = run_task(puzzle, task, watch)
    return Trace(result, tuple(position.drawing() for position in visited), tuple(visited))
