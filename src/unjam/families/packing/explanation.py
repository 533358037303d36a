"""What is behind the rating of a packing, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import Explanation, Factor, chance, luck
from ...core.puzzle import Message
from ...core.wording import amount
from .difficulty import SOLUTIONS, lay_what_fits
from .weights import WEIGHTS

LUCK = WEIGHTS.typical["luck"]
NOTES = (
    Message("Luck: the chance of a player who fills the first empty cell with anything that fits."),
    Message("Assumed: as much longer for less luck as in a puzzle where people were timed. Nobody was timed here."),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    """Luck is all that is weighed."""
    counted = (
        amount(features["pieces"], "pieces"),
        Message("at least {n} solutions", n=features["solutions"])
        if features.get("more_solutions")
        else amount(features["solutions"], "solutions"),
    )
    said = Factor(_luck(features), chance(LUCK), lay_what_fits(features))
    return Explanation(Message("luck {chance}", chance=chance(LUCK)), {"luck": said}, counted, NOTES)


def _luck(features: Mapping[str, Any]) -> Message:
    if lay_what_fits(features) is not None:
        return luck(features["luck"])
    return Message("luck about {chance}, judged by {n} solutions", chance=chance(features["luck"]), n=SOLUTIONS)
