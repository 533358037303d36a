"""A level in a command's input, and the block of text from which it was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from ...core.puzzle import Level, Message, Puzzle, PuzzleError
from ...formats.level_lines import is_line
from ..printing import terminal
from ..printing.language import translate, words
from .sources import Source

_MAX_RAW_LINES = 256


@dataclass
class Block:
    """A block of text with levels of one family, which starts after ``line`` lines of its file.

    If ``lines`` is set, each line is a complete level; if ``is_row``, the block is one row of a Parquet file.
    """

    source: Source
    kind: type[Puzzle]
    text: str
    options: dict[str, Any]
    line: int = 0
    lines: bool = False
    title: str | None = None
    author: str | None = None
    is_row: bool = False

    @cached_property
    def rows(self) -> list[str]:
        return self.text.splitlines()


@dataclass(slots=True)
class Entry:
    """One level with its source, its family and its number among all the levels of the command."""

    source: Source
    kind: type[Puzzle]
    level: Level
    number: int
    block: Block | None = None

    @property
    def puzzle(self) -> Puzzle | None:
        return self.level.puzzle

    @property
    def title(self) -> str:
        """The title of the level or, if the level has no title, of its family."""
        return self.level.title or translate(self.kind.title())

    @property
    def raw(self) -> str:
        """The level's text in the file, up to the next blank line."""
        if self.block is None or self.block.is_row:
            return self.block.text if self.block else ""
        lines = self.block.rows[self.level.line - self.block.line - 1 :][:_MAX_RAW_LINES]
        is_alone = bool(lines) and is_line(self.kind, lines[0])
        return "\n".join(lines[:1] if is_alone else takewhile(str.strip, lines))

    @property
    def where(self) -> str:
        """The beginning of each error message about the level: the file, and the level's number in the file, from 1."""
        return place(self.source.name, self.level.index + 1)

    def print_faults(self) -> None:
        """Print one line to standard error for each fault in the level, below a heading if there are several."""
        faults = self.level.error.faults if self.level.error else ()
        if len(faults) > 1:
            terminal.echo(
                words(
                    "{file}: level {number} is not valid:",
                    file=self.source.name,
                    number=Message.plain(str(self.level.index + 1)),
                ),
                err=True,
            )
        for fault in faults:
            joint = ", " if fault.place else ": "
            terminal.echo(f"{self.where}{joint}{translate(fault)}", err=True)


def place(file: str, number: int) -> str:
    """Return the file and the number of a level, as shown in error messages."""
    return words("{file}: level {number}", file=file, number=Message.plain(str(number)))


def read_row(block: Block) -> Iterator[Level]:
    """Yield the level in a Parquet row; if the row does not contain exactly one, yield a level with an error."""
    try:
        levels = list(block.kind.levels(block.text, **block.options))
        error = None if len(levels) == 1 else PuzzleError(Message("{n} levels in one row; expected one", n=len(levels)))
    except PuzzleError as wrong:
        levels, error = [], wrong
    notes = {"author": block.author} if block.author else {}
    title = block.title or (levels[0].title if levels else None)
    yield Level(0, None, title, error) if error else replace(levels[0], notes=notes or levels[0].notes)


def print_skipped(block: Block, started: set[int]) -> None:
    """Print one line for each part of the text that was skipped because it belongs to another family."""
    from ...families.mixed_files import split_sections

    kind, sections = block.kind, split_sections(block.text)
    if kind.family not in {part.family for part in sections}:
        return
    for part in sections:
        if part.family != kind.family and started.isdisjoint(range(part.first, part.last + 1)):
            first, last = part.first + block.line, part.last + block.line
            place = Message("line {line}", line=first)
            if first != last:
                place = Message("lines {first} to {last}", first=first, last=last)
            line = words("skipped {place}: {actual}, not {wanted}", place=place, wanted=kind.family, actual=part.family)
            terminal.echo(f"{block.source.name}: {line}", err=True)
