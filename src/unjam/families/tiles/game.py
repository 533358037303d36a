"""How tiles are played by hand: a touch slides a whole row towards the gap."""

from __future__ import annotations

from collections.abc import Iterator

from ...puzzle import Move, Puzzle


def runs(puzzle: Puzzle) -> Iterator[list[Move]]:
    """The moves for each tile in line with the gap but not beside it: those between go first, the nearest before all.

    >>> from .position import Tiles
    >>> [[move.piece for move in run] for run in runs(Tiles.parse("1 2 0 3 4 5 6 7 8"))]
    [['2', '1'], ['5', '8']]
    """
    at = {piece.cells[0]: piece.id for piece in puzzle.scene().pieces}
    where = {id: cell for cell, id in at.items()}
    for first in puzzle.moves():
        row, col = where[first.piece]
        down, right = row - first.to[0], col - first.to[1]  # away from the gap
        run, cell = [first], (row + down, col + right)
        while cell in at:
            run = [*run, Move(at[cell], (cell[0] - down, cell[1] - right))]
            yield run
            cell = (cell[0] + down, cell[1] + right)
