"""Recognises equivalent packing levels, which differ only by rotation, reflection or the names of pieces."""

from __future__ import annotations

from .position import Packing
from .shapes import Point, turn_point


def key(level: Packing) -> str:
    """Return the level's canonical form, shared by all equivalent levels: the smallest of eight symmetric variants."""
    return str(min(_image(level, turn) for turn in range(8)))


def _image(level: Packing, turn: int) -> tuple[object, ...]:
    board = level.board
    turned = [turn_point(point, turn) for point in board.points]
    left, low = min(x for x, _ in turned), min(y for _, y in turned)

    def cells_of(piece: int) -> list[Point]:
        placement = level.placements[piece]
        if placement is None:
            return []
        points = level.kind(piece).shapes[placement.turn].points
        cells = (turn_point((placement.x + x, placement.y + y), turn) for x, y in points)
        return sorted((x - left, y - low) for x, y in cells)

    looks = [sorted(look.turned(turn).points for look in kind.looks) for kind in board.kinds]
    pieces = sorted(
        (looks[kind], cells_of(piece), placement is not None and placement.locked)
        for piece, (kind, placement) in enumerate(zip(board.kind_of, level.placements, strict=True))
    )
    return sorted((x - left, y - low) for x, y in turned), pieces, board.leftover
