"""Converts a position of sliding tiles to a scene for viewers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.scene import Home, Piece, Scene

if TYPE_CHECKING:
    from .position import Tiles


def make_scene(position: Tiles) -> Scene:
    goal = None if position.is_solved() else _scene(position, position.frame.goal)
    home = Home("", (divmod(position.frame.home[0], position.cols),))
    return replace(_scene(position, position.cells, goal), homes=(home,))


def _scene(position: Tiles, cells: bytes, goal: Scene | None = None) -> Scene:
    home, cols = position.frame.goal, position.cols
    pieces = tuple(
        Piece(str(number), (divmod(at, cols),), "tile", str(number), "home" if home[at] == number else "")
        for at, number in enumerate(cells)
        if number
    )
    return Scene("tiles", position.rows, cols, ("." * cols,) * position.rows, pieces, goal=goal)
