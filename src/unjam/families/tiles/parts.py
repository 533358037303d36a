"""How a board is turned before the native core sees it, and into which parts its tiles go for the pattern tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core.puzzle import Message, Unsupported

if TYPE_CHECKING:
    from .board import Frame

SIZES = ("default", "large")
_MOST = {"default": 1 << 24, "large": 1 << 28}  # entries of a table, places of tiles counted as digits

Parts = tuple[tuple[int, ...], ...]

# For the gap's home in the corner. 6-6-3 is the best by mean estimate of all partitions of fifteen tiles into connected
# groups of six, six and three; 7-8 and 6-6-6-6 are Korf and Felner's (2002).
_BEST: dict[tuple[int, int, str], Parts] = {
    (4, 4, "default"): ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
    (4, 4, "large"): ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),
    (5, 5, "large"): (
        (1, 2, 5, 6, 7, 12),
        (3, 4, 8, 9, 13, 14),
        (10, 11, 15, 16, 20, 21),
        (17, 18, 19, 22, 23, 24),
    ),
}


@dataclass(frozen=True, slots=True)
class Orientation:
    """The board turned and mirrored so that it is not higher than wide and the gap's home comes as early as possible.

    Tiles are named by the (turned) cell they belong to, so every goal becomes the same goal and goals that mirror each
    other share their tables.
    """

    rows: int
    cols: int
    gap: int
    source: tuple[int, ...]  # turned cell -> cell of the board
    names: bytes  # number -> name
    numbers: bytes  # name -> number

    def turned(self, cells: bytes) -> bytes:
        """The board as the native core knows it."""
        named = cells.translate(self.names)
        return bytes(named[at] for at in self.source)


@lru_cache(maxsize=256)
def orientation(frame: Frame) -> Orientation:
    """The one that all boards with this size and goal share."""
    rows, cols = min(frame.rows, frame.cols), max(frame.rows, frame.cols)
    best: tuple[int, tuple[int, ...]] | None = None
    for source in _layouts(frame.rows, frame.cols):
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


def _layouts(rows: int, cols: int) -> Iterator[tuple[int, ...]]:
    """Every symmetry that lays the board down, as the list of where each cell comes from."""
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


def parts(rows: int, cols: int, gap: int, size: str) -> Parts:
    """The tiles in groups, one table each; () where a board is too narrow for tables to help.

    >>> parts(3, 3, 0, "default")
    ((3, 1, 4, 2, 5, 8, 7), (6,))
    """
    if size not in SIZES:
        raise Unsupported.choice(Message("no tables '{name}'", name=size), SIZES)
    if min(rows, cols) == 1:
        return ()
    if gap == 0 and (rows, cols, size) in _BEST:
        return _BEST[rows, cols, size]
    most = max(k for k in range(1, 8) if (rows * cols) ** k <= _MOST[size])
    tiles = [at for at in _snake(rows, cols) if at != gap]
    return tuple(tuple(tiles[at : at + most]) for at in range(0, len(tiles), most))


def _snake(rows: int, cols: int) -> Iterator[int]:
    """The cells in strips two rows high, to and fro, so that neighbours in the list are neighbours on the board."""
    for strip, top in enumerate(range(0, rows, 2)):
        columns = range(cols) if strip % 2 == 0 else reversed(range(cols))
        for col in columns:
            for row in range(top, min(top + 2, rows)):
                yield row * cols + col
