"""Explains the purpose of a push: the goal that the box goes to, or the later push that it makes possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core.page import Reason, Turn
from ...core.puzzle import Message, Move
from .position import Sokoban


class Push(NamedTuple):
    """A push in a solution: the square of the box, the square it is pushed to, and the position before the push."""

    box: int
    to: int
    before: Sokoban


def why(puzzle: Sokoban, moves: Sequence[Move]) -> Reason | None:
    """Return the purpose of the first run of pushes of one box in the solution; None if it is not known.

    If the run brings the box to its goal for good, the purpose is that goal. Otherwise, if the next box can be pushed
    only after this run, the purpose is that push. Otherwise, it is the goal that the box reaches later.

    >>> from unjam.families.sokoban import Sokoban
    >>> level = Sokoban.parse("######|#@ $.#|######")
    >>> print(why(level, level.from_notation("rR")).message)
    this box goes home: its goal is in row 1, column 4
    """
    pushes = _pushes(puzzle, moves)
    if not pushes:
        return None
    board, first = puzzle.board, pushes[0]
    run = 1
    while run < len(pushes) and pushes[run].box == pushes[run - 1].to:
        run += 1
    end, leaves = pushes[run - 1].to, False
    for push in pushes[run:]:
        if push.box == end:
            end, leaves = push.to, True
    box = "box@{},{}".format(*board.cell(first.box))
    row, column = board.place(end)
    if not leaves and end in board.goals:
        message = Message("this box goes home: its goal is in row {row}, column {column}", row=row, column=column)
        return Reason(message, (box,), (board.cell(end),))
    if run < len(pushes) and (opening := _opens(puzzle, pushes[run])):
        return Reason(opening, (box, "box@{},{}".format(*board.cell(pushes[run].box))))
    if end in board.goals:
        message = Message("this box is on its way to the goal in row {row}, column {column}", row=row, column=column)
        return Reason(message, (box,), (board.cell(end),))
    return None


def describe_turn(puzzle: Sokoban, moves: Sequence[Move]) -> Turn:
    """Return the box that the moves push, and where to; or the player, if they only walk.

    >>> from unjam.families.sokoban import Sokoban
    >>> level = Sokoban.parse("######|#@ $.#|######")
    >>> [str(part) for part in describe_turn(level, level.from_notation("rR"))]
    ['the box in row 1, column 3', 'Push the box in row 1, column 3 right']
    """
    board, pushes = puzzle.board, _pushes(puzzle, moves)
    if not pushes:
        row, column = board.place(moves[-1].to[0] * board.cols + moves[-1].to[1])
        return Turn(Message("the player"), Message("Walk to row {row}, column {column}", row=row, column=column))
    (row, column), (to_row, to_column) = board.place(pushes[0].box), board.place(pushes[0].to)
    box = Message("the box in row {row}, column {column}", row=row, column=column)
    if to_column != column:
        words = Message("Push {box} right", box=box) if to_column > column else Message("Push {box} left", box=box)
    else:
        words = Message("Push {box} down", box=box) if to_row > row else Message("Push {box} up", box=box)
    return Turn(box, words)


def _pushes(puzzle: Sokoban, moves: Sequence[Move]) -> list[Push]:
    pushes, position = [], puzzle
    for move in moves:
        after = position.play(move)
        if gone := position.boxes - after.boxes:
            [box], [to] = gone, after.boxes - position.boxes
            pushes.append(Push(box, to, position))
        position = after
    return pushes


def _opens(puzzle: Sokoban, push: Push) -> Message | None:
    """Return how the current pushes make the later push possible; None if it is possible already."""
    board, step = puzzle.board, push.to - push.box
    if push.box not in puzzle.boxes:
        return None
    row, column = board.place(push.box)
    if push.to in puzzle.boxes:
        return Message("this makes room for the box in row {row}, column {column}", row=row, column=column)
    if push.box - step not in board.area(puzzle.player, puzzle.boxes):
        return Message("this opens the way to the box in row {row}, column {column}", row=row, column=column)
    return None
