"""The acts of a packing player, one at a time, with nothing kept between two of them.

The page sends the position and what is in the player's hand; the game of the family says what becomes of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..families.packing.game import PackingGame
from ..families.packing.position import Packing
from ..puzzle import Cell, IllegalMove, Puzzle


@dataclass(frozen=True, slots=True)
class Hand:
    """What the player holds and sees after an act; ``turns`` is in how many ways the piece in hand can lie."""

    position: Packing
    selected: str
    turn: int
    corner: Cell | None
    shown: list[Cell]
    stars: list[Cell]
    turns: int
    said: str = ""


def act(puzzle: Puzzle, given: Any) -> Hand:
    """The hand after one act of the player; an act without a meaning at the moment changes nothing."""
    if not isinstance(puzzle, Packing):
        raise IllegalMove("only packing is played with pieces in hand")
    game = PackingGame(puzzle)
    if given.selected:
        game.select(given.selected)
        for _ in range(8):
            if game.state()["turn"] == given.turn:
                break
            game.turn()
        if given.preview:
            game.preview((given.preview[0], given.preview[1]))
    said = ""
    if given.act == "select":
        game.let_go().select(given.piece)
        if game.selected is None and not game.victory:
            said = f"{given.piece} is locked for good."
    elif given.act == "preview" and given.cell:
        game.preview((given.cell[0], given.cell[1]))
    elif given.act in ("place", "lock", "escape", "turn"):
        getattr(game, given.act)()
    elif given.act == "clear":
        game.let_go()
    return _hand(game, said)


def _hand(game: PackingGame, said: str) -> Hand:
    state, position = game.state(), game.position
    selected = game.selected
    turns = len(position.kind(position.number(selected)).shapes) if selected else 0
    corner = tuple(state["corner"]) if state["corner"] and game.tried else None
    return Hand(position, selected or "", state["turn"], corner, game.tried, game.stars, turns, said)
