"""Explains the rating of a tile board in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import compared
from ...core.page import Explanation, Factor
from ...core.puzzle import Message, plural
from ...core.wording import amount
from .weights import WEIGHTS

TYPICAL_MOVES, TYPICAL_BY_HAND = (round(2 ** WEIGHTS.typical[name]) for name in ("moves", "by_hand"))
NOTES = (
    Message("Line by line: first a row, then a column, and so on, the way people learn to solve it."),
    Message(
        "Assumed from published times: what counts is the length halfway between the shortest solution and solving "
        "line by line, and twice the length takes a little more than twice as long. Nobody was timed here."
    ),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    length, by_hand = features["moves"], features["by_hand"]
    return Explanation(
        Message("{n} moves, {by_hand} line by line", n=TYPICAL_MOVES, by_hand=TYPICAL_BY_HAND),
        {
            "moves": Factor(amount(length, "moves"), TYPICAL_MOVES, compared(length, TYPICAL_MOVES)),
            "by_hand": Factor(
                plural("{n} move line by line", "{n} moves line by line", n=by_hand),
                TYPICAL_BY_HAND,
                compared(by_hand, TYPICAL_BY_HAND),
            ),
        },
        (plural("{n} tile", "{n} tiles", n=features["tiles"]),),
        NOTES,
    )
