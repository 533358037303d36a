"""Solves or rates many levels and stores the results in a folder, with one Parquet file (a shard) for each chunk.

The parent process divides the levels into chunks that take a few seconds each. It records the sizes of the chunks, and
which chunks are finished, in the journal. The name of a chunk is a hash of its levels and of the run's settings, and
its shard has the same name. A resumed run therefore forms the same chunks again and only processes the missing ones.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from ..core.cores import count_cores
from ..core.puzzle import Control, Level, Limits, Message, Puzzle, PuzzleError, Unsupported
from ..parallel.chunks import Chunk, ChunkReader, FileSlice
from ..parallel.pool import Pool
from ..parallel.scheduler import ChunkSize, CrashedLevel, Plan, run_jobs
from ..parallel.solve_many import solve_many
from ..rating.rate import rate_many
from . import parquet
from .journal import Journal

CHUNK_SECONDS = 2.0
FIRST_CHUNK = 4
MAX_FAULTS = 20
"""The number of unreadable levels that are reported per chunk."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """The settings of a run: whether it solves or rates, and the options of ``solve_many`` or ``rate_many``."""

    verb: str
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    version: str = ""
    own: str = ""
    """A hash of the Python file that defines the family, if it is not a built-in family."""
    at_once: int | None = None
    """The number of levels that run at once on a machine and share its memory; by default one per core."""

    def settings(self) -> dict[str, Any]:
        """Return everything that the rows depend on, except for the levels."""
        limits = {"seconds": self.limits.seconds, "bytes": self.limits.bytes}
        options = {name: value for name, value in self.options.items() if value not in (None, False)}
        own = {"own": self.own} if self.own else {}
        return {"verb": self.verb, **options, **limits, **own, "version": self.version}

    def check(self) -> None:
        """Raise Unsupported if the parent process has a different version of unjam."""
        from .. import __version__

        if self.version != __version__:
            raise Unsupported(
                Message(
                    "a worker uses unjam {here}, but this run was started with unjam {there}",
                    here=__version__,
                    there=self.version,
                )
            )

    def answer(self, puzzles: list[Puzzle]) -> Iterator[Any]:
        run = rate_many if self.verb == "rate" else solve_many
        limits = self.limits.with_memory_limit(self.at_once or count_cores())
        return run(puzzles, limits=limits, workers=1, **self.options)


class UnreadLevel(NamedTuple):
    """A level that cannot be read: its file, its number in the file (from 1), and the error."""

    source: str
    number: int
    error: PuzzleError


class ShardSummary(NamedTuple):
    """A worker's report on a chunk."""

    statuses: dict[str, int]
    faults: list[UnreadLevel]


# -- in the worker


def write_shard(chunk: Chunk, spec: RunSpec, folder: str) -> ShardSummary:
    spec.check()
    faults: list[UnreadLevel] = []
    rows = [row for part in chunk.slices for row in _rows(part, spec, faults)]
    parquet.write(rows, shard_path(folder, chunk))
    return ShardSummary(dict(Counter(row["status"] for row in rows)), faults)


def shard_path(folder: str, chunk: Any) -> str:
    return os.path.join(folder, f"{chunk.name}.parquet")


def _rows(part: FileSlice, spec: RunSpec, faults: list[UnreadLevel]) -> Iterator[parquet.Row]:
    levels = list(part.levels())
    answers = _answers([level.puzzle for level in levels if level.puzzle is not None], spec)
    name = "rating" if spec.verb == "rate" else "result"
    for at, level in enumerate(levels):
        place: dict[str, Any] = {
            "source": part.source,
            "number": level.index + 1,
            "title": level.title,
            "author": level.notes.get("author"),
        }
        if level.puzzle is None:
            assert level.error is not None
            if len(faults) < MAX_FAULTS:
                faults.append(UnreadLevel(part.source, level.index + 1, level.error))
            family, reason = part.kind.family, str(level.error)
            yield parquet.failed_row(part.text(at), family, status="invalid", reason=reason, **place)
        elif isinstance(answer := next(answers), CrashedLevel):
            yield _crashed_row(part, at, level, answer.reason)
        else:
            yield parquet.row(level.puzzle, **place, **{name: answer})


def _crashed_row(part: FileSlice, at: int, level: Level | None, reason: str) -> parquet.Row:
    text = part.texts[at] if part.texts else None
    title, author = (text.title, text.author) if text else (level.title if level else None, None)
    return parquet.failed_row(
        part.text(at), part.kind.family, part.source, part.number(at), "crashed", reason, title=title, author=author
    )


def _answers(puzzles: list[Puzzle], spec: RunSpec) -> Iterator[Any]:
    """Yield the result or rating of each puzzle; if one fails, try each alone and yield a CrashedLevel on failure."""
    try:
        yield from list(spec.answer(puzzles))
    except Unsupported:
        raise
    except Exception:
        for puzzle in puzzles:
            try:
                yield next(spec.answer([puzzle]))
            except Exception as error:
                yield CrashedLevel(f"{type(error).__name__}: {error}")


# -- in the parent process


@dataclass(slots=True)
class Totals:
    """The progress of a run: levels by status, and how many were done before it was resumed."""

    statuses: Counter[str] = field(default_factory=Counter)
    before: int = 0
    shards: int = 0

    @property
    def levels(self) -> int:
        return self.statuses.total()

    @property
    def now(self) -> int:
        return self.levels - self.before


@dataclass(slots=True)
class Run:
    """A new or resumed run that stores its rows in a folder; iterating over it does the work."""

    reader: ChunkReader
    spec: RunSpec
    folder: str
    pool: Pool
    control: Control
    levels_left: Callable[[], int | None] = lambda: None
    """An estimate of the number of remaining levels, if known."""
    totals: Totals = field(default_factory=Totals)

    def __iter__(self) -> Iterator[list[UnreadLevel]]:
        """Process the chunks, and yield the unreadable levels of each."""
        settings = self.spec.settings()
        self.reader.settings = json.dumps(settings, sort_keys=True)
        spec = replace(self.spec, at_once=self.pool.size if self.pool.is_local else None)
        with Journal(self.folder, settings) as journal:
            plan = Plan(
                lambda size: journal.next_chunk(self.reader.take, self._fit(size), self._recall),
                partial(write_shard, spec=spec, folder=self.folder),
                ChunkSize(CHUNK_SECONDS, FIRST_CHUNK),
                on_crash=lambda chunk: journal.add(split=chunk.name),
            )
            for chunk, summary in run_jobs(plan, self.pool, self.control):
                summary = self._check_shard(chunk, summary)
                done = {"chunk": chunk.name, "statuses": summary.statuses}
                journal.add(**done)
                self._count(done)
                yield summary.faults

    def _fit(self, size: int) -> int:
        """Return the size of a chunk, reduced near the end, so that all workers finish at about the same time."""
        left = self.levels_left()
        return size if left is None else min(size, max(FIRST_CHUNK, left // (2 * self.pool.size)))

    def _check_shard(self, chunk: Chunk, summary: ShardSummary | CrashedLevel) -> ShardSummary:
        path = shard_path(self.folder, chunk)
        if isinstance(summary, CrashedLevel):
            parquet.write([_crashed_row(chunk.slices[0], 0, None, summary.reason)], path)
            return ShardSummary({"crashed": 1}, [])
        if not os.path.exists(path):
            raise Unsupported(Message("{path} was written by a worker but is not here: the folder must be on a disk "
                                      "that all machines share", path=path))  # fmt: skip
        return summary

    def _recall(self, done: Mapping[str, Any]) -> None:
        self._count(done)
        self.totals.before = self.totals.levels

    def _count(self, done: Mapping[str, Any]) -> None:
        self.totals.statuses.update(done["statuses"])
        self.totals.shards += 1
