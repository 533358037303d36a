"""Explains a placement: only this piece can fill some cell, or any other piece on that cell leads to a dead end."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.cells import set_bits
from ...core.page import Reason
from ...core.puzzle import Cell, Message, Move, join_messages, plural
from .lifting import is_lift
from .position import Packing

MAX_TRIED = 80
"""The maximum number of placements of other pieces to try for one cell."""


def why(puzzle: Packing, moves: Sequence[Move]) -> Reason | None:
    """Return why the first move is needed, or None if no simple reason is found.

    Either only this piece can fill some of its cells, or any other piece on one of them leads to a dead end.

    >>> from unjam.families.packing import Packing
    >>> level = Packing.parse("board 3 2\\nBar 1x2\\nSquare 2x2\\nBar @ 0,0\\n")
    >>> print(why(level, [Move("Square", (0, 1))]).message)
    only Square can fill the 4 marked squares
    """
    board, move = puzzle.board, moves[0]
    if is_lift(move):
        return _in_the_way(puzzle, moves)
    piece = puzzle.number(move.piece)
    kind = board.kind_of[piece]
    mask = board.place_at[kind, move.to, move.turn].mask
    name = board.kinds[kind].name
    others = [each for each in puzzle.moves() if board.kind_of[puzzle.number(each.piece)] != kind]
    kinds = [board.kind_of[puzzle.number(each.piece)] for each in others]
    masks = [(each, board.place_at[k, each.to, each.turn].mask) for each, k in zip(others, kinds, strict=True)]
    only = mask
    for _, covered in masks:
        only &= ~covered
    if only:
        cells = _cells(puzzle, only)
        message = plural(
            "only {piece} can fill the marked square",
            "only {piece} can fill the {n} marked squares",
            n=len(cells),
            piece=name,
        )
        return Reason(message, (move.piece,), cells)
    for cell in _cells(puzzle, mask):
        bit = 1 << (cell[1] * board.height + board.height - 1 - cell[0])
        there = [each for each, covered in masks if covered & bit]
        if len(there) <= MAX_TRIED and all(puzzle.play(each).dead() for each in there):
            message = Message(
                "any piece other than {piece} on the marked square would leave a space that cannot be filled",
                piece=name,
            )
            return Reason(message, (move.piece,), (cell,))
    return None


def _in_the_way(puzzle: Packing, moves: Sequence[Move]) -> Reason | None:
    """Return the reason for taking pieces off: with all of them in place, the rest of the board cannot be filled.

    Where pieces may be left over, they may also be taken off because larger ones fill the board in fewer moves.
    """
    if puzzle.board.leftover and puzzle.dead() is None:
        return None
    ids = tuple(move.piece for move in moves if is_lift(move))
    names = [puzzle.kind(puzzle.board.ids.index(each)).name for each in ids]
    if len(names) == 1:
        message = Message("with {piece} there, the rest of the board cannot be filled", piece=names[0])
    else:
        message = Message("with {pieces} there, the rest of the board cannot be filled", pieces=join_messages([*names]))
    cells = tuple(sorted(cell for piece in puzzle.scene().pieces if piece.id in ids for cell in piece.cells))
    return Reason(message, ids, cells)


def _cells(puzzle: Packing, mask: int) -> tuple[Cell, ...]:
    height = puzzle.board.height
    return tuple(sorted((height - 1 - bit % height, bit // height) for bit in set_bits(mask)))
