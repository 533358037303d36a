"""What a command reads: files, folders, standard input and shipped levels, one level after the other as it is asked
for, and where in them an error is."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import click

from ..families import FAMILIES, family, load, stretches
from ..puzzle import Level, Puzzle, PuzzleError, Unsupported
from ..reading import NoText, decoded
from . import screen
from .output import ExitCode

_NAMED = 5  # of what is left out of a folder


class BadFile(click.ClickException):
    """What is wrong with a file; the message begins with the file's name, as a compiler's would."""


def reason(error: OSError) -> str:
    """Why the system refused, in small letters."""
    return (error.strerror or str(error)).lower()


@dataclass(slots=True)
class Source:
    """One file, standard input, or a level that comes with unjam; ``at`` is its number among those of the command."""

    path: str
    at: int = 0
    in_folder: bool = False
    text: str = ""
    lines: int = 1

    @property
    def name(self) -> str:
        """What errors call it."""
        return "standard input" if self.path == "-" else self.path

    def load(self) -> Mapping[str, Any]:
        """Reads the text, and gives what is known of its levels beside it: family and title of a shipped one."""
        known: dict[str, Any] = {}
        if self.path != "-" and not os.path.lexists(self.path) and "/" in self.path:
            from ..levels import named

            if (shipped := named(self.path)) is not None:
                self.text, known = shipped.board, {"family": shipped.family, "title": shipped.title}
        self.text = self.text or decoded(content(self.path))
        self.lines = self.text.count("\n") + 1
        return known


@dataclass(slots=True)
class Entry:
    """One level with where it stands: its source, its family, its number among all the levels of the command."""

    source: Source
    kind: type[Puzzle]
    level: Level
    number: int

    @property
    def puzzle(self) -> Puzzle | None:
        return self.level.puzzle

    @property
    def title(self) -> str:
        """What people call it."""
        return self.level.title or str(self.kind.title())

    @property
    def where(self) -> str:
        """How an error line begins: the file and the level's number in it, from 1."""
        return f"{self.source.name}: level {self.level.index + 1}"

    def complain(self) -> None:
        """One line on standard error for each fault of a level that cannot be read; above several it says so once."""
        faults = self.level.error.faults if self.level.error else ()
        if len(faults) > 1:
            screen.echo(f"{self.where} is not valid:", err=True)
        for fault in faults:
            joint = ", " if fault.place else ": "
            screen.echo(f"{self.where}{joint}{fault}", err=True)


class Levels:
    """Every level a command was given, read as it is asked for.

    A file that cannot be read ends the run where it is the only one; else it gets its line and the others go on.
    ``codes`` is the exit code so far: what could not be read is in it already.
    """

    def __init__(
        self,
        paths: tuple[str, ...],
        family_name: str | None = None,
        reading: dict[str, Any] | None = None,
        solving: dict[str, Any] | None = None,
        showing: dict[str, Any] | None = None,
        quiet: bool = False,
    ) -> None:
        """``reading``, ``solving`` and ``showing`` are options of the families' own."""
        if paths.count("-") > 1:
            raise click.UsageError("'-' is named twice; standard input can be read once")
        self.codes = ExitCode()
        self.solving = solving or {}
        self.showing = showing or {}
        self._reading = reading or {}
        self._kind = chosen_family(family_name)
        self._quiet = quiet
        self.paths = paths or ("-",)
        self.sources = [Source(path, at, inside) for at, (path, inside) in enumerate(self._found())]
        self.many_sources = len(self.paths) > 1 or os.path.isdir(self.paths[0])
        self._stream = self._read_all()
        self._ahead: deque[Entry] = deque()
        self.several = self.ahead(2) > 1

    def ahead(self, most: int) -> int:
        """How many levels are still to come, counted up to ``most``."""
        while len(self._ahead) < most and (entry := next(self._stream, None)) is not None:
            self._ahead.append(entry)
        return len(self._ahead)

    def __iter__(self) -> Iterator[Entry]:
        while self.ahead(1):
            yield self._ahead.popleft()

    def readable(self) -> Iterator[tuple[Entry, Puzzle]]:
        """The levels that can be read; the others are complained about."""
        for entry in self:
            if entry.puzzle is None:
                self.refuse(entry)
            else:
                yield entry, entry.puzzle

    def refuse(self, entry: Entry) -> None:
        """Complains about a level that cannot be read."""
        entry.complain()
        self.codes.note(None)

    def one_each(self, number: int) -> Iterator[tuple[Entry, Puzzle]]:
        """The level with this number, from 1, of every file, and its puzzle."""
        left, counted, last = {source.at for source in self.sources}, dict[int, int](), None
        for entry in self:
            counted[entry.source.at] = entry.level.index + 1
            if last is not None and last is not entry.source:
                self._check(last, number, counted)
            last = entry.source
            if entry.level.index + 1 != number:
                continue
            left.discard(entry.source.at)
            if entry.puzzle is None:
                self.refuse(entry)
            else:
                yield entry, entry.puzzle
            if not left:
                return
        if last is not None:
            self._check(last, number, counted)

    def share(self, entry: Entry) -> float:
        """How much of everything lies before this level, from 0 to 1."""
        return (entry.source.at + min(1.0, (entry.level.line - 1) / entry.source.lines)) / len(self.sources)

    # -- reading

    def _found(self) -> Iterator[tuple[str, bool]]:
        for path in self.paths:
            if path == "-" or not os.path.isdir(path):
                yield path, False
                continue
            files, left_out = _files(path)
            if left_out and not self._quiet:
                more = f" and {len(left_out) - _NAMED} more" if len(left_out) > _NAMED else ""
                screen.echo(f"{path}: left out, hidden or no file: {', '.join(left_out[:_NAMED])}{more}", err=True)
            if not files:
                raise BadFile(f"{path}: the folder holds no file; expected levels")
            yield from ((file, True) for file in files)

    def _read_all(self) -> Iterator[Entry]:
        number, skipped = 0, 0
        for source in self.sources:
            try:
                for kind, level in self._read(source):
                    number += 1
                    yield Entry(source, kind, level, number)
            except NoText as error:
                if not source.in_folder:
                    self._fail(BadFile(f"{source.name}: {error}"))
                    continue
                skipped += 1
                if not self._quiet:
                    screen.echo(f"{source.name}: left out: {error}", err=True)
            except (PuzzleError, Unsupported) as error:
                alone = isinstance(error, Unsupported) and not self.many_sources
                if alone:
                    raise
                self._fail(BadFile(f"{source.name}: {error}"))
            except BadFile as error:
                self._fail(error)
        if skipped == len(self.sources):
            raise BadFile(f"{self.paths[0]}: the folder holds no text; expected levels")

    def _fail(self, error: BadFile) -> None:
        if not self.many_sources:
            raise error from None
        screen.echo(error.format_message(), err=True)
        self.codes.note(None)

    def _check(self, source: Source, number: int, counted: dict[int, int]) -> None:
        """Complains where the file ended before the level of that number."""
        if counted[source.at] < number:
            count = counted[source.at]
            self._fail(BadFile(f"{source.name}: there is no level {number}; the file has {count}"))

    def _read(self, source: Source) -> Iterator[tuple[type[Puzzle], Level]]:
        known = source.load()
        index, started = 0, set[int]()
        for kind, text, options in self._parts(source, known):
            for level in kind.levels(text, **options):
                if level.error:
                    level.error.__traceback__ = None  # its frames would keep a large file in memory many times over
                if index != level.index or "title" in known:
                    level = replace(level, index=index, title=known.get("title", level.title))
                index += 1
                if self._kind:
                    started.add(level.line)
                yield kind, level
        if not index:
            raise BadFile(f"{source.name}: the file holds no level; expected a board")
        if self._kind:
            _say_left_out(source, self._kind, started)

    def _parts(self, source: Source, known: Mapping[str, Any]) -> Iterator[tuple[type[Puzzle], str, dict[str, Any]]]:
        """The stretches of the text, each with its family and what that is told for reading."""
        kind = self._kind or (family(known["family"]) if known else None)
        if kind is not None:
            yield kind, source.text, kind.settings(self._reading, reads=True)
        else:
            yield from stretches(source.text, self._reading)


def _say_left_out(source: Source, kind: type[Puzzle], started: set[int]) -> None:
    """One line for each stretch of another family that was not read as a level of the family asked for."""
    from ..families.mixed import parts

    stretches = parts(source.text)
    if kind.family not in {part.family for part in stretches}:
        return
    for part in stretches:
        if part.family != kind.family and started.isdisjoint(range(part.first, part.last + 1)):
            lines = f"line {part.first}" if part.first == part.last else f"lines {part.first} to {part.last}"
            screen.echo(f"{source.name}: left out {lines}: no {kind.family}, but {part.family}", err=True)


def _files(folder: str) -> tuple[list[str], list[str]]:
    """The files of a folder and of those in it, sorted, and what is left out: what is hidden, what is no file, and
    other disks, which may be none at all."""
    files, left_out = list[str](), list[str]()
    for place, folders, names in os.walk(folder):
        for name in list(folders):
            if name.startswith(".") or os.path.ismount(os.path.join(place, name)):
                folders.remove(name)
                left_out.append(os.path.join(place, name))
        for name in names:
            path = os.path.join(place, name)
            (left_out if name.startswith(".") or not os.path.isfile(path) else files).append(path)
    return sorted(files), sorted(left_out)


def content(path: str) -> bytes:
    """The bytes of the file, or of standard input for "-"."""
    try:
        if path != "-":
            with open(path, "rb") as file:
                return file.read()
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("no level: name a file, or send one to standard input")
        return sys.stdin.buffer.read()
    except FileNotFoundError as error:
        raise BadFile(f"{path}: {reason(error)}{_did_you_mean(path)}") from None
    except OSError as error:
        raise BadFile(f"{'standard input' if path == '-' else path}: {reason(error)}") from None


def _did_you_mean(path: str) -> str:
    """What may have been meant by a name that is no file's."""
    from ..levels import bundled, near

    if path in FAMILIES and bundled(path):
        return f"; 'unjam levels {path}' lists those that come with unjam"
    found = near(path, list(FAMILIES))
    return f"; did you mean the level '{found[0]}'?" if found else ""


def chosen_family(name: str | None) -> type[Puzzle] | None:
    """The family that --family names, ours or of a Python file; None where it is to be seen in the text."""
    if name is None:
        return None
    return own_family(name) if name.endswith(".py") else family(name)


def own_family(path: str) -> type[Puzzle]:
    """The family that a Python file defines, known by its own name from now on."""
    try:
        return load(path)
    except Unsupported as error:
        raise BadFile(str(error)) from None
    except SyntaxError as error:
        place = f"line {error.lineno}: " if error.lineno else ""
        file = error.filename if error.filename and not _is_same(error.filename, path) else path
        raise BadFile(f"{file}: {place}{error.msg}") from None
    except OSError as error:
        raise BadFile(f"{error.filename or path}: {reason(error)}") from None
    except (Exception, SystemExit) as error:
        raise BadFile(f"{path}: {place_of(error, path)}{described(error)}") from None


def _is_same(file: str, path: str) -> bool:
    return os.path.realpath(file) == os.path.realpath(path)


def described(error: BaseException) -> str:
    """The error on one line.

    >>> described(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def place_of(error: BaseException, path: str) -> str:
    """The last line of the file that the error passed through, as the beginning of a message."""
    at, line = error.__traceback__, None
    while at is not None:
        if _is_same(at.tb_frame.f_code.co_filename, path):
            line = at.tb_lineno
        at = at.tb_next
    return f"line {line}: " if line else ""
