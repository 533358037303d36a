"""Identifies equivalent boards: turned or mirrored together with the goal, or with different numbers on the tiles."""

from __future__ import annotations

from ...core.symmetry import images
from .position import Tiles


def key(board: Tiles) -> str:
    """Return the smallest image of the board with each tile replaced by its home, so that numbers do not matter."""
    frame = board.frame
    homes = [frame.home[number] for number in board.cells]
    keys = []
    for rows, cols, to in images(frame.rows, frame.cols):
        cells = [0] * len(homes)
        for at, home in enumerate(homes):
            cells[to[at]] = to[home]
        keys.append((rows, cols, to[frame.home[0]], cells))
    return str(min(keys))
