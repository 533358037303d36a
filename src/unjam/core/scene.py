"""What viewers and players speak of: cells, moves, pieces, and the scene that shows a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Cell = tuple[int, int]
"""(row, column), both from 0, the row counted from the top."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one piece: which, where its first cell lands, and (packing) in which orientation.

    >>> Move("B", (0, 2))
    Move(piece='B', to=(0, 2), turn=0)
    >>> print(Move("B", (0, 2)))
    B to row 1, column 3

    How a family writes the move, "B+2", depends on the position: that is ``Puzzle.notation``.
    """

    piece: str
    to: Cell
    turn: int = 0

    def __str__(self) -> str:
        place = f"{self.piece} to row {self.to[0] + 1}, column {self.to[1] + 1}"
        return f"{place}, turn {self.turn}" if self.turn else place


@dataclass(frozen=True, slots=True)
class Piece:
    """What a viewer draws for one piece.

    ``kind`` is one of ``target car tile block box player slab``; ``state`` adds ``home`` (in its place), ``locked``
    (packing: for good) or ``""``. ``cells`` are sorted; the first one is the cell that ``Move.to`` speaks of.
    Pieces of equal ``group`` share a colour (Klotski: blocks of one shape); by default each piece is its own group.
    ``colour`` is what the level asks for, as ``#rrggbb``: viewers paint the piece in it. ``turns`` is in how many
    orientations a piece may be laid.
    """

    id: str
    cells: tuple[Cell, ...]
    kind: str
    label: str = ""
    state: str = ""
    group: str = ""
    colour: str = ""
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Exit:
    """The gap in the rim: on which side, and the first and last row (left, right) or column (up, down) it spans."""

    side: Literal["left", "right", "up", "down"]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Home:
    """The cells where a piece has to come to lie; those of the gap where ``piece`` is empty."""

    piece: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """All a viewer needs to draw one position, with no rule of any puzzle in it.

    ``floor`` has one string a row: ``.`` a cell, ``#`` a wall, ``o`` a cell that is a goal, space outside the board.
    ``waiting`` are pieces not on the board (packing), their cells counted from (0, 0). ``goal`` is a finished scene to
    show beside the board where the goal cannot be seen on it (tiles). ``homes`` are the places of single pieces
    (Klotski), drawn in front of whatever covers them.
    """

    family: str
    rows: int
    cols: int
    floor: tuple[str, ...]
    pieces: tuple[Piece, ...]
    exit: Exit | None = None
    waiting: tuple[Piece, ...] = ()
    goal: Scene | None = None
    homes: tuple[Home, ...] = ()

    def _repr_svg_(self) -> str:
        from ..pictures.svg import svg  # drawing is only loaded by those who look

        return svg(self)
