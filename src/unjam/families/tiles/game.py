"""Support for playing on the page: several tiles with one click, why none can move, and a goal that can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.obstacles import STEPS, Side
from ...core.page import Reason, Suggestion
from ...core.puzzle import Message, Move, Puzzle
from .board import shared_frame
from .position import Tiles
from .text import standard_goal


def slide_rows(puzzle: Puzzle) -> Iterator[list[Move]]:
    """For each tile in line with the gap but not next to it, yield the moves that slide it and the tiles in between.

    >>> from .position import Tiles
    >>> [[move.piece for move in run] for run in slide_rows(Tiles.parse("1 2 0 3 4 5 6 7 8"))]
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


_AT_EDGE: dict[Side, Message] = {
    "up": Message("the gap is in the bottom row, so no tile can move up"),
    "down": Message("the gap is in the top row, so no tile can move down"),
    "left": Message("the gap is in the last column, so no tile can move left"),
    "right": Message("the gap is in the first column, so no tile can move right"),
}


def explain_blocked(puzzle: Tiles, piece: str, side: Side) -> Reason | None:
    """Return why no tile can move to the side, into the gap, or None if one can; the gap is the same for all tiles.

    >>> from .position import Tiles
    >>> print(explain_blocked(Tiles.parse("1 2 0 3 4 5 6 7 8"), "", "down").message)
    the gap is in the top row, so no tile can move down
    """
    row, col = divmod(puzzle.cells.index(0), puzzle.cols)
    down, right = STEPS[side]
    if 0 <= row - down < puzzle.rows and 0 <= col - right < puzzle.cols:
        return None
    return Reason(_AT_EDGE[side], ())


def suggest_other_goal(board: Tiles) -> Suggestion | None:
    """Suggest the same board with the gap at the other end of the goal if only that goal can be reached, else None."""
    first, last = (standard_goal(board.rows, board.cols, end) for end in ("first", "last"))
    if board.frame.goal not in (first, last) or board.frame.is_solvable(board.cells):
        return None
    goal = last if board.frame.goal == first else first
    alternative = shared_frame(board.rows, board.cols, goal)
    if goal == board.frame.goal or not alternative.is_solvable(board.cells):
        return None
    level = type(board)(board.cells, alternative)
    if goal == last:
        why = Message("The tiles cannot be put in order with the gap first, but they can with the gap last.")
        return Suggestion(why, Message("Put the gap last"), level)
    why = Message("The tiles cannot be put in order with the gap last, but they can with the gap first.")
    return Suggestion(why, Message("Put the gap first"), level)
