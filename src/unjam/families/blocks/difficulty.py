"""Difficulty model for sliding blocks: every mistake can be undone, so only the length of the solution counts."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...core.explanation import length
from ...core.puzzle import Message, Model, Result
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import Blocks

TYPICAL_MOVES = round(2 ** WEIGHTS.typical["moves"])


def features(board: Blocks, result: Result) -> dict[str, Any]:
    """Return the length of the best known solution, the number of blocks, and how many of them move."""
    return {
        "moves": len(result.moves),
        "blocks": len(board.scene().pieces),
        "blocks_moved": len({move.piece for move in result.moves}),
    }


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    return {"moves": log2(max(1, features["moves"]))}


def why(board: Blocks, result: Result, features: Mapping[str, Any]) -> Message:
    text = length(features["moves"], TYPICAL_MOVES)
    if features["moves"] <= TYPICAL_MOVES or features["blocks_moved"] < features["blocks"]:
        return text
    return Message("{length}, and the solution moves every block", length=text)


HUMAN = Model.human(WEIGHTS, inputs, why)
