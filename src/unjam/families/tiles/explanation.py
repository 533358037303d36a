"""What is behind the rating of a board of tiles, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import Explanation, Factor, compared
from ...core.puzzle import Message, plural
from ...core.wording import amount
from .weights import WEIGHTS

LENGTH, BY_HAND = (round(2 ** WEIGHTS.typical[name]) for name in ("moves", "by_hand"))
NOTES = (
    Message("Line after line: first a row, then a column, and so on, as people learn it."),
    Message("Assumed: a second and a half for each move of a solution half-way between both. Nobody was timed."),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    """The shortest way and the one that people learn are weighed."""
    length, by_hand = features["moves"], features["by_hand"]
    return Explanation(
        Message("{n} moves, {by_hand} line after line", n=LENGTH, by_hand=BY_HAND),
        {
            "moves": Factor(amount(length, "moves"), LENGTH, compared(length, LENGTH)),
            "by_hand": Factor(
                plural("{n} move line after line", "{n} moves line after line", n=by_hand),
                BY_HAND,
                compared(by_hand, BY_HAND),
            ),
        },
        (plural("{n} tile", "{n} tiles", n=features["tiles"]),),
        NOTES,
    )
