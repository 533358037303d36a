"""Which Sokoban levels are alike: turned, mirrored, or with more wall drawn round them."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from ...core.symmetry import smallest_image

if TYPE_CHECKING:
    from .position import Sokoban


def key(level: Sokoban, standing: Set[int] | None = None) -> str:
    """The least of the eight images of the floor; ``standing`` are the squares marked as the player's, his own by
    default."""
    board, boxes = level.board, level.boxes
    standing = {level.player} if standing is None else standing
    marks = []
    for square, mark in enumerate("".join(board.floor)):
        if mark in ".o":
            kind = 2 if square in boxes else int(square in standing)
            marks.append((".@$", "o+*")[mark == "o"][kind])
        else:
            marks.append("#")
    cols = board.cols
    rows = ["".join(marks[r * cols : (r + 1) * cols]) for r in range(board.rows)]
    return smallest_image(_cropped(_cropped(rows)))


def _cropped(rows: list[str]) -> list[str]:
    """The drawing without the rows at its top and bottom that are all wall, rows and columns exchanged."""
    inner = [at for at, row in enumerate(rows) if row.strip("#")]
    rows = rows[inner[0] : inner[-1] + 1] if inner else rows[:1]
    return ["".join(column) for column in zip(*rows, strict=True)]
