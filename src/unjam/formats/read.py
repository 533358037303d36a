"""Reads levels from a path, an open file or a string, and converts puzzle-like arguments to puzzles."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import IO, Any, NamedTuple

from ..core.family_info import DIFFICULTIES
from ..core.puzzle import Level, Message, Puzzle, PuzzleError, Unsupported, plural
from ..core.wording import amount
from ..families import FAMILIES, family
from ..families import read as _read

Source = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A source of levels: a path, an open file, or the text itself."""
PuzzleLike = Puzzle | Level | str | os.PathLike[str]
"""An argument that specifies one puzzle: a position, a level, or a path or string with one level."""

_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1a")
_LEVEL_NAME = r"[A-Za-z]+/[A-Za-z0-9-]+|\w+-\w+-[\w=-]*"
_SEEDED = r"-\d+x\d+-s\d+-n\d+-g\d+"
_GENERATED = rf"\w+-(?:(?:{'|'.join(DIFFICULTIES)})-.*|.*{_SEEDED}.*)"
"""A pattern for names of generated levels, even misspelt ones: they begin like such a name, or contain a seed."""
_PATH = r"(?i)\S+\.[a-z]\w{0,4}|\S*[/\\]\S+"
"""A pattern for text that is probably meant as a file name."""
_BOARD_LINE = r"[A-Zox.]{20,}|[-\s\d,_]*\d\s[-\s\d,_]*|.*#[@+$*. #].*"
"""A pattern for a board on one line, valid or not."""
MAX_NAME_LENGTH = 100


def read(source: Source, family: str | None = None, **options: Any) -> list[Puzzle]:
    """Read the puzzles from a path, an open file or a string; raise PuzzleError for the first unreadable level.

    A string without a line break can also be the name of a shipped or generated level. By default the family is
    detected. ``options`` are specific to the family (tiles: ``goal="last"``).

    >>> [board.family for board in read("1 2 0 3 4 5 6 7 8")]
    ['tiles']
    """
    return [puzzle_of(level) for level in read_levels(source, family, **options)]


def read_levels(source: Source, family: str | None = None, **options: Any) -> list[Level]:
    """Read the levels from a path, an open file or a string, with titles and notes; unreadable ones have an ``error``.

    >>> [level.title for level in read_levels("#####\\n#@$.#\\n#####\\nTitle: One push")]
    ['One push']
    """
    if isinstance(source, str) and (known := find_named(source)) is not None:
        return [replace(level, title=known.title) for level in _read(known.text, known.family, **options)]
    text = text_of(source)
    try:
        levels = list(_read(text, family, **options))
    except PuzzleError:
        _refuse_path(source, text)
        raise
    if all(level.error for level in levels):
        _refuse_path(source, text)
    return levels


class NamedLevel(NamedTuple):
    family: str
    title: str
    text: str


def find_named(name: str) -> NamedLevel | None:
    """Return the shipped or generated level with this name; None if a file has this name or no level does.

    Raises PuzzleError if the name of a generated level is wrong.

    >>> find_named("rushhour/market-day").title
    'Market Day'
    """
    if not re.fullmatch(_LEVEL_NAME, name) or os.path.lexists(name):
        return None
    from .shipped import bundled, shipped_level

    if (shipped := shipped_level(name)) is not None:
        return NamedLevel(shipped.family, shipped.title, shipped.board)
    kind = name.partition("-")[0]
    if not re.fullmatch(_GENERATED, name) or (kind not in FAMILIES and not re.search(_SEEDED, name)):
        return None
    for level in bundled(kind):
        if level.generated_name == name:
            return NamedLevel(kind, level.title, level.board)
    from ..generation.regenerate import regenerate

    generated = regenerate(name)
    return NamedLevel(kind, generated.title, str(generated.puzzle))


def as_puzzle(source: PuzzleLike) -> Puzzle:
    """Convert the argument to a puzzle: it may be a puzzle, a level, or a path or string with one level.

    >>> as_puzzle("1 2 0 3 4 5 6 7 8").family
    'tiles'
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, Level):
        return puzzle_of(source)
    if not isinstance(source, (str, os.PathLike)):
        from .shipped import Bundled

        if isinstance(source, Bundled):
            return family(source.family).parse(source.board)
        if isinstance(source, Iterable):
            raise TypeError("expected one puzzle, not several; take one of them, or solve_many and rate_many")
        raise TypeError(f"expected a puzzle, a level, a text or a path, not {type(source).__name__}")
    levels = read_levels(source)
    if not levels:
        raise PuzzleError("the text contains no level; expected one")
    if len(levels) > 1:
        raise PuzzleError(
            Message(
                "{found}; expected one: call unjam.read and choose one of its levels",
                found=amount(len(levels), "levels"),
            )
        )
    return puzzle_of(levels[0])


def as_puzzles(sources: Iterable[PuzzleLike]) -> Iterator[Puzzle]:
    """Convert the items to puzzles; raise TypeError if the argument is a single puzzle."""
    if isinstance(sources, (str, Puzzle)) or not isinstance(sources, Iterable):
        raise TypeError(f"expected several puzzles, such as a list of them, not {type(sources).__name__}")
    return map(as_puzzle, sources)


def no_such_level(number: int, count: int) -> Message:
    """Return the message for a level number that is out of range.

    >>> str(no_such_level(5, 3))
    'there is no level 5; the file has levels 1 to 3'
    """
    return plural(
        "there is no level {number}; the file has only one",
        "there is no level {number}; the file has levels 1 to {n}",
        n=count,
        number=Message.plain(str(number)),
    )


def puzzle_of(level: Level) -> Puzzle:
    """Return the level's puzzle; raise PuzzleError if the level could not be read."""
    if level.puzzle is None:
        raise level.error or PuzzleError("this level cannot be read")
    return level.puzzle


def text_of(source: Source) -> str:
    """Return the text of a source: the contents of the file, or the string itself."""
    if isinstance(source, str):
        if not source or any(mark in source for mark in "\n\r\0") or not os.path.isfile(source):
            return source
    elif not isinstance(source, os.PathLike):
        if not hasattr(source, "read"):
            raise TypeError(f"expected a text, a path or an open file, not {type(source).__name__}")
        content = source.read()
        return decode_text(content) if isinstance(content, bytes) else content
    with open(source, "rb") as file:
        return decode_text(file.read())


def decode_text(data: bytes) -> str:
    """Decode a level file: UTF-8, UTF-16 as PowerShell writes it, or Latin-1 as in old collections.

    Raises NotText for binary data.
    """
    if (encoding := _wide_encoding(data)) is not None:
        return _decode_wide(data, encoding)
    for offset, byte in enumerate(data[:65536]):
        if byte < 32 and byte not in _TEXT_CONTROLS:
            raise _no_text(byte, offset)
    if b"\0" in data:
        raise _no_text(0, data.index(0))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _wide_encoding(data: bytes) -> str | None:
    """Return the UTF-16 encoding if there is a byte order mark or exactly every second byte is zero; otherwise None.

    >>> _wide_encoding("#@$.#".encode("utf-16")), _wide_encoding("#@$.#".encode("utf-16-be")), _wide_encoding(b"#@$.#")
    ('utf-16', 'utf-16-be', None)
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    even, odd = data[::2], data[1::2]
    if len(data) < 2 or len(data) % 2:
        return None
    if not any(odd) and 0 not in even:
        return "utf-16-le"
    return "utf-16-be" if not any(even) and 0 not in odd else None


def _decode_wide(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _no_text(data[error.start], error.start) from None
    for at, mark in enumerate(text):
        if mark < " " and ord(mark) not in _TEXT_CONTROLS:
            raise _no_text(ord(mark), 2 * at)
    return text


class NotText(PuzzleError):
    """Raised for a file that is not text."""


def _no_text(byte: int, offset: int) -> NotText:
    return NotText(
        Message("this is not a text file (byte {byte} at offset {offset}); expected a level", byte=byte, offset=offset)
    )


def _refuse_path(source: Source, text: str) -> None:
    """Raise PuzzleError if the text looks like the name of a missing file or shipped level."""
    if source is not text:
        return
    hint = suggest_name(text)
    if not hint and not re.fullmatch(_PATH, text):
        return
    why = Message("'{name}' is neither a level nor a file", name=text)
    raise PuzzleError(Message("{why}; {more}", why=why, more=hint) if hint else why) from None


def suggest_name(name: str) -> Message | None:
    """Return a hint for a name that is neither a file nor a level; None if no name is similar.

    >>> str(suggest_name("rushhour/market-dya"))
    "did you mean the level 'rushhour/market-day'?"
    """
    from .shipped import bundled, similar_names

    if "\n" in name or len(name) > MAX_NAME_LENGTH:
        return None
    if name in FAMILIES and bundled(name):
        return Message("'unjam levels {family}' lists the levels that come with unjam", family=name)
    similar = similar_names(name, list(FAMILIES))
    return Message("did you mean the level '{name}'?", name=similar[0]) if similar else None


def is_level_text(text: str) -> bool:
    """Return whether an argument is a level rather than a file name: it has several lines or looks like a board.

    >>> is_level_text("1 2 0 3 4 5 6 7 8"), is_level_text("levels.txt")
    (True, False)
    """
    if "\n" in text or re.fullmatch(_BOARD_LINE, text):
        return True
    try:
        return any(level.puzzle is not None for level in _read(text))
    except (PuzzleError, Unsupported):
        return False
