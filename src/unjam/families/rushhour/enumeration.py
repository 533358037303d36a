"""Enumerates all Rush Hour boards of a given size: which are solvable, how hard they are, and which are minimal.

The boards are split into parts. A part consists of all boards whose rows have the same cars in the same order. A part
with too many boards is split further by the cars in the first two columns. A car never leaves its row or column and
never overtakes another, so all positions that can be reached from one another are in the same part, and parts can be
enumerated in any order on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from ... import _core
from ...core.puzzle import Task
from .board import LABELS, WALL

ORDERS = ((), (2,), (3,), (2, 2), (2, 3), (3, 2))
"""The possible sequences of car lengths in a lane; each leaves at least one of six cells free."""
MAX_LAYOUTS = 20_000
"""A part with more layouts than this is split by the cars in its first two columns."""


@dataclass(frozen=True, slots=True)
class Part:
    """All boards of one size that share their walls and the order of cars in each row and, if split, in two columns."""

    orders: tuple[int, ...]
    walls: tuple[int, ...] = ()
    side: int = 6
    row: int = 2

    @property
    def name(self) -> str:
        """Return the size, the walls and the orders as a string.

        >>> Part((1, 0, 0, 3, 2, 0), walls=(0, 7)).name
        '6-0.7-100320'
        """
        return f"{self.side}-{'.'.join(map(str, self.walls))}-{''.join(map(str, self.orders))}"

    @property
    def layouts(self) -> int:
        """Return the number of boards in which no car can slide left or up.

        Among all boards that can be reached from one another, there is exactly one such board.

        >>> Part((0,) * 6).layouts
        171072
        """
        return _core.rushhour_count_layouts(self.side, self.row, list(self.orders), list(self.walls))


@dataclass(frozen=True, slots=True)
class PartResult:
    """The counts for a part: layouts, spaces, positions, and expanded positions.

    ``solvable[n]`` is the number of spaces whose hardest board needs n moves. ``boards`` lists those hardest boards
    that become easier if any one of their cars or walls is removed.
    """

    layouts: int
    spaces: int
    positions: int
    expanded: int
    solvable: tuple[int, ...]
    boards: tuple[tuple[str, int], ...]


def all_parts(walls: int = 0, side: int = 6, row: int = 2) -> Iterator[Part]:
    """Yield the unsplit parts that together contain every board with this many walls outside the target's row.

    >>> sum(part.layouts for part in all_parts(side=4))
    1150
    """
    orders = [order for order, cars in enumerate(ORDERS) if sum(cars) < side]
    cells = [cell for cell in range(side * side) if cell // side != row]
    for chosen in combinations(cells, walls):
        for others in product(orders, repeat=side - 1):
            yield Part((*others[:row], 0, *others[row:]), chosen, side, row)


def split(part: Part) -> Iterator[Part]:
    """Yield the part itself or, if it has many layouts, a part for each order of cars in the first two columns."""
    layouts = part.layouts
    if layouts > MAX_LAYOUTS:
        for two in product(range(len(ORDERS)), repeat=2):
            yield Part((*part.orders, *two), part.walls, part.side, part.row)
    elif layouts:
        yield part


def enumerate_part(part: Part, task: Task | None = None) -> PartResult | None:
    """Enumerate the part and return the result; None if the task's limits or control stopped it.

    >>> enumerate_part(Part((0, 0, 0, 0), side=4)).boards
    (('ooooooooAAoooooo', 1), ('oooooooBAAoBoooo', 2), ('ooooooBoAABooooo', 2), ('ooooooBCAABCoooo', 3))
    """
    result = _core.rushhour_enumerate(part.side, part.row, list(part.orders), list(part.walls), task)
    if result is None:
        return None
    layouts, spaces, positions, expanded, solvable, boards = result
    signs = f"o{WALL}{LABELS}"
    texts = tuple(("".join(signs[cell] for cell in cells), moves) for cells, moves in boards)
    return PartResult(layouts, spaces, positions, expanded, tuple(solvable), texts)


def enumerate_parts(parts: Iterable[Part]) -> list[tuple[str, PartResult]]:
    return [(part.name, result) for part in parts if (result := enumerate_part(part)) is not None]
