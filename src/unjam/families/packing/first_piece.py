"""Implements the option ``first``, which names the piece to place first, for the reference searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.puzzle import Move, Unsupported
from .board import Placement
from .native import Encoding
from .position import Packing


class FirstPiece(Packing):
    """A position in which a search must place the piece ``first`` next and then the others in their usual order."""

    __slots__ = ("first",)

    first: int

    def branches(self) -> Iterator[Move]:
        return self._moves(self.first)

    def _with(self, piece: int, placement: Placement | None, covered: int) -> Packing:  # type: ignore[override]
        return Packing(self.board, (*self.placements[:piece], placement, *self.placements[piece + 1 :]), covered)


def arrange(puzzle: Packing, options: Mapping[str, Any]) -> Packing:
    """Return the position, changed so that searches place the piece named by the option ``first`` before all others."""
    name = options.get("first")
    if name is None:
        return puzzle
    if puzzle.board.leftover:
        raise Unsupported("pieces may be left over in this level, so only the native search supports 'first'")
    ordered = FirstPiece(puzzle.board, puzzle.placements, puzzle.covered)
    ordered.first = Encoding(puzzle, symmetric=False).order(name)[0]
    return ordered
