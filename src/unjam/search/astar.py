"""A*: always expand the position with the lowest sum of cost so far and estimate.

Source: P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost
paths", 1968. Optimal if the estimate is admissible (never too high). If it is not also consistent, a position may be
expanded more than once.
"""

from __future__ import annotations

from ..core.puzzle import Heuristic, Puzzle, Result, Task
from .best_first import best_first
from .nodes import Nodes, Watch


def astar(puzzle: Puzzle, task: Task, watch: Watch | None = None, *, heuristic: tuple[str, Heuristic]) -> Result:
    """Expand positions in order of cost so far + estimate; if the sums are equal, in order of estimate."""
    nodes, estimate, metric = Nodes(puzzle, "astar", task, watch, heuristic), heuristic[1], task.metric
    proven = metric in estimate.admissible
    estimates: dict[Puzzle, int] = {}

    def sum_then_estimate(position: Puzzle, g: int) -> tuple[int, int]:
        h = estimates.get(position)
        if h is None:
            h = estimates[position] = estimate(position, metric)
        return (g + h, h)

    goal = best_first(nodes, sum_then_estimate, reopen=True, bound=proven)
    return nodes.unsolvable() if goal is None else nodes.solved(goal, optimal=proven)
