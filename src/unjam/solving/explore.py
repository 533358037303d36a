"""Explores all positions reachable from a puzzle: their number, their distances to a goal, and the hardest ones."""

from __future__ import annotations

from collections import Counter, deque
from heapq import heappop, heappush
from itertools import count

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import MAX_HARDEST, STOPPED, Control, Limits, Puzzle, Space, Task
from ..formats.read import PuzzleLike, as_puzzle
from ..search.nodes import Nodes, Stop


def explore(
    puzzle: PuzzleLike, *, metric: str | None = None, limits: Limits | None = None, control: Control | None = None
) -> Space:
    """Return a summary of all reachable positions: their number, their distances to a goal, and the hardest."""
    puzzle = as_puzzle(puzzle)
    task = Task(puzzle.metric(metric), limits_or_default(limits), control_or_default(control))
    space = puzzle.native.explore(puzzle, task) if puzzle.native else None
    return space if space is not None else explore_reference(puzzle, task)


def explore_reference(puzzle: Puzzle, task: Task) -> Space:
    """Explore in plain Python: breadth-first search lists every position, then Dijkstra starts at all goals."""
    nodes, metric = Nodes(puzzle, "explore", task), task.metric
    frontier = deque([puzzle])
    before: dict[Puzzle, list[tuple[Puzzle, int]]] = {puzzle: []}
    try:
        while frontier:
            position = frontier.popleft()
            nodes.expand(position, len(frontier))
            for move in position.moves():
                nodes.generate()
                after = position.play(move)
                if after not in before:
                    before[after] = []
                    frontier.append(after)
                before[after].append((position, position.cost(move, metric)))
        distance = _distances_to_goals(before, nodes)
    except Stop as stop:
        reason = stop.result.reason or STOPPED
        return Space.unfinished(puzzle.family, metric, len(before), reason)
    counts = Counter(distance.values())
    farthest = max(counts, default=None)
    return Space(
        puzzle.family,
        metric,
        states=len(before),
        goals=sum(position.is_solved() for position in before),
        lost=len(before) - len(distance),
        max_distance=farthest,
        histogram=tuple(counts[d] for d in range(farthest + 1)) if farthest is not None else (),
        hardest=tuple(sorted(p.storage_text() for p, d in distance.items() if d == farthest)[:MAX_HARDEST]),
    )


def _distances_to_goals(before: dict[Puzzle, list[tuple[Puzzle, int]]], nodes: Nodes) -> dict[Puzzle, int]:
    number = count()
    queue = [(0, next(number), position) for position in before if position.is_solved()]
    best = {position: 0 for _, _, position in queue}
    while queue:
        nodes.pause()
        d, _, position = heappop(queue)
        if d > best[position]:
            continue
        for earlier, cost in before[position]:
            if d + cost < best.get(earlier, d + cost + 1):
                best[earlier] = d + cost
                heappush(queue, (d + cost, next(number), earlier))
    return best
