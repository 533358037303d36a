"""Hill climbing with a stack: step to the best-looking neighbour, and fall back to the last one left when stuck.

Source: N. J. Nilsson, "Problem-solving methods in artificial intelligence", 1971, as taught with the 8-puzzle.
Never optimal, except by luck; because it backtracks it always finds a solution in a finite space if there is one.
"""

from __future__ import annotations

from ..core.puzzle import Heuristic, Puzzle, Result, Task
from . import Watch
from .nodes import Nodes, Stop


def hillclimb(puzzle: Puzzle, task: Task, watch: Watch | None = None, *, heuristic: tuple[str, Heuristic]) -> Result:
    """The result of a depth-first walk whose new neighbours go on the stack worst first, so the best is on top.

    Among equal estimates the one whose ``drawing()`` is the greatest goes first, so the least ends on top.
    """
    nodes, estimate, metric = Nodes(puzzle, "hillclimb", task, watch, heuristic), heuristic[1], task.metric
    stack = [puzzle]

    def worth(position: Puzzle) -> tuple[int, str]:
        nodes.pause()
        return estimate(position, metric), position.drawing()

    try:
        while stack:
            position = stack.pop()
            nodes.expand(position, len(stack))
            if position.is_solved():
                return nodes.solved(position, optimal=False)
            fresh = []
            for move in position.branches():
                nodes.generate()
                after = position.play(move)
                if after not in nodes.g:
                    nodes.push(after, position, move, nodes.g[position] + position.cost(move, metric))
                    fresh.append(after)
            fresh.sort(key=worth, reverse=True)
            stack.extend(fresh)
        return nodes.unsolvable()
    except Stop as stop:
        return nodes.gave_up(stop)
