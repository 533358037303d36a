"""The bridge to the native core: a position as integers, the answer as moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core
from ...native import result
from ...puzzle import Limits, Move, Result
from ...words import say
from . import deadlock

if TYPE_CHECKING:
    from .board import Board
    from .position import Sokoban

RULES: dict[str, int] = _core.sokoban_rules()
"""The pruning rules of the native search by name; tests switch them off one by one."""
ALL_RULES = sum(RULES.values())
EAGER: int = _core.SOKOBAN_EAGER
"""Not a rule: begin at once what otherwise begins when a level proves hard (conflicts, goal_order, two_sided)."""
MOST_FLOOR: int = _core.SOKOBAN_MOST_FLOOR  # what the core's tables are built for
MOST_BOXES: int = _core.SOKOBAN_MOST_BOXES


def native_board(board: Board, player: int, boxes: frozenset[int]) -> tuple[_core.SokobanBoard, list[int]] | None:
    """The part of the board that the player can get to and the boxes on it, or None when it is too large.

    Boxes and storages elsewhere never change, so they are left out; ``unwinnable`` looks at those.
    """
    area = board.area(player)
    goals = board.goals & area
    if len(area) > MOST_FLOOR or len(goals) > MOST_BOXES or len(boxes) > MOST_BOXES:
        return None
    cells = [0] * len(board.free)
    for square in area:
        cells[square] = 2 if square in goals else 1
    fill = len(boxes) > len(board.goals)
    return _core.SokobanBoard(board.rows, board.cols, cells, fill), sorted(boxes & area)


def unwinnable(puzzle: Sokoban) -> str | None:
    """Why boxes or storages that the player can never get to make the level hopeless, or None."""
    board, boxes = puzzle.board, puzzle.boxes
    area = board.area(puzzle.player)
    if len(boxes) > len(board.goals):
        hopeless = bool(board.goals - area - boxes) or len(boxes & area) < len(board.goals & area)
    else:
        hopeless = bool(boxes - area - board.goals) or len(boxes & area) > len(board.goals & area)
    return (deadlock.reason(board, puzzle.player, boxes) or say("dead.few")) if hopeless else None


def answer(puzzle: Sokoban, metric: str, limits: Limits, rules: int = ALL_RULES) -> Result | None:
    """The core's proven optimum, or its proof that there is none; None when the level is too large for it."""
    if reason := unwinnable(puzzle):
        return Result("unsolvable", algorithm="native", metric=metric, reason=reason)
    native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
    if native is None:
        return None
    board, boxes = native
    outcome = board.solve(boxes, puzzle.player, metric == "moves", rules, limits)
    player, moves = puzzle.player, []
    for direction in outcome.moves:
        player += puzzle.board.steps[direction]
        moves.append(Move("player", puzzle.board.cell(player)))
    reason = puzzle.dead() if outcome.status == _core.Status.unsolvable else None
    if outcome.status == _core.Status.unsolvable and outcome.expanded == 0:
        reason = reason or say("dead.side")  # only the core's distances know which side of a box the player is on
    return result(outcome, moves, metric=metric, limits=limits, reason=reason)
