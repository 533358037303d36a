"""Converts a position of sliding blocks to a scene for viewers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...core.scene import Exit, Home, Piece, Scene

if TYPE_CHECKING:
    from .board import Layout
    from .position import Blocks

Side = Literal["left", "right", "up", "down"]


def make_scene(position: Blocks) -> Scene:
    layout = position.layout
    floor = [list(row) for row in layout.floor]
    pieces, homes = [], []
    for index, letter in enumerate(layout.letters):
        kind, state = "block", ""
        if index in layout.goals:
            home = layout.goals[index]
            kind, state = "target", "home" if position.at[index] == home else ""
            homes.append(Home(letter, layout.cells(index, home)))
            for row, col in homes[-1].cells:
                floor[row][col] = "o"
        cells = layout.cells(index, position.at[index])
        pieces.append(Piece(letter, cells, kind, letter, state, layout.shape_keys[index]))
    rows = tuple(map("".join, floor))
    return Scene(position.family, layout.rows, layout.cols, rows, tuple(pieces), _exit(layout), homes=tuple(homes))


def _exit(layout: Layout) -> Exit | None:
    """Return the exit if only the largest block has a goal and the goal touches exactly one side of the board."""
    if len(layout.goals) != 1:
        return None
    [(block, home)] = layout.goals.items()
    sizes = [len(shape) for shape in layout.shapes]
    if any(size >= sizes[block] for index, size in enumerate(sizes) if index != block):
        return None
    cells = layout.cells(block, home)
    touched: dict[Side, list[int]] = {
        "down": [col for row, col in cells if row == layout.rows - 1],
        "right": [row for row, col in cells if col == layout.cols - 1],
        "up": [col for row, col in cells if row == 0],
        "left": [row for row, col in cells if col == 0],
    }
    sides = [(side, along) for side, along in touched.items() if along]
    return Exit(sides[0][0], min(sides[0][1]), max(sides[0][1])) if len(sides) == 1 else None
