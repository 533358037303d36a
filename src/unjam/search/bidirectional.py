"""Bidirectional breadth-first search: from the start and from every goal, until the two meet.

Source: I. Pohl, "Bi-directional search", 1971. Optimal when every move costs the same. Two searches of half the depth
see far fewer positions than one of the whole depth; the family must be able to list its goals and to step back.
"""

from __future__ import annotations

from collections import deque

from ..core.puzzle import Message, Move, Puzzle, Result, Task, Unsupported, plural
from . import Watch
from .nodes import Nodes, Stop


def bidirectional(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """The result of two breadth-first searches that grow layer by layer, always the smaller frontier next."""
    nodes, metric = Nodes(puzzle, "bidirectional", task, watch), task.metric
    goals = puzzle.goals()
    if goals is None:
        raise Unsupported(
            Message(
                "{family} cannot list its goals here, so it cannot be searched from both ends", family=puzzle.family
            )
        )
    onward: dict[Puzzle, tuple[Move, Puzzle] | None] = dict.fromkeys(goals)  # position -> next step to a goal
    forth, back = deque([puzzle]), deque(onward)
    if watch:
        for goal in back:
            watch("push", goal)
    depth_forth = depth_back = 0
    uniform = True

    def join(meeting: Puzzle) -> Result:
        """Both halves of the path through the meeting position."""
        position, g = meeting, nodes.g[meeting]
        while (step := onward[position]) is not None:
            move, after = step
            g += position.cost(move, metric)
            nodes.parent[after], nodes.g[after] = (position, move), g
            position = after
        return nodes.solved(position, optimal=uniform)

    try:
        if puzzle in onward:
            nodes.expand(puzzle, 0)
            return join(puzzle)
        price: int | None = None
        while forth and back:
            nodes.lower_bound = depth_forth + depth_back + 1 if uniform else 0
            ahead = len(forth) <= len(back)
            layer = forth if ahead else back
            for _ in range(len(layer)):
                position = layer.popleft()
                nodes.expand(position, len(forth) + len(back))
                if ahead:
                    for move in position.branches():
                        nodes.generate()
                        cost = position.cost(move, metric)
                        price = price or cost
                        uniform = uniform and cost == price
                        after = position.play(move)
                        if after not in nodes.g:
                            nodes.push(after, position, move, nodes.g[position] + cost)
                            if after in onward:
                                return join(after)
                            forth.append(after)
                else:
                    for move, before in position.back():
                        nodes.generate()
                        cost = before.cost(move, metric)
                        price = price or cost
                        uniform = uniform and cost == price
                        if before not in onward:
                            onward[before] = (move, position)
                            if watch:
                                watch("push", before)
                            if before in nodes.g:
                                return join(before)
                            back.append(before)
            if ahead:
                depth_forth += 1
            else:
                depth_back += 1
        return nodes.unsolvable(_shut_off(len(onward)) if forth else None)
    except Stop as stop:
        return nodes.gave_up(stop)


def _shut_off(positions: int) -> Message:
    """Why there is no solution when it was the goals' side that came to its end."""
    return plural(
        "a goal can only be reached from {n} position, and the start is another",
        "a goal can only be reached from {n} positions, and the start is none of them",
        n=positions,
    )
