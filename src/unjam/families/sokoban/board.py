"""The fixed part of a level (walls, floor and storage), which all of its positions share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ...core.puzzle import Cell

UNREACHABLE = 1_000_000
"""The push distance assigned to unreachable storage squares; far larger than any real distance."""


class Board:
    """Walls and storage on a grid; a square is a cell encoded as one number, ``row * cols + column``.

    In ``floor``, as in a Scene, ``#`` is a wall, ``.`` is floor, ``o`` is storage, and a space is outside the level.
    Floor never touches the edge of the grid, so a step from a floor square never leaves the grid.
    """

    __dict__: dict[str, object]
    __slots__ = ("__dict__", "_hash", "cols", "floor", "free", "goals", "rows", "steps")

    def __init__(self, floor: tuple[str, ...]) -> None:
        self.floor = floor
        self.rows, self.cols = len(floor), len(floor[0]) if floor else 0
        squares = "".join(floor)
        self.free = bytes(mark in ".o" for mark in squares)
        self.goals = frozenset(i for i, mark in enumerate(squares) if mark == "o")
        self.steps = (-self.cols, self.cols, -1, 1)  # up, down, left, right
        self._hash = hash(floor)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.floor == other.floor)

    def __hash__(self) -> int:
        return self._hash

    def cell(self, square: int) -> Cell:
        return divmod(square, self.cols)

    def place(self, square: int) -> Cell:
        """Return the (row, column) that users see, counted from 1 and starting inside the walls.

        >>> Board(("#####", "#..o#", "#####")).place(6)
        (1, 1)
        """
        row, column = self.cell(square)
        top, left = self._corner
        return row - top + 1, column - left + 1

    @cached_property
    def _corner(self) -> Cell:
        cells = [self.cell(square) for square in self.squares] or [(0, 0)]
        return min(row for row, _ in cells), min(column for _, column in cells)

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """Return all floor squares in reading order."""
        return tuple(i for i, free in enumerate(self.free) if free)

    def area(self, start: int, boxes: Iterable[int] = ()) -> set[int]:
        """Return the squares that the player can reach from ``start`` without pushing a box."""
        blocked = set(boxes)
        seen, stack = {start}, [start]
        while stack:
            square = stack.pop()
            for step in self.steps:
                after = square + step
                if self.free[after] and after not in seen and after not in blocked:
                    seen.add(after)
                    stack.append(after)
        return seen

    @cached_property
    def distances(self) -> dict[int, dict[int, int]]:
        """Return, for each storage square, the number of pushes that a lone box needs to reach it from each square."""
        return {goal: self._pull_distances(goal) for goal in self.goals}

    @cached_property
    def nearest(self) -> dict[int, int]:
        """Return the pushes from each square to the nearest storage square, omitting squares that cannot reach any."""
        out: dict[int, int] = {}
        for table in self.distances.values():
            for square, pushes in table.items():
                out[square] = min(pushes, out.get(square, UNREACHABLE))
        return out

    def _pull_distances(self, goal: int) -> dict[int, int]:
        # A box on `square` may have come from `before` if the player had room to stand behind it.
        pushes, layer = {goal: 0}, [goal]
        while layer:
            following = []
            for square in layer:
                for step in self.steps:
                    before = square - step
                    if before not in pushes and self.free[before] and self.free[before - step]:
                        pushes[before] = pushes[square] + 1
                        following.append(before)
            layer = following
        return pushes
