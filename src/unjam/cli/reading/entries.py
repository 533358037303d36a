"""A level of a command's input, and the block of text it was read from."""

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
    """Text of one family that can be read on its own; the file has ``line`` lines above it.

    With ``lines`` each of its lines is a whole level; with ``is_row`` it is one level, a row of a Parquet file.
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
        """The level's own title, or that of its family."""
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
        """The file and the level's number in it, from 1: how error lines begin."""
        return place(self.source.name, self.level.index + 1)

    def print_faults(self) -> None:
        """Print one line on standard error for each fault of the level, below a heading if there are several."""
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
    """Return the file and the number of a level, as errors name them."""
    return words("{file}: level {number}", file=file, number=Message.plain(str(number)))


def read_row(block: Block) -> Iterator[Level]:
    """Yield the level of a Parquet row, with an error unless it contains exactly one."""
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
