"""Lower bounds on the number of pieces that still have to be placed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...core.puzzle import EVERY_METRIC, ZERO, Heuristic

if TYPE_CHECKING:
    from .position import Packing


def left(position: Packing, metric: str) -> int:
    """Return the number of waiting pieces or, if some may be left over, the fewest that can cover the empty cells."""
    if not position.board.leftover:
        return len(position.waiting)
    empty, needed = position.empty.bit_count(), 0
    for area in sorted((position.kind(piece).area for piece in position.waiting), reverse=True):
        if empty <= 0:
            break
        empty -= area
        needed += 1
    return needed


HEURISTICS: Mapping[str, Heuristic] = {
    "zero": ZERO,
    "left": Heuristic(left, admissible=EVERY_METRIC, consistent=EVERY_METRIC),
}
