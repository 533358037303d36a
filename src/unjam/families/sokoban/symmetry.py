"""Which Sokoban levels are equivalent: turned, mirrored, or with more wall around them."""

from __future__ import annotations

from collections.abc import Set

from ...core.symmetry import smallest_image
from .position import Sokoban


def key(level: Sokoban, player_squares: Set[int] | None = None) -> str:
    """Return the smallest of the eight images of the floor.

    ``player_squares`` are the squares to mark as the player's, by default the one where the player is.
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
    """Return the drawing transposed, without the rows at its top and bottom that are all wall."""
    inner = [at for at, row in enumerate(rows) if row.strip("#")]
    rows = rows[inner[0] : inner[-1] + 1] if inner else rows[:1]
    return ["".join(column) for column in zip(*rows, strict=True)]
