"""Identifies equivalent Rush Hour boards, which differ only by labels, reflection or rotation (exit included)."""

from __future__ import annotations

from ...core.cells import set_bits
from ...core.symmetry import images
from .board import Lot
from .position import RushHour


def key(board: RushHour) -> str:
    """Return the board's canonical form, which is the same for all equivalent boards.

    The board is turned so that the exit is on the right. The canonical form is the smaller of the result and its mirror
    image. Each car is encoded as one number (orientation, lane, offset, length). The target comes first and the others
    are sorted, so labels do not matter.
    """
    lot = board.lot
    across = lot.side in ("left", "right")
    rows, cols = (lot.rows, lot.cols) if across else (lot.cols, lot.rows)
    back = lot.side in ("left", "up")
    this: list[int] = []
    upside_down: list[int] = []
    for (_, horizontal, length, lane), at in zip(lot.cars, board.at, strict=True):
        if horizontal == across:
            place = (cols - length - at if back else at) << 5 | length
            this.append(lane << 9 | place)
            upside_down.append(rows - 1 - lane << 9 | place)
        else:
            place = 1 << 13 | (cols - 1 - lane if back else lane) << 9 | length
            this.append(place | at << 5)
            upside_down.append(place | rows - length - at << 5)
    for cars in (this, upside_down):
        cars[0], cars[lot.target] = cars[lot.target], cars[0]
        cars[1:] = sorted(cars[1:])
    if not lot.walls:
        return f"{rows}x{cols} {min(this, upside_down)}"
    walls, flipped = _walls(lot)
    return f"{rows}x{cols} {min((this, walls), (upside_down, flipped))}"


def _walls(lot: Lot) -> tuple[list[int], list[int]]:
    """Return the wall cells of the turned board and of its mirror image."""
    first = {"right": 0, "left": 1, "down": 4, "up": 6}[lot.side]
    image = images(lot.rows, lot.cols)[first]
    cells = [image.to[cell] for cell in set_bits(lot.walls)]
    flipped = [(image.rows - 1 - cell // image.cols) * image.cols + cell % image.cols for cell in cells]
    return sorted(cells), sorted(flipped)
