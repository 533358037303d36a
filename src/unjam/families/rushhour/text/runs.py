"""Parts a text into the rows of its boards: what stands around them, comments, titles and frames, is taken off.

A frame is the one that ``unjam show`` draws: ``+---+`` above and below, ``|`` beside each row, an arrow at the exit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase

from ..board import Side
from .rows import Row

_SPACED = str.maketrans(dict.fromkeys(",;|[](){}\"'", " "))
_EDGE = frozenset("+-=^v")
_BOARD = frozenset(ascii_uppercase + "ox.")
_WORD = re.compile(r"[\w'’.,:!?()&-]+")
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?")
_LONGEST = 200  # characters of a title; a longer line was meant as something else
_LINE = 16  # characters: so long a word of board marks was meant as a whole board, and no title has one


@dataclass(slots=True)
class Run:
    """The rows of a board, or several boards of a line each, and what the text says around them."""

    rows: list[Row] = field(default_factory=list)
    title: str | None = None
    framed: bool = False
    exit: tuple[Side, Row] | None = None
    """The side where a frame has its arrow, and the row that says so."""


def runs(text: str) -> list[Run]:
    """The runs of rows in order; where all of the text reads like prose, it is taken for what a board should be."""
    found = _parted(_blocks(text, prose=True))
    return found or _parted(_blocks(text, prose=False))


def _parted(blocks: Iterator[list[Row]]) -> list[Run]:
    """One run for each block of rows; a title goes with the run below it."""
    out: list[Run] = []
    title: str | None = None
    for block in blocks:
        if not block[0].prose:
            run = _unframed(block)
            if run.rows:
                run.title, title = title, None
                out.append(run)
        else:
            title = block[-1].text.strip(" \t:")
    return out


def _blocks(text: str, *, prose: bool) -> Iterator[list[Row]]:
    """The rows between blank lines, comments left out; titles and framed boards are blocks of their own."""
    block: list[Row] = []
    rows = list(_rows(text))
    for at, row in enumerate(rows):
        after = rows[at + 1] if at + 1 < len(rows) else None
        if row is None:
            if block:
                yield block
            block = []
            continue
        if prose and _is_title(row, block[-1] if block else None, after):
            row.prose = True
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
    """The lines that are no comments; None for blank ones."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, raw in enumerate(lines, 1):
        line = raw.strip(" \t")
        if not line:
            yield None
        elif not _is_remark(line):
            yield Row(number, raw.index(line[0]) + 1, line)


def _is_remark(line: str) -> bool:
    """True for a comment; of lines with ``#`` only those that could be no row with a strange mark."""
    if line.startswith((";", "//", "::")):
        return True
    if line[0] != "#":
        return False
    rest = line[:_LONGEST].lstrip("#")
    words = [word for word in rest.split() if len(word) > 1 or word.isdigit()]
    return not rest or rest.strip().isdigit() or any(rest[0].isspace() or set(word) - _BOARD for word in words)


def _is_edge(row: Row) -> bool:
    """True for the upper or lower line of a frame."""
    return len(row.text) > 2 and row.text[0] == row.text[-1] == "+" and _EDGE.issuperset(row.text)


def _unframed(block: list[Row]) -> Run:
    """The rows without the frame around them, and where the arrow of the frame points."""
    run = Run(framed=_is_edge(block[0]))
    for row in block:
        if _is_edge(row):
            side: Side | None = "up" if "^" in row.text else "down" if "v" in row.text else None
            if side and run.exit is None:
                run.exit = side, row
            continue
        if run.framed and row.text[0] in "|<" and row.text[-1] in "|>" and len(row.text) > 1:
            arrow: Side | None = "left" if row.text[0] == "<" else "right" if row.text[-1] == ">" else None
            if arrow and run.exit is None:
                run.exit = arrow, row
            inner = row.text[1:-1]
            row = Row(row.number, row.column + 1 + len(inner) - len(inner.lstrip()), inner.strip() or ".")
        run.rows.append(row)
    return run


def _is_title(row: Row, before: Row | None, after: Row | None) -> bool:
    """True for a line that is about a board and can be no part of one."""
    words = row.text.split() if len(row.text) <= _LONGEST else []
    if not words or row.is_said() or row.text[0] in "|<+":
        return False
    if any(len(word) >= _LINE and _BOARD.issuperset(word) for word in words):
        return False
    if len(words) > 1:
        return _is_phrase(words)
    word = words[0]
    if len(word) >= _LINE or not _WORD.fullmatch(word) or not any(mark in ascii_lowercase for mark in word):
        return False
    if not set(word) - _BOARD or "AA" in word:
        return False
    if before is None and after is None:
        return True
    return before is None and after is not None and not after.is_said() and len(after.text) != len(word)


def _is_phrase(words: list[str]) -> bool:
    """True for several words that are neither cells nor numbers, nor a board or a vehicle among numbers."""
    named = [word for word in words if not _NUMBER.fullmatch(word)]
    if not any(len(word) > 1 for word in named):
        return False
    if len(words) == 5 and all(_NUMBER.fullmatch(word) for word in words[2:]):
        return False
    if any(mark in word for word in words for mark in "[](){},;|"):
        return all(word.isalpha() for word in words[:2])
    return len(named) > 1 or not _BOARD.issuperset(named[0]) or not ("o" in named[0] or "." in named[0])


def is_parted(row: Row) -> bool:
    """Whether something stands between the marks of the row."""
    return len(row.text.translate(_SPACED).split(None, 1)) > 1


def tokens(row: Row) -> list[tuple[str, int]]:
    """The marks of a row, each with its column: its words, or the characters of its only word.

    >>> [mark for mark, _ in tokens(Row(1, 1, "[0, 12, 12]"))]
    ['0', '12', '12']
    """
    text = row.text.translate(_SPACED)
    words = [(match[0], row.column + match.start()) for match in re.finditer(r"\S+", text)]
    if len(words) != 1:
        return words
    word, column = words[0]
    return [(mark, column + at) for at, mark in enumerate(word)]
