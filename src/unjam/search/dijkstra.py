"""Dijkstra's algorithm: always expand the position with the lowest cost from the start.

Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
Optimal if no cost is negative. If all costs are equal, it is breadth-first search.
"""

from __future__ import annotations

from ..core.puzzle import Puzzle, Result, Task
from .best_first import best_first
from .nodes import Nodes, Watch


def dijkstra(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """Expand positions in order of their cost from the start."""
    nodes = Nodes(puzzle, "dijkstra", task, watch)

    def cost_so_far(position: Puzzle, g: int) -> tuple[int]:
        return (g,)

    goal = best_first(nodes, cost_so_far, reopen=True, bound=True)
    return nodes.unsolvable() if goal is None else nodes.solved(goal, optimal=True)
