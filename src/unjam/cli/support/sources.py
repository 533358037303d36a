"""Files, standard input and shipped levels as text: whole, or by the piece where a long file is made of lines that are
a level each."""

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
from ...formats.read import decode_text, find_named, is_level_text, suggestion
from ...parallel.chunks import is_lines
from .translate import say, system, words

if TYPE_CHECKING:
    from ...datasets.parquet import Text

SMALL = 1 << 16
"""Bytes: what is no longer is read at once."""
_MAX_SHOWN = 255  # characters; no file has a longer name
_LONG = 16 * SMALL  # without a border: then the rest is read at once


class BadFile(click.ClickException):
    """What is wrong with a file; the message begins with the file's name, as a compiler's would."""


def reason(error: OSError) -> str:
    """Why the system refused, in small letters."""
    return system(error)


class Stretch(NamedTuple):
    """Text that can be read without the rest of the file, and how many lines stand above it.

    ``kind`` is the family where each of its lines is a whole level.
    """

    text: str
    line: int = 0
    kind: type[Puzzle] | None = None


@dataclass(slots=True)
class Source:
    """One file, standard input, or a level that comes with unjam; ``at`` is its number among those of the command.

    ``text`` is the whole of it where it was read at once; ``count`` is how many levels were found in it so far,
    ``expected`` how many there are in all where that can be guessed, and ``skipped`` says that it is no text.
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
        """What errors call it."""
        return words("standard input") if self.path == "-" else self.path

    def load(self) -> Mapping[str, Any]:
        """What is known beside the text, family and title of a level that is called by its name."""
        if (known := find_named(self.path)) is None:
            return {}
        self.text = known.text
        return {"family": known.family, "title": known.title}

    @property
    def is_table(self) -> bool:
        """Whether it is a Parquet file."""
        return self.path.endswith(".parquet")

    def rows(self) -> Iterator[Text]:
        """The levels of a Parquet file, not yet read."""
        from ...datasets.parquet import texts

        try:
            yield from texts(self.path)
        except PuzzleError as error:
            raise BadFile(say(error)) from None

    def share(self, level: Level) -> float:
        """How much of it lies before the level, from 0 to 1."""
        return min(1.0, (level.line - 1) / self.lines)

    def stretches(self, lines_of: Callable[[str], type[Puzzle] | None]) -> Iterator[Stretch]:
        """The text, whole or by the piece; ``lines_of`` gives the family that has a level in each line of a text."""
        if self.text:
            self.lines = self.text.count("\n") + 1
            yield Stretch(self.text)
            return
        with _opened(self.path) as file:
            begun = _read(file, self.path, SMALL)
            if len(begun) == SMALL:
                head, _, tail = begun.rpartition(b"\n")
                kind = lines_of(head.decode("ascii") + "\n") if head and head.isascii() and b"\0" not in head else None
                if kind is not None:
                    size = 0 if self.path == "-" else os.fstat(file.fileno()).st_size
                    self.expected = size * (head.count(b"\n") + 1) // SMALL
                    self.lines = self.expected or 1
                    yield from _by_lines(file, self.path, head + b"\n", tail, kind)
                    return
                begun += _read(file, self.path)
            self.text = decode_text(begun)
        self.lines = self.text.count("\n") + 1
        yield Stretch(self.text)


def _by_lines(file: IO[bytes], path: str, head: bytes, tail: bytes, kind: type[Puzzle]) -> Iterator[Stretch]:
    """A file by the piece, each cut between two lines that are levels; others may stand in the midst of a piece."""
    line = 0
    while more := _read(file, path, SMALL if len(head) < _LONG else -1):
        text = decode_text(head)
        regular = is_lines(kind, text)
        # The last line stays, so that what comes below it, whatever it is, is read as standing below a level.
        border = text.rfind("\n", 0, len(text) - 1) + 1 if regular else _last_border(text, kind)
        if border and text.isascii():
            yield Stretch(text[:border], line, kind if regular else None)
            line += text.count("\n", 0, border)
            head = head[border:]
        begun, newline, tail = (tail + more).rpartition(b"\n")
        head += begun + newline
    text = decode_text(head + tail)
    yield Stretch(text, line, kind if is_lines(kind, text) else None)


def _last_border(text: str, kind: type[Puzzle]) -> int:
    """The last place between two lines that are levels; 0 where there is none."""
    end, below = len(text), False
    while end > 0:
        start = text.rfind("\n", 0, end - 1) + 1
        above = is_lines(kind, text[start:end])
        if above and below:
            return end
        end, below = start, above
    return 0


def content(path: str) -> bytes:
    """The bytes of the file, or of standard input for "-"."""
    with _opened(path) as file:
        return _read(file, path)


def _opened(path: str) -> AbstractContextManager[IO[bytes]]:
    try:
        if path != "-":
            return open(path, "rb")
    except OSError as error:
        raise BadFile(f"{_short(path)}: {_with_hint(error, path)}") from None
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError(words("no level: name a file, or send one to standard input"))
    return nullcontext(sys.stdin.buffer)


def _read(file: IO[bytes], path: str, size: int = -1) -> bytes:
    try:
        return file.read(size)
    except OSError as error:
        raise BadFile(f"{words('standard input') if path == '-' else path}: {reason(error)}") from None


def _short(path: str) -> str:
    """The name on one line, as far as it helps to know it again: somebody may have written a level in its place."""
    first, *more = path.splitlines() or [""]
    return f"{first[:_MAX_SHOWN]}…" if more or len(first) > _MAX_SHOWN else first


def _with_hint(error: OSError, path: str) -> str:
    """Why a file cannot be read and, where something else may be meant by its name, what that is."""
    why = reason(error)
    if error.errno not in (ENOENT, ENAMETOOLONG):
        return why
    if is_level_text(path):
        context = click.get_current_context(silent=True)
        command = context.info_name if context else "solve"
        more = words(
            "this looks like a level; send it to standard input: echo '…' | unjam {command} -", command=command
        )
    elif hint := suggestion(path):
        more = say(hint)
    else:
        return why
    return words("{why}; {more}", why=why, more=more)
