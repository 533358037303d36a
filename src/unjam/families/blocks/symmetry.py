"""Identifies equivalent boards, which differ only by rotation, reflection (goals included) or the letters used."""

from __future__ import annotations

from ...core.symmetry import images
from .position import Blocks


def key(board: Blocks) -> str:
    """Return the board's canonical form: the smallest of the eight symmetric variants of the board and its goals.

    Blocks are numbered in reading order, so their letters do not matter.
    """
    layout = board.layout
    cols = layout.cols

    def numbers(block: int, first: int) -> list[int]:
        return [row * cols + col for row, col in layout.cells(block, first)]

    blocks = [numbers(block, first) for block, first in enumerate(board.at)]
    goals = {block: numbers(block, home) for block, home in layout.goals.items()}
    floor = [-1 if mark == "#" else 0 for mark in "".join(layout.floor)]
    keys = []
    for image in images(layout.rows, cols):
        to, cells = image.to, [0] * len(floor)
        for at, mark in enumerate(floor):
            cells[to[at]] = mark
        order = sorted(range(len(blocks)), key=lambda block, to=to: min(to[at] for at in blocks[block]))  # type: ignore[misc]
        for number, block in enumerate(order, 1):
            for at in blocks[block]:
                cells[to[at]] = number
        wanted = sorted((order.index(block) + 1, min(to[at] for at in home)) for block, home in goals.items())
        keys.append((image.rows, image.cols, wanted, cells))
    return str(min(keys))
