"""How hard a level of sliding blocks is: nothing can go wrong for good, so it is how long the way is."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...puzzle import Message, Model, Result
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import Blocks


def features(board: Blocks, result: Result) -> dict[str, Any]:
    """The length of the best solution known, the blocks, and how many of them it moves."""
    return {
        "moves": len(result.moves),
        "blocks": len(board.scene().pieces),
        "blocks_moved": len({move.piece for move in result.moves}),
    }


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    """What is weighed: doublings of the number of moves."""
    return {"moves": log2(max(1, features["moves"]))}


def why(board: Blocks, result: Result, features: Mapping[str, Any]) -> Message:
    """The rating in a sentence."""
    moves, still = features["moves"], features["blocks"] - features["blocks_moved"]
    if moves < 8:
        return Message("short")
    if moves < 20:
        return Message("of middling length")
    if still == 0:
        return Message("long, and every block has to move")
    return Message("long") if moves < 50 else Message("very long")


HUMAN = Model.human(WEIGHTS, inputs, why)
