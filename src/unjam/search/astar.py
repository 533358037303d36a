"""A*: cost so far plus estimate to go, least sum first.

Source: P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost
paths", 1968. Optimal when the estimate is admissible (never too high); when it is not also consistent a position may be
expanded more than once, which this version allows.
"""

from __future__ import annotations

from ..core.puzzle import Heuristic, Puzzle, Result, Task
from . import Watch
from .best_first import best_first
from .nodes import Nodes, Stop


def astar(puzzle: Puzzle, task: Task, watch: Watch | None = None, *, heuristic: tuple[str, Heuristic]) -> Result:
    """The result of expanding positions in order of cost so far + estimate; among equal sums the deeper first."""
    nodes, estimate, metric = Nodes(puzzle, "astar", task, watch, heuristic), heuristic[1], task.metric
    proven = metric in estimate.admissible
    estimates: dict[Puzzle, int] = {}

    def sum_then_estimate(position: Puzzle, g: int) -> tuple[int, int]:
        h = estimates.get(position)
        if h is None:
            h = estimates[position] = estimate(position, metric)
        return (g + h, h)

    try:
        goal = best_first(nodes, sum_then_estimate, reopen=True, bound=proven)
        return nodes.unsolvable() if goal is None else nodes.solved(goal, optimal=proven)
    except Stop as stop:
        return nodes.gave_up(stop)
