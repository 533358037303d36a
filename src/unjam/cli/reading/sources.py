"""Reads files, standard input and shipped levels as text; long files with one level per line are read in parts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from errno import ENAMETOOLONG, ENOENT
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from ...core.puzzle import Level, Puzzle, PuzzleError
from ...formats.level_lines import is_lines
from ...formats.read import decode_text, find_named, is_level_text, suggest_name
from ..printing.language import system_error, translate, words

if TYPE_CHECKING:
    from ...datasets.parquet import LevelRow

SMALL = 1 << 16
"""Files of up to this many bytes are read in one piece."""
_MAX_SHOWN = 255  # characters; no file has a longer name
_MAX_PART = 16 * SMALL  # if no two levels can be separated within this many bytes, the rest is read at once


class BadFile(click.ClickException):
    """An error in a file; the message begins with the name of the file, as in a compiler."""


class TextPart(NamedTuple):
    """A part of a file that can be parsed separately; it starts after ``line`` lines.

    ``kind`` is the family if each line of the part is a complete level, else None.
    """

    text: str
    line: int = 0
    kind: type[Puzzle] | None = None


@dataclass(slots=True)
class Source:
    """A file, standard input or a level shipped with unjam; ``at`` is its index among the command's sources.

    ``text`` is set if the source was read in one piece. ``count`` is the number of levels read so far, and
    ``expected`` is an estimate of their total number. ``skipped`` is set if the source is not text.
    """

    path: str
    at: int = 0
    in_folder: bool = False
    text: str = ""
    lines: int = 1
    count: int = 0
    skipped: bool = False
    expected: int | None = None

    @property
    def name(self) -> str:
        """The name used in error messages."""
        return words("standard input") if self.path == "-" else self.path

    def load(self) -> Mapping[str, Any]:
        """Load a shipped or generated level by its name; return its family and title, or an empty dict for a file."""
        if (known := find_named(self.path)) is None:
            return {}
        self.text = known.text
        return {"family": known.family, "title": known.title}

    @property
    def is_table(self) -> bool:
        """Whether the source is a Parquet file."""
        return self.path.endswith(".parquet")

    def rows(self) -> Iterator[LevelRow]:
        """Yield the unparsed rows of a Parquet file."""
        from ...datasets.parquet import read_texts

        try:
            yield from read_texts(self.path)
        except PuzzleError as error:
            raise BadFile(translate(error)) from None

    def share(self, level: Level) -> float:
        """Return the share of the file that precedes the level, from 0 to 1."""
        return min(1.0, (level.line - 1) / self.lines)

    def parts(self, lines_of: Callable[[str], type[Puzzle] | None]) -> Iterator[TextPart]:
        """Yield the text, whole or in parts; ``lines_of`` returns the family of text with one level per line."""
        if self.text:
            self.lines = self.text.count("\n") + 1
            yield TextPart(self.text)
            return
        with _open(self.path) as file:
            start = _read(file, self.path, SMALL)
            if len(start) == SMALL:
                head, _, tail = start.rpartition(b"\n")
                kind = lines_of(head.decode("ascii") + "\n") if head and head.isascii() and b"\0" not in head else None
                if kind is not None:
                    size = 0 if self.path == "-" else os.fstat(file.fileno()).st_size
                    self.expected = size * (head.count(b"\n") + 1) // SMALL
                    self.lines = self.expected or 1
                    yield from _by_lines(file, self.path, head + b"\n", tail, kind)
                    return
                start += _read(file, self.path)
            self.text = decode_text(start)
        self.lines = self.text.count("\n") + 1
        yield TextPart(self.text)


def _by_lines(file: IO[bytes], path: str, head: bytes, tail: bytes, kind: type[Puzzle]) -> Iterator[TextPart]:
    """Yield the file in parts, splitting it only between two one-line levels."""
    line = 0
    while more := _read(file, path, SMALL if len(head) < _MAX_PART else -1):
        text = decode_text(head)
        regular = is_lines(kind, text)
        # The last line is kept for the next part, because the meaning of a line may depend on the level above it.
        border = text.rfind("\n", 0, len(text) - 1) + 1 if regular else _last_border(text, kind)
        if border and text.isascii():
            yield TextPart(text[:border], line, kind if regular else None)
            line += text.count("\n", 0, border)
            head = head[border:]
        start, newline, tail = (tail + more).rpartition(b"\n")
        head += start + newline
    text = decode_text(head + tail)
    yield TextPart(text, line, kind if is_lines(kind, text) else None)


def _last_border(text: str, kind: type[Puzzle]) -> int:
    """Return the last index at which the text can be split between two one-line levels; 0 if there is no such index."""
    end, below = len(text), False
    while end > 0:
        start = text.rfind("\n", 0, end - 1) + 1
        above = is_lines(kind, text[start:end])
        if above and below:
            return end
        end, below = start, above
    return 0


def read_bytes(path: str) -> bytes:
    """Return the bytes of the file, or of standard input for "-"."""
    with _open(path) as file:
        return _read(file, path)


def _open(path: str) -> AbstractContextManager[IO[bytes]]:
    try:
        if path != "-":
            return open(path, "rb")
    except OSError as error:
        raise BadFile(f"{_short(path)}: {_with_hint(error, path)}") from None
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError(words("no level: name a file, or pipe one to standard input"))
    return nullcontext(sys.stdin.buffer)


def _read(file: IO[bytes], path: str, size: int = -1) -> bytes:
    try:
        return file.read(size)
    except OSError as error:
        raise BadFile(f"{words('standard input') if path == '-' else path}: {system_error(error)}") from None


def _short(path: str) -> str:
    """Shorten a file name to one line; it may be the text of a level, passed as a file name by mistake."""
    first, *more = path.splitlines() or [""]
    return f"{first[:_MAX_SHOWN]}…" if more or len(first) > _MAX_SHOWN else first


def _with_hint(error: OSError, path: str) -> str:
    """Return why a file cannot be read, with a hint about what the user probably meant."""
    why = system_error(error)
    if error.errno not in (ENOENT, ENAMETOOLONG):
        return why
    if is_level_text(path):
        context = click.get_current_context(silent=True)
        command = context.info_name if context else "solve"
        more = words(
            "this looks like a level; send it to standard input: echo '…' | unjam {command} -", command=command
        )
    elif hint := suggest_name(path):
        more = translate(hint)
    else:
        return why
    return words("{why}; {more}", why=why, more=more)
