"""Sums up a search on a skyline that is too large to send position by position.

The positions of a tower are divided, in their order, into windows of ``per_window`` positions. Of each window one
learns the shares that are expanded and on the frontier, in eighths, at up to MAX_SAMPLES moments. Only changes are
kept, and a share rarely changes more than eight times, so the size depends on the number of windows alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from .record import EXPANDED, FRONTIER, REPEATS, Record, Skyline

MAX_WINDOWS_SENT = 2_400
"""About the number of windows in which these shares can still be seen on a panel."""
PARTS = 8
"""A share is given as a number of these parts: 0 only if it is nothing, PARTS only if it is everything."""


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows of several positions: the window of each position, and the number of positions in each window."""

    per_window: int
    window: Sequence[int]
    sizes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of windows in order: which window, its new shares, and how many changes precede each next sample.

    The shares are one number: expanded parts * (PARTS + 1) + parts on the frontier.
    """

    windows: Sequence[int]
    shares: Sequence[int]
    ends: Sequence[int]


def divide(skyline: Skyline) -> Windows:
    """Return windows of equal numbers of positions; only the last one of a tower may have fewer.

    >>> import unjam
    >>> from unjam.lab.record import lab
    >>> skyline = lab(unjam.Tiles.parse("2 3\\n1 2 0 3 4 5"), []).skyline
    >>> windows = divide(skyline)
    >>> windows.per_window, len(windows.sizes) == skyline.states == sum(windows.sizes)
    (1, True)
    """
    towers = skyline.towers()
    size = max(1, -(-skyline.states // MAX_WINDOWS_SENT))
    first, sizes = [], array("I")
    for height in towers:
        first.append(len(sizes))
        sizes.extend(min(size, height - floor) for floor in range(0, height, size))
    window, heights = array("I"), [0] * len(towers)
    for d in skyline.distance:
        window.append(first[d] + heights[d] // size)
        heights[d] += 1
    return Windows(size, window, sizes)


def changes(record: Record, windows: Windows) -> Changes:
    """Return how the shares of the windows change between the samples of the record."""
    sizes, window = windows.sizes, windows.window
    counts = [[0] * len(sizes) for _ in range(EXPANDED + 1)]
    state, shown = bytearray(len(window)), bytearray(len(sizes))
    changed, shares, ends = array("I"), bytearray(), array("I")
    for begin, end, _ in record.spans():
        touched = set[int]()
        for kind, n in zip(record.kinds[begin:end], record.numbers[begin:end], strict=True):
            if kind != REPEATS:
                w = window[n]
                counts[state[n]][w] -= 1
                counts[kind][w] += 1
                state[n] = kind
                touched.add(w)
        for w in sorted(touched):
            share = _share(counts[EXPANDED][w], counts[FRONTIER][w], sizes[w])
            if share != shown[w]:
                shown[w] = share
                changed.append(w)
                shares.append(share)
        ends.append(len(changed))
    return Changes(changed, shares, ends)


def _share(expanded: int, frontier: int, size: int) -> int:
    lit = _parts(expanded, size)
    return lit * (PARTS + 1) + min(_parts(frontier, size), PARTS - lit)


def _parts(n: int, size: int) -> int:
    if n in (0, size):
        return PARTS * (n == size)
    return min(PARTS - 1, max(1, round(PARTS * n / size)))
