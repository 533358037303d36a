"""Explains the rating of a Rush Hour level in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import chance, compared, luck
from ...core.page import Explanation, Factor
from ...core.puzzle import Message, plural
from ...core.wording import amount
from .difficulty import TYPICAL_MOVES, follow_blockers
from .weights import WEIGHTS

TYPICAL_LUCK = WEIGHTS.typical["luck"]
NOTES = (
    Message("Luck: how likely a player is to get out by looking only at what blocks what."),
    Message("Fitted on 35 boards that people played."),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    length = features["moves"]
    needed = luck(features["luck"], "luck_error" in features, "luck_at_least" in features)
    counted = []
    if "positions" in features:
        counted.append(plural("{n} position in all", "{n} positions in all", n=features["positions"]))
    counted.append(plural("{n} car", "{n} cars", n=features["cars"]))
    if "solutions" in features:
        counted.append(plural("{n} shortest way out", "{n} shortest ways out", n=features["solutions"]))
    return Explanation(
        Message("{n} moves, luck {chance}", n=TYPICAL_MOVES, chance=chance(TYPICAL_LUCK)),
        {
            "moves": Factor(amount(length, "moves"), TYPICAL_MOVES, compared(length, TYPICAL_MOVES)),
            "luck": Factor(needed, chance(TYPICAL_LUCK), follow_blockers(features)),
        },
        tuple(counted),
        NOTES,
    )
