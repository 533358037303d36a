"""Two players who push what seems to bring boxes home, see only plain dead ends, and give up in the end.

The core does the same faster (``cpp/families/sokoban/rating/``); this is the text to read, and each checks the other.
Every position that can be reached is kept, so it is for small levels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from math import exp, inf, log2
from typing import TYPE_CHECKING

from unjam.families.sokoban.deadlock import frozen

if TYPE_CHECKING:
    from unjam.families.sokoban.board import Board
    from unjam.families.sokoban.position import Sokoban

Node = tuple[frozenset[int], int]
"""The boxes, and the least square of the area where the player is."""


class Players:
    """The graph of pushes onto live squares from a level, and what the players make of it."""

    def __init__(self, puzzle: Sokoban) -> None:
        self.board, boxes = puzzle.board, puzzle.boxes
        self.fill = len(boxes) > len(self.board.goals)
        self.start: Node = (boxes, min(self.board.area(puzzle.player, boxes)))
        self.distance: dict[Node, float] = {}
        self.edges: dict[Node, list[tuple[int, int, Node]]] = {}  # the box's square, where it goes, the node after
        todo = [self.start]
        for node in todo:
            if node in self.edges:
                continue
            self.distance[node] = assigned(self.board, node[0], self.fill)
            ends = self.distance[node] in (0, inf)
            self.edges[node] = [] if ends else list(self._pushes(node))
            todo += [after for *_, after in self.edges[node]]
        self.far = self._distances()
        self.visible = {node for node in self.edges if self._is_visible(node)}

    def _pushes(self, node: Node) -> Iterator[tuple[int, int, Node]]:
        boxes, player = node
        area = self.board.area(player, boxes)
        for box in sorted(boxes):
            for step in self.board.steps:
                to = box + step
                if box - step in area and self.board.free[to] and to not in boxes and self._is_live(to):
                    after = boxes - {box} | {to}
                    yield box, to, (after, min(self.board.area(box, after)))

    def _is_live(self, square: int) -> bool:
        return self.fill or square in self.board.nearest

    def _distances(self) -> dict[Node, int]:
        """The pushes to the nearest goal of each node that can still be solved."""
        back: defaultdict[Node, list[Node]] = defaultdict(list)
        for node, edges in self.edges.items():
            for *_, after in edges:
                back[after].append(node)
        far = {node: 0 for node, distance in self.distance.items() if distance == 0}
        queue = list(far)
        for node in queue:
            for before in back[node]:
                if before not in far:
                    far[before] = far[node] + 1
                    queue.append(before)
        return far

    def _is_visible(self, node: Node) -> bool:
        """Whether a plain look shows that the node is dead: too few goals in reach, or boxes frozen off their goals."""
        if self.distance[node] == inf:
            return True
        if self.fill or node in self.far:  # a surplus box may freeze
            return False
        return bool(frozen(self.board, node[0]) - self.board.goals)

    # -- what is said of the level

    def hidden(self) -> float:
        """The share of nodes that are dead without a visible reason."""
        return sum(node not in self.far and node not in self.visible for node in self.edges) / len(self.edges)

    def solutions(self) -> int:
        """How many solutions there are with the fewest pushes."""
        ways = {node: 1 for node, far in self.far.items() if far == 0}
        for node in sorted(self.far, key=self.far.__getitem__)[len(ways) :]:
            ways[node] = sum(ways[to] for *_, to in self.edges[node] if self.far.get(to, inf) + 1 == self.far[node])
        return ways[self.start]

    def luck(self) -> float:
        """The luck of the player who thinks in pushes."""
        return self._luck({node: [to for *_, to in edges] for node, edges in self.edges.items()}, 0.5, 0.99)

    def box_luck(self) -> float:
        """The luck of the player who takes one box anywhere in one thought."""
        return self._luck({node: list(self._carried(node)) for node in self.far}, 0.25, 0.95)

    def _carried(self, node: Node) -> Iterator[Node]:
        """The nodes that pushes of one box lead to."""
        for first in sorted({box for box, *_ in self.edges[node]}):
            seen, queue = {node}, [(node, first)]
            for at, square in queue:
                for box, to, after in self.edges[at]:
                    if box == square and after not in seen:
                        seen.add(after)
                        queue.append((after, to))
            yield from (after for after, _ in queue[1:])

    def _luck(self, choices: dict[Node, list[Node]], steep: float, stays: float) -> float:
        """log2(1 - log2 P): a choice weighs exp(-steep * loss), nothing where it is visibly dead."""
        chance: dict[Node, list[tuple[float, Node]]] = {}
        for node in self.far:
            seen = [to for to in choices[node] if to not in self.visible]
            weights = [exp(-steep * min(2.0, self.distance[to] - self.distance[node])) for to in seen]
            chance[node] = [(stays * each / sum(weights), to) for each, to in zip(weights, seen, strict=True)]
        value: defaultdict[Node, float] = defaultdict(float)
        value.update({node: 1.0 for node, far in self.far.items() if far == 0})
        order = sorted((node for node, far in self.far.items() if far), key=self.far.__getitem__)
        for _ in range(3000):
            before = value[self.start]
            for node in order:
                value[node] = sum(each * value[to] for each, to in chance[node])
            if value[self.start] - before <= 2e-4 * value[self.start]:
                break
        return log2(1 - log2(value[self.start]))


def assigned(board: Board, boxes: Iterable[int], fill: bool) -> float:
    """The cheapest assignment of boxes to goals by the pushes of a lone box; inf where there is none."""
    ordered, goals = sorted(boxes), sorted(board.goals)
    rows, columns = (goals, ordered) if fill else (ordered, goals)

    def pushes(row: int, column: int) -> float:
        box, goal = (column, row) if fill else (row, column)
        return board.distances[goal].get(box, inf)

    @cache
    def cheapest(row: int, taken: int) -> float:
        if row == len(rows):
            return 0
        free = [j for j in range(len(columns)) if not taken >> j & 1]
        return min((pushes(rows[row], columns[j]) + cheapest(row + 1, taken | 1 << j) for j in free), default=inf)

    return cheapest(0, 0)
