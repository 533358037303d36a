"""Cells, moves, pieces, and the scene that describes a position to viewers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Cell = tuple[int, int]
"""(row, column), both from 0, the row counted from the top."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one piece: where its first cell goes and, in packing, its orientation.

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


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as viewers draw it.

    ``kind`` is one of ``target car tile block box player slab``; ``state`` is ``home`` (where it belongs), ``locked``
    (packing: for good) or ``""``. ``cells`` are sorted; ``Move.to`` refers to the first one. Pieces of the same
    ``group`` share a colour (Klotski: blocks of one shape); by default each piece is its own group. ``colour`` is the
    colour that the level prescribes, as ``#rrggbb``. ``turns`` is the number of orientations of the piece.
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
    """The gap in the rim: its side, and the first and last row (left, right) or column (up, down) that it spans."""

    side: Literal["left", "right", "up", "down"]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Home:
    """The cells that a piece must reach or, if ``piece`` is empty, that the gap must reach."""

    piece: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a viewer needs to draw a position, without any rules.

    ``floor`` has one string per row: ``.`` is a cell, ``#`` a wall, ``o`` a goal cell, a space is outside the board.
    ``waiting`` are the pieces that are not on the board yet (packing); their cells start at (0, 0). ``goal`` is the
    finished scene, shown beside the board if the board does not show the goal (tiles). ``homes`` are the goals of
    single pieces (Klotski), drawn in front of whatever covers them.
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
        from ..pictures.svg import svg  # loaded only when drawn

        return svg(self)
