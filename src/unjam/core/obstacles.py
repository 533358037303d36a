"""Finds what keeps a piece from moving one cell: other pieces, a wall, or the edge of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .move import Cell
from .scene import Scene

Side = Literal["left", "right", "up", "down"]
STEPS: dict[Side, Cell] = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


class Obstacles(NamedTuple):
    """What is on the cells in front: the ids of pieces, in reading order, whether there is a wall, and the cells."""

    pieces: tuple[str, ...]
    wall: bool
    edge: bool
    """Whether one of the cells is outside the board."""
    cells: tuple[Cell, ...]
    """The cells in front that are not free."""


def find_obstacles(scene: Scene, cells: Sequence[Cell], side: Side) -> Obstacles:
    """Return what is in the way of a piece on these cells if it moves one cell to a side; geometry only, no rules.

    >>> scene = Scene("any", 1, 4, ("..#.",), ())
    >>> find_obstacles(scene, [(0, 1)], "right")
    Obstacles(pieces=(), wall=True, edge=False, cells=((0, 2),))
    >>> find_obstacles(scene, [(0, 0), (0, 1)], "up").edge
    True
    """
    down, right = STEPS[side]
    at = {cell: piece.id for piece in scene.pieces for cell in piece.cells}
    front = sorted({(row + down, col + right) for row, col in cells} - set(cells))
    marks = {cell: _mark(scene, cell) for cell in front}
    pieces = dict.fromkeys(at[cell] for cell in front if cell in at)
    taken = tuple(cell for cell in front if cell in at or marks[cell] in "# ")
    return Obstacles(tuple(pieces), "#" in marks.values(), " " in marks.values(), taken)


def _mark(scene: Scene, cell: Cell) -> str:
    row, col = cell
    return scene.floor[row][col] if 0 <= row < scene.rows and 0 <= col < scene.cols else " "
