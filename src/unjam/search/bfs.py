"""Breadth-first search: expand positions layer by layer, those nearest to the start first.

Source: E. F. Moore, "The shortest path through a maze", 1959. Optimal when every move costs the same.
Time and memory grow with the number of positions nearer than the goal.
"""

from __future__ import annotations

from collections import deque

from ..core.puzzle import Puzzle, Result, Task
from .nodes import Nodes, Watch


def bfs(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """Expand positions in order of their number of moves from the start."""
    nodes, metric = Nodes(puzzle, "bfs", task, watch), task.metric
    frontier = deque([puzzle])
    uniform = True  # so far, all moves cost the same
    first_cost: int | None = None
    while frontier:
        position = frontier.popleft()
        nodes.expand(position, len(frontier))
        if uniform:
            nodes.lower_bound = nodes.g[position]
        if position.is_solved():
            return nodes.solved(position, optimal=uniform)
        for move in position.branches():
            nodes.generate()
            cost = position.cost(move, metric)
            if cost != first_cost:
                uniform = first_cost is None
                first_cost = cost if first_cost is None else first_cost
                if not uniform:
                    nodes.lower_bound = 0
            after = position.play(move)
            if after not in nodes.g:
                nodes.push(after, position, move, nodes.g[position] + cost)
                frontier.append(after)
    return nodes.unsolvable()
