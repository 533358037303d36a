"""Why a block moves: it comes home, or another is to come where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.page import Reason
from ...core.puzzle import Cell, Message, Move

if TYPE_CHECKING:
    from .position import Blocks


def why(puzzle: Blocks, moves: Sequence[Move]) -> Reason | None:
    """The next block that comes to stand where the first of these moves makes room; None where there is none.

    >>> from unjam.families.blocks import Blocks
    >>> level = Blocks.parse("AB.\\nA..\\ngoal A at 0,1")
    >>> print(why(level, level.from_notation("Bx+1 Ax+1")).message)
    block A is to come where block B stands
    """
    block = moves[0].piece
    here, after = _cells(puzzle, block), puzzle.play(moves[0])
    piece = next(each for each in after.scene().pieces if each.id == block)
    if piece.kind == "target" and piece.state == "home" and after.is_solved():
        return Reason(Message("block {block} is home then", block=block), (block,))
    room, position = here - _cells(after, block), after
    for move in moves[1:]:
        position = position.play(move)
        shared = room & _cells(position, move.piece)
        if move.piece == block:
            break
        if shared:
            told = Message("block {other} is to come where block {block} stands", other=move.piece, block=block)
            return Reason(told, (block, move.piece), tuple(sorted(shared)))
    return None


def _cells(puzzle: Blocks, block: str) -> set[Cell]:
    index = puzzle.layout.letters.index(block)
    return set(puzzle.layout.cells(index, puzzle.at[index]))
