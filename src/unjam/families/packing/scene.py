"""Converts a packing position to a scene for viewers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.scene import Piece, Scene
from . import colours

if TYPE_CHECKING:
    from .position import Packing


def make_scene(position: Packing) -> Scene:
    board = position.board
    floor = tuple(
        "".join(" ."[(x, y) in board.points] for x in range(board.width)) for y in range(board.height - 1, -1, -1)
    )
    pieces: list[Piece] = []
    waiting: list[Piece] = []
    for piece, placement in enumerate(position.placements):
        kind = position.kind(piece)
        shape = kind.shape if placement is None else kind.shapes[placement.turn]
        x, y, state = 0, board.height - shape.height, ""
        if placement is not None:
            x, y, state = placement.x, placement.y, "locked" * placement.locked
        cells = tuple(sorted((board.height - 1 - y - dy, x + dx) for dx, dy in shape.points))
        colour = colours.piece_colour(kind.name, kind.colour)
        turns = len(kind.shapes)
        picture = Piece(board.ids[piece], cells, "slab", str(piece + 1), state, kind.name, colour, turns)
        (waiting if placement is None else pieces).append(picture)
    return Scene("packing", board.height, board.width, floor, tuple(pieces), waiting=tuple(waiting))
