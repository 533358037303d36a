"""Depth-first search: follow one path to its end, then go back to the last fork.

Source: C. P. Trémaux's maze method (19th century); R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
Solutions are not guaranteed to be optimal. Every position is visited at most once, so it terminates on finite spaces.
"""

from __future__ import annotations

from ..core.puzzle import Puzzle, Result, Task
from .nodes import Nodes, Watch


def dfs(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """Always expand the newest position; moves are tried in the order of ``branches``."""
    nodes, metric = Nodes(puzzle, "dfs", task, watch), task.metric
    stack = [puzzle]
    while stack:
        position = stack.pop()
        nodes.expand(position, len(stack))
        if position.is_solved():
            return nodes.solved(position, optimal=False)
        for move in reversed(list(position.branches())):
            nodes.generate()
            after = position.play(move)
            if after not in nodes.g:
                nodes.push(after, position, move, nodes.g[position] + position.cost(move, metric))
                stack.append(after)
    return nodes.unsolvable()
