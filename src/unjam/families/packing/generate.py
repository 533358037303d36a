"""Random levels: a rectangle cut into pieces, so that it can be filled."""

from __future__ import annotations

from random import Random

from .level import Tray
from .shapes import Kind, Point, Shape


def cut(rng: Random, width: int, height: int, pieces: int, freedom: str) -> Tray:
    """A rectangle cut into connected pieces grown from random cells; equal shapes become one kind."""
    board = [(x, y) for x in range(width) for y in range(height)]
    owner: dict[Point, int] = {cell: n for n, cell in enumerate(rng.sample(board, min(pieces, len(board))))}
    edge = list(owner)
    while len(owner) < len(board):
        x, y = cell = rng.choice(edge)
        free = [
            near
            for near in ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))
            if 0 <= near[0] < width and 0 <= near[1] < height and near not in owner
        ]
        if not free:
            edge.remove(cell)
            continue
        owner[near := rng.choice(free)] = owner[cell]
        edge.append(near)
    shapes: dict[Shape, int] = {}
    for n in range(max(owner.values()) + 1):
        shape = Shape.of(cell for cell in board if owner[cell] == n)
        shapes[shape] = shapes.get(shape, 0) + 1
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    kinds = [
        Kind(names[n] if len(shapes) <= len(names) else f"P{n + 1}", shape, count, freedom)  # type: ignore[arg-type]
        for n, (shape, count) in enumerate(shapes.items())
    ]
    return Tray(width, height, board, kinds)
