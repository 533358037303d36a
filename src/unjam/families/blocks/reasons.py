"""Explains a move: the block reaches its goal, or another block needs the cells that it leaves."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.page import Reason
from ...core.puzzle import Cell, Message, Move
from .position import Blocks


def why(puzzle: Blocks, moves: Sequence[Move]) -> Reason | None:
    """Return why the first move is made: it solves the level or frees cells that another block needs; None if neither.

    >>> from unjam.families.blocks import Blocks
    >>> level = Blocks.parse("AB.\\nA..\\ngoal A at 0,1")
    >>> print(why(level, level.from_notation("Bx+1 Ax+1")).message)
    block A needs the cells where block B is
    """
    block = moves[0].piece
    here, after = _cells(puzzle, block), puzzle.play(moves[0])
    piece = next(each for each in after.scene().pieces if each.id == block)
    if piece.kind == "target" and piece.state == "home" and after.is_solved():
        return Reason(Message("this brings block {block} home", block=block), (block,))
    freed, position = here - _cells(after, block), after
    for move in moves[1:]:
        position = position.play(move)
        shared = freed & _cells(position, move.piece)
        if move.piece == block:
            break
        if shared:
            message = Message("block {other} needs the cells where block {block} is", other=move.piece, block=block)
            return Reason(message, (block, move.piece), tuple(sorted(shared)))
    return None


def _cells(puzzle: Blocks, block: str) -> set[Cell]:
    index = puzzle.layout.letters.index(block)
    return set(puzzle.layout.cells(index, puzzle.at[index]))
