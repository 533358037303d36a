"""What a command reads: files, folders, standard input and shipped levels, one level after the other as it is asked
for, and where in them an error is."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

import click

from ...core.puzzle import Puzzle, PuzzleError, Unsupported
from ...datasets.journal import NAME
from ...families import detect, family, load, split_families
from ...formats.read import NotText, no_such_level
from ...parallel.chunks import Piece, Read, is_line, is_lines, shifted
from . import terminal
from .entries import Block, Entry, say_left_out, single
from .printing import ExitCode
from .sources import BadFile, Source, reason
from .translate import say, words

_NAMED = 5  # of what is left out of a folder
_READ = 256  # levels that go into one piece


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
        level: int | None = None,
    ) -> None:
        """``reading``, ``solving`` and ``showing`` are options of the families' own; ``level`` is the number, from 1,
        of the only level that is read of each file."""
        if paths.count("-") > 1:
            raise click.UsageError(words("'-' is named twice; standard input can be read once"))
        self.codes = ExitCode()
        self.solving = solving or {}
        self.showing = showing or {}
        self._reading = reading or {}
        self._kind, self._family_name = chosen_family(family_name), family_name
        self._quiet = quiet
        self._number = 0
        self.level, self._picks = level, False
        self.paths = paths or ("-",)
        self.sources = [Source(path, at, inside) for at, (path, inside) in enumerate(self._found())]
        self.many_sources = len(self.paths) > 1 or os.path.isdir(self.paths[0])
        self._coming = self._parted()
        self._block: Iterator[Entry] = iter(())
        self._ahead: deque[Entry] = deque()
        self.most: int | None = None  # after so many the rest is left to others
        self.taken = 0
        self.several = self.ahead(2) > 1
        if level is not None:
            self._pick()
        self.first = self._ahead[0].kind if self._ahead else None

    @property
    def is_single(self) -> bool:
        """Whether one level is answered at most, so that its picture needs no number."""
        return not self.many_sources and (self.level is not None or not self.several)

    def _pick(self) -> None:
        """Keeps the level of the number asked for of each file, also among those that were read ahead."""
        self._picks, self._number = True, 0
        read, self._ahead = self._ahead, deque()
        for entry in read:
            if entry.level.index + 1 == self.level:
                self._number += 1
                self._ahead.append(replace(entry, number=self._number))
        self.ahead(1)  # a file without it is refused before any work begins

    def ahead(self, most: int) -> int:
        """How many levels are still to come, counted up to ``most``."""
        while len(self._ahead) < most and (entry := self._next()) is not None:
            self._ahead.append(entry)
        return len(self._ahead)

    def _next(self) -> Entry | None:
        while (entry := next(self._block, None)) is None:
            if (block := next(self._coming, None)) is None:
                return None
            self._block = self._entries(block)
        return entry

    def pieces(self) -> Iterator[Piece]:
        """What is still to come, for other processes to read; what has no plain borders is read here."""
        while self._ahead:
            yield self._piece([self._ahead.popleft()])
        if known := list(self._block):
            yield self._piece(known)
        for block in self._coming:
            if not block.lines or self.level is not None:
                entries = self._entries(block)
                while found := list(islice(entries, _READ)):
                    yield self._piece(found)
                continue
            lines = block.text.removesuffix("\n").split("\n")
            yield Piece(block.source.path, self._named(block.kind), tuple(lines), block.options, block.source.count,
                        block.line)  # fmt: skip
            block.source.count += len(lines)

    def _piece(self, entries: list[Entry]) -> Piece:
        """The levels as they travel; all are of one file and one family."""
        found = tuple(
            Read(
                entry.raw if entry.puzzle is None else entry.puzzle.storage_text(),
                entry.level.index,
                entry.level.line,
                entry.level.title,
                entry.level.notes.get("author"),
                entry.level.error,
            )
            for entry in entries
        )
        return Piece(entries[0].source.path, self._named(entries[0].kind), found=found)

    def _named(self, kind: type[Puzzle]) -> str:
        """The family's name, or the file that it is from, which another process finds it by."""
        own = self._family_name or ""
        return os.path.abspath(own) if kind is self._kind and own.endswith(".py") else kind.family

    def __iter__(self) -> Iterator[Entry]:
        while (self.most is None or self.taken < self.most) and self.ahead(1):
            self.taken += 1
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

    def share(self, entry: Entry) -> float:
        """How much of everything lies before this level, from 0 to 1."""
        return (entry.source.at + entry.source.share(entry.level)) / len(self.sources)

    def left(self) -> int | None:
        """About how many levels are still to come, where that is known."""
        last = self.sources[-1]
        return max(0, last.expected - last.count) if last.expected else None

    # -- reading

    def _found(self) -> Iterator[tuple[str, bool]]:
        for path in self.paths:
            if path == "-" or not os.path.isdir(path):
                yield path, False
                continue
            files, left_out = _files(path)
            if left_out and not self._quiet:
                names = ", ".join(left_out[:_NAMED])
                if len(left_out) > _NAMED:
                    names = words("{names} and {n} more", names=names, n=len(left_out) - _NAMED)
                terminal.echo(words("{path}: left out, hidden or no file: {names}", path=path, names=names), err=True)
            if not files:
                raise BadFile(words("{path}: the folder holds no file; expected levels", path=path))
            yield from ((file, True) for file in files)

    def _parted(self) -> Iterator[Block]:
        """Every file block by block, usually one each."""
        for source in self.sources:
            with self._told(source):
                for block in self._cut_up(source):
                    yield block
                    if self._picks and self.level is not None and 1 <= self.level <= source.count:
                        break  # the rest of the file need not be read
                if not source.count:
                    raise BadFile(words("{file}: the file holds no level; expected a board", file=source.name))
                self._check_range(source)
        if sum(source.skipped for source in self.sources) == len(self.sources):
            raise BadFile(words("{path}: the folder holds no text; expected levels", path=self.paths[0]))

    @contextmanager
    def _told(self, source: Source) -> Iterator[None]:
        """Where a file cannot be read it gets its line, and the others go on; the only one ends the run."""
        try:
            yield
        except NotText as error:
            if not source.in_folder:
                self._fail(BadFile(f"{source.name}: {say(error)}"))
                return
            source.skipped = True
            if not self._quiet:
                terminal.echo(words("{file}: left out: {reason}", file=source.name, reason=say(error)), err=True)
        except (PuzzleError, Unsupported) as error:
            if isinstance(error, Unsupported) and not self.many_sources:
                raise
            self._fail(BadFile(f"{source.name}: {say(error)}"))
        except BadFile as error:
            self._fail(error)

    def _fail(self, error: BadFile) -> None:
        if not self.many_sources:
            raise error from None
        terminal.echo(error.format_message(), err=True)
        self.codes.note(None)

    def _check_range(self, source: Source) -> None:
        """Refuses a file, read to its end, that has no level of the number that --level names."""
        if self.level is None or 1 <= self.level <= source.count:
            return
        raise BadFile(f"{source.name}: {say(no_such_level(self.level, source.count))}")

    def _cut_up(self, source: Source) -> Iterator[Block]:
        if source.is_table:
            yield from self._rows(source)
            return
        known = source.load()
        fixed = self._kind or (family(known["family"]) if known else None)
        for stretch in source.stretches(self._lines_of):
            if stretch.kind is not None:
                options = stretch.kind.settings(self._reading, reads=True)
                yield Block(source, stretch.kind, stretch.text, options, stretch.line, lines=True)
            elif fixed is not None:
                options = fixed.settings(self._reading, reads=True)
                yield Block(source, fixed, stretch.text, options, stretch.line, title=known.get("title"))
            else:
                for kind, text, options in split_families(stretch.text, self._reading):
                    yield Block(source, kind, text, options, stretch.line)

    def _rows(self, source: Source) -> Iterator[Block]:
        """The levels of a Parquet file; those that are a line each, and have no name, together."""
        known, held = self._kind, deque[str]()
        kind, number = known, 0
        for number, row in enumerate(source.rows(), 1):
            try:
                found = known or family(row.family or detect(row.text))
            except PuzzleError as error:
                if kind is None:
                    raise BadFile(
                        words("{file}: level {number}: {reason}", file=source.name, number=number, reason=say(error))
                    ) from None
                found = kind
            plain = not row.title and not row.author and is_line(found, row.text)
            if held and (not plain or found is not kind or len(held) == _READ):
                assert kind is not None
                yield self._line_block(source, kind, held, number - 1)
            kind = found
            if plain:
                held.append(row.text.strip())
            else:
                options = found.settings(self._reading, reads=True)
                yield Block(source, found, row.text, options, 0, False, row.title, row.author, one=True)
        if held and kind is not None:
            yield self._line_block(source, kind, held, number)

    def _line_block(self, source: Source, kind: type[Puzzle], held: deque[str], number: int) -> Block:
        options, text = kind.settings(self._reading, reads=True), "\n".join(held) + "\n"
        block = Block(source, kind, text, options, number - len(held), lines=True)
        held.clear()
        return block

    def _lines_of(self, text: str) -> type[Puzzle] | None:
        """The family that has a whole level in each line of the text, if any."""
        if self._kind is not None:
            kind = self._kind
        else:
            found = list(split_families(text, self._reading))
            if len(found) > 1:
                return None
            kind = found[0][0]
        return kind if is_lines(kind, text) else None

    def _entries(self, block: Block) -> Iterator[Entry]:
        """The levels of a block, one after the other."""
        source, started = block.source, set[int]()
        with self._told(source):
            for level in single(block) if block.one else block.kind.levels(block.text, **block.options):
                if level.error:
                    level.error.__traceback__ = None  # its frames would keep a large file in memory many times over
                if self._kind:
                    started.add(level.line)
                level = shifted(level, 0, block.line)
                if source.count != level.index or block.title:
                    level = replace(level, index=source.count, title=block.title or level.title)
                source.count += 1
                if not self._picks or self.level == source.count:
                    self._number += 1
                    yield Entry(source, block.kind, level, self._number, block)
                    if self._picks and self.level == source.count:
                        return
            if self._kind and not block.lines and not block.one:
                say_left_out(block, started)


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
            if name == NAME:  # that of a run, beside its Parquet files
                continue
            (left_out if name.startswith(".") or not os.path.isfile(path) else files).append(path)
    return sorted(files), sorted(left_out)


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
        raise BadFile(say(error)) from None
    except SyntaxError as error:
        place = words("line {line}", line=error.lineno) + ": " if error.lineno else ""
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
    return words("line {line}", line=line) + ": " if line else ""
