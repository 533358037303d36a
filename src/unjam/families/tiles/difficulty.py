"""Difficulty model for tiles, based on the lengths of the shortest solution and of the line-by-line solution."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...core.puzzle import Message, Model, Result
from .board import half_turn, shared_frame
from .text import standard_goal
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import Tiles


def features(board: Tiles, result: Result) -> dict[str, Any]:
    """Return the lengths of the best known and the line-by-line solution, and the number of tiles.

    >>> from unjam import solve
    >>> from unjam.families.tiles import Tiles
    >>> board = Tiles.parse("1 2 0 3 4 5 6 7 8")
    >>> features(board, solve(board))
    {'moves': 2, 'by_hand': 2, 'tiles': 8}
    """
    from .by_hand import solve_by_hand

    frame = board.frame
    if frame.goal == standard_goal(frame.rows, frame.cols, "last"):  # a board and its half turn are equally hard
        board = type(board)(half_turn(board.cells), shared_frame(frame.rows, frame.cols, half_turn(frame.goal)))
    by_hand = len(solve_by_hand(board)) if result.moves else 0
    return {"moves": len(result.moves), "by_hand": by_hand, "tiles": board.rows * board.cols - 1}


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    return {"moves": log2(max(1, features["moves"])), "by_hand": log2(max(1, features["by_hand"]))}


def why(board: Tiles, result: Result, features: Mapping[str, Any]) -> Message:
    moves, by_hand = features["moves"], features["by_hand"]
    if moves <= 10:
        return Message("a few moves solve it") if moves > 1 else Message("one move solves it")
    if not result.optimal:
        return Message("solving line by line takes {by_hand} moves, the best known solution {moves}",
                       by_hand=by_hand, moves=moves)  # fmt: skip
    if by_hand > 2 * moves:
        return Message("solving line by line takes {by_hand} moves, more than twice the shortest solution of {moves}",
                       by_hand=by_hand, moves=moves)  # fmt: skip
    return Message(
        "solving line by line takes {by_hand} moves, the shortest solution {moves}", by_hand=by_hand, moves=moves
    )


HUMAN = Model.human(WEIGHTS, inputs, why)
