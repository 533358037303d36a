"""Bidirectional breadth-first search: search from the start and from all goals until the two searches meet.

Source: I. Pohl, "Bi-directional search", 1971. Optimal when every move costs the same. Two searches of half the depth
visit far fewer positions than one of the full depth. The family must be able to list its goals and to step back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ..core.puzzle import Message, Move, Puzzle, Result, Task, Unsupported, plural
from .nodes import Nodes, Watch


def bidirectional(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """Run two breadth-first searches layer by layer, always growing the smaller frontier."""
    nodes = Nodes(puzzle, "bidirectional", task, watch)
    goals = puzzle.goals()
    if goals is None:
        raise Unsupported(
            Message(
                "{family} cannot list its goals here, so it cannot be searched from both ends", family=puzzle.family
            )
        )
    ends = _Ends(nodes, goals)
    forth, back, depth = ends.forth, ends.back, 0
    if puzzle in ends.onward:
        nodes.expand(puzzle, 0)
        return ends.join(puzzle)
    while forth and back:
        depth += 1
        nodes.lower_bound = depth if ends.uniform else 0
        layer, grow = (forth, ends.grow_forth) if len(forth) <= len(back) else (back, ends.grow_back)
        for _ in range(len(layer)):
            position = layer.popleft()
            nodes.expand(position, len(forth) + len(back))
            if (meeting := grow(position)) is not None:
                return ends.join(meeting)
    return nodes.unsolvable(_start_unreachable(len(ends.onward)) if forth else None)


class _Ends:
    """Both frontiers and, for each position that was reached from a goal, the next step towards that goal."""

    def __init__(self, nodes: Nodes, goals: Iterable[Puzzle]) -> None:
        self.nodes, self.metric = nodes, nodes.metric
        self.onward: dict[Puzzle, tuple[Move, Puzzle] | None] = dict.fromkeys(goals)
        self.forth, self.back = deque([nodes.start]), deque(self.onward)
        self.first_cost: int | None = None
        self.uniform = True  # so far, all moves cost the same
        for goal in self.back:
            self.watch(goal)

    def watch(self, position: Puzzle) -> None:
        if self.nodes.watch:
            self.nodes.watch("push", position)

    def count(self, cost: int) -> int:
        self.nodes.generate()
        self.first_cost = self.first_cost or cost
        self.uniform = self.uniform and cost == self.first_cost
        return cost

    def grow_forth(self, position: Puzzle) -> Puzzle | None:
        """Expand a position on the start's side; return the position where the sides meet, if they do."""
        for move in position.branches():
            cost = self.count(position.cost(move, self.metric))
            after = position.play(move)
            if after not in self.nodes.g:
                self.nodes.push(after, position, move, self.nodes.g[position] + cost)
                if after in self.onward:
                    return after
                self.forth.append(after)
        return None

    def grow_back(self, position: Puzzle) -> Puzzle | None:
        """Expand a position on the goals' side; return the position where the sides meet, if they do."""
        for move, before in position.back():
            self.count(before.cost(move, self.metric))
            if before not in self.onward:
                self.onward[before] = (move, position)
                self.watch(before)
                if before in self.nodes.g:
                    return before
                self.back.append(before)
        return None

    def join(self, meeting: Puzzle) -> Result:
        """Return the solution that joins both halves of the path at the meeting position."""
        nodes, position, g = self.nodes, meeting, self.nodes.g[meeting]
        while (step := self.onward[position]) is not None:
            move, after = step
            g += position.cost(move, self.metric)
            nodes.parent[after], nodes.g[after] = (position, move), g
            position = after
        return nodes.solved(position, optimal=self.uniform)


def _start_unreachable(positions: int) -> Message:
    """Return the reason for the status "unsolvable" after an exhaustive search from the goals."""
    return plural(
        "a goal can be reached from only {n} position, and the start is not it",
        "a goal can be reached from only {n} positions, and the start is not one of them",
        n=positions,
    )
