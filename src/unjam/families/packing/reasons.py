"""Why a piece goes where it goes: a square that no other piece can fill, or not without spoiling the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.page import Reason
from ...core.puzzle import Cell, Message, Move, listed, plural
from .lifting import is_lift

if TYPE_CHECKING:
    from .position import Packing

MAX_TRIED = 80
"""Places of other pieces that are looked at for one square."""


def why(puzzle: Packing, moves: Sequence[Move]) -> Reason | None:
    """The squares under the first of these moves that no other waiting piece can cover, or none without a dead end.

    >>> from unjam.families.packing import Packing
    >>> level = Packing.parse("board 3 2\\nBar 1x2\\nSquare 2x2\\nBar @ 0,0\\n")
    >>> print(why(level, [Move("Square", (0, 1))]).message)
    only Square can fill the 4 marked squares
    """
    tray, move = puzzle.tray, moves[0]
    if is_lift(move):
        return _in_the_way(puzzle, moves)
    piece = puzzle.number(move.piece)
    kind = tray.kind_of[piece]
    mask = tray.place_at[kind, move.to, move.turn].mask
    name = tray.kinds[kind].name
    others = [each for each in puzzle.moves() if tray.kind_of[puzzle.number(each.piece)] != kind]
    masks = [(each, tray.place_at[tray.kind_of[puzzle.number(each.piece)], each.to, each.turn].mask) for each in others]
    only = mask
    for _, covered in masks:
        only &= ~covered
    if only:
        cells = _cells(puzzle, only)
        told = plural(
            "only {piece} can fill the marked square",
            "only {piece} can fill the {n} marked squares",
            n=len(cells),
            piece=name,
        )
        return Reason(told, (move.piece,), cells)
    for cell in _cells(puzzle, mask):
        bit = 1 << (cell[1] * tray.height + tray.height - 1 - cell[0])
        there = [each for each, covered in masks if covered & bit]
        if len(there) <= MAX_TRIED and all(puzzle.play(each).dead() for each in there):
            told = Message(
                "any piece but {piece} on the marked square would leave something that cannot be filled", piece=name
            )
            return Reason(told, (move.piece,), (cell,))
    return None


def _in_the_way(puzzle: Packing, moves: Sequence[Move]) -> Reason:
    """Why pieces are taken off: with all of them where they lie, the rest cannot be filled."""
    ids = tuple(move.piece for move in moves if is_lift(move))
    names = [puzzle.kind(puzzle.tray.ids.index(each)).name for each in ids]
    if len(names) == 1:
        told = Message("with {piece} there, the rest of the board cannot be filled", piece=names[0])
    else:
        told = Message("with {pieces} there, the rest of the board cannot be filled", pieces=listed([*names]))
    cells = tuple(sorted(cell for piece in puzzle.scene().pieces if piece.id in ids for cell in piece.cells))
    return Reason(told, ids, cells)


def _cells(puzzle: Packing, mask: int) -> tuple[Cell, ...]:
    height = puzzle.tray.height
    found = []
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            x, y = divmod(bit, height)
            found.append((height - 1 - y, x))
    return tuple(sorted(found))
