"""A rating taken apart in words: what was weighed, beside what is ordinary, and what was only counted.

A family gives one to the page (``Page.account``); the words for what several families weigh are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log10

from .message import Message, plural

BITS = 30
"""Of luck beyond which a chance is only said to be smaller."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that is weighed: what it is here, what it is on an ordinary level, and a remark on the difference."""

    said: Message
    usual: Message | int
    remark: Message | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What is behind a rating; ``factors`` has the names of the contributions."""

    ordinary: Message
    """What an ordinary level is like."""
    factors: Mapping[str, Factor]
    counted: tuple[Message, ...] = ()
    """What was counted too, and is not weighed."""
    notes: tuple[Message, ...] = ()
    """What the words mean, and what the weights were fitted on or assumed from."""


def moves(n: int) -> Message:
    """A number of moves."""
    return plural("{n} move", "{n} moves", n=n)


def chance(luck: float) -> Message:
    """The chance P behind a luck of log2(1 - log2 P), as people say it.

    >>> [str(chance(luck)) for luck in (1.644, 3.213, 3.6, 6.0)]
    ['1 in 4', '1 in 300', '1 in 2,000', '1 in more than a billion']
    """
    bits = 2.0**luck - 1
    return Message("1 in more than a billion") if bits > BITS else Message("1 in {n}", n=round_number(2.0**bits))


def round_number(value: float) -> int:
    """The number with its first figure alone, or with two where the first is 1.

    >>> [round_number(value) for value in (7.6, 13.4, 147, 309, 61_234)]
    [8, 13, 150, 300, 60000]
    """
    if value < 10:
        return round(value)
    step = int(10 ** int(log10(value)))
    return round(value / step) * step if value >= 2 * step else round(10 * value / step) * step // 10


def luck(value: float, sampled: bool) -> Message:
    """What luck is needed.

    >>> str(luck(0.1, False)), str(luck(3.2, True))
    ('no luck needed', 'luck about 1 in 300, sampled')
    """
    if value < 0.5:  # two tries in three and more
        return Message("no luck needed")
    if sampled:
        return Message("luck about {chance}, sampled", chance=chance(value))
    return Message("luck {chance}", chance=chance(value))


def compared(value: float, usual: float) -> Message:
    """How one number stands to another.

    >>> [str(compared(value, 10)) for value in (2, 5, 8, 10, 13, 20, 41)]
    ['far fewer', 'half as many', 'fewer', 'just as many', 'more', 'twice as many', '4 times as many']
    """
    ratio = value / usual
    if ratio >= 2.5:
        return Message("{n} times as many", n=round(ratio))
    for least, said in (
        (1.75, Message("twice as many")), (1.1, Message("more")), (0.9, Message("just as many")),
        (0.6, Message("fewer")), (0.4, Message("half as many")),
    ):  # fmt: skip
        if ratio >= least:
            return said
    return Message("far fewer")
