"""How hard a board is: how long the shortest solution is, and the one that a learned method finds."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...core.puzzle import Message, Model, Result
from .board import frame as framed
from .board import half_turn
from .text import standard_goal
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import Tiles


def features(board: Tiles, result: Result) -> dict[str, Any]:
    """The length of the best solution known, and of one laid line after line as people learn it.

    >>> from unjam import solve
    >>> from unjam.families.tiles import Tiles
    >>> board = Tiles.parse("1 2 0 3 4 5 6 7 8")
    >>> features(board, solve(board))
    {'moves': 2, 'by_hand': 2, 'tiles': 8}
    """
    from .stepwise import stepwise  # needs tables that only this asks for

    frame = board.frame
    if frame.goal == standard_goal(frame.rows, frame.cols, "last"):  # a board and its half turn are equally hard
        board = type(board)(half_turn(board.cells), framed(frame.rows, frame.cols, half_turn(frame.goal)))
    by_hand = len(stepwise(board)) if result.moves else 0
    return {"moves": len(result.moves), "by_hand": by_hand, "tiles": board.rows * board.cols - 1}


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    """What is weighed: doublings of both lengths."""
    return {"moves": log2(max(1, features["moves"])), "by_hand": log2(max(1, features["by_hand"]))}


def why(board: Tiles, result: Result, features: Mapping[str, Any]) -> Message:
    """The rating in a sentence."""
    moves, by_hand = features["moves"], features["by_hand"]
    if moves <= 10:
        return Message("a few moves undo it") if moves > 1 else Message("one move undoes it")
    if not result.optimal:
        return Message("line after line takes {by_hand} moves, the best way found {moves}",
                       by_hand=by_hand, moves=moves)  # fmt: skip
    if by_hand > 2 * moves:
        return Message("line after line takes {by_hand} moves, more than twice the shortest way of {moves}",
                       by_hand=by_hand, moves=moves)  # fmt: skip
    return Message("line after line takes {by_hand} moves, the shortest way {moves}", by_hand=by_hand, moves=moves)


HUMAN = Model.human(WEIGHTS, inputs, why)
