"""Explains the difficulty rating of a packing level in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import chance, compared, luck
from ...core.page import Explanation, Factor
from ...core.puzzle import Message
from ...core.wording import amount
from .difficulty import MAX_SOLUTIONS, place_what_fits
from .weights import WEIGHTS

TYPICAL_LUCK, TYPICAL_PIECES = WEIGHTS.typical["luck"], round(2 ** WEIGHTS.typical["pieces"])
NOTES = (
    Message(
        "Luck: how likely a player is to win by filling the first empty cell with anything that fits and leaves no "
        "hole too small for the other pieces."
    ),
    Message(
        "Assumed: twice as many pieces take twice as long, and the more luck is needed, the longer it takes. "
        "Nobody was timed on this puzzle."
    ),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    pieces, solutions = features["pieces"], amount(features["solutions"], "solutions")
    if features.get("more_solutions"):
        solutions = Message("at least {n} solutions", n=features["solutions"])
    factors = {
        "pieces": Factor(amount(pieces, "pieces"), TYPICAL_PIECES, compared(pieces, TYPICAL_PIECES)),
        "luck": Factor(_luck(features), chance(TYPICAL_LUCK), place_what_fits(features)),
    }
    typical = Message("{pieces}, luck {chance}", pieces=amount(TYPICAL_PIECES, "pieces"), chance=chance(TYPICAL_LUCK))
    return Explanation(typical, factors, (solutions,), NOTES)


def _luck(features: Mapping[str, Any]) -> Message:
    if place_what_fits(features) is not None:
        return luck(features["luck"])
    return Message(
        "luck about {chance}, estimated from {n} solutions", chance=chance(features["luck"]), n=MAX_SOLUTIONS
    )
