"""Dijkstra's algorithm: cheapest positions first.

Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
Optimal for any costs that are not negative. Where all costs are equal it does the work of breadth-first search.
"""

from __future__ import annotations

from ..core.puzzle import Puzzle, Result, Task
from . import Watch
from .best_first import best_first
from .nodes import Nodes, Stop


def dijkstra(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """The result of expanding positions in order of their cost from the start."""
    nodes = Nodes(puzzle, "dijkstra", task, watch)

    def cost_so_far(position: Puzzle, g: int) -> tuple[int]:
        return (g,)

    try:
        goal = best_first(nodes, cost_so_far, reopen=True, bound=True)
        return nodes.unsolvable() if goal is None else nodes.solved(goal, optimal=True)
    except Stop as stop:
        return nodes.gave_up(stop)
