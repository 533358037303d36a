"""Proves without a search that the board cannot be filled: the areas do not match, or a piece fits nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.puzzle import Fault, Message, plural

if TYPE_CHECKING:
    from .position import Packing


def dead_ends(position: Packing) -> list[Fault]:
    """Return the reasons why the board cannot be filled, as far as they can be found without a search."""
    faults = [] if (areas := _areas(position)) is None else [Fault(areas)]
    board = position.board
    if not board.leftover:
        for k in dict.fromkeys(board.kind_of[piece] for piece in position.waiting):
            if all(place.mask & position.covered for place in board.places[k]):
                faults.append(Fault(_nowhere(board.kinds[k].name, position)))
    return faults


def _areas(position: Packing) -> Message | None:
    """Return a message if the total area of the waiting pieces does not match the empty cells, otherwise None."""
    waiting, empty = position.waiting, position.empty.bit_count()
    area = sum(position.kind(piece).area for piece in waiting)
    if area == empty or (area > empty and position.board.leftover):
        return None
    cells = plural("{n} cell", "{n} cells", n=area)
    if len(waiting) == len(position.placements):
        return plural(
            "the pieces cover {cells}, but {n} must be filled",
            "the pieces cover {cells}, but {n} must be filled",
            n=empty,
            cells=cells,
        )
    return plural(
        "the remaining pieces cover {cells}, but {n} must be filled",
        "the remaining pieces cover {cells}, but {n} must be filled",
        n=empty,
        cells=cells,
    )


def _nowhere(name: str, position: Packing) -> Message:
    if position.covered:
        return Message("piece {name} no longer fits anywhere", name=name)
    return Message("piece {name} fits nowhere on the board", name=name)
