"""Geometry of cells: neighbours, connected groups, bounding boxes and bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .move import Cell


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells above, below, left and right of a cell."""
    row, col = cell
    return (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)


def connected_groups(cells: Iterable[Cell], *, diagonal: bool = False) -> list[list[Cell]]:
    """Return the connected components of the cells, ordered by first cell.

    With ``diagonal``, cells that touch only at a corner are connected too.

    >>> connected_groups([(0, 0), (0, 1), (2, 0), (1, 1)])
    [[(0, 0), (0, 1), (1, 1)], [(2, 0)]]
    """
    left, groups = dict.fromkeys(cells), []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for row, col in group:  # grows during the loop
            around = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
            near = left.keys() & (around if diagonal else neighbours((row, col)))
            group += sorted(near)
            for cell in near:
                del left[cell]
        groups.append(group)
    return groups


def bounding_box(cells: Sequence[Cell]) -> tuple[int, int]:
    """Return the number of rows and columns of the cells' bounding box.

    >>> bounding_box(((0, 1), (1, 0), (1, 1)))
    (2, 2)
    """
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    return max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def move_corner(cells: Sequence[Cell], to: Cell) -> list[Cell]:
    """Return the cells shifted so that the top left corner of their bounding box is at ``to``.

    >>> move_corner(((0, 1), (1, 0), (1, 1)), (2, 2))
    [(2, 3), (3, 2), (3, 3)]
    """
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return [(to[0] + row - top, to[1] + col - left) for row, col in cells]


def keep_inside(cells: Sequence[Cell], rows: int, cols: int) -> list[Cell]:
    """Return the cells shifted as little as possible so that all are on the board, as far as its size allows.

    >>> keep_inside([(0, 5), (0, 6)], 6, 6), keep_inside([(-1, 0)], 6, 6)
    ([(0, 4), (0, 5)], [(0, 0)])
    """
    down = min(0, rows - 1 - max(row for row, _ in cells))
    right = min(0, cols - 1 - max(col for _, col in cells))
    down = max(down, -min(row for row, _ in cells))
    right = max(right, -min(col for _, col in cells))
    return [(row + down, col + right) for row, col in cells]


def set_bits(mask: int) -> list[int]:
    """Return the indices of the bits that are set, in ascending order.

    >>> set_bits(0b1101)
    [0, 2, 3]
    """
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return bits
