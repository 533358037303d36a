"""Recognises equivalent Sokoban levels, which differ only by rotation, reflection or extra walls around them."""

from __future__ import annotations

from collections.abc import Set

from ...core.symmetry import smallest_image
from .position import Sokoban


def key(level: Sokoban, player_squares: Set[int] | None = None) -> str:
    """Return the level's canonical form, shared by all equivalent levels: the smallest of eight symmetric variants.

    ``player_squares`` are the squares marked as the player's; the default is the player's actual square alone.
    """
    board, boxes = level.board, level.boxes
    player_squares = {level.player} if player_squares is None else player_squares
    marks = []
    for square, mark in enumerate("".join(board.floor)):
        if mark in ".o":
            kind = 2 if square in boxes else int(square in player_squares)
            marks.append((".@$", "o+*")[mark == "o"][kind])
        else:
            marks.append("#")
    cols = board.cols
    rows = ["".join(marks[r * cols : (r + 1) * cols]) for r in range(board.rows)]
    return smallest_image(_crop(_crop(rows)))


def _crop(rows: list[str]) -> list[str]:
    """Remove the rows at the top and bottom that consist of walls only, and return the rest transposed."""
    inner = [at for at, row in enumerate(rows) if row.strip("#")]
    rows = rows[inner[0] : inner[-1] + 1] if inner else rows[:1]
    return ["".join(column) for column in zip(*rows, strict=True)]
