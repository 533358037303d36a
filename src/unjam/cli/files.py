"""Level files in, outputs out: decoding, naming the place of an error, writing whole files or none."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ..families import detect, family, load
from ..puzzle import Level, Puzzle, PuzzleError, Unsupported
from ..reading import decoded


class BadFile(click.ClickException):
    """What is wrong with a file; the message begins with the file's name, as a compiler's would."""


class Source:
    """The levels of one file or of standard input, under the name that errors speak of."""

    def __init__(
        self,
        path: str,
        family_name: str | None = None,
        reading: dict[str, Any] | None = None,
        solving: dict[str, Any] | None = None,
    ) -> None:
        """``reading`` and ``solving`` are options of the family's own."""
        self.name = "standard input" if path == "-" else path
        try:
            self.text = text = decoded(content(path))
            kind = own_family(family_name) if family_name and family_name.endswith(".py") else None
            self.family = kind or family(family_name or detect(text))
            options = self.family.settings(reading or {}, reads=True)
            self.solving = self.family.settings(solving or {})
            self.levels: list[Level] = []
            for level in self.family.levels(text, **options):
                if level.error:
                    level.error.__traceback__ = None  # its frames would keep a large file in memory many times over
                self.levels.append(level)
        except PuzzleError as error:
            raise BadFile(f"{self.name}: {error}") from None
        if not self.levels:
            raise BadFile(f"{self.name}: the file holds no level; expected a board")

    def where(self, level: Level) -> str:
        """How an error line begins: the file and the level's number, from 1."""
        return f"{self.name}: level {level.index + 1}"

    def complain(self, level: Level) -> None:
        """One line on standard error for each fault of a level that cannot be read."""
        for fault in level.error.faults if level.error else ():
            joint = ", " if fault.place else ": "
            click.echo(f"{self.where(level)}{joint}{fault}", err=True)

    def puzzles(self) -> list[tuple[Level, Puzzle]]:
        """The readable levels; the others are complained about."""
        found = []
        for level in self.levels:
            if level.puzzle is None:
                self.complain(level)
            else:
                found.append((level, level.puzzle))
        return found

    @property
    def readable(self) -> list[Puzzle]:
        return [level.puzzle for level in self.levels if level.puzzle is not None]

    @property
    def all_readable(self) -> bool:
        return len(self.readable) == len(self.levels)

    def one(self, number: int) -> tuple[Level, Puzzle]:
        """The level with this number, from 1, and its puzzle; a one-line error when it is not there or not readable."""
        if not 1 <= number <= len(self.levels):
            raise BadFile(f"{self.name}: there is no level {number}; the file has {len(self.levels)}")
        level = self.levels[number - 1]
        if level.puzzle is None:
            self.complain(level)
            raise click.exceptions.Exit(2)
        return level, level.puzzle


def content(path: str) -> bytes:
    """The bytes of the file, or of standard input for "-"."""
    if path == "-":
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("no level: name a file, or send one to standard input")
        return sys.stdin.buffer.read()
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror.lower() if error.strerror else error}") from None


def own_family(path: str) -> type[Puzzle]:
    """The family that a Python file defines, known by its own name from now on."""
    try:
        return load(path)
    except Unsupported as error:
        raise BadFile(str(error)) from None


def numbered(path: str, level: Level, levels: int) -> str:
    """The file of one level: the given name, with the level's number before the ending where there are several."""
    if levels == 1:
        return path
    stem, dot, ending = path.rpartition(".")
    return f"{stem}-{level.index + 1}{dot}{ending}"


def write(path: str, data: bytes) -> None:
    """Writes the whole file or nothing: the old one stays until the new one is complete."""
    import tempfile

    folder, name = os.path.split(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=folder or ".", prefix=f".{name}.")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror.lower() if error.strerror else error}") from None
