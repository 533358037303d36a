"""The piece that the reference searches lay first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.puzzle import Move, Unsupported
from .board import Spot
from .native import Encoding
from .position import Packing


class Ordered(Packing):
    """A position whose next piece is a chosen one; the positions after it go on in the order of the file."""

    __slots__ = ("first",)

    first: int

    def branches(self) -> Iterator[Move]:
        return self._moves(self.first)

    def _with(self, piece: int, spot: Spot | None, covered: int) -> Packing:  # type: ignore[override]
        return Packing(self.tray, (*self.spots[:piece], spot, *self.spots[piece + 1 :]), covered)


def arrange(puzzle: Packing, options: Mapping[str, Any]) -> Packing:
    """The same position for a search that lays the piece named by the option ``first`` before all others."""
    name = options.get("first")
    if name is None:
        return puzzle
    if puzzle.tray.leftover:
        raise Unsupported("pieces may be left over here, so only the native search takes 'first'")
    ordered = Ordered(puzzle.tray, puzzle.spots, puzzle.covered)
    ordered.first = Encoding(puzzle, symmetric=False).order(name)[0]
    return ordered
