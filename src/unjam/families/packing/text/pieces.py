"""Reads the line that defines a piece: its name and, in any order, its size, count, freedom and colour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from ....core.puzzle import Message
from ..colours import is_colour
from ..shapes import FREEDOMS, Freedom, Kind, Shape
from .lines import MAX_PIECES, LineReader, Word, parse_side, short

_SIZE = re.compile(r"(\d+)[xX×](\d+)")
_COUNT = re.compile(r"[+-]?\d+")


@dataclass(slots=True)
class _PieceWords:
    """The properties on a line; ``sized`` is True even if the size is invalid, ``strange`` if a word is unknown."""

    size: tuple[int, int] | None = None
    count: int | None = None
    freedom: Freedom | None = None
    colour: str | None = None
    sized: bool = False
    strange: bool = False


def read_kind(
    reader: LineReader, n: int, line: list[Word], known: Mapping[str, tuple[int, Kind | None]]
) -> tuple[str, Kind | None]:
    """Return the name and kind that the line and the drawing below it define; the kind is None if there are faults."""
    faults, before = reader.faults, len(reader.faults)
    name, start = line[0]
    what = Message("piece {name}", name=short(name))
    if "#" in name or "@" in name or len(name) > 40:
        why = Message("'{name}' is not a name; expected up to 40 characters without '#' and '@'", name=short(name))
        faults.add(why, n, start)
    elif name in known:
        why = Message("{what} is already defined on line {line}; expected a new name", what=what, line=known[name][0])
        faults.add(why, n, start)
    properties = _PieceWords()
    for word in line[1:]:
        _read_word(reader, n, word, what, properties)
    points = []
    if properties.size is not None:
        points = [(x, y) for x in range(properties.size[0]) for y in range(properties.size[1])]
    elif reader.is_drawn() or not (properties.sized or properties.strange):  # otherwise a fault was already added
        points = reader.drawing(what, n, start)
    if not points or len(faults) > before:
        return name, None
    return name, Kind(name, Shape.of(points), properties.count or 1, properties.freedom or "fixed", properties.colour)


def _read_word(reader: LineReader, n: int, word: Word, what: Message, properties: _PieceWords) -> None:
    text, lower = word.text, word.text.lower()
    if match := _SIZE.fullmatch(text):
        if properties.sized:
            reader.faults.add(Message("{what} has two sizes; expected one WxH", what=what), n, word.column)
            return
        properties.sized = True
        width, height = map(parse_side, match.groups())
        if reader.check_size(what, width, height, n, word.column):
            properties.size = width, height
    elif lower in FREEDOMS and properties.freedom is None:
        properties.freedom = cast(Freedom, lower)
    elif _COUNT.fullmatch(text) and properties.count is None:
        properties.count = int(text) if len(text) < 8 else 10**7
        if not 1 <= properties.count <= MAX_PIECES:
            why = Message(
                "{what} has a count of {count}; expected 1 to {most}", what=what, count=text[:12], most=MAX_PIECES
            )
            reader.faults.add(why, n, word.column)
    elif properties.colour is None and is_colour(text):
        properties.colour = text
    elif lower in FREEDOMS or is_colour(text) or text.isdecimal():
        why = Message(
            "extra '{word}' for {what}; expected at most one count, one colour, and one of fixed, turn and flip",
            word=short(text),
            what=what,
        )
        reader.faults.add(why, n, word.column)
    else:
        properties.strange = True
        why = Message(
            "'{word}' is not a property of {what}; expected fixed, turn, flip, a count or a colour",
            word=short(text),
            what=what,
        )
        reader.faults.add(why, n, word.column)
