"""Every Rush Hour board of a size there is: by reachable space, which are solvable, how hard, and which are minimal.

The boards are gone through in parts. A part is all boards whose rows hold the same cars in the same order (and, where
that is much, whose first two columns do); no car ever leaves its row or column or overtakes another, so no reachable
space lies in two parts, and parts can be worked through in any order on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from ... import _core
from ...core.puzzle import Task
from .board import LABELS, WALL

ORDERS = ((), (2,), (3,), (2, 2), (2, 3), (3, 2))
"""The cars that a line can hold with a cell to spare, by length."""
MUCH = 20_000
"""Layouts of a part beyond which it is cut by its first two columns."""


@dataclass(frozen=True, slots=True)
class Part:
    """Boards of one size with their target in one row: the orders of their rows, of two columns or none, the walls."""

    orders: tuple[int, ...]
    walls: tuple[int, ...] = ()
    side: int = 6
    row: int = 2

    @property
    def name(self) -> str:
        """Size, walls and orders.

        >>> Part((1, 0, 0, 3, 2, 0), walls=(0, 7)).name
        '6-0.7-100320'
        """
        return f"{self.side}-{'.'.join(map(str, self.walls))}-{''.join(map(str, self.orders))}"

    @property
    def layouts(self) -> int:
        """How many of its boards are layouts: no car can slide left or up. There is one in every space.

        >>> Part((0,) * 6).layouts
        171072
        """
        return _core.rushhour_layouts(self.side, self.row, list(self.orders), list(self.walls))


@dataclass(frozen=True, slots=True)
class Found:
    """What a part holds: layouts, spaces, positions in them, positions expanded in all; how many spaces can be solved,
    by the moves of their hardest board; and those boards that get easier without any of their cars or walls."""

    layouts: int
    spaces: int
    positions: int
    expanded: int
    solvable: tuple[int, ...]
    boards: tuple[tuple[str, int], ...]


def parts(walls: int = 0, side: int = 6, row: int = 2) -> Iterator[Part]:
    """The parts that together hold every board with that many walls, none of them in the target's row; none is cut.

    >>> sum(part.layouts for part in parts(side=4))
    1150
    """
    orders = [order for order, cars in enumerate(ORDERS) if sum(cars) < side]
    cells = [cell for cell in range(side * side) if cell // side != row]
    for chosen in combinations(cells, walls):
        for others in product(orders, repeat=side - 1):
            yield Part((*others[:row], 0, *others[row:]), chosen, side, row)


def cut(part: Part) -> Iterator[Part]:
    """The part itself, or where it has many layouts the parts that it makes by its first two columns."""
    layouts = part.layouts
    if layouts > MUCH:
        for two in product(range(len(ORDERS)), repeat=2):
            yield Part((*part.orders, *two), part.walls, part.side, part.row)
    elif layouts:
        yield part


def every(part: Part, task: Task | None = None) -> Found | None:
    """What the part holds; None when it was stopped by the limits or the control of the task.

    >>> every(Part((0, 0, 0, 0), side=4)).boards
    (('ooooooooAAoooooo', 1), ('oooooooBAAoBoooo', 2), ('ooooooBoAABooooo', 2), ('ooooooBCAABCoooo', 3))
    """
    found = _core.rushhour_every(part.side, part.row, list(part.orders), list(part.walls), task)
    if found is None:
        return None
    layouts, spaces, positions, expanded, solvable, boards = found
    signs = f"o{WALL}{LABELS}"
    texts = tuple(("".join(signs[cell] for cell in cells), moves) for cells, moves in boards)
    return Found(layouts, spaces, positions, expanded, tuple(solvable), texts)


def every_of(some: Iterable[Part]) -> list[tuple[str, Found]]:
    """What each of the parts holds, by its name; for a worker that is handed several."""
    return [(part.name, found) for part in some if (found := every(part)) is not None]
