"""Advice for designers of Sokoban levels: points out boxes that never move and floor squares that could be walls."""

from __future__ import annotations

from ...core.design import Advice
from ...core.puzzle import Result, plural
from . import native
from .board import Board
from .position import Sokoban

MAX_POSITIONS, MAX_SQUARES = 20_000, 40
"""Limits of the check for unneeded floor: the maximum number of positions of the level, and of squares to check."""
SAME_LUCK = 0.01
"""Changes in luck smaller than this are ignored."""


def advice(puzzle: Sokoban, result: Result) -> list[Advice]:
    """Return advice about boxes that never move and floor squares that could be walls at the same difficulty."""
    still, used = _idle_and_used(puzzle, result)
    out = []
    if still:
        what = plural("{n} box never moves", "{n} boxes never move", n=len(still))
        out.append(Advice(what, tuple(puzzle.board.cell(box) for box in sorted(still)), "idle"))
    unused = sorted(puzzle.board.area(puzzle.player) - used - puzzle.boxes - puzzle.board.goals)
    spare = [square for square in unused[:MAX_SQUARES] if _is_as_hard(puzzle, square)]
    if spare:
        row, column = puzzle.board.place(spare[0])
        what = plural(
            "{n} floor square plays no part: it could be a wall (row {row}, column {column})",
            "{n} floor squares play no part: each could be a wall (the first at row {row}, column {column})",
            n=len(spare),
            row=row,
            column=column,
        )
        out.append(Advice(what, tuple(puzzle.board.cell(square) for square in spare), "idle"))
    return out


def _idle_and_used(puzzle: Sokoban, result: Result) -> tuple[set[int], set[int]]:
    """Return the boxes that never move, and all squares that the player or a box occupies at some point."""
    position, still, used = puzzle, set(puzzle.boxes), {puzzle.player}
    for move in result.moves:
        position = position.play(move)
        still &= position.boxes
        used |= {position.player} | position.boxes
    return still, used


def _is_as_hard(puzzle: Sokoban, square: int) -> bool:
    before = native.study(puzzle, MAX_POSITIONS, 1, 1)
    if before["luck"] is None or "luck_error" in before:
        return False
    row, column = puzzle.board.cell(square)
    rows = list(puzzle.board.floor)
    rows[row] = rows[row][:column] + "#" + rows[row][column + 1 :]
    walled = type(puzzle)(Board(tuple(rows)), puzzle.player, puzzle.boxes)
    if native.unwinnable(walled):
        return False
    after = native.study(walled, MAX_POSITIONS, 1, 1)
    return after["luck"] is not None and "solutions" in after and abs(after["luck"] - before["luck"]) < SAME_LUCK
