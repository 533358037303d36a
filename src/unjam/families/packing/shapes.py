"""Shapes, their orientations, and kinds of pieces.

x runs to the right and y upwards, both from 0, as in the notation of a solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Point = tuple[int, int]
Freedom = Literal["fixed", "turn", "flip"]
FREEDOMS: dict[str, tuple[int, ...]] = {"fixed": (0,), "turn": (0, 1, 2, 3), "flip": (0, 1, 2, 3, 4, 5, 6, 7)}
"""Maps each freedom to the allowed orientations: 0 to 3 clockwise quarter turns; 4 to 7 add a reflection."""

TURNS = ("", "r1", "r2", "r3", "m0", "m1", "m2", "m3")


def turn_point(point: Point, turn: int) -> Point:
    """Return the point mirrored horizontally if ``turn`` is 4 or more, then turned clockwise ``turn % 4`` times."""
    x, y = (-point[0], point[1]) if turn >= 4 else point
    for _ in range(turn % 4):
        x, y = y, -x
    return x, y


@dataclass(frozen=True, slots=True)
class Shape:
    """A set of points, sorted by x and then by y, with its bounding box at 0,0."""

    points: tuple[Point, ...]

    @classmethod
    def of(cls, points: Iterable[Point]) -> Shape:
        """Return the shape formed by these points, shifted so that its bounding box is at 0,0."""
        points = list(points)
        left, low = min(x for x, _ in points), min(y for _, y in points)
        return cls(tuple(sorted((x - left, y - low) for x, y in points)))

    @property
    def width(self) -> int:
        return self.points[-1][0] + 1

    @property
    def height(self) -> int:
        return max(y for _, y in self.points) + 1

    @property
    def first(self) -> Point:
        """Return the leftmost point in the top row, to which ``Move.to`` refers."""
        return min(self.points, key=lambda point: (-point[1], point[0]))

    def turned(self, turn: int) -> Shape:
        """Return the shape mirrored and turned as in ``turn_point``.

        >>> Shape.of([(0, 0), (1, 0), (0, 1)]).turned(1).points
        ((0, 0), (0, 1), (1, 1))
        """
        return Shape.of(turn_point(point, turn) for point in self.points)

    def rows(self) -> list[str]:
        """Return the shape drawn with ``#`` and ``.``, top row first."""
        points = set(self.points)
        return ["".join(".#"[(x, y) in points] for x in range(self.width)) for y in range(self.height - 1, -1, -1)]

    def is_rectangle(self) -> bool:
        return len(self.points) == self.width * self.height


@dataclass(frozen=True)
class Kind:
    """A kind of piece, defined by one line of the level: ``count`` pieces with the same name, shape and freedom."""

    name: str
    shape: Shape
    count: int = 1
    freedom: Freedom = "fixed"
    colour: str | None = None

    @cached_property
    def shapes(self) -> dict[int, Shape]:
        """Return the distinct shapes among the allowed orientations, keyed by the lowest orientation number of each."""
        turns: dict[Shape, int] = {}
        for turn in FREEDOMS[self.freedom]:
            turns.setdefault(self.shape.turned(turn), turn)
        return {turn: shape for shape, turn in turns.items()}

    @property
    def area(self) -> int:
        return len(self.shape.points)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Return the name of each piece: the name of the kind or, if there are several, ``Name#1``, ``Name#2``, …"""
        return (self.name,) if self.count == 1 else tuple(f"{self.name}#{n}" for n in range(1, self.count + 1))

    @cached_property
    def looks(self) -> frozenset[Shape]:
        """Return the set of shapes in all allowed orientations; kinds with equal sets can cover the same cells."""
        return frozenset(self.shapes.values())
