"""What is behind the rating of a Sokoban level, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import Explanation, Factor, chance, compared, luck
from ...core.puzzle import Message, plural
from ...core.wording import amount
from .difficulty import push_what_looks_right
from .weights import WEIGHTS

TYPICAL = WEIGHTS.typical
WALK, WAYS = round(2 ** TYPICAL["walk"] - 1), round(2 ** -TYPICAL["solutions"])
HIDDEN = round(100 * TYPICAL["hidden_dead"])
NOTES = (
    Message("Luck: the chance of a player who likes to bring boxes nearer home and sees only plain dead ends."),
    Message("Box by box: the same for one who takes a box anywhere in a single thought."),
    Message("Fitted on 222 levels that people played online; the scale of the time is that of a laboratory."),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    """Two kinds of luck, hidden dead ends, walking and the number of shortest ways are weighed."""
    sampled = "luck_error" in features
    walk, ways = features["walk"], None if sampled else features.get("solutions")
    hidden = Message("{n} %", n=round(100 * features["hidden_dead"]))
    some = Message("shortest ways not counted") if ways is None else _ways(ways)
    counted = (
        amount(features["pushes"], "pushes"),
        plural("{n} box", "{n} boxes", n=features["boxes"]),
        plural("{n} change of the box", "{n} changes of the box", n=features["box_changes"]),
    )
    return Explanation(
        Message("luck {chance}, {n} steps without a push", chance=chance(TYPICAL["luck"]), n=WALK),
        {
            "luck": Factor(
                luck(features["luck"], sampled, "luck_at_least" in features),
                chance(TYPICAL["luck"]),
                push_what_looks_right(features),
            ),
            "box_luck": Factor(Message("box by box: {luck}", luck=_box_luck(features)), chance(TYPICAL["box_luck"])),
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


def _box_luck(features: Mapping[str, Any]) -> Message:
    """In a large space, where only a part was listed, the true chance can only be better; or it is not known."""
    found = features["box_luck"]
    if "luck_error" not in features:
        return luck(found)
    if found == features["luck"]:  # what stands in where the listed part has no solution
        return Message("luck not known")
    return Message("luck {chance} or better", chance=chance(found))
