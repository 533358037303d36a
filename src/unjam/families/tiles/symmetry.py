"""Identifies equivalent boards, which differ only by rotation, reflection (goal included) or the numbers used."""

from __future__ import annotations

from ...core.symmetry import images
from .position import Tiles


def key(board: Tiles) -> str:
    """Return the board's canonical form: the smallest of its symmetric variants.

    Each tile's number is replaced by its home cell, so the numbering does not matter.
    """
    frame = board.frame
    homes = [frame.home[number] for number in board.cells]
    keys = []
    for rows, cols, to in images(frame.rows, frame.cols):
        cells = [0] * len(homes)
        for at, home in enumerate(homes):
            cells[to[at]] = to[home]
        keys.append((rows, cols, to[frame.home[0]], cells))
    return str(min(keys))
