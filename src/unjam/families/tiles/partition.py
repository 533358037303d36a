"""Divides the tiles into groups that share a pattern table."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.puzzle import Message, Unsupported

SIZES = ("default", "large")
_MAX_ENTRIES = {"default": 1 << 24, "large": 1 << 28}  # per table; a table is indexed by the cells of its tiles

Partition = tuple[tuple[int, ...], ...]

# For boards with the gap's home in a corner. Of all partitions of fifteen tiles into connected groups of six, six and
# three, this 6-6-3 has the highest mean estimate; 7-8 and 6-6-6-6 are Korf and Felner's (2002).
_BEST: dict[tuple[int, int, str], Partition] = {
    (4, 4, "default"): ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
    (4, 4, "large"): ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),
    (5, 5, "large"): (
        (1, 2, 5, 6, 7, 12),
        (3, 4, 8, 9, 13, 14),
        (10, 11, 15, 16, 20, 21),
        (17, 18, 19, 22, 23, 24),
    ),
}


def partition(rows: int, cols: int, gap: int, size: str) -> Partition:
    """Return the tiles in groups, one for each table; () if the board is too narrow for tables to help.

    >>> partition(3, 3, 0, "default")
    ((3, 1, 4, 2, 5, 8, 7), (6,))
    """
    if size not in SIZES:
        raise Unsupported.choice(Message("unknown tables '{name}'", name=size), SIZES)
    if min(rows, cols) == 1:
        return ()
    if gap == 0 and (rows, cols, size) in _BEST:
        return _BEST[rows, cols, size]
    largest = max(k for k in range(1, 8) if (rows * cols) ** k <= _MAX_ENTRIES[size])
    tiles = [at for at in _snake(rows, cols) if at != gap]
    return tuple(tuple(tiles[at : at + largest]) for at in range(0, len(tiles), largest))


def _snake(rows: int, cols: int) -> Iterator[int]:
    """Yield the cells in strips of two rows, back and forth, so that neighbours in the list touch on the board."""
    for strip, top in enumerate(range(0, rows, 2)):
        columns = range(cols) if strip % 2 == 0 else reversed(range(cols))
        for col in columns:
            for row in range(top, min(top + 2, rows)):
                yield row * cols + col
