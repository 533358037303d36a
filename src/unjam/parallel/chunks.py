"""Chunks of levels that are sent to workers.

If each line of a file is a level (``About.line``), a chunk is text that only the worker parses. Otherwise it contains
the texts of levels that have already been parsed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from ..core.puzzle import Level, Puzzle, PuzzleError
from ..families import family, load
from ..formats.level_lines import shift_level


@dataclass(frozen=True, slots=True)
class LevelText:
    """The text of a level that has already been parsed or, if that failed, its text in the file and the error."""

    text: str
    index: int
    line: int
    title: str | None = None
    author: str | None = None
    error: PuzzleError | None = None


@dataclass(frozen=True, slots=True)
class FileSlice:
    """Consecutive levels of one file: ``lines`` with one level each, or ``texts`` of levels that were already parsed.

    ``family`` is the name of the family, or the Python file that defines it. ``index`` and ``line`` are the numbers of
    levels and lines before the first level.
    """

    source: str
    family: str
    lines: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    index: int = 0
    line: int = 0
    texts: tuple[LevelText, ...] = ()

    def __len__(self) -> int:
        return len(self.lines) or len(self.texts)

    def cut(self, count: int) -> tuple[FileSlice, FileSlice]:
        if self.texts:
            return replace(self, texts=self.texts[:count]), replace(self, texts=self.texts[count:])
        rest = replace(self, lines=self.lines[count:], index=self.index + count, line=self.line + count)
        return replace(self, lines=self.lines[:count]), rest

    @property
    def kind(self) -> type[Puzzle]:
        return load_family(self.family)

    def levels(self) -> Iterator[Level]:
        """Yield the levels, numbered as in the file."""
        kind = self.kind
        for text in self.texts:
            puzzle = None if text.error else kind.parse(text.text)
            notes = {"author": text.author} if text.author else {}
            yield Level(text.index, puzzle, text.title, text.error, text.line, notes)
        if self.lines:
            for level in kind.levels("\n".join(self.lines), **self.options):
                yield shift_level(level, self.index, self.line)

    def text(self, at: int) -> str:
        return self.texts[at].text if self.texts else self.lines[at].strip()

    def number(self, at: int) -> int:
        """Return the number of a level in its file, from 1."""
        return (self.texts[at].index if self.texts else self.index + at) + 1

    def signature(self) -> bytes:
        """Return everything that the results depend on, as bytes."""
        parts = [self.source, self.family, repr(sorted(self.options.items())), str(self.index), *self.lines]
        parts += [f"{level.index} {level.title} {level.author} {level.error}\n{level.text}" for level in self.texts]
        return "\0".join(parts).encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Levels that are sent to a worker together, and the settings of the run as text."""

    slices: tuple[FileSlice, ...]
    settings: str = ""

    def __len__(self) -> int:
        return sum(map(len, self.slices))

    def __getitem__(self, part: slice) -> Chunk:
        reader = ChunkReader(self.slices, self.settings)
        reader.take(part.start)
        return reader.take(part.stop - part.start)

    @property
    def name(self) -> str:
        """A hash of the levels and settings, by which a resumed run recognises its chunks."""
        digest = blake2b(self.settings.encode(), digest_size=16)
        for part in self.slices:
            digest.update(part.signature())
            digest.update(b"\1")
        return digest.hexdigest()


class ChunkReader:
    """Divides the levels of files into chunks of the requested sizes."""

    def __init__(self, slices: Iterable[FileSlice], settings: str = "") -> None:
        self._slices, self.settings = iter(slices), settings
        self._ahead: deque[FileSlice] = deque()

    def take(self, size: int) -> Chunk:
        """Return a chunk with up to ``size`` of the next levels; it is empty if no levels are left."""
        taken: list[FileSlice] = []
        while size > 0:
            part = self._ahead.popleft() if self._ahead else next(self._slices, None)
            if part is None:
                break
            if len(part) > size:
                part, rest = part.cut(size)
                self._ahead.append(rest)
            if len(part):
                taken.append(part)
            size -= len(part)
        return Chunk(tuple(taken), self.settings)


def load_family(name: str) -> type[Puzzle]:
    """Return the family with this name or, if the name is a Python file, the family that the file defines."""
    return load(name) if name.endswith(".py") else family(name)
