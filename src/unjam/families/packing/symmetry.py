"""Which packing levels are alike: board and pieces turned or mirrored together, and pieces named otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .shapes import Kind, Point, Shape

if TYPE_CHECKING:
    from .position import Packing

_WAYS = (
    (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1),
    (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
)  # fmt: skip
"""The eight turns and mirror images: x becomes a·x + b·y, y becomes c·x + d·y."""


def key(level: Packing) -> str:
    """The least of the eight images: the board's cells, and every piece with the ways it may lie and where it does."""
    return str(min(_image(level, way) for way in _WAYS))


def _image(level: Packing, way: tuple[int, int, int, int]) -> tuple[object, ...]:
    a, b, c, d = way
    tray = level.tray
    left = min(a * x + b * y for x, y in tray.board)
    low = min(c * x + d * y for x, y in tray.board)

    def turned(x: int, y: int) -> Point:
        return a * x + b * y, c * x + d * y

    def lying(piece: int) -> list[tuple[int, int]]:
        spot = level.spots[piece]
        if spot is None:
            return []
        points = tray.kinds[tray.kind_of[piece]].shapes[spot[2]].points
        cells = (turned(spot[0] + x, spot[1] + y) for x, y in points)
        return sorted((x - left, y - low) for x, y in cells)

    def ways(kind: Kind) -> list[tuple[Point, ...]]:
        return sorted(Shape.of(turned(*point) for point in look.points).points for look in kind.looks)

    looks = [ways(kind) for kind in tray.kinds]
    pieces = sorted(
        (looks[kind], lying(piece), spot is not None and spot[3])
        for piece, (kind, spot) in enumerate(zip(tray.kind_of, level.spots, strict=True))
    )
    board = sorted((x - left, y - low) for x, y in (turned(*point) for point in tray.board))
    return board, pieces, tray.leftover
