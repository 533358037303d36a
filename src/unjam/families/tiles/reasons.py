"""Explains a move by naming the next tile that it helps to bring home for good."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.page import Reason
from ...core.puzzle import Cell, Message, Move, plural
from .position import Tiles


def why(puzzle: Tiles, moves: Sequence[Move]) -> Reason | None:
    """Return a reason that names the first tile that these moves bring home for good; None if there is no such tile.

    >>> from unjam.families.tiles import Tiles
    >>> print(why(Tiles.parse("1 2 0 3 4 5 6 7 8"), [Move("2", (0, 2)), Move("1", (0, 1))]).message)
    this brings tile 2 home for good
    """
    away: dict[str, int] = {}  # tile -> the last step at which it is not home
    home: dict[str, Cell] = {}
    position = puzzle
    for at in range(len(moves) + 1):
        for piece in position.scene().pieces:
            if piece.state == "home":
                home[piece.id] = piece.cells[0]
            else:
                away[piece.id] = at
        if at < len(moves):
            position = position.play(moves[at])
    settled = {tile: at + 1 for tile, at in away.items() if at < len(moves)}
    if not settled:
        return None
    tile = min(settled, key=lambda each: (settled[each], each))
    n, cells = settled[tile], (home[tile],)
    if n == 1:
        return Reason(Message("this brings tile {tile} home for good", tile=tile), (tile,), cells)
    message = plural(
        "tile {tile} is the next to reach its final place, in {n} move",
        "tile {tile} is the next to reach its final place, in {n} moves",
        n=n,
        tile=tile,
    )
    return Reason(message, (tile,), cells)
