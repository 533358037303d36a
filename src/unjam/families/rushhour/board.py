"""The fixed parts of a Rush Hour level: the board, the walls, the cars with their lanes, and the exit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import accumulate
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Literal, NamedTuple

from ...core.puzzle import Cell

Side = Literal["left", "right", "up", "down"]
SIDES: tuple[Side, ...] = ("left", "right", "up", "down")
MAX_SIDE, MIN_LINE_CELLS = 16, 25
LABELS = ascii_uppercase + "".join(letter for letter in ascii_lowercase if letter not in "ox")
TARGET, LISTED_TARGET, WALL = "A", "1", "x"


class Car(NamedTuple):
    """A car: its label, whether it is horizontal, its length, and the number of its row or column."""

    label: str
    horizontal: bool
    length: int
    lane: int

    @property
    def faces(self) -> Side:
        """Return the side of the board that the car faces, which is the default side of the exit."""
        return "right" if self.horizontal else "down"

    def cells(self, at: int) -> tuple[Cell, ...]:
        """Return the cells that the car covers at this offset.

        >>> Car("B", False, 2, lane=5).cells(3)
        ((3, 5), (4, 5))
        """
        along = range(at, at + self.length)
        return tuple([(self.lane, i) for i in along] if self.horizontal else [(i, self.lane) for i in along])


class Lane:
    """A row or column: its cells in order, the bit of each cell, and in ``before[i]`` the bits of the first i cells."""

    __slots__ = ("_masks", "before", "bits", "cells")

    def __init__(self, rows: int, cols: int, horizontal: bool, lane: int) -> None:
        along = [(lane, col) for col in range(cols)] if horizontal else [(row, lane) for row in range(rows)]
        self.cells: tuple[Cell, ...] = tuple(along)
        self.bits = tuple([1 << (row * cols + col) for row, col in along])
        self.before = tuple(accumulate(self.bits, initial=0))
        self._masks: dict[int, tuple[int, ...]] = {}

    def masks(self, length: int) -> tuple[int, ...]:
        """Return the cells that a car of this length covers at each offset, as bits."""
        if length not in self._masks:
            before = self.before
            self._masks[length] = tuple([before[at + length] ^ before[at] for at in range(len(before) - length)])
        return self._masks[length]


_lane = cache(Lane)  # shared by all levels of the same size


class Lot:
    """The data shared by all positions of a level; a position adds the offset of each car along its lane.

    Sets of cells are integers with one bit per cell (row * cols + column), so testing whether a path is free takes one
    ``&``.
    """

    __slots__ = (
        "before",
        "bits",
        "cars",
        "cells",
        "cols",
        "goal",
        "horizontal",
        "index",
        "key",
        "labels",
        "lengths",
        "masks",
        "rows",
        "side",
        "target",
        "walls",
    )

    def __init__(self, rows: int, cols: int, walls: int, cars: tuple[Car, ...], target: int, side: Side) -> None:
        self.key = (rows, cols, walls, cars, target, side)
        self.rows, self.cols, self.walls, self.cars, self.target, self.side = self.key
        self.labels = tuple(car.label for car in cars)
        self.lengths = tuple(car.length for car in cars)
        self.horizontal = tuple(car.horizontal for car in cars)
        self.index = {label: i for i, label in enumerate(self.labels)}
        lines = [_lane(rows, cols, car.horizontal, car.lane) for car in cars]
        self.cells = tuple([line.cells for line in lines])
        self.bits = tuple([line.bits for line in lines])
        self.before = tuple([line.before for line in lines])
        self.masks = tuple([line.masks(car.length) for line, car in zip(lines, cars, strict=True)])
        self.goal = len(self.masks[target]) - 1 if side in ("right", "down") else 0

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Lot) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Callable[..., Lot], tuple[object, ...]]:
        """Pickle only plain values; the other attributes are computed from them."""
        cars = tuple([value for car in self.cars for value in car])
        return _unpickle, (self.rows, self.cols, self.walls, self.target, self.side, cars)

    def occupied(self, at: tuple[int, ...]) -> int:
        taken = self.walls
        for masks, offset in zip(self.masks, at, strict=True):
            taken |= masks[offset]
        return taken

    def is_wall(self, cell: Cell) -> bool:
        return bool(self.walls >> (cell[0] * self.cols + cell[1]) & 1)

    def lanes(self) -> list[list[int]]:
        """Return the numbers of the cars in each lane that contains cars."""
        lanes: dict[tuple[bool, int], list[int]] = {}
        for i, car in enumerate(self.cars):
            lanes.setdefault((car.horizontal, car.lane), []).append(i)
        return list(lanes.values())


def _unpickle(rows: int, cols: int, walls: int, target: int, side: Side, cars: tuple[Any, ...]) -> Lot:
    values = iter(cars)
    return Lot(rows, cols, walls, tuple(map(Car, values, values, values, values)), target, side)
