"""Random boards of tiles, each of the boards that can be solved as likely as any other."""

from __future__ import annotations

from random import Random

from ...puzzle import Message, Unsupported
from .level import Frame, frame
from .text import LARGEST, standard_goal


def shuffled(rng: Random, rows: int = 4, cols: int | None = None, goal: str = "first") -> tuple[bytes, Frame]:
    """The numbers of a solvable board drawn evenly from all of its size, and its frame.

    >>> cells, drawn = shuffled(Random(1), 3)
    >>> drawn.solvable(cells), sorted(cells) == list(range(9))
    (True, True)
    """
    cols = cols or rows
    if not (2 <= rows <= LARGEST and 2 <= cols <= LARGEST):
        raise Unsupported(
            Message(
                "no random boards of {rows}×{cols}; choose rows and columns from 2 to {most}",
                rows=rows,
                cols=cols,
                most=LARGEST,
            )
        )
    shared = frame(rows, cols, standard_goal(rows, cols, goal))
    cells = list(range(rows * cols))
    rng.shuffle(cells)
    if not shared.solvable(bytes(cells)):
        a, b = (at for at, number in enumerate(cells) if number in (1, 2))
        cells[a], cells[b] = cells[b], cells[a]  # one swap turns the parity
    return bytes(cells), shared
