"""What is behind the rating of a Rush Hour level, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...account import Account, Factor, chance, compared, luck, moves
from ...puzzle import Message, plural
from .weights import WEIGHTS

LENGTH, LUCK = round(2 ** WEIGHTS.usual["moves"]), WEIGHTS.usual["luck"]
NOTES = (
    Message("Luck: the chance to get out of a player who only looks at what blocks what."),
    Message("Fitted on 35 boards that people played."),
)


def account(features: Mapping[str, Any]) -> Account:
    """Moves and luck are weighed; positions, cars and shortest ways out only counted."""
    found, length = features["luck"], features["moves"]
    counted = [plural("{n} position", "{n} positions", n=features["positions"])] if "positions" in features else []
    counted.append(plural("{n} car", "{n} cars", n=features["cars"]))
    if "solutions" in features:
        counted.append(plural("{n} shortest way out", "{n} shortest ways out", n=features["solutions"]))
    return Account(
        Message("{n} moves, luck {chance}", n=LENGTH, chance=chance(LUCK)),
        {
            "moves": Factor(moves(length), LENGTH, compared(length, LENGTH)),
            "luck": Factor(luck(found, "luck_error" in features), chance(LUCK), _followed(found)),
        },
        tuple(counted),
        NOTES,
    )


def _followed(found: float) -> Message | None:
    if found > LUCK + 0.4:
        return Message("following the blockers seldom leads out")
    return Message("following the blockers mostly leads out") if found < LUCK - 0.4 else None
