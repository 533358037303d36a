"""Splits text into sections, one for each board, and strips comments, titles and frames.

Frames are drawn as by ``unjam show``: ``+---+`` above and below, ``|`` beside each row, and an arrow at the exit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase

from ..board import Side
from .row import Row

_SPACED = str.maketrans(dict.fromkeys(",;|[](){}\"'", " "))
_EDGE = frozenset("+-=^v")
_BOARD = frozenset(ascii_uppercase + "ox.")
_WORD = r"[\w'’.,:!?()&-]+"
_NUMBER = r"[-+]?[0-9]+(?:\.[0-9]*)?"
_MAX_TITLE = 200  # characters; a longer line is not a title
_MIN_LINE = 16  # characters; a word of at least this many board marks is a whole board, not part of a title


@dataclass(slots=True)
class Section:
    """The rows of a board, or of several one-line boards, with their title and the information in their frame."""

    rows: list[Row] = field(default_factory=list)
    title: str | None = None
    framed: bool = False
    exit: tuple[Side, Row] | None = None
    """The side of the frame that has the arrow, and the row that contains the arrow."""


def split_sections(text: str) -> list[Section]:
    """Return the sections in order; if every line looks like a title, all lines are read as rows instead."""
    sections = _sections(_blocks(text, titles=True))
    return sections or _sections(_blocks(text, titles=False))


def _sections(blocks: Iterator[list[Row]]) -> list[Section]:
    """Return a section for each block of rows; a title belongs to the section below it."""
    out: list[Section] = []
    title: str | None = None
    for block in blocks:
        if not block[0].is_title:
            section = _strip_frame(block)
            if section.rows:
                section.title, title = title, None
                out.append(section)
        else:
            title = block[-1].text.strip(" \t:")
    return out


def _blocks(text: str, *, titles: bool) -> Iterator[list[Row]]:
    """Yield the blocks of rows between blank lines, without comments; titles and framed boards are separate blocks."""
    block: list[Row] = []
    rows = list(_rows(text))
    for at, row in enumerate(rows):
        after = rows[at + 1] if at + 1 < len(rows) else None
        if row is None:
            if block:
                yield block
            block = []
            continue
        if titles and _is_title(row, block[-1] if block else None, after):
            row.is_title = True
            if block:
                yield block
            yield [row]
            block = []
        elif _is_edge(row):
            if len(block) > 1 and _is_edge(block[0]):
                yield [*block, row]
                block = []
            else:
                if block:
                    yield block
                block = [row]
        else:
            block.append(row)
    if block:
        yield block


def _rows(text: str) -> Iterator[Row | None]:
    """Yield a row for each line that is not a comment, and None for each blank line."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, raw in enumerate(lines, 1):
        line = raw.strip(" \t")
        if not line:
            yield None
        elif not _is_comment(line):
            yield Row(number, raw.index(line[0]) + 1, line)


def _is_comment(line: str) -> bool:
    """Return whether the line is a comment; a line that starts with ``#`` may instead be a row with an invalid mark."""
    if line.startswith((";", "//", "::")):
        return True
    if line[0] != "#":
        return False
    rest = line[:_MAX_TITLE].lstrip("#")
    words = [word for word in rest.split() if len(word) > 1 or word.isdigit()]
    return not rest or rest.strip().isdigit() or any(rest[0].isspace() or set(word) - _BOARD for word in words)


def _is_edge(row: Row) -> bool:
    """Return whether the row is the top or bottom line of a frame."""
    return len(row.text) > 2 and row.text[0] == row.text[-1] == "+" and _EDGE.issuperset(row.text)


def _strip_frame(block: list[Row]) -> Section:
    """Return the block as a section without its frame; an arrow in the frame becomes the section's exit."""
    section = Section(framed=_is_edge(block[0]))
    for row in block:
        if _is_edge(row):
            side: Side | None = "up" if "^" in row.text else "down" if "v" in row.text else None
            if side and section.exit is None:
                section.exit = side, row
            continue
        if section.framed and row.text[0] in "|<" and row.text[-1] in "|>" and len(row.text) > 1:
            arrow: Side | None = "left" if row.text[0] == "<" else "right" if row.text[-1] == ">" else None
            if arrow and section.exit is None:
                section.exit = arrow, row
            inner = row.text[1:-1]
            row = Row(row.number, row.column + 1 + len(inner) - len(inner.lstrip()), inner.strip() or ".")
        section.rows.append(row)
    return section


def _is_title(row: Row, before: Row | None, after: Row | None) -> bool:
    """Return whether the line is a title: it describes a board and cannot be part of one."""
    words = row.text.split() if len(row.text) <= _MAX_TITLE else []
    if not words or row.is_setting() or row.text[0] in "|<+":
        return False
    if any(len(word) >= _MIN_LINE and _BOARD.issuperset(word) for word in words):
        return False
    if len(words) > 1:
        return _is_phrase(words)
    word = words[0]
    if len(word) >= _MIN_LINE or not re.fullmatch(_WORD, word) or not any(mark in ascii_lowercase for mark in word):
        return False
    if not set(word) - _BOARD or "AA" in word:
        return False
    if before is None and after is None:
        return True
    return before is None and after is not None and not after.is_setting() and len(after.text) != len(word)


def _is_phrase(words: list[str]) -> bool:
    """Return whether the words are a phrase rather than cells, numbers, a vehicle, or a board beside numbers."""
    named = [word for word in words if not re.fullmatch(_NUMBER, word)]
    if not any(len(word) > 1 for word in named):
        return False
    if len(words) == 5 and all(re.fullmatch(_NUMBER, word) for word in words[2:]):
        return False
    if any(mark in word for word in words for mark in "[](){},;|"):
        return all(word.isalpha() for word in words[:2])
    return len(named) > 1 or not _BOARD.issuperset(named[0]) or not ("o" in named[0] or "." in named[0])


def has_separators(row: Row) -> bool:
    """Return whether the marks in the row are separated by spaces, commas or similar characters."""
    return len(row.text.translate(_SPACED).split(None, 1)) > 1


def tokens(row: Row) -> list[tuple[str, int]]:
    """Return the marks in a row with their columns: its words or, if there is only one word, its characters.

    >>> [mark for mark, _ in tokens(Row(1, 1, "[0, 12, 12]"))]
    ['0', '12', '12']
    """
    text = row.text.translate(_SPACED)
    words = [(match[0], row.column + match.start()) for match in re.finditer(r"\S+", text)]
    if len(words) != 1:
        return words
    word, column = words[0]
    return [(mark, column + at) for at, mark in enumerate(word)]
