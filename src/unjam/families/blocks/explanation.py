"""Explains the rating of a sliding-block level in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import compared
from ...core.page import Explanation, Factor
from ...core.puzzle import Message, plural
from ...core.wording import amount
from .difficulty import TYPICAL_MOVES

NOTES = (
    Message(
        "Assumed: twice the time that people needed for the same number of moves in Rush Hour. "
        "Nobody was timed on this puzzle."
    ),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    length = features["moves"]
    counted = plural("{n} of {blocks} blocks moves", "{n} of {blocks} blocks move",
                     n=features["blocks_moved"], blocks=features["blocks"])  # fmt: skip
    return Explanation(
        amount(TYPICAL_MOVES, "moves"),
        {"moves": Factor(amount(length, "moves"), TYPICAL_MOVES, compared(length, TYPICAL_MOVES))},
        (counted,),
        NOTES,
    )
