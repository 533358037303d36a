"""Explains the difficulty rating of a packing level in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import chance, luck
from ...core.page import Explanation, Factor
from ...core.puzzle import Message
from ...core.wording import amount
from .difficulty import MAX_SOLUTIONS, place_what_fits
from .weights import WEIGHTS

TYPICAL_LUCK = WEIGHTS.typical["luck"]
NOTES = (
    Message("Luck: how likely a player is to win by filling the first empty cell with anything that fits."),
    Message(
        "Assumed: the more luck is needed, the longer a level takes, as measured with Sokoban players. "
        "Nobody was timed on this puzzle."
    ),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    counted = (
        amount(features["pieces"], "pieces"),
        Message("at least {n} solutions", n=features["solutions"])
        if features.get("more_solutions")
        else amount(features["solutions"], "solutions"),
    )
    factor = Factor(_luck(features), chance(TYPICAL_LUCK), place_what_fits(features))
    return Explanation(Message("luck {chance}", chance=chance(TYPICAL_LUCK)), {"luck": factor}, counted, NOTES)


def _luck(features: Mapping[str, Any]) -> Message:
    if place_what_fits(features) is not None:
        return luck(features["luck"])
    return Message(
        "luck about {chance}, estimated from {n} solutions", chance=chance(features["luck"]), n=MAX_SOLUTIONS
    )
