"""A game of packing that can be undone and saved, to try its keys in any order."""

from __future__ import annotations

from typing import Any, Self

from unjam.families.packing import Packing, PackingGame


class UndoableGame(PackingGame):
    """A ``PackingGame`` that remembers its positions."""

    def __init__(self, start: Packing) -> None:
        super().__init__(start)
        self._positions = [start]
        self._now = 0

    def let_go(self) -> Self:
        """Empty the hand, which every change of the position ends with, and remember the new position."""
        if self.position != self._positions[self._now]:
            self._positions[self._now + 1 :] = [self.position]
            self._now += 1
        return super().let_go()

    def _go_to(self, number: int) -> Self:
        self._now, self.position = number, self._positions[number]
        return self.let_go()

    def undo(self) -> Self:
        return self._go_to(self._now - 1) if self._now > 0 else self

    def redo(self) -> Self:
        return self._go_to(self._now + 1) if self._now < len(self._positions) - 1 else self

    def restart(self) -> Self:
        """Return the game at its start; everything can still be redone."""
        return self._go_to(0)

    def state(self) -> dict[str, Any]:
        """Return everything as JSON values; ``load`` gives the same game back."""
        return {
            "positions": [str(position) for position in self._positions],
            "now": self._now,
            "selected": self.selected,
            "turn": self._turn,
            "corner": list(self._corner) if self._corner is not None else None,
            "caption": self.caption,
            "stars": [list(cell) for cell in self.stars],
            "tried": [list(cell) for cell in self.preview_cells],
            "full": self.full,
            "victory": self.victory,
        }

    @classmethod
    def load(cls, state: dict[str, Any]) -> Self:
        game = cls(Packing.parse(state["positions"][0]))
        game._positions = [Packing.parse(text) for text in state["positions"]]
        game._now = state["now"]
        game.position = game._positions[game._now]
        game.selected, game._turn = state["selected"], state["turn"]
        if state["corner"] is not None:
            row, column = state["corner"]
            game._corner = row, column
        return game
