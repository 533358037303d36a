"""Which boards of tiles are alike: turned or mirrored with their goal, and tiles numbered otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.symmetry import images

if TYPE_CHECKING:
    from .position import Tiles


def key(board: Tiles) -> str:
    """The least image of the cells at which the tiles belong, the gap's first; what they are called does not matter."""
    frame = board.frame
    homes = [frame.home[number] for number in board.cells]
    found = []
    for rows, cols, to in images(frame.rows, frame.cols):
        cells = [0] * len(homes)
        for at, home in enumerate(homes):
            cells[to[at]] = to[home]
        found.append((rows, cols, to[frame.home[0]], cells))
    return str(min(found))
