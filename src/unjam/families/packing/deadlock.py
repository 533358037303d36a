"""What forbids every filling before any search: areas that do not add up, and pieces that fit nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.puzzle import Fault, Message, plural

if TYPE_CHECKING:
    from .position import Packing


def dead_ends(position: Packing) -> list[Fault]:
    """Every reason, found without a search, why the board cannot be filled from here; [] when none is."""
    found = [] if (areas := _areas(position)) is None else [Fault(areas)]
    tray = position.tray
    if not tray.leftover:
        for k in dict.fromkeys(tray.kind_of[piece] for piece in position.waiting):
            if all(place.mask & position.covered for place in tray.places[k]):
                found.append(Fault(_nowhere(tray.kinds[k].name, position)))
    return found


def _areas(position: Packing) -> Message | None:
    """What is wrong with the sum of the areas of the pieces not on the board."""
    waiting, empty = position.waiting, position.empty.bit_count()
    area = sum(position.kind(piece).area for piece in waiting)
    if area == empty or (area > empty and position.tray.leftover):
        return None
    cells = plural("{n} cell", "{n} cells", n=area)
    if len(waiting) == len(position.spots):
        return plural(
            "the pieces cover {cells} but {n} is to be filled",
            "the pieces cover {cells} but {n} are to be filled",
            n=empty,
            cells=cells,
        )
    return plural(
        "the pieces left cover {cells} but {n} is to be filled",
        "the pieces left cover {cells} but {n} are to be filled",
        n=empty,
        cells=cells,
    )


def _nowhere(name: str, position: Packing) -> Message:
    if position.covered:
        return Message("piece {name} fits nowhere any more", name=name)
    return Message("piece {name} fits nowhere on the board", name=name)
