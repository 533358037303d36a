"""Defines types for the cells of a board and the moves of single pieces."""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]
"""(row, column), both counted from 0; row 0 is at the top."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one piece: the destination of its first cell and, in packing, its orientation.

    >>> Move("B", (0, 2))
    Move(piece='B', to=(0, 2), turn=0)
    >>> print(Move("B", (0, 2)))
    B to row 1, column 3

    A negative row is off the board: packing moves a piece there to remove it.

    >>> print(Move("Azul", (-1, -1)))
    Azul off the board

    The family's notation, such as "B+2", depends on the position; see ``Puzzle.notation``.
    """

    piece: str
    to: Cell
    turn: int = 0

    def __str__(self) -> str:
        if self.to[0] < 0:
            return f"{self.piece} off the board"
        place = f"{self.piece} to row {self.to[0] + 1}, column {self.to[1] + 1}"
        return f"{place}, turn {self.turn}" if self.turn else place
