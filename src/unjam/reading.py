"""What people hand over as levels: a path, an open file or text; and which one puzzle is meant by it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import IO, Any

from .families import read as _read
from .puzzle import Level, Message, Puzzle, PuzzleError, plural

Source = str | os.PathLike[str] | IO[str] | IO[bytes]
"""Where levels come from: a path, an open file, or the text itself."""
Given = Puzzle | Level | str | os.PathLike[str]
"""What stands for one puzzle: a position, a level of a file, or what ``read`` takes with one level in it."""

_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1a")
_NAME = re.compile(r"[A-Za-z]+/[A-Za-z0-9-]+")
"""How a level that comes with unjam is called."""
_PATH = re.compile(r"\S+\.[a-z]\w{0,4}|\S*[/\\]\S+", re.IGNORECASE)
"""What people write when they mean a file."""


def read(source: Source, family: str | None = None, **options: Any) -> list[Puzzle]:
    """The puzzles of a path, an open file or a text; the first level that cannot be read raises its PuzzleError.

    A string without a line break that names a file is a path; the name of a level that comes with unjam stands for
    it. ``family`` is detected where it is not named; ``options``
    are the family's own (tiles: ``goal="last"``).

    >>> [board.family for board in read("1 2 0 3 4 5 6 7 8")]
    ['tiles']
    """
    return [puzzle_of(level) for level in read_levels(source, family, **options)]


def read_levels(source: Source, family: str | None = None, **options: Any) -> list[Level]:
    """The same as ``Level`` objects, with titles and notes; one that cannot be read carries its error.

    >>> [level.title for level in read_levels("#####\\n#@$.#\\n#####\\nTitle: One push")]
    ['One push']
    """
    if isinstance(source, str) and _NAME.fullmatch(source) and not os.path.lexists(source):
        from .levels import named

        if (shipped := named(source)) is not None:
            return [replace(level, title=shipped.title) for level in _read(shipped.board, shipped.family, **options)]
    text = text_of(source)
    try:
        found = list(_read(text, family, **options))
    except PuzzleError:
        _refuse_path(source, text)
        raise
    if all(level.error for level in found):
        _refuse_path(source, text)
    return found


def one(given: Given) -> Puzzle:
    """The puzzle that is meant: itself, that of a level, or the only one that a path or a text holds.

    >>> one("1 2 0 3 4 5 6 7 8").family
    'tiles'
    """
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, Level):
        return puzzle_of(given)
    if isinstance(given, Iterable) and not isinstance(given, str):
        raise TypeError("expected one puzzle, not several; take one of them, or solve_many and rate_many")
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"expected a puzzle, a level, a text or a path, not {type(given).__name__}")
    found = read_levels(given)
    if not found:
        raise PuzzleError("the text holds no level; expected one")
    first, *more = found
    if more:
        why = plural("{n} level", "{n} levels", n=1 + len(more))
        raise PuzzleError(Message("{found}; expected one, so take one of those that unjam.read gives", found=why))
    return puzzle_of(first)


def puzzle_of(level: Level) -> Puzzle:
    """The puzzle of the level; its error where it cannot be read."""
    if level.puzzle is None:
        raise level.error or PuzzleError("this level cannot be read")
    return level.puzzle


def text_of(source: Source) -> str:
    """The text of a path or an open file, or the text itself."""
    if isinstance(source, str):
        if not source or any(mark in source for mark in "\n\r\0") or not os.path.isfile(source):
            return source
    elif not isinstance(source, os.PathLike):
        if not hasattr(source, "read"):
            raise TypeError(f"expected a text, a path or an open file, not {type(source).__name__}")
        content = source.read()
        return decoded(content) if isinstance(content, bytes) else content
    with open(source, "rb") as file:
        return decoded(file.read())


def decoded(data: bytes) -> str:
    """The text of a level file: UTF-8, or Latin-1 as in old collections; PuzzleError for what is no text."""
    for offset, byte in enumerate(data[:65536]):
        if byte < 32 and byte not in _TEXT_CONTROLS:
            raise _no_text(byte, offset)
    if b"\0" in data:
        raise _no_text(0, data.index(0))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class NoText(PuzzleError):
    """A file that is no text."""


def _no_text(byte: int, offset: int) -> NoText:
    return NoText(
        Message("this is not a text file (byte {byte} at offset {offset}); expected a level", byte=byte, offset=offset)
    )


def _refuse_path(source: Source, text: str) -> None:
    """PuzzleError where the text looks like the name of a file that is not there."""
    if source is text and _PATH.fullmatch(text):
        raise PuzzleError(Message("'{name}' is no level, and there is no such file", name=text)) from None
