"""Lower bounds on the number of pieces that still have to be placed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...core.puzzle import EVERY_METRIC, ZERO, Heuristic, Message, Term

if TYPE_CHECKING:
    from .position import Packing


def left(position: Packing, metric: str) -> int:
    """Return the number of waiting pieces or, if some may be left over, the fewest that can cover the empty cells."""
    return len(_needed(position))


def _needed(position: Packing) -> list[int]:
    """Return the waiting pieces that the estimate counts, the largest first if some may be left over."""
    if not position.board.leftover:
        return list(position.waiting)
    empty, needed = position.empty.bit_count(), list[int]()
    for piece in sorted(position.waiting, key=lambda piece: -position.kind(piece).area):
        if empty <= 0:
            break
        empty -= position.kind(piece).area
        needed.append(piece)
    return needed


def left_terms(position: Packing, metric: str) -> list[Term]:
    names, terms = position.board.ids, list[Term]()
    for piece in _needed(position):
        if position.board.leftover:
            words = Message("piece {piece} is one of the largest that wait, which cover the rest best", piece=piece + 1)
        else:
            words = Message("piece {piece} has to be placed", piece=piece + 1)
        terms.append(Term(1, words, (names[piece],)))
    return terms


HEURISTICS: Mapping[str, Heuristic] = {
    "zero": ZERO,
    "left": Heuristic(left, EVERY_METRIC, EVERY_METRIC, left_terms),
}
