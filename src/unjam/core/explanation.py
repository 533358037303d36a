"""Phrases that explain a rating: how likely success is, how long a solution is, and how counts compare.

Families explain their ratings with ``Page.explain_rating``; this module contains the phrases that several families use.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from typing import Any

from .message import Message

MAX_BITS = 30
"""A chance smaller than 2**-MAX_BITS is reported as "1 in more than a billion"."""
TINY = 1e-9
"""Smaller values of luck are rounding errors: success is certain."""
MANY = 2.5
"""At this many times the typical value or more, a solution is "very long" and a count is given as a multiple."""


def odds(luck: float) -> float:
    """Return the chance P for a value of ``luck``, which is log2(1 - log2 P).

    >>> odds(0.0), odds(1.0), odds(2.0)
    (1.0, 0.5, 0.125)
    """
    return float(2.0 ** (1 - 2.0 ** min(luck, 10.0)))


def chance(luck: float) -> Message:
    """Return the chance for a value of ``luck``, in words.

    >>> [str(chance(luck)) for luck in (0.05, 0.4, 0.66, 1.0, 1.644, 3.213, 3.6, 6.0)]
    ['more than 9 in 10', '3 in 4', '2 in 3', '1 in 2', '1 in 4', '1 in 300', '1 in 2,000', '1 in more than a billion']
    """
    p = odds(luck)
    if p < 2.0**-MAX_BITS:
        return Message("1 in more than a billion")
    if p < 0.58:
        return Message("1 in {n}", n=round_number(1 / p))
    if p > 0.9:
        return Message("more than 9 in 10")
    part, whole = (2, 3) if p < 0.71 else (3, 4) if p < 0.82 else (9, 10)
    return Message("{part} in {whole}", part=part, whole=whole)


def round_number(value: float) -> int:
    """Round to one significant digit, or to two if the first digit is 1.

    >>> [round_number(value) for value in (7.6, 13.4, 147, 309, 61_234)]
    [8, 13, 150, 300, 60000]
    """
    if value < 10:
        return round(value)
    step = int(10 ** int(log10(value)))
    return round(value / step) * step if value >= 2 * step else round(10 * value / step) * step // 10


def luck(value: float, sampled: bool = False, at_least: bool = False) -> Message:
    """Describe how much luck is needed; with ``at_least``, no sampled attempt succeeded, so the real chance is smaller.

    >>> str(luck(0.0)), str(luck(0.1)), str(luck(3.2, True)), str(luck(3.2, True, True))
    ('no luck needed', 'hardly any luck needed', 'luck about 1 in 300, sampled', 'luck less than 1 in 300, sampled')
    """
    if odds(value) < 2.0**-MAX_BITS:
        return Message("luck {chance}", chance=chance(value))
    if at_least:
        return Message("luck less than {chance}, sampled", chance=chance(value))
    if value < 0.5:  # at least three attempts in four succeed
        return Message("hardly any luck needed") if value > TINY else Message("no luck needed")
    if sampled:
        return Message("luck about {chance}, sampled", chance=chance(value))
    return Message("luck {chance}", chance=chance(value))


def how_often(features: Mapping[str, Any], words: tuple[Message, Message, Message, Message]) -> Message:
    """Return one of four messages, depending on the chance of success: usually, sometimes, rarely or hardly ever."""
    p = odds(features["luck"])
    if "luck_at_least" in features:  # none of hundreds of sampled attempts succeeded
        p = min(p, 0.05)
    return words[0 if p > 0.5 + TINY else 1 if p >= 0.1 else 2 if p >= 0.001 else 3]


def length(moves: int, typical: int) -> Message:
    """Describe the length of a solution compared with a typical one; see ``compared`` for counts.

    >>> [str(length(moves, 10)) for moves in (2, 7, 8, 15, 16, 24, 25)]
    ['short', 'short', 'of medium length', 'of medium length', 'long', 'long', 'very long']
    """
    ratio = moves / typical
    if ratio < 0.8:
        return Message("short")
    if ratio < 1.6:
        return Message("of medium length")
    return Message("long") if ratio < MANY else Message("very long")


def compared(value: float, typical: float) -> Message:
    """Describe how a count compares with its typical value.

    >>> [str(compared(value, 10)) for value in (2, 5, 8, 9, 10, 13)]
    ['far fewer', 'about half as many', 'fewer', 'about as many', 'just as many', 'more']
    >>> [str(compared(value, 10)) for value in (20, 41)]
    ['about twice as many', 'about 4 times as many']
    """
    ratio = value / typical
    if ratio == 1:
        return Message("just as many")
    if ratio >= MANY:
        return Message("about {n} times as many", n=int(ratio + 0.5))
    for least, words in (
        (1.75, Message("about twice as many")), (1.1, Message("more")), (0.9, Message("about as many")),
        (0.6, Message("fewer")), (0.4, Message("about half as many")),
    ):  # fmt: skip
        if ratio >= least:
            return words
    return Message("far fewer")
