"""The line of a piece: its name and, in any order, its size, how many there are, how it may be laid, and its colour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from ....core.puzzle import Message
from ..colours import is_colour
from ..shapes import FREEDOMS, Freedom, Kind, Shape
from .source import MOST, Source, Word, short, side

_SIZE = re.compile(r"(\d+)[xX×](\d+)")
_COUNT = re.compile(r"[+-]?\d+")


@dataclass(slots=True)
class _Said:
    """What the words of a line say of a piece; ``sized`` also by a wrong size, ``strange`` where one says nothing."""

    size: tuple[int, int] | None = None
    count: int | None = None
    freedom: Freedom | None = None
    colour: str | None = None
    sized: bool = False
    strange: bool = False


def read_kind(
    source: Source, n: int, line: list[Word], known: Mapping[str, tuple[int, Kind | None]]
) -> tuple[str, Kind | None]:
    """The name and the kind that the line and the drawing below it describe; None where either has a fault."""
    faults, before = source.faults, len(source.faults)
    name, start = line[0]
    what = Message("piece {name}", name=short(name))
    if "#" in name or "@" in name or len(name) > 40:
        why = Message("'{name}' is no name; expected up to 40 characters without '#' and '@'", name=short(name))
        faults.add(why, n, start)
    elif name in known:
        why = Message("{what} was already given on line {line}; expected a new name", what=what, line=known[name][0])
        faults.add(why, n, start)
    said = _Said()
    for word in line[1:]:
        _read_word(source, n, word, what, said)
    points = []
    if said.size is not None:
        points = [(x, y) for x in range(said.size[0]) for y in range(said.size[1])]
    elif source.is_drawn() or not (said.sized or said.strange):  # else the size is what was said wrongly
        points = source.drawing(what, n, start)
    if not points or len(faults) > before:
        return name, None
    return name, Kind(name, Shape.of(points), said.count or 1, said.freedom or "fixed", said.colour)


def _read_word(source: Source, n: int, word: Word, what: Message, said: _Said) -> None:
    """Adds what one word says."""
    text, lower = word.text, word.text.lower()
    if match := _SIZE.fullmatch(text):
        if said.sized:
            source.faults.add(Message("{what} has two sizes; expected one WxH", what=what), n, word.column)
            return
        said.sized = True
        width, height = map(side, match.groups())
        if source.check_size(what, width, height, n, word.column):
            said.size = width, height
    elif lower in FREEDOMS and said.freedom is None:
        said.freedom = cast(Freedom, lower)
    elif _COUNT.fullmatch(text) and said.count is None:
        said.count = int(text) if len(text) < 8 else 10**7
        if not 1 <= said.count <= MOST:
            why = Message("{what} has a count of {count}; expected 1 to {most}", what=what, count=text[:12], most=MOST)
            source.faults.add(why, n, word.column)
    elif said.colour is None and is_colour(text):
        said.colour = text
    elif lower in FREEDOMS or is_colour(text) or text.isdecimal():
        why = Message(
            "'{word}' is one too many for {what}; expected one freedom, count and colour", word=short(text), what=what
        )
        source.faults.add(why, n, word.column)
    else:
        said.strange = True
        why = Message(
            "'{word}' says nothing about {what}; expected fixed, turn, flip, a count or a colour",
            word=short(text),
            what=what,
        )
        source.faults.add(why, n, word.column)
