"""What never changes during a game of packing: the board, the pieces, and every place where one fits.

x runs to the right and y up, both from 0. A board cell has the bit ``x * height + y``, so counting bits upwards is
"x then y ascending", the order in which all is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ...core.puzzle import Cell, Move
from .shapes import Kind, Point

Spot = tuple[int, int, int, bool]
"""Where a piece lies: x, y, orientation, locked for good."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of a kind can lie on the empty board; ``form`` has the bits of the cells it covers at 0,0."""

    kind: int
    x: int
    y: int
    turn: int
    form: int  # shared by all places of an orientation: a mask each would fill the memory with large boards
    shift: int
    to: Cell

    @property
    def mask(self) -> int:
        """The bits of the cells it covers."""
        return self.form << self.shift

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
            form = sum(1 << (x * self.height + y) for x, y in shape.points)
            first_x, first_y = shape.first
            for x in range(self.width - shape.width + 1):
                for y in range(self.height - shape.height + 1):
                    shift = x * self.height + y
                    if self.mask >> shift & form == form:
                        to = (self.height - 1 - y - first_y, x + first_x)
                        found.append(Place(k, x, y, turn, form, shift, to))
        found.sort(key=lambda place: (place.x, place.y, place.turn))
        return found
