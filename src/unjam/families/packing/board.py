"""The fixed part of a packing level: the board, the pieces, and every possible placement of a piece.

x runs to the right and y upwards, both from 0. The point (x, y) has the bit ``x * height + y``, so bits in ascending
order are sorted by x and then by y, like all lists of placements.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...core.puzzle import Cell, Move
from .shapes import Kind, Point


class Placement(NamedTuple):
    """Where a piece lies: the lower left corner of its bounding box, its orientation, and whether it is locked."""

    x: int
    y: int
    turn: int
    locked: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A possible placement of a kind of piece on the empty board; ``form`` holds the bits of the piece at 0,0."""

    kind: int
    x: int
    y: int
    turn: int
    form: int  # shared by all placements with the same orientation, to save memory on large boards
    shift: int
    to: Cell

    @property
    def mask(self) -> int:
        return self.form << self.shift

    def move(self, piece: str) -> Move:
        return Move(piece, self.to, self.turn)


class Board:
    """The points to cover and the pieces; all possible placements are computed only once."""

    __slots__ = ("__dict__", "height", "kinds", "leftover", "mask", "points", "width")

    def __init__(
        self, width: int, height: int, points: Iterable[Point], kinds: Iterable[Kind], leftover: bool = False
    ) -> None:
        self.width, self.height, self.leftover = width, height, leftover
        self.points = frozenset(points)
        self.kinds = tuple(kinds)
        self.mask = sum(1 << (x * height + y) for x, y in self.points)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key == other._key

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
        """Return the names of all pieces in the order of their definitions; users see them numbered from 1."""
        return tuple(each for kind in self.kinds for each in kind.ids)

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        return tuple(k for k, kind in enumerate(self.kinds) for _ in range(kind.count))

    @cached_property
    def numbers(self) -> dict[str, range]:
        """Return the numbers of the pieces that each name refers to; a name belongs to a kind or to a single piece."""
        numbers: dict[str, range] = {}
        start = 0
        for kind in self.kinds:
            numbers[kind.name] = range(start, start + kind.count)
            for n, each in enumerate(kind.ids):
                numbers[each] = numbers[kind.name] if kind.count == 1 else range(start + n, start + n + 1)
            start += kind.count
        return numbers

    @cached_property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        """Return the possible placements of each kind on the empty board, sorted by x, y and orientation."""
        return tuple(tuple(self._places(k)) for k in range(len(self.kinds)))

    @cached_property
    def place_at(self) -> dict[tuple[int, Cell, int], Place]:
        return {(place.kind, place.to, place.turn): place for places in self.places for place in places}

    def _places(self, k: int) -> Iterable[Place]:
        places = []
        for turn, shape in self.kinds[k].shapes.items():
            form = sum(1 << (x * self.height + y) for x, y in shape.points)
            first_x, first_y = shape.first
            for x in range(self.width - shape.width + 1):
                for y in range(self.height - shape.height + 1):
                    shift = x * self.height + y
                    if self.mask >> shift & form == form:
                        to = (self.height - 1 - y - first_y, x + first_x)
                        places.append(Place(k, x, y, turn, form, shift, to))
        places.sort(key=lambda place: (place.x, place.y, place.turn))
        return places
