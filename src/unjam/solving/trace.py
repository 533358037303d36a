"""Records every state that a search visits, in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..core.puzzle import Control, Limits, Puzzle, Result, Task
from ..formats.read import PuzzleLike, as_puzzle
from ..search import INFORMED
from ..search.nodes import EventKind
from .solve import SolveOptions, run_task


@dataclass(frozen=True, slots=True)
class Step:
    """A position that a search expanded: from which earlier step it was reached, by which move, at what cost.

    ``parent`` is the number of that step, None for a start. ``estimate`` is None for searches that use none.
    """

    number: int
    position: Puzzle
    parent: int | None
    move: str | None
    cost: int
    estimate: int | None

    def record(self) -> dict[str, Any]:
        """Return the step as data for JSON."""
        return {
            "step": self.number, "parent": self.parent, "move": self.move,
            "cost": self.cost, "estimate": self.estimate, "board": self.position.storage_text(),
            "solved": self.position.is_solved(),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trace:
    """The result of a search, and the states that it visited, in order and as text."""

    result: Result
    states: tuple[str, ...]
    positions: tuple[Puzzle, ...] = ()
    """The same states as positions; none if the native core traced them."""
    steps: tuple[Step, ...] = ()
    """The same as a tree, if it was asked for."""

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
    tree: bool = False,
    **options: Any,
) -> Trace:
    """Run the algorithm; return its result and the states that it visits, in order; with ``tree`` also as a tree.

    The native core may compute the same states faster (``Native.trace``). A start that is proven to be dead is not
    searched.

    >>> [(step.number, step.parent, step.cost) for step in trace("1 2 0 3 4 5 6 7 8", algorithm="bfs", tree=True).steps]
    [(0, None, 0), (1, 0, 1), (2, 0, 1), (3, 1, 2)]
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
    traced = puzzle.native.trace(puzzle, algorithm, task) if puzzle.native and not (options or tree) else None
    if traced is not None:
        return Trace(replace(traced[0], puzzle=puzzle), tuple(traced[1]))
    visited: list[Puzzle] = []
    parents: list[int | None] = []
    reached: dict[Puzzle, int] = {}  # position on the frontier -> the step that put it there

    def watch(kind: EventKind, position: Puzzle) -> None:
        if kind == "expand":
            parents.append(reached.get(position))
            visited.append(position)
        elif kind == "push" and visited:
            reached[position] = len(visited) - 1

    result = run_task(puzzle, task, watch)
    steps = _steps(visited, parents, task) if tree else ()
    return Trace(result, tuple(position.drawing() for position in visited), tuple(visited), steps)


def _steps(visited: list[Puzzle], parents: list[int | None], task: Task) -> tuple[Step, ...]:
    heuristic = visited[0].heuristic(task.heuristic)[1] if visited and task.algorithm in INFORMED else None
    steps: list[Step] = []
    for number, (position, parent) in enumerate(zip(visited, parents, strict=True)):
        move, cost = None, 0
        if parent is not None:
            before = visited[parent]
            move = next((move for move in before.branches() if before.play(move) == position), None)
            cost = steps[parent].cost + (before.cost(move, task.metric) if move is not None else 1)
        notation = None if move is None or parent is None else visited[parent].notation(move)
        estimate = heuristic(position, task.metric) if heuristic else None
        steps.append(Step(number, position, parent, notation, cost, estimate))
    return tuple(steps)
