"""Breadth-first search: nearest positions first.

Source: E. F. Moore, "The shortest path through a maze", 1959. Optimal when every move costs the same.
Time and memory grow with the number of positions nearer than the goal.
"""

from __future__ import annotations

from collections import deque

from ..core.puzzle import Puzzle, Result, Task
from . import Watch
from .nodes import Nodes, Stop


def bfs(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """The result of expanding positions in order of their number of moves from the start."""
    nodes, metric = Nodes(puzzle, "bfs", task, watch), task.metric
    frontier = deque([puzzle])
    uniform = True  # so far, every move has cost the same as every other
    price: int | None = None
    try:
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
                if cost != price:
                    uniform = price is None
                    price = cost if price is None else price
                    if not uniform:
                        nodes.lower_bound = 0
                after = position.play(move)
                if after not in nodes.g:
                    nodes.push(after, position, move, nodes.g[position] + cost)
                    frontier.append(after)
        return nodes.unsolvable()
    except Stop as stop:
        return nodes.gave_up(stop)
