"""The acts of a packing player, one at a time: pick a piece, try it somewhere, put it down for now, lock it for good.

Nothing is kept between two acts: the page sends the position and what is in the player's hand, and gets both back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..families.packing.position import Packing
from ..puzzle import Cell, IllegalMove, Puzzle


@dataclass(frozen=True, slots=True)
class Hand:
    """The position, the piece in hand ("" for none), how it is turned, and the lower left corner it is tried at."""

    position: Packing
    selected: str = ""
    turn: int = 0
    corner: Cell | None = None
    said: str = ""

    @property
    def stars(self) -> list[Cell]:
        """The cells where the lower left corner of the piece in hand may lie, turned as it is."""
        return sorted(self._places())

    def _places(self) -> dict[Cell, Any]:
        if not self.selected or self.position.is_solved():
            return {}
        tall = self.position.tray.height
        here = [place for place in self.position.places(self.selected) if place.turn == self.turn]
        return {(tall - 1 - place.y, place.x): place for place in here}

    @property
    def turns(self) -> tuple[int, ...]:
        """The ways the piece in hand may be turned."""
        if not self.selected:
            return ()
        return tuple(self.position.kind(self.position.number(self.selected)).shapes)

    @property
    def shown(self) -> list[Cell]:
        """The cells the piece would cover where it is tried."""
        place = self._places().get(self.corner) if self.corner else None
        if place is None:
            return []
        points = self.position.kind(self.position.number(self.selected)).shapes[place.turn].points
        return sorted((self.position.tray.height - 1 - place.y - dy, place.x + dx) for dx, dy in points)

    # -- the acts

    def select(self, name: str) -> Hand:
        """The piece in hand; a locked one stays where it is."""
        if name not in self.position.tray.ids:
            raise IllegalMove(f"there is no piece {name}")
        spot = self.position.spots[self.position.tray.ids.index(name)]
        if spot is not None and spot[3]:
            return Hand(self.position, said=f"{name} is locked for good.")
        turn = spot[2] if spot is not None else self.turn if self.selected == name else 0
        return Hand(self.position, name, turn)

    def preview(self, cell: Cell) -> Hand:
        """The piece in hand tried with its lower left corner at the cell, if that is one of its places."""
        return replace(self, corner=cell) if cell in self._places() else self

    def place(self, lock: bool = False) -> Hand:
        """The piece put down where it is tried, for now or for good; without a trial nothing changes."""
        place = self._places().get(self.corner) if self.corner else None
        if place is None:
            return self
        position = self.position
        if position.spots[position.number(self.selected)] is not None:
            position = position.take_back(self.selected)
        position = position.play(place.move(self.selected))
        if lock:
            position = position.lock(self.selected)
        if position.is_solved():
            position = position.lock()
        return Hand(position)

    def escape(self) -> Hand:
        """A piece put down for now is taken off the board; otherwise the hand is empty."""
        position = self.position
        if self.selected and self.corner is None and position.spots[position.number(self.selected)] is not None:
            position = position.take_back(self.selected)
        return Hand(position)

    def turned(self) -> Hand:
        """The piece in hand turned to its next orientation."""
        turns = self.turns
        if len(turns) < 2:
            return self
        return replace(self, turn=turns[(turns.index(self.turn) + 1) % len(turns)], corner=None)


def act(puzzle: Puzzle, given: Any) -> Hand:
    """The hand after one act of the player."""
    if not isinstance(puzzle, Packing):
        raise IllegalMove("only packing is played with pieces in hand")
    hand = Hand(puzzle)
    if puzzle.is_solved():
        return hand  # a finished board stays as it is
    if given.selected:
        hand = hand.select(given.selected)
        hand = replace(hand, turn=given.turn if given.turn in hand.turns else hand.turn)
        if given.preview:
            hand = hand.preview((given.preview[0], given.preview[1]))
    if given.act == "select":
        return hand.select(given.piece)
    if given.act == "preview":
        return hand.preview((given.cell[0], given.cell[1])) if given.cell else hand
    if given.act in ("place", "lock"):
        return hand.place(given.act == "lock")
    if given.act == "turn":
        return hand.turned()
    return hand.escape() if given.act == "escape" else Hand(puzzle)
