"""Explains a move: the block reaches its goal, or another block needs the cells that it leaves; what blocks a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...core.obstacles import Side, find_obstacles
from ...core.page import Reason
from ...core.puzzle import Cell, IllegalMove, Message, Move
from .game import list_blocks
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


def explain_blocked(puzzle: Blocks, piece: str, side: Side) -> Reason | None:
    """Return why the block cannot move one cell to the side, or None if it can.

    >>> from unjam.families.blocks import Blocks
    >>> print(explain_blocked(Blocks.parse("AB.\\nA..\\ngoal A at 0,1"), "A", "right").message)
    block A is blocked by B
    """
    if piece not in puzzle.layout.letters:
        raise IllegalMove(Message("there is no block {block} on the board", block=piece))
    scene = replace(puzzle.scene(), floor=tuple(puzzle.layout.floor))  # a scene marks goals even where there is a wall
    found = find_obstacles(scene, tuple(_cells(puzzle, piece)), side)
    if found.pieces:
        message = Message("block {block} is blocked by {others}", block=piece, others=list_blocks(found.pieces))
        return Reason(message, (piece, *found.pieces))
    if found.wall:
        return Reason(Message("block {block} is blocked by a wall", block=piece), (piece,), found.cells)
    return Reason(Message("block {block} is at the edge of the board", block=piece), (piece,)) if found.edge else None


def _cells(puzzle: Blocks, block: str) -> set[Cell]:
    index = puzzle.layout.letters.index(block)
    return set(puzzle.layout.cells(index, puzzle.at[index]))
