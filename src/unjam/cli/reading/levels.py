"""The levels that a command reads: from files, folders and standard input, or shipped with unjam."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...core.puzzle import Puzzle, PuzzleError, Unsupported
from ...families import detect, family, split_families
from ...formats.level_lines import is_line, is_lines, shift_level
from ...formats.read import NotText, no_such_level
from ..printing import terminal
from ..printing.language import translate, words
from ..printing.level_output import LevelGroup
from ..running.exit_code import ExitCode
from .entries import Block, Entry, print_skipped, read_row
from .family_file import find_family
from .sources import BadFile, Source

if TYPE_CHECKING:
    from ...parallel.chunks import FileSlice

_MAX_NAMED = 5  # how many skipped files in a folder are listed by name
_SLICE_LEVELS = 256


class Levels:
    """All levels that a command works on, read as they are needed.

    An unreadable file ends the command if it is the only one; otherwise an error is printed and the other files are
    still read. ``codes`` holds the exit code so far.
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
        """``reading``, ``solving`` and ``showing`` are options of individual families. With ``level``, only the level
        with that number is read from each file."""
        if paths.count("-") > 1:
            raise click.UsageError(words("'-' is given twice, but standard input can be read only once"))
        self.codes = ExitCode()
        self.solving = solving or {}
        self.showing = showing or {}
        self._reading = reading or {}
        self._kind, self._family_name = find_family(family_name), family_name
        self._quiet = quiet
        self._number = 0
        self.level, self._picks = level, False
        self.paths = paths or ("-",)
        self.sources = [Source(path, at, inside) for at, (path, inside) in enumerate(self._list_files())]
        self.many_sources = len(self.paths) > 1 or os.path.isdir(self.paths[0])
        self._coming = self._split_files()
        self._block: Iterator[Entry] = iter(())
        self._ahead: deque[Entry] = deque()
        self.most: int | None = None  # how many levels this process works on; workers get the rest
        self.taken = 0
        self.several = self.ahead(2) > 1
        self.group = LevelGroup(self.several, self.many_sources)
        if level is not None:
            self._pick()
        self.first = self._ahead[0].kind if self._ahead else None

    @property
    def is_single(self) -> bool:
        """Whether there is at most one level, so that the file name of its picture needs no number."""
        return not self.many_sources and (self.level is not None or not self.several)

    def _pick(self) -> None:
        """Drop all levels that were not chosen with --level, including levels that were read in advance."""
        self._picks, self._number = True, 0
        read, self._ahead = self._ahead, deque()
        for entry in read:
            if entry.level.index + 1 == self.level:
                self._number += 1
                self._ahead.append(replace(entry, number=self._number))
        self.ahead(1)  # so that a file without this level fails before any work begins

    def ahead(self, most: int) -> int:
        """Read up to ``most`` levels in advance, and return how many there are."""
        while len(self._ahead) < most and (entry := self._next()) is not None:
            self._ahead.append(entry)
        return len(self._ahead)

    def _next(self) -> Entry | None:
        while (entry := next(self._block, None)) is None:
            if (block := next(self._coming, None)) is None:
                return None
            self._block = self._entries(block)
        return entry

    def slices(self) -> Iterator[FileSlice]:
        """Yield the remaining levels in slices for workers, which parse one-line levels themselves."""
        from ...parallel.chunks import FileSlice

        while self._ahead:
            yield self._slice([self._ahead.popleft()])
        if entries := list(self._block):
            yield self._slice(entries)
        for block in self._coming:
            if not block.lines or self.level is not None:
                coming = self._entries(block)
                while entries := list(islice(coming, _SLICE_LEVELS)):
                    yield self._slice(entries)
                continue
            lines = block.text.removesuffix("\n").split("\n")
            yield FileSlice(block.source.path, self._family_of(block.kind), tuple(lines), block.options,
                            block.source.count, block.line)  # fmt: skip
            block.source.count += len(lines)

    def _slice(self, entries: list[Entry]) -> FileSlice:
        """Convert levels of one file and one family to the form that is sent to workers."""
        from ...parallel.chunks import FileSlice, LevelText

        texts = tuple(
            LevelText(
                entry.raw if entry.puzzle is None else entry.puzzle.storage_text(),
                entry.level.index,
                entry.level.line,
                entry.level.title,
                entry.level.notes.get("author"),
                entry.level.error,
            )
            for entry in entries
        )
        return FileSlice(entries[0].source.path, self._family_of(entries[0].kind), texts=texts)

    def _family_of(self, kind: type[Puzzle]) -> str:
        """Return what a worker needs to load the family: its name, or the path of the Python file that defines it."""
        own = self._family_name or ""
        return os.path.abspath(own) if kind is self._kind and own.endswith(".py") else kind.family

    def __iter__(self) -> Iterator[Entry]:
        while (self.most is None or self.taken < self.most) and self.ahead(1):
            self.taken += 1
            yield self._ahead.popleft()

    def readable(self) -> Iterator[tuple[Entry, Puzzle]]:
        """Yield the levels that can be read, and print an error for each of the others."""
        for entry in self:
            if entry.puzzle is None:
                self.report_unreadable(entry)
            else:
                yield entry, entry.puzzle

    def report_unreadable(self, entry: Entry) -> None:
        """Print why the level cannot be read, and update the exit code."""
        entry.print_faults()
        self.codes.add(None)

    def share(self, entry: Entry) -> float:
        """Return the share of the whole input that precedes this level, from 0 to 1."""
        return (entry.source.at + entry.source.share(entry.level)) / len(self.sources)

    def left(self) -> int | None:
        """Return roughly how many levels are still to come, if known."""
        last = self.sources[-1]
        return max(0, last.expected - last.count) if last.expected else None

    # -- reading

    def _list_files(self) -> Iterator[tuple[str, bool]]:
        """Yield each file and whether it was found in a folder."""
        for path in self.paths:
            if path == "-" or not os.path.isdir(path):
                yield path, False
                continue
            files, left_out = _files(path)
            if left_out and not self._quiet:
                names = ", ".join(left_out[:_MAX_NAMED])
                if len(left_out) > _MAX_NAMED:
                    names = words("{names} and {n} more", names=names, n=len(left_out) - _MAX_NAMED)
                terminal.echo(
                    words("{path}: skipped because hidden or not a file: {names}", path=path, names=names), err=True
                )
            if not files:
                raise BadFile(words("{path}: the folder contains no file; expected levels", path=path))
            yield from ((file, True) for file in files)

    def _split_files(self) -> Iterator[Block]:
        """Split every file into parts with levels of one family each. Most files are a single part."""
        for source in self.sources:
            with self._report_errors(source):
                for block in self._split_file(source):
                    yield block
                    if self._picks and self.level is not None and 1 <= self.level <= source.count:
                        break  # the rest of the file need not be read
                if not source.count:
                    raise BadFile(words("{file}: the file contains no level; expected a board", file=source.name))
                self._check_range(source)
        if sum(source.skipped for source in self.sources) == len(self.sources):
            raise BadFile(words("{path}: the folder contains no text; expected levels", path=self.paths[0]))

    @contextmanager
    def _report_errors(self, source: Source) -> Iterator[None]:
        """Print an error in a file, so that the next file can be read; if there is only one file, raise the error."""
        try:
            yield
        except NotText as error:
            if not source.in_folder:
                self._fail(BadFile(f"{source.name}: {translate(error)}"))
                return
            source.skipped = True
            if not self._quiet:
                terminal.echo(words("{file}: skipped: {reason}", file=source.name, reason=translate(error)), err=True)
        except (PuzzleError, Unsupported) as error:
            if isinstance(error, Unsupported) and not self.many_sources:
                raise
            self._fail(BadFile(f"{source.name}: {translate(error)}"))
        except BadFile as error:
            self._fail(error)

    def _fail(self, error: BadFile) -> None:
        if not self.many_sources:
            raise error from None
        terminal.echo(error.format_message(), err=True)
        self.codes.add(None)

    def _check_range(self, source: Source) -> None:
        """Raise BadFile if the file, now read to its end, does not contain the level chosen with --level."""
        if self.level is None or 1 <= self.level <= source.count:
            return
        raise BadFile(f"{source.name}: {translate(no_such_level(self.level, source.count))}")

    def _split_file(self, source: Source) -> Iterator[Block]:
        if source.is_table:
            yield from self._rows(source)
            return
        known = source.load()
        fixed = self._kind or (family(known["family"]) if known else None)
        for part in source.parts(self._lines_of):
            if part.kind is not None:
                options = part.kind.settings(self._reading, reads=True)
                yield Block(source, part.kind, part.text, options, part.line, lines=True)
            elif fixed is not None:
                options = fixed.settings(self._reading, reads=True)
                yield Block(source, fixed, part.text, options, part.line, title=known.get("title"))
            else:
                for kind, text, options in split_families(part.text, self._reading):
                    yield Block(source, kind, text, options, part.line)

    def _rows(self, source: Source) -> Iterator[Block]:
        """Yield the levels in a Parquet file in groups. One-line levels without a title or an author share a group."""
        lines, kind, number = deque[str](), self._kind, 0
        for number, row in enumerate(source.rows(), 1):
            try:
                row_kind = self._kind or family(row.family or detect(row.text))
            except PuzzleError as error:
                if kind is None:
                    raise BadFile(
                        words(
                            "{file}: level {number}: {reason}", file=source.name, number=number, reason=translate(error)
                        )
                    ) from None
                row_kind = kind
            is_plain = not row.title and not row.author and is_line(row_kind, row.text)
            if lines and (not is_plain or row_kind is not kind or len(lines) == _SLICE_LEVELS):
                assert kind is not None
                yield self._line_block(source, kind, lines, number - 1)
            kind = row_kind
            if is_plain:
                lines.append(row.text.strip())
            else:
                options = kind.settings(self._reading, reads=True)
                yield Block(source, kind, row.text, options, 0, False, row.title, row.author, is_row=True)
        if lines and kind is not None:
            yield self._line_block(source, kind, lines, number)

    def _line_block(self, source: Source, kind: type[Puzzle], lines: deque[str], number: int) -> Block:
        options, text = kind.settings(self._reading, reads=True), "\n".join(lines) + "\n"
        block = Block(source, kind, text, options, number - len(lines), lines=True)
        lines.clear()
        return block

    def _lines_of(self, text: str) -> type[Puzzle] | None:
        """Return the family for which each line of the text is a complete level, if any."""
        kind = self._kind
        if kind is None:
            parts = list(split_families(text, self._reading))
            if len(parts) > 1:
                return None
            kind = parts[0][0]
        return kind if is_lines(kind, text) else None

    def _entries(self, block: Block) -> Iterator[Entry]:
        """Yield the levels in a block."""
        source, started = block.source, set[int]()
        with self._report_errors(source):
            for level in read_row(block) if block.is_row else block.kind.levels(block.text, **block.options):
                if level.error:
                    level.error.__traceback__ = None  # the frames would keep many copies of a large file in memory
                if self._kind:
                    started.add(level.line)
                level = shift_level(level, 0, block.line)
                if source.count != level.index or block.title:
                    level = replace(level, index=source.count, title=block.title or level.title)
                source.count += 1
                if not self._picks or self.level == source.count:
                    self._number += 1
                    yield Entry(source, block.kind, level, self._number, block)
                    if self._picks and self.level == source.count:
                        return
            if self._kind and not block.lines and not block.is_row:
                print_skipped(block, started)


def _files(folder: str) -> tuple[list[str], list[str]]:
    """Return the sorted files below a folder, and the paths that are skipped.

    Hidden files, special files and mount points (whose disks may be missing) are skipped.
    """
    from ...datasets.journal import NAME

    files, left_out = list[str](), list[str]()
    for place, folders, names in os.walk(folder):
        for name in list(folders):
            if name.startswith(".") or os.path.ismount(os.path.join(place, name)):
                folders.remove(name)
                left_out.append(os.path.join(place, name))
        for name in names:
            path = os.path.join(place, name)
            if name == NAME:  # the journal of a run, beside its Parquet files
                continue
            (left_out if name.startswith(".") or not os.path.isfile(path) else files).append(path)
    return sorted(files), sorted(left_out)
