"""Greedy best-first search: always expand the position that looks nearest to the goal.

Source: J. E. Doran and D. Michie, "Experiments with the Graph Traverser program", 1966.
Fast if the estimate is good; solutions are not guaranteed to be optimal.
"""

from __future__ import annotations

from ..core.puzzle import Heuristic, Puzzle, Result, Task
from .best_first import best_first
from .nodes import Nodes, Watch


def greedy(puzzle: Puzzle, task: Task, watch: Watch | None = None, *, heuristic: tuple[str, Heuristic]) -> Result:
    """Expand positions in order of their estimate alone."""
    nodes, estimate, metric = Nodes(puzzle, "greedy", task, watch, heuristic), heuristic[1], task.metric

    def estimated_cost(position: Puzzle, g: int) -> tuple[int]:
        return (estimate(position, metric),)

    goal = best_first(nodes, estimated_cost, reopen=False, bound=False)
    return nodes.unsolvable() if goal is None else nodes.solved(goal, optimal=False)
