"""The turns and mirror images of a rectangular board, for telling which levels are alike."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Image(NamedTuple):
    """One image of a board: its rows and columns, and for each cell, numbered row by row, where it lies there."""

    rows: int
    cols: int
    to: tuple[int, ...]


@lru_cache(maxsize=64)
def images(rows: int, cols: int) -> tuple[Image, ...]:
    """The eight turns and mirror images of a board, itself first.

    >>> [(image.rows, image.cols) for image in images(2, 3)]
    [(2, 3), (2, 3), (2, 3), (2, 3), (3, 2), (3, 2), (3, 2), (3, 2)]
    >>> images(1, 3)[1].to
    (2, 1, 0)
    """
    found = []
    for turned in (False, True):
        for upside_down in (False, True):
            for mirrored in (False, True):
                to = []
                for row in range(rows):
                    for col in range(cols):
                        r, c = rows - 1 - row if upside_down else row, cols - 1 - col if mirrored else col
                        to.append(c * rows + r if turned else r * cols + c)
                found.append(Image(cols, rows, tuple(to)) if turned else Image(rows, cols, tuple(to)))
    return tuple(found)


def smallest_image(rows: list[str]) -> str:
    """The least of a drawing's eight turns and mirror images, one row a line.

    >>> smallest_image(["ba", "cc"])
    'ab\\ncc'
    """
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found += ["\n".join(rows), "\n".join(row[::-1] for row in rows)]
    return min(found)
