"""Which packing levels are equivalent: board and pieces turned or mirrored together, or with other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .shapes import Kind, Point, Shape

if TYPE_CHECKING:
    from .position import Packing

_SYMMETRIES = (
    (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1),
    (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
)  # fmt: skip
"""The eight turns and mirror images: x becomes a·x + b·y, y becomes c·x + d·y."""


def key(level: Packing) -> str:
    """Return the smallest of the eight images: the board's points, and each piece with its orientations and points."""
    return str(min(_image(level, way) for way in _SYMMETRIES))


def _image(level: Packing, way: tuple[int, int, int, int]) -> tuple[object, ...]:
    a, b, c, d = way
    board = level.board
    left = min(a * x + b * y for x, y in board.points)
    low = min(c * x + d * y for x, y in board.points)

    def turned(x: int, y: int) -> Point:
        return a * x + b * y, c * x + d * y

    def cells_of(piece: int) -> list[tuple[int, int]]:
        placement = level.placements[piece]
        if placement is None:
            return []
        points = board.kinds[board.kind_of[piece]].shapes[placement.turn].points
        cells = (turned(placement.x + x, placement.y + y) for x, y in points)
        return sorted((x - left, y - low) for x, y in cells)

    def ways(kind: Kind) -> list[tuple[Point, ...]]:
        return sorted(Shape.of(turned(*point) for point in look.points).points for look in kind.looks)

    looks = [ways(kind) for kind in board.kinds]
    pieces = sorted(
        (looks[kind], cells_of(piece), placement is not None and placement.locked)
        for piece, (kind, placement) in enumerate(zip(board.kind_of, level.placements, strict=True))
    )
    points = sorted((x - left, y - low) for x, y in (turned(*point) for point in board.points))
    return points, pieces, board.leftover
