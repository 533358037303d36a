"""Finding the fillings: what arithmetic already forbids, one solution, all of them, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...puzzle import Limits, Move, Result

if TYPE_CHECKING:
    from .position import Packing


def faults(position: Packing) -> list[str]:
    """Every reason, found without a search, why the board cannot be filled from here; [] when none is."""
    tray, waiting = position.tray, position.waiting
    empty = position.empty.bit_count()
    areas = [position.kind(piece).area for piece in waiting]
    found = []
    if tray.leftover:
        if sum(areas) < empty:
            found.append(f"the pieces cover {sum(areas)} cells but {empty} are to be filled")
        return found
    if sum(areas) != empty:
        found.append(f"the pieces cover {sum(areas)} cells but {empty} are to be filled")
    for kind in dict.fromkeys(tray.kind_of[piece] for piece in waiting):
        if all(place.mask & position.covered for place in tray.places[kind]):
            found.append(f"piece {tray.kinds[kind].name} fits nowhere on the board")
    return found


def solve(position: Packing, *, limits: Limits, any: bool, **options: Any) -> Result | None:
    """The first solution in the documented order."""
    return None


def solutions(
    position: Packing, *, limits: Limits, reduced: bool, first: str | None, **options: Any
) -> Iterator[tuple[Move, ...]]:
    """Every solution in the documented order."""
    raise NotImplementedError


def count(position: Packing, *, limits: Limits, reduced: bool, **options: Any) -> Result:
    """How many solutions there are."""
    raise NotImplementedError
