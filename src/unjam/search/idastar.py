"""IDA*: depth-first search with a limit on cost so far + estimate, raised in every round.

Source: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985.
Optimal when the estimate is admissible. Korf's version only remembers the current path, so it visits a position again
for every path that leads to it. Puzzles have many such paths, so this version also stores, in each round, the
cheapest path to each position (A. Reinefeld and T. A. Marsland, "Enhanced iterative-deepening search", 1994). A
position is then visited once per round, or again if a cheaper path is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.puzzle import Heuristic, Move, Puzzle, Result, Task
from .nodes import Nodes, Watch


def idastar(puzzle: Puzzle, task: Task, watch: Watch | None = None, *, heuristic: tuple[str, Heuristic]) -> Result:
    """Run depth-first searches with a rising limit on cost so far + estimate."""
    nodes, estimate, metric = Nodes(puzzle, "idastar", task, watch, heuristic), heuristic[1], task.metric
    proven = metric in estimate.admissible
    limit: int | None = estimate(puzzle, metric)
    while limit is not None:
        if proven:
            nodes.lower_bound = limit
        cheapest = {puzzle: 0}  # the cost of the cheapest path to each position in this round
        nodes.expand(puzzle, 0)
        if puzzle.is_solved():
            return nodes.solved(puzzle, optimal=True)
        path: list[tuple[Puzzle, Iterator[Move]]] = [(puzzle, iter(list(puzzle.branches())))]
        next_limit: int | None = None
        while path:
            position, untried = path[-1]
            move = next(untried, None)
            if move is None:
                path.pop()
                continue
            nodes.generate()
            after = position.play(move)
            g = cheapest[position] + position.cost(move, metric)
            if cheapest.get(after, g + 1) <= g:
                continue
            f = g + estimate(after, metric)
            if f > limit:
                next_limit = f if next_limit is None else min(next_limit, f)
                continue
            nodes.push(after, position, move, g)
            cheapest[after] = g
            nodes.expand(after, len(path))
            if after.is_solved():
                return nodes.solved(after, optimal=proven)
            path.append((after, iter(list(after.branches()))))
        limit = next_limit
    return nodes.unsolvable()
