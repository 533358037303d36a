"""The trace file: every board that an algorithm visited, in order, and how many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .board import Tiles
from .text import numbers


def trace_text(states: Iterable[Tiles]) -> Iterator[str]:
    """The pieces of the trace file: each board in rows with a blank line after it, then the count and a newline.

    >>> print(*trace_text([Tiles.parse("0 1 2 3 4 5 6 7 8")]), sep="", end="")
    0 1 2
    3 4 5
    6 7 8
    <BLANKLINE>
    1
    """
    count = 0
    for state in states:
        count += 1
        yield numbers(state.cells, state.cols) + "\n\n"
    yield f"{count}\n"
