"""How a board is turned before the native core sees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Frame


@dataclass(frozen=True, slots=True)
class Orientation:
    """A board turned and mirrored so that it is not higher than wide and the gap's home comes as early as possible.

    Tiles are named by the (turned) cell they belong to. So every goal becomes the same goal, and goals that mirror each
    other share their tables.
    """

    rows: int
    cols: int
    gap: int
    source: tuple[int, ...]  # turned cell -> cell of the board
    names: bytes  # number -> name
    numbers: bytes  # name -> number

    def turned(self, cells: bytes) -> bytes:
        """Return the board as the native core knows it."""
        named = cells.translate(self.names)
        return bytes(named[at] for at in self.source)


@lru_cache(maxsize=256)
def orientation(frame: Frame) -> Orientation:
    """Return the orientation that all boards with this size and goal share."""
    rows, cols = min(frame.rows, frame.cols), max(frame.rows, frame.cols)
    best: tuple[int, tuple[int, ...]] | None = None
    for source in _symmetries(frame.rows, frame.cols):
        gap = source.index(frame.home[0])
        if best is None or gap < best[0]:
            best = (gap, source)
    assert best is not None
    gap, source = best
    place = {cell: at for at, cell in enumerate(source)}
    names = bytearray(range(256))
    numbers = bytearray(rows * cols)
    for number, home in frame.home.items():
        names[number] = place[home]
        numbers[place[home]] = number
    return Orientation(rows, cols, gap, source, bytes(names), bytes(numbers))


def _symmetries(rows: int, cols: int) -> Iterator[tuple[int, ...]]:
    """Yield every symmetry that makes the board at least as wide as high, as the source of each cell."""
    for transposed in (False, True):
        if transposed != (rows > cols) and rows != cols:
            continue
        high, wide = (cols, rows) if transposed else (rows, cols)
        for upside_down in (False, True):
            for mirrored in (False, True):
                source = []
                for at in range(high * wide):
                    row, col = divmod(at, wide)
                    row = high - 1 - row if upside_down else row
                    col = wide - 1 - col if mirrored else col
                    source.append(col * cols + row if transposed else row * cols + col)
                yield tuple(source)
