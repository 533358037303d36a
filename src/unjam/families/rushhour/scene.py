"""Converts a Rush Hour position to a scene for viewers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.scene import Exit, Piece, Scene

if TYPE_CHECKING:
    from .position import RushHour


def make_scene(position: RushHour) -> Scene:
    """Return the scene of the position; the target has the kind ``target``."""
    lot = position.lot
    floor = tuple("".join("#" if lot.is_wall((r, c)) else "." for c in range(lot.cols)) for r in range(lot.rows))
    pieces = tuple(
        Piece(
            car.label,
            position.cells(i),
            "target" if i == lot.target else "car",
            car.label,
            "home" if i == lot.target and position.is_solved() else "",
        )
        for i, car in enumerate(lot.cars)
    )
    lane = lot.cars[lot.target].lane
    return Scene(position.family, lot.rows, lot.cols, floor, pieces, Exit(lot.side, lane, lane))
