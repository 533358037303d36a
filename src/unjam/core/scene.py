"""Defines the scene, which describes a position to viewers: the floor, the pieces on it, the exit and the goals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .move import Cell


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as viewers draw it.

    ``kind`` is one of ``target car tile block box player slab``; ``state`` is ``home`` (at its destination),
    ``locked`` (packing: placed for good) or ``""``. ``cells`` is sorted; ``Move.to`` refers to the first one. Pieces of
    the same ``group`` share a colour (Klotski: blocks of one shape); by default each piece is its own group. ``colour``
    is the colour that the level prescribes, as ``#rrggbb``. ``turns`` is the number of orientations of the piece.
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
    ``waiting`` holds the pieces that are not on the board yet (packing); their cells start at (0, 0). ``goal`` is the
    finished scene, shown beside the board if the board does not show the goal (tiles). ``homes`` holds the goals of
    single pieces (Klotski), drawn on top of any pieces that cover them.
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
