"""What is behind the rating of a packing, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...account import Account, Factor, chance, luck
from ...puzzle import Message, plural
from .weights import WEIGHTS

LUCK = WEIGHTS.usual["luck"]
NOTES = (
    Message("Luck: the chance of a player who fills the first empty cell with anything that fits."),
    Message("Assumed: as much longer for less luck as in a puzzle where people were timed. Nobody was timed here."),
)


def account(features: Mapping[str, Any]) -> Account:
    """Luck is all that is weighed."""
    counted = (
        plural("{n} piece", "{n} pieces", n=features["pieces"]),
        plural("{n} solution", "{n} solutions", n=features["solutions"]),
    )
    said = Factor(luck(features["luck"], False), chance(LUCK), _fits(features["luck"]))
    return Account(Message("luck {chance}", chance=chance(LUCK)), {"luck": said}, counted, NOTES)


def _fits(found: float) -> Message | None:
    if found > LUCK + 0.4:
        return Message("little fits by chance")
    return Message("much fits by chance") if found < LUCK - 0.4 else None
