"""What is behind the rating of a Sokoban level, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...account import Account, Factor, chance, compared, luck
from ...puzzle import Message, plural
from .weights import WEIGHTS

USUAL = WEIGHTS.usual
WALK, WAYS = round(2 ** USUAL["walk"] - 1), round(2 ** -USUAL["solutions"])
HIDDEN = round(100 * USUAL["hidden_dead"])
NOTES = (
    Message("Luck: the chance of a player who likes to bring boxes nearer home and sees only plain dead ends."),
    Message("Box by box: the same for one who takes a box anywhere in a single thought."),
    Message("Fitted on 222 levels that people played online; the scale of the time is that of a laboratory."),
)


def account(features: Mapping[str, Any]) -> Account:
    """Two kinds of luck, hidden dead ends, walking and the number of shortest ways are weighed."""
    walk, ways = features["walk"], features.get("solutions")
    sampled = "luck_error" in features
    hidden = Message("{n} %", n=round(100 * features["hidden_dead"]))
    some = Message("shortest ways not counted") if ways is None else _ways(ways)
    counted = (
        plural("{n} push", "{n} pushes", n=features["pushes"]),
        plural("{n} box", "{n} boxes", n=features["boxes"]),
        plural("{n} change of the box", "{n} changes of the box", n=features["box_changes"]),
    )
    return Account(
        Message("luck {chance}, {n} steps without a push", chance=chance(USUAL["luck"]), n=WALK),
        {
            "luck": Factor(luck(features["luck"], sampled), chance(USUAL["luck"]), _seen(features["luck"])),
            "box_luck": Factor(
                Message("box by box: {luck}", luck=luck(features["box_luck"], False)), chance(USUAL["box_luck"])
            ),
            "hidden_dead": Factor(
                Message("dead ends that do not show: {share}", share=hidden), Message("{n} %", n=HIDDEN)
            ),
            "walk": Factor(
                plural("{n} step without a push", "{n} steps without a push", n=walk), WALK, compared(walk, WALK)
            ),
            "solutions": Factor(some, WAYS, None if ways is None else compared(ways, WAYS)),
        },
        counted,
        NOTES,
    )


def _ways(ways: int) -> Message:
    return plural("{n} shortest way", "{n} shortest ways", n=ways)


def _seen(found: float) -> Message | None:
    if found > USUAL["luck"] + 0.4:
        return Message("what looks right is often wrong")
    return Message("what looks right is mostly right") if found < USUAL["luck"] - 0.4 else None
