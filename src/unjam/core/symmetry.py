"""The rotations and reflections of a rectangular board, for finding equivalent levels."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple


class Image(NamedTuple):
    """A rotation or reflection of a board: its new size, and the new number of each cell (counted row by row)."""

    rows: int
    cols: int
    to: tuple[int, ...]


@lru_cache(maxsize=64)
def images(rows: int, cols: int) -> tuple[Image, ...]:
    """Return the eight rotations and reflections of a board, starting with the identity.

    >>> [(image.rows, image.cols) for image in images(2, 3)]
    [(2, 3), (2, 3), (2, 3), (2, 3), (3, 2), (3, 2), (3, 2), (3, 2)]
    >>> images(1, 3)[1].to
    (2, 1, 0)
    """
    out = []
    for turned, upside_down, mirrored in product((False, True), repeat=3):
        to = []
        for row, col in product(range(rows), range(cols)):
            r, c = rows - 1 - row if upside_down else row, cols - 1 - col if mirrored else col
            to.append(c * rows + r if turned else r * cols + c)
        out.append(Image(cols, rows, tuple(to)) if turned else Image(rows, cols, tuple(to)))
    return tuple(out)


def smallest_image(rows: list[str]) -> str:
    """Return the lexicographically smallest of a drawing's eight rotations and reflections.

    >>> smallest_image(["ba", "cc"])
    'ab\\ncc'
    """
    texts = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        texts += ["\n".join(rows), "\n".join(row[::-1] for row in rows)]
    return min(texts)
