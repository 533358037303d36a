"""The loop that Dijkstra, greedy best-first search and A* share: always expand the position with the lowest priority.

They differ only in the priority: the cost so far (Dijkstra), the estimate to go (greedy), or their sum (A*).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from ..core.puzzle import Puzzle
from .nodes import Nodes

Priority = Callable[[Puzzle, int], tuple[int, ...]]


def best_first(nodes: Nodes, priority: Priority, *, reopen: bool, bound: bool) -> Puzzle | None:
    """Return the first goal that is expanded, or None if every position was expanded.

    With ``reopen`` a cheaper path to a known position puts it back on the frontier, which A* needs with estimates that
    are admissible but not consistent. With ``bound`` the first part of the lowest priority is a lower bound on the
    cost.
    """
    start, metric, number = nodes.start, nodes.metric, count()
    frontier = [(priority(start, 0), next(number), 0, start)]
    queued = {start}
    while frontier:
        least, _, g, position = heappop(frontier)
        if g != nodes.g[position] or position not in queued:
            continue  # a cheaper path was found after this entry was made
        queued.discard(position)
        if bound:
            nodes.lower_bound = max(nodes.lower_bound, least[0])
        nodes.expand(position, len(queued))
        if position.is_solved():
            return position
        for move in position.branches():
            nodes.generate()
            after = position.play(move)
            g_after = g + position.cost(move, metric)
            known = nodes.g.get(after)
            if known is None or (reopen and g_after < known):
                if after in queued:
                    nodes.drop(after)
                nodes.push(after, position, move, g_after)
                queued.add(after)
                heappush(frontier, (priority(after, g_after), next(number), g_after, after))
    return None
