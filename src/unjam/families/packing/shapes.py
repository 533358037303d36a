"""Shapes on squared paper, how they turn, and where they fit: all of the geometry and none of the game.

Here x runs to the right and y up, both from 0, as in the notation of a solution. A board cell has the bit
``x * height + y``, so counting bits upwards is "x then y ascending", the order in which all is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ...puzzle import Cell, Move

Point = tuple[int, int]
Freedom = Literal["fixed", "turn", "flip"]
FREEDOMS: dict[str, tuple[int, ...]] = {"fixed": (0,), "turn": (0, 1, 2, 3), "flip": (0, 1, 2, 3, 4, 5, 6, 7)}
"""Freedom -> the orientations it allows: 0 to 3 quarter turns clockwise; 4 to 7 the same, mirrored first."""

TURNS = ("", "r1", "r2", "r3", "m0", "m1", "m2", "m3")


@dataclass(frozen=True, slots=True)
class Shape:
    """A set of squares, sorted by x then y, the bounding box starting at 0,0."""

    points: tuple[Point, ...]

    @classmethod
    def of(cls, points: Iterable[Point]) -> Shape:
        """The shape of these squares wherever they lie."""
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
        """The leftmost square of the top row: the one that ``Move.to`` speaks of."""
        return min(self.points, key=lambda point: (-point[1], point[0]))

    def turned(self, turn: int) -> Shape:
        """The shape mirrored left for right from ``turn`` 4 on, then turned clockwise ``turn % 4`` times.

        >>> Shape.of([(0, 0), (1, 0), (0, 1)]).turned(1).points
        ((0, 0), (0, 1), (1, 1))
        """
        points: Iterable[Point] = self.points
        if turn >= 4:
            points = [(-x, y) for x, y in points]
        for _ in range(turn % 4):
            points = [(y, -x) for x, y in points]
        return Shape.of(points)

    def rows(self) -> list[str]:
        """The shape drawn with ``#`` and ``.``, top row first."""
        points = set(self.points)
        return ["".join(".#"[(x, y) in points] for x in range(self.width)) for y in range(self.height - 1, -1, -1)]

    def is_rectangle(self) -> bool:
        return len(self.points) == self.width * self.height


@dataclass(frozen=True)
class Kind:
    """One line of the level: ``count`` equal pieces of one shape and freedom under one name."""

    name: str
    shape: Shape
    count: int = 1
    freedom: Freedom = "fixed"
    colour: str | None = None

    @cached_property
    def shapes(self) -> dict[int, Shape]:
        """Each orientation that looks different and is allowed, under its lowest number."""
        found: dict[Shape, int] = {}
        for turn in FREEDOMS[self.freedom]:
            found.setdefault(self.shape.turned(turn), turn)
        return {turn: shape for shape, turn in found.items()}

    @property
    def area(self) -> int:
        return len(self.shape.points)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The name of each piece of this kind: the kind's own, or ``Name#1``, ``Name#2``, … of several."""
        return (self.name,) if self.count == 1 else tuple(f"{self.name}#{n}" for n in range(1, self.count + 1))

    @cached_property
    def looks(self) -> frozenset[Shape]:
        """The set of its orientations: pieces are equal when these are."""
        return frozenset(self.shapes.values())


@dataclass(frozen=True, slots=True)
class Place:
    """One way to lay a piece of a kind on the empty board; ``mask`` has the bits of the cells it covers."""

    kind: int
    x: int
    y: int
    turn: int
    mask: int
    to: Cell

    def move(self, piece: str) -> Move:
        return Move(piece, self.to, self.turn)


class Tray:
    """What stays the same all through a game: the board and the pieces, with every place worked out once."""

    __slots__ = ("__dict__", "board", "height", "kinds", "leftover", "mask", "width")

    def __init__(
        self, width: int, height: int, board: Iterable[Point], kinds: Iterable[Kind], leftover: bool = False
    ) -> None:
        self.width, self.height, self.leftover = width, height, leftover
        self.board = frozenset(board)
        self.kinds = tuple(kinds)
        self.mask = sum(1 << (x * height + y) for x, y in self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tray) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _key(self) -> object:
        return self.width, self.height, self.mask, self.kinds, self.leftover

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The name of every piece in file order; the number that players know it by is its index and one."""
        return tuple(each for kind in self.kinds for each in kind.ids)

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """For every piece the index of its kind."""
        return tuple(k for k, kind in enumerate(self.kinds) for _ in range(kind.count))

    @cached_property
    def numbers(self) -> dict[str, range]:
        """Name of a kind or a piece -> the indices of its pieces."""
        found: dict[str, range] = {}
        start = 0
        for kind in self.kinds:
            found[kind.name] = range(start, start + kind.count)
            for n, each in enumerate(kind.ids):
                found[each] = found[kind.name] if kind.count == 1 else range(start + n, start + n + 1)
            start += kind.count
        return found

    @cached_property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        """For every kind its places on the empty board: x ascending, then y, then the orientation."""
        return tuple(tuple(self._places(k)) for k in range(len(self.kinds)))

    @cached_property
    def place_at(self) -> dict[tuple[int, Cell, int], Place]:
        """(kind, first cell, orientation) -> the place."""
        return {(place.kind, place.to, place.turn): place for places in self.places for place in places}

    def _places(self, k: int) -> Iterable[Place]:
        found = []
        for turn, shape in self.kinds[k].shapes.items():
            mask = sum(1 << (x * self.height + y) for x, y in shape.points)
            first_x, first_y = shape.first
            for x in range(self.width - shape.width + 1):
                for y in range(self.height - shape.height + 1):
                    laid = mask << (x * self.height + y)
                    if laid & self.mask == laid:
                        to = (self.height - 1 - y - first_y, x + first_x)
                        found.append(Place(k, x, y, turn, laid, to))
        found.sort(key=lambda place: (place.x, place.y, place.turn))
        return found
