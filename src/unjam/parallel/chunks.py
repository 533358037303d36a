"""Levels on their way to other processes: pieces of a file that can be read without the rest of it.

A piece is text where each line is a whole level (``About.line`` tells which lines are), so that nobody but the worker
reads it; else it is the texts of levels that were read already.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from ..core.puzzle import Level, Puzzle, PuzzleError
from ..families import family, load


@dataclass(frozen=True, slots=True)
class Read:
    """A level that was read: its text, and what is known of it besides; with an error it is the text as it stood."""

    text: str
    index: int
    line: int
    title: str | None = None
    author: str | None = None
    error: PuzzleError | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Levels of one file that follow each other: lines that are one level each, or levels that were read.

    ``family`` is a name, or the Python file that defines it. ``index`` and ``line`` are of the first level: how many
    levels and lines the file has before it.
    """

    source: str
    family: str
    lines: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    index: int = 0
    line: int = 0
    found: tuple[Read, ...] = ()

    def __len__(self) -> int:
        return len(self.lines) or len(self.found)

    def cut(self, count: int) -> tuple[Piece, Piece]:
        """The first so many levels, and the others."""
        if self.found:
            return replace(self, found=self.found[:count]), replace(self, found=self.found[count:])
        rest = replace(self, lines=self.lines[count:], index=self.index + count, line=self.line + count)
        return replace(self, lines=self.lines[:count]), rest

    @property
    def kind(self) -> type[Puzzle]:
        return kind_of(self.family)

    def levels(self) -> Iterator[Level]:
        """The levels, with the numbers and the places that they have in the file."""
        kind = self.kind
        for each in self.found:
            puzzle = None if each.error else kind.parse(each.text)
            notes = {"author": each.author} if each.author else {}
            yield Level(each.index, puzzle, each.title, each.error, each.line, notes)
        if self.lines:
            for level in kind.levels("\n".join(self.lines), **self.options):
                yield shifted(level, self.index, self.line)

    def text(self, at: int) -> str:
        """The text of one of its levels."""
        return self.found[at].text if self.found else self.lines[at].strip()

    def signed(self) -> bytes:
        """Everything that its rows depend on."""
        said = [self.source, self.family, repr(sorted(self.options.items())), str(self.index), *self.lines]
        said += [f"{each.index} {each.title} {each.author} {each.error}\n{each.text}" for each in self.found]
        return "\0".join(said).encode("utf-8", "surrogatepass")


Pieces = tuple[Piece, ...]


def kind_of(name: str) -> type[Puzzle]:
    """The family by its name, or of a Python file."""
    return load(name) if name.endswith(".py") else family(name)


def shifted(level: Level, index: int, line: int) -> Level:
    """The level of a piece of a text, as it is called in the whole: with so many levels and lines before it."""
    if not index and not line:
        return level
    error = level.error
    if error is not None:
        error = PuzzleError.of([f if f.line is None else replace(f, line=f.line + line) for f in error.faults])
    return replace(level, index=level.index + index, line=level.line + line, error=error)


def name_of(pieces: Pieces, settings: str) -> str:
    """The name of a chunk: the same for the same levels, asked in the same way."""
    digest = blake2b(settings.encode(), digest_size=16)
    for piece in pieces:
        digest.update(piece.signed())
        digest.update(b"\1")
    return digest.hexdigest()


class Stream:
    """Pieces one after the other, from which so many levels are taken at a time as are wanted."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces = iter(pieces)
        self._ahead: deque[Piece] = deque()

    def take(self, count: int) -> Pieces:
        """The next levels, at most so many; none at the end."""
        taken: list[Piece] = []
        while count > 0:
            piece = self._ahead.popleft() if self._ahead else next(self._pieces, None)
            if piece is None:
                break
            if len(piece) > count:
                piece, rest = piece.cut(count)
                self._ahead.append(rest)
            if len(piece):
                taken.append(piece)
            count -= len(piece)
        return tuple(taken)


def parted(pieces: Pieces, count: int) -> list[Pieces]:
    """The same levels in parts of at most so many."""
    stream, parts = Stream(pieces), list[Pieces]()
    while part := stream.take(count):
        parts.append(part)
    return parts


# -- lines


@lru_cache
def _every(line: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[ \t]*+(?:{line})[ \t]*+\r?+\n)*+", re.ASCII)


def is_lines(kind: type[Puzzle], text: str) -> bool:
    """Whether each line of the text is a whole level of the family, whatever stands above and below it."""
    return bool(kind.about.line) and _every(kind.about.line).fullmatch(text) is not None


def is_line(kind: type[Puzzle], text: str) -> bool:
    """Whether the text is one such line."""
    text = text.strip()
    return "\n" not in text and is_lines(kind, f"{text}\n")
