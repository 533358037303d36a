"""Runs of any size: chunks of levels go to workers, near or far, and come back as answers or as shards on a disk.

The driver, the one process that leads, takes levels off a stream, so many that a chunk is a few seconds of work. It
writes down each cut before it hands the chunk over and each chunk that is done, one line each, in the manifest. A chunk
is named by its levels, by what was asked and by our version, and its shard by the chunk; so a run that was killed finds
its cuts again, makes the same chunks, and does those that are not done. A worker that dies costs its chunk: that is
tried again in smaller parts, down to a single level, and a level that dies alone is written down as crashed.
"""

from __future__ import annotations

import json
import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..core.puzzle import Control, Level, Limits, Message, Puzzle, PuzzleError, Stopwatch, Unsupported
from ..parallel.chunks import Piece, Pieces, Stream, name_of, parted
from ..parallel.pool import Workers
from ..parallel.solve_many import cores, solve_many
from ..rating.rate import rate_many
from . import parquet

TARGET = 2.0
"""Seconds of work that a chunk should be."""
FIRST, MOST, FASTER = 4, 8192, 8
"""Levels of the first chunk, of any chunk, and by which factor the next may be larger."""
PARTS = 8
"""Into so many parts a chunk is cut whose process died."""
TOLD = 20
"""Levels of a chunk that cannot be read and are told of."""


# -- what is asked of each level


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run does with each level: solve it, or rate it; ``options`` are those of solve_many or rate_many."""

    verb: str
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    version: str = ""
    own: str = ""
    """A hash of the Python file that defines the family, where it is none of ours."""

    def settings(self) -> dict[str, Any]:
        """All that the rows depend on beside the levels."""
        limits = {"seconds": self.limits.seconds, "bytes": self.limits.bytes}
        given = {name: value for name, value in self.options.items() if value not in (None, False)}
        own = {"own": self.own} if self.own else {}
        return {"verb": self.verb, **given, **limits, **own, "version": self.version}

    def check(self) -> None:
        """Refuses to work for a driver of another version: its chunks would have the wrong names."""
        from .. import __version__

        if self.version != __version__:
            raise Unsupported(
                Message("a worker has unjam {here}, the run {there}", here=__version__, there=self.version)
            )


class Unread(NamedTuple):
    """A level that cannot be read: the file, its number there from 1, and why."""

    source: str
    number: int
    error: PuzzleError


class Done(NamedTuple):
    """What a worker says of a chunk: levels by status, seconds of work, and what is wrong with those not read."""

    statuses: dict[str, int]
    seconds: float
    faults: list[Unread]


def shard(pieces: Pieces, asked: Asked, at_once: int, path: str) -> Done:
    """Does the chunk and writes its rows; runs in the worker."""
    asked.check()
    clock, faults = Stopwatch(), list[Unread]()
    asked = replace(asked, limits=asked.limits.settled(at_once or cores()))
    made = [row for piece in pieces for row in _rows(piece, asked, faults)]
    parquet.write(made, path)
    return Done(dict(Counter(row["status"] for row in made)), clock(), faults)


def _rows(piece: Piece, asked: Asked, faults: list[Unread]) -> Iterator[parquet.Row]:
    levels = list(piece.levels())
    answers = _answers([level.puzzle for level in levels if level.puzzle is not None], asked)
    for at, level in enumerate(levels):
        named: dict[str, Any] = {
            "source": piece.source,
            "number": level.index + 1,
            "title": level.title,
            "author": level.notes.get("author"),
        }
        if level.puzzle is None:
            assert level.error is not None
            if len(faults) < TOLD:
                faults.append(Unread(piece.source, level.index + 1, level.error))
            family, reason = piece.kind.family, str(level.error)
            yield parquet.failed(piece.text(at), family, status="invalid", reason=reason, **named)
        elif isinstance(answer := next(answers), str):
            yield crashed(piece, at, level, answer)
        else:
            yield parquet.row(level.puzzle, **named, **answer)


def crashed(piece: Piece, at: int, level: Level | None, reason: str) -> parquet.Row:
    """The row of a level whose search died."""
    found = piece.found[at] if piece.found else None
    number = (found.index if found else piece.index + at) + 1
    title, author = (found.title, found.author) if found else (level.title if level else None, None)
    text, family = piece.text(at), piece.kind.family
    return parquet.failed(text, family, piece.source, number, "crashed", reason, title=title, author=author)


def _answers(puzzles: list[Puzzle], asked: Asked) -> Iterator[dict[str, Any] | str]:
    """For each puzzle its result or its rating; where something broke, what."""
    try:
        yield from list(answered(puzzles, asked))
    except Unsupported:
        raise
    except Exception:
        for puzzle in puzzles:
            try:
                yield next(answered([puzzle], asked))
            except Exception as error:
                yield f"{type(error).__name__}: {error}"


def answered(puzzles: list[Puzzle], asked: Asked) -> Iterator[dict[str, Any]]:
    """What each puzzle is answered with: its result, or its rating, by that name."""
    if asked.verb == "rate":
        return ({"rating": each} for each in rate_many(puzzles, limits=asked.limits, workers=1, **asked.options))
    return ({"result": each} for each in solve_many(puzzles, limits=asked.limits, workers=1, **asked.options))


# -- the driver


@dataclass(slots=True)
class Job:
    """A chunk on its way; ``key`` is its place in the order, ``suspect`` says that a process died on it."""

    pieces: tuple[Any, ...]
    name: str = ""
    key: tuple[int, ...] = ()
    suspect: bool = False

    def __len__(self) -> int:
        return sum(map(len, self.pieces))


class Lost(NamedTuple):
    """In place of an answer: the process died on this one level, twice."""

    reason: str


class Pace:
    """How many levels the next chunk has, by how long the last ones took."""

    def __init__(self, target: float) -> None:
        self.target, self.size, self.answered = target, FIRST, 0

    def note(self, count: int, seconds: float) -> None:
        """So many levels took so long."""
        self.answered += count
        fitting = int(count * self.target / max(seconds, 1e-6))
        self.size = max(1, min(MOST, FASTER * max(count, self.size // FASTER), fitting))


def carried_out(
    jobs: Callable[[], Job | None],
    submit: Callable[[Job], Future[Any]],
    workers: Workers,
    control: Control,
    split: Callable[[Job, list[Job]], None] = lambda job, parts: None,
    room: Callable[[], bool] = lambda: True,
    cut: Callable[[Job], list[Job]] | None = None,
) -> Iterator[tuple[Job, Any]]:
    """Each job with its answer as it comes; a single level on which a process died twice is answered with Lost.

    ``cut`` gives the parts in which a job is tried again whose process died, ``split`` is told of them, ``room`` says
    whether another may begin. Ends early where the control is stopped; who called then drops what is under way.
    """
    running: dict[Future[Any], Job] = {}
    again: deque[Job] = deque()
    more = True
    while True:
        while len(running) < 2 * workers.at_once and (again or (more and room())) and not control.stopped:
            job = again.popleft() if again else jobs()
            if job is None:
                more = False
            else:
                running[submit(job)] = job
        if not running:
            return
        for future in wait(running, timeout=0.1, return_when=FIRST_COMPLETED).done:
            job = running.pop(future)
            try:
                answer = future.result()
            except CancelledError:
                raise Unsupported("the scheduler is gone; once it is back, the same command goes on") from None
            except workers.crashes as error:
                if control.stopped:
                    return
                if len(job) == 1 and job.suspect:
                    yield job, Lost(str(error))
                    continue
                parts = (cut or smaller)(job)
                split(job, parts)
                again.extend(parts)
            else:
                yield job, answer
        if control.stopped:
            return


def smaller(job: Job) -> list[Job]:
    """The levels of a job whose process died, in parts that are tried by themselves."""
    parts = parted(job.pieces, -(-len(job) // PARTS))
    return [Job(part, key=(*job.key, at), suspect=True) for at, part in enumerate(parts)]


# -- a run that is kept


@dataclass(slots=True)
class Totals:
    """How far a run is: levels by status, those done before, seconds of work."""

    statuses: Counter[str] = field(default_factory=Counter)
    before: int = 0
    shards: int = 0
    seconds: float = 0.0

    @property
    def levels(self) -> int:
        return self.statuses.total()

    @property
    def now(self) -> int:
        """Levels of this time alone."""
        return self.levels - self.before


@dataclass(slots=True)
class Run:
    """A run whose rows are kept in a folder, and continued there; iterate to carry it out and be told of each chunk."""

    stream: Stream
    asked: Asked
    folder: str
    workers: Workers
    control: Control
    here: bool = True
    """Whether the workers share this machine."""
    left: Callable[[], int | None] = lambda: None
    """About how many levels are still to come, where that is known."""
    totals: Totals = field(default_factory=Totals)

    def __iter__(self) -> Iterator[list[Unread]]:
        """Carries the run out; after each chunk, what is wrong with levels in it that could not be read."""
        from .journal import Manifest

        settings = self.asked.settings()
        with Manifest(self.folder, settings) as manifest:
            signed, pace, again = json.dumps(settings, sort_keys=True), Pace(TARGET), deque[Job]()
            cuts = iter(manifest.cuts)

            def jobs() -> Job | None:
                while (job := _next(again, cut)) is not None:
                    job.name = name_of(job.pieces, signed)
                    if job.name in manifest.done:
                        self._count(manifest.done[job.name])
                        self.totals.before = self.totals.levels
                    elif job.name in manifest.split:
                        again.extendleft(reversed(smaller(job)))
                    else:
                        return job
                return None

            def cut() -> Pieces:
                if (size := next(cuts, None)) is not None:
                    return self.stream.take(size)
                size, left = pace.size, self.left()
                if left is not None:  # the last chunks are small, so that all workers end at about the same time
                    size = min(size, max(FIRST, left // (2 * self.workers.at_once)))
                if taken := self.stream.take(size):
                    manifest.add(cut=sum(map(len, taken)))
                return taken

            def submit(job: Job) -> Future[Any]:
                job.name = job.name or name_of(job.pieces, signed)
                at_once = self.workers.at_once if self.here else 0
                return self.workers.submit(shard, job.pieces, self.asked, at_once, self._shard(job))

            def split(job: Job, parts: list[Job]) -> None:
                manifest.add(split=job.name)

            for job, answer in carried_out(jobs, submit, self.workers, self.control, split):
                if isinstance(answer, Lost):
                    parquet.write([crashed(job.pieces[0], 0, None, answer.reason)], self._shard(job))
                    answer = Done({"crashed": 1}, 0.0, [])
                elif not os.path.exists(self._shard(job)):
                    why = Message("{path} was written by a worker but is not here: the folder must lie on a disk that "
                                  "all machines share", path=self._shard(job))  # fmt: skip
                    raise Unsupported(why)
                if answer.seconds:
                    pace.note(len(job), answer.seconds)
                done = {"chunk": job.name, "seconds": round(answer.seconds, 3), "statuses": answer.statuses}
                manifest.add(**done)
                self._count(done)
                yield answer.faults

    def _shard(self, job: Job) -> str:
        return os.path.join(self.folder, f"{job.name}.parquet")

    def _count(self, done: Mapping[str, Any]) -> None:
        self.totals.statuses.update(done["statuses"])
        self.totals.shards += 1
        self.totals.seconds += done["seconds"]


def _next(again: deque[Job], cut: Callable[[], Pieces]) -> Job | None:
    if again:
        return again.popleft()
    return Job(taken) if (taken := cut()) else None
