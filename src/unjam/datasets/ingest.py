"""Adds levels from any source to a library: levels that are already in it are skipped, the others solved and rated."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..core.cores import count_workers
from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import (
    STOPPED,
    Control,
    IllegalMove,
    Level,
    Limits,
    Message,
    Puzzle,
    PuzzleError,
    Result,
    Stopwatch,
    UnjamError,
    Unsupported,
)
from ..families import family
from ..families import read as read_text
from ..formats.read import no_such_level, read_levels
from ..parallel.scheduler import ChunkSize, CrashedLevel, Plan, process_pool, run_jobs
from ..rating.rate import models, rate
from ..solving.check import check
from ..solving.solve import solve
from . import parquet

if TYPE_CHECKING:
    from .library import Library

LOOKUP_SIZE = 4096
"""The number of levels whose keys are looked up in the library at a time."""
MAX_FILE_ROWS = 50_000
FIRST_WAIT, MAX_WAIT = 5.0, 60.0
"""The shortest and longest time in seconds between two writes; it increases, so that there are not too many files."""
MAX_CHUNK = 256
CHUNK_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Candidate:
    """A level that may be added to a library; ``row`` is its row if it comes from a Parquet file."""

    puzzle: Puzzle
    title: str | None = None
    author: str | None = None
    source: str | None = None
    number: int | None = None
    row: parquet.Row | None = None


@dataclass(slots=True)
class AddSummary:
    """The numbers of new, already known and unreadable levels.

    New levels include unsolvable levels, and levels not solved within the limits, which are tried again the next time.
    """

    new: int = 0
    known: int = 0
    invalid: int = 0
    unsolvable: int = 0
    gave_up: int = 0
    stopped: bool = False

    @property
    def seen(self) -> int:
        return self.new + self.known + self.invalid


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """The options of ``Library.add`` and ``rerate``; ``progress`` is called with the summary so far."""

    workers: int | None = None
    limits: Limits | None = None
    control: Control | None = None
    progress: Callable[[AddSummary], None] | None = None


def add(library: Library, source: Any, options: IngestOptions) -> AddSummary:
    summary, control = AddSummary(), control_or_default(options.control)
    writer = _Writer(library, summary, options)

    def unknown() -> Iterator[Candidate]:
        candidates = iter(read_candidates(source, summary))
        while not control.stopped and (batch := list(islice(candidates, LOOKUP_SIZE))):
            keys = [parquet.key(candidate.puzzle) for candidate in batch]
            known = library.finished_keys(keys) | writer.waiting
            for key, candidate in zip(keys, batch, strict=True):
                if key in writer.pending:
                    writer.pending[key] += 1
                    continue
                if key in known:
                    summary.known += 1
                    writer.report()
                    continue
                known.add(key)
                if candidate.row is not None and _is_current(candidate.row, candidate.puzzle):
                    writer.put(candidate.row | {"key": key})
                else:
                    writer.pending[key] = 0
                    yield candidate

    _rate_all(writer, unknown(), options, control)
    return summary


def rerate(library: Library, where: str | None, options: IngestOptions) -> AddSummary:
    summary, control = AddSummary(), control_or_default(options.control)
    kinds: dict[str, type[Puzzle]] = {}

    def stale() -> Iterator[Candidate]:
        for row in library.rows(where):
            if row["family"] not in kinds:
                kinds[row["family"]] = family(row["family"])
            puzzle = kinds[row["family"]].parse(row["text"])
            if _is_current(row, puzzle):
                summary.known += 1
            else:
                yield _candidate(puzzle, row)
            if control.stopped:
                return

    _rate_all(_Writer(library, summary, options), stale(), options, control)
    return summary


def _is_current(row: parquet.Row, puzzle: Puzzle) -> bool:
    """Return whether the row is complete and comes from the default difficulty model of this version."""
    default = next(iter(models(type(puzzle))))
    done = row["score"] is not None or row["status"] == "unsolvable"
    return done and (row["model"], row["version"]) == (default, __version__)


# -- reading


def read_candidates(source: Any, summary: AddSummary) -> Iterator[Candidate]:
    """Yield the levels from any source that ``Library.add`` accepts; unreadable ones are counted in the summary."""
    if isinstance(source, (str, os.PathLike)):
        yield from _read_path(source, summary)
    elif isinstance(source, (Puzzle, Level, Candidate)):
        yield from read_candidates([source], summary)
    elif isinstance(source, Iterable):
        for item in source:
            if isinstance(item, Candidate):
                yield item
            elif isinstance(item, Puzzle):
                yield Candidate(item)
            elif isinstance(item, Level):
                yield from _read_levels([item], None, summary)
            else:
                yield from _read_path(item, summary)
    else:
        raise TypeError(f"expected puzzles, levels, texts or paths, not {type(source).__name__}")


def _read_path(source: Any, summary: AddSummary) -> Iterator[Candidate]:

    def refuse(number: int, error: UnjamError) -> None:
        summary.invalid += 1

    files = parquet_files(source)
    if files is not None:
        for file in files:
            yield from read_parquet(file, refuse)
    else:
        is_path = isinstance(source, os.PathLike) or os.path.isfile(str(source)[:4000])
        yield from _read_levels(read_levels(source), os.fspath(source) if is_path else None, summary)


def parquet_files(path: Any) -> list[str] | None:
    """Return the Parquet files at a path: the file itself, or those in a folder; None if there are no such files."""
    if not isinstance(path, (str, os.PathLike)):
        return None
    path = os.fspath(path)
    if "\n" in path or "\0" in path:
        return None
    if os.path.isdir(path):
        return parquet.files_in(path) or None
    return [path] if path.endswith(".parquet") else None


def read_parquet(path: str, refuse: Callable[[int, UnjamError], None], level: int | None = None) -> Iterator[Candidate]:
    """Yield the levels of a Parquet file with a column ``text``, or only the level with the number ``level``.

    For each unreadable level, ``refuse`` is called with its number and the error.
    """
    number = 0
    for number, row in enumerate(parquet.read(path), 1):
        if level not in (None, number):
            continue
        try:
            puzzle = _parse_row(row)
        except (PuzzleError, Unsupported) as error:
            refuse(number, error)
            continue
        if row["source"] is None:
            row |= {"source": os.path.basename(path), "number": number}
        yield _candidate(puzzle, row)
    if level is not None and not 1 <= level <= number:
        raise PuzzleError(Message("{path}: {why}", path=path, why=no_such_level(level, number)))


def _parse_row(row: parquet.Row) -> Puzzle:
    text = row["text"] or ""
    if row["family"] is not None:
        return family(row["family"]).parse(text)
    levels = list(read_text(text))
    if len(levels) != 1 or levels[0].puzzle is None:
        raise levels[0].error if len(levels) == 1 and levels[0].error else PuzzleError("expected one level per row")
    return levels[0].puzzle


def _candidate(puzzle: Puzzle, row: parquet.Row) -> Candidate:
    return Candidate(puzzle, row["title"], row["author"], row["source"], row["number"], row)


def _read_levels(levels: Iterable[Level], source: str | None, summary: AddSummary) -> Iterator[Candidate]:
    for level in levels:
        if level.puzzle is None:
            summary.invalid += 1
        else:
            yield candidate_of(level, level.puzzle, source)


def candidate_of(level: Level, puzzle: Puzzle, source: str | None) -> Candidate:
    number = level.index + 1 if source is not None else None
    return Candidate(puzzle, level.title, level.notes.get("author"), source and os.path.basename(source), number)


# -- rating and writing


class _Writer:
    """Collects rows and writes them to the library from time to time."""

    def __init__(self, library: Library, summary: AddSummary, options: IngestOptions) -> None:
        self.library, self.summary, self.options = library, summary, options
        self.rows: list[parquet.Row] = []
        self.waiting: set[str] = set()
        # Key of a level that is being rated -> number of its duplicates, which are counted as known once it is rated.
        self.pending: dict[str, int] = {}
        self.clock, self.wait = Stopwatch(), FIRST_WAIT

    def put(self, row: parquet.Row) -> None:
        if not self.rows:
            self.clock = Stopwatch()
        self.rows.append(row)
        self.waiting.add(row["key"])
        self.summary.new += 1
        self.summary.known += self.pending.pop(row["key"], 0)
        self.summary.unsolvable += row["status"] == "unsolvable"
        self.summary.gave_up += row["score"] is None and row["status"] != "unsolvable"
        self.report()
        if len(self.rows) >= MAX_FILE_ROWS or self.clock() > self.wait:
            self.flush()

    def report(self) -> None:
        if self.options.progress is not None:
            self.options.progress(self.summary)

    def flush(self) -> None:
        if self.rows:
            self.library.put(self.rows)
        self.rows, self.waiting = [], set()
        self.wait = min(MAX_WAIT, 1.5 * self.wait)


def _rate_all(writer: _Writer, candidates: Iterator[Candidate], options: IngestOptions, control: Control) -> None:
    """Rate the levels and write their rows; if an error occurs, the finished rows are still written."""
    workers = count_workers(options.workers)
    limits = limits_or_default(options.limits).with_memory_limit(workers)
    first = list(islice(candidates, 2))
    rest = chain(first, candidates)

    def take(size: int) -> list[Candidate]:
        return [] if control.stopped else list(islice(rest, size))

    try:
        with process_pool(min(workers, len(first))) as pool:
            work = partial(_rate_chunk, limits=limits, control=pool.control if pool else control)
            plan = Plan(take, work, ChunkSize(CHUNK_SECONDS, 1, 1, MAX_CHUNK), is_ordered=True)
            for _, rows in run_jobs(plan, pool, control):
                if isinstance(rows, CrashedLevel):
                    raise RuntimeError(rows.reason)
                for row in rows:
                    writer.put(row)
    finally:
        writer.summary.stopped = control.stopped
        writer.flush()


def _rate_chunk(candidates: list[Candidate], limits: Limits, control: Control) -> list[parquet.Row]:
    """Return the rows of the levels, up to the first one whose search was stopped."""
    rows = []
    for level in candidates:
        result = _known_result(level) or solve(level.puzzle, limits=limits, control=control, workers=1)
        rating = rate(level.puzzle, result=result, limits=limits, control=control)
        if control.stopped and rating.score is None and STOPPED in (rating.reason, result.reason):
            break
        place = {"title": level.title, "author": level.author, "source": level.source, "number": level.number}
        rows.append(parquet.row(level.puzzle, rating=rating, **place))  # type: ignore[arg-type]
    return rows


def _known_result(candidate: Candidate) -> Result | None:
    """Return the optimal solution in the candidate's row after replaying it; None if it is missing or wrong."""
    row, puzzle = candidate.row, candidate.puzzle
    if row is None or not row["optimal"] or row["metric"] != puzzle.metrics[0] or row["cost"] is None:
        return None
    try:
        moves = puzzle.from_notation(row["solution"] or "")
    except (IllegalMove, PuzzleError):
        return None
    checked = check(puzzle, moves, quick=True)
    if checked.cost != row["cost"]:
        return None
    return Result(
        "solved",
        moves,
        row["cost"],
        row["cost"],
        optimal=True,
        expanded=row["expanded"] or 0,
        generated=row["generated"] or 0,
        seconds=row["seconds"] or 0.0,
        algorithm=row["algorithm"] or "",
        metric=row["metric"],
    )
