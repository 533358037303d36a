"""How hard a board is: how long the shortest solution is, and the one that a learned method finds."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...puzzle import Message, Model, Result
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

    by_hand = len(stepwise(board)) if result.moves else 0
    return {"moves": len(result.moves), "by_hand": by_hand, "tiles": board.rows * board.cols - 1}


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    """What is weighed: doublings of both lengths."""
    return {"moves": log2(max(1, features["moves"])), "by_hand": log2(max(1, features["by_hand"]))}


def why(board: Tiles, result: Result, features: Mapping[str, Any]) -> Message:
    """The rating in a sentence."""
    moves, by_hand = features["moves"], features["by_hand"]
    if moves <= 10:
        return Message("a few moves undo it")
    if by_hand > 2 * moves:
        return Message("line after line takes {by_hand} moves, and the shortest way of {moves} is hard to see",
                       by_hand=by_hand, moves=moves)  # fmt: skip
    return Message("line after line takes {by_hand} moves, the shortest way {moves}", by_hand=by_hand, moves=moves)


HUMAN = Model.human(WEIGHTS, inputs, why)
