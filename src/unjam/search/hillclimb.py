"""Hill climbing with a stack: go to the neighbour with the best estimate; if stuck, go back to the last untried one.

Source: N. J. Nilsson, "Problem-solving methods in artificial intelligence", 1971, as taught with the 8-puzzle.
Solutions are not guaranteed to be optimal. Because it backtracks, it always finds a solution in a finite space if there
is one.
"""

from __future__ import annotations

from ..core.puzzle import Heuristic, Puzzle, Result, Task
from .nodes import Nodes, Watch


def hillclimb(puzzle: Puzzle, task: Task, watch: Watch | None = None, *, heuristic: tuple[str, Heuristic]) -> Result:
    """Search depth-first, trying the neighbour with the lowest estimate first.

    Among neighbours with equal estimates, the one with the smallest ``drawing()`` comes first.
    """
    nodes, estimate, metric = Nodes(puzzle, "hillclimb", task, watch, heuristic), heuristic[1], task.metric
    stack = [puzzle]

    def estimate_then_drawing(position: Puzzle) -> tuple[int, str]:
        nodes.pause()
        return estimate(position, metric), position.drawing()

    while stack:
        position = stack.pop()
        nodes.expand(position, len(stack))
        if position.is_solved():
            return nodes.solved(position, optimal=False)
        new = []
        for move in position.branches():
            nodes.generate()
            after = position.play(move)
            if after not in nodes.g:
                nodes.push(after, position, move, nodes.g[position] + position.cost(move, metric))
                new.append(after)
        new.sort(key=estimate_then_drawing, reverse=True)
        stack.extend(new)
    return nodes.unsolvable()
