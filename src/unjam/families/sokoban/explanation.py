"""Explains the difficulty rating of a Sokoban level in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.explanation import chance, compared, luck
from ...core.page import Explanation, Factor
from ...core.puzzle import Message, plural
from ...core.wording import amount
from .difficulty import push_what_looks_right
from .weights import WEIGHTS

TYPICAL = WEIGHTS.typical
WALK, SOLUTIONS = round(2 ** TYPICAL["walk"] - 1), round(2 ** -TYPICAL["solutions"])
HIDDEN = round(100 * TYPICAL["hidden_dead"])
NOTES = (
    Message(
        "Luck: the chance of winning for a player who likes to push boxes closer to storage and sees only obvious "
        "dead ends."
    ),
    Message("Box by box: the same chance for a player who treats moving a box any distance as one step."),
    Message("Fitted on 222 levels that people played online; the time scale is from a laboratory study."),
)


def explain(features: Mapping[str, Any]) -> Explanation:
    sampled = "luck_error" in features
    walk, solutions = features["walk"], None if sampled else features.get("solutions")
    hidden = Message("{n} %", n=round(100 * features["hidden_dead"]))
    shortest = Message("shortest solutions not counted")
    if solutions is not None:
        shortest = plural("{n} shortest solution", "{n} shortest solutions", n=solutions)
    counted = (
        amount(features["pushes"], "pushes"),
        plural("{n} box", "{n} boxes", n=features["boxes"]),
        plural("{n} switch to another box", "{n} switches to another box", n=features["box_changes"]),
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
            "hidden_dead": Factor(Message("hidden dead ends: {share}", share=hidden), Message("{n} %", n=HIDDEN)),
            "walk": Factor(
                plural("{n} step without a push", "{n} steps without a push", n=walk), WALK, compared(walk, WALK)
            ),
            "solutions": Factor(shortest, SOLUTIONS, None if solutions is None else compared(solutions, SOLUTIONS)),
        },
        counted,
        NOTES,
    )


def _box_luck(features: Mapping[str, Any]) -> Message:
    """Return a message that gives the box-by-box luck exactly or as a lower bound, or says that it is unknown."""
    box_luck = features["box_luck"]
    if "luck_error" not in features:
        return luck(box_luck)
    if box_luck == features["luck"]:  # the two are equal if the explored part has no solution
        return Message("luck not known")
    return Message("luck {chance} or better", chance=chance(box_luck))
