"""Converts a Sokoban position to a scene for viewers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.scene import Piece, Scene

if TYPE_CHECKING:
    from .position import Sokoban


def make_scene(position: Sokoban) -> Scene:
    """Return the scene of the position; a box on storage has the state ``home``, and a box's id contains its cell."""
    board = position.board
    boxes = tuple(
        Piece(f"box@{r},{c}", ((r, c),), "box", state="home" if box in board.goals else "", group="box")
        for box in sorted(position.boxes)
        for r, c in (board.cell(box),)
    )
    player = Piece("player", (board.cell(position.player),), "player")
    return Scene(position.family, board.rows, board.cols, board.floor, (*boxes, player))
