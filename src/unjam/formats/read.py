"""What people hand over as levels: a path, an open file or text; and which one puzzle is meant by it."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import IO, Any, NamedTuple

from ..core.generator import DIFFICULTIES
from ..core.puzzle import Level, Message, Puzzle, PuzzleError, Unsupported, plural
from ..families import FAMILIES, family
from ..families import read as _read

Source = str | os.PathLike[str] | IO[str] | IO[bytes]
"""Where levels come from: a path, an open file, or the text itself."""
PuzzleLike = Puzzle | Level | str | os.PathLike[str]
"""What stands for one puzzle: a position, a level of a file, or what ``read`` takes with one level in it."""

_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1a")
_NAME = re.compile(r"[A-Za-z]+/[A-Za-z0-9-]+|\w+-\w+-[\w=-]*")
"""How a level is called that comes with unjam or was generated."""
_SEEDED = re.compile(r"-\d+x\d+-s\d+-n\d+-g\d+")
_GENERATED = re.compile(rf"\w+-(?:(?:{'|'.join(DIFFICULTIES)})-.*|.*{_SEEDED.pattern}.*)")
"""What begins like the name of a generated level, or has its seed; it may be misspelt."""
_PATH = re.compile(r"\S+\.[a-z]\w{0,4}|\S*[/\\]\S+", re.IGNORECASE)
"""What people write when they mean a file."""
_DRAWN = re.compile(r"[A-Zox.]{20,}|[-\s\d,_]*\d\s[-\s\d,_]*|.*#[@+$*. #].*")
"""A board on one line, right or wrong: cars, numbers or walls."""
MAX_NAME = 100
"""Characters; no name of a level is longer."""


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
    if isinstance(source, str) and (known := find_named(source)) is not None:
        return [replace(level, title=known.title) for level in _read(known.text, known.family, **options)]
    text = text_of(source)
    try:
        found = list(_read(text, family, **options))
    except PuzzleError:
        _refuse_path(source, text)
        raise
    if all(level.error for level in found):
        _refuse_path(source, text)
    return found


class Named(NamedTuple):
    """The level that a name stands for."""

    family: str
    title: str
    text: str


def find_named(name: str) -> Named | None:
    """The level that comes with unjam, or that can be generated again, under that name; None where a file has it or it
    is no such name. PuzzleError says what is wrong with the name of a generated level.

    >>> find_named("rushhour/market-day").title
    'Market Day'
    """
    if not _NAME.fullmatch(name) or os.path.lexists(name):
        return None
    from .shipped import bundled, named

    if (shipped := named(name)) is not None:
        return Named(shipped.family, shipped.title, shipped.board)
    kind = name.partition("-")[0]
    if not _GENERATED.fullmatch(name) or (kind not in FAMILIES and not _SEEDED.search(name)):
        return None
    for level in bundled(kind):
        if level.made == name:
            return Named(kind, level.title, level.board)
    from ..generation.regenerate import regenerate

    return Named(kind, name, str(regenerate(name).puzzle))


def one(given: PuzzleLike) -> Puzzle:
    """The puzzle that is meant: itself, that of a level, or the only one that a path or a text holds.

    >>> one("1 2 0 3 4 5 6 7 8").family
    'tiles'
    """
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, Level):
        return puzzle_of(given)
    if not isinstance(given, (str, os.PathLike)) and (shipped := _shipped(given)) is not None:
        return shipped
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


def several(given: Iterable[PuzzleLike]) -> Iterator[Puzzle]:
    """The puzzles that are meant, one after the other; TypeError where a single one was handed over."""
    if isinstance(given, (str, Puzzle)) or not isinstance(given, Iterable):
        raise TypeError(f"expected several puzzles, such as a list of them, not {type(given).__name__}")
    return map(one, given)


def _shipped(given: object) -> Puzzle | None:
    """The puzzle of a level as ``unjam.levels()`` lists it; None for anything else."""
    from .shipped import Bundled

    return family(given.family).parse(given.board) if isinstance(given, Bundled) else None


def no_such_level(number: int, count: int) -> Message:
    """Says which levels there are where somebody chooses another one.

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
    """The text of a level file: UTF-8, UTF-16 as PowerShell writes it, or Latin-1 as in old collections; PuzzleError
    for what is no text."""
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
    """UTF-16 where a byte order mark says so, or where every second byte is zero and no other; else None.

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


class NoText(PuzzleError):
    """A file that is no text."""


def _no_text(byte: int, offset: int) -> NoText:
    return NoText(
        Message("this is not a text file (byte {byte} at offset {offset}); expected a level", byte=byte, offset=offset)
    )


def _refuse_path(source: Source, text: str) -> None:
    """PuzzleError where the text looks like the name of a file or of a shipped level that is not there."""
    if source is not text:
        return
    hint = suggestion(text)
    if not hint and not _PATH.fullmatch(text):
        return
    why = Message("'{name}' is no level, and there is no such file", name=text)
    raise PuzzleError(Message("{why}; {more}", why=why, more=hint) if hint else why) from None


def suggestion(name: str) -> Message | None:
    """What may be meant by a name that no file and no level has; None where nothing is near.

    >>> str(suggestion("rushhour/market-dya"))
    "did you mean the level 'rushhour/market-day'?"
    """
    from .shipped import bundled, near

    if "\n" in name or len(name) > MAX_NAME:
        return None
    if name in FAMILIES and bundled(name):
        return Message("'unjam levels {family}' lists those that come with unjam", family=name)
    found = near(name, list(FAMILIES))
    return Message("did you mean the level '{name}'?", name=found[0]) if found else None


def is_level_text(text: str) -> bool:
    """Whether a name that no file has is a level itself: it has several lines, can be read, or is drawn like one.

    >>> is_level_text("1 2 0 3 4 5 6 7 8"), is_level_text("levels.txt")
    (True, False)
    """
    if "\n" in text or _DRAWN.fullmatch(text):
        return True
    try:
        return any(level.puzzle is not None for level in _read(text))
    except (PuzzleError, Unsupported):
        return False
