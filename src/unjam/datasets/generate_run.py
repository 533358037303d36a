"""New levels as a run: streams go to workers in chunks, and the levels that are kept are rows of a folder.

Which levels are kept depends on those before them, for no two are alike and only so many are wanted; so the driver
chooses, in the order of the streams, and writes the shards. The levels are the same on any number of workers. As in
``generate``, hardly any stream is begun that may not be needed, and a second worker only after a while.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any

from ..core.generator import LevelRequest
from ..core.puzzle import Control, Message, Stopwatch
from ..generation.generate import SECONDS_ALONE, generator_for, stream, streams_ahead, too_few
from ..parallel.chunks import kind_of
from ..parallel.pool import Workers
from . import parquet
from .journal import Manifest
from .run import Asked, Job, Lost, Pace, carried_out

TARGET = 2.0
"""Seconds of work that a chunk of streams should be."""
FIRST = 2


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams from one number up to another, as a worker is given them."""

    family: str
    request: LevelRequest
    seed: int
    first: int
    count: int

    def __len__(self) -> int:
        return self.count


def make(streams: Streams, asked: Asked) -> tuple[list[parquet.Row | None], float]:
    """The row of the level of each stream that gives one, and the seconds of work; runs in the worker."""
    asked.check()
    clock, kind, found = Stopwatch(), kind_of(streams.family), list[parquet.Row | None]()
    for number in range(streams.first, streams.first + streams.count):
        level = stream(kind, streams.request, streams.seed, number, Control())
        source = f"generate, seed {streams.seed}"
        found.append(level and parquet.row(level[0], source=source, number=number + 1, rating=level[1]))
    return found, clock()


@dataclass(slots=True)
class Making:
    """A run that makes levels and keeps them in a folder, or goes on there; ``reason`` says why there are too few."""

    family: str
    request: LevelRequest
    wanted: int
    seed: int
    folder: str
    workers: Workers
    control: Control
    version: str
    made: int = 0
    before: int = 0
    tried: int = 0
    reason: Message | None = None
    _seen: set[str] = field(default_factory=set)
    _idle: int = 0

    def __iter__(self) -> Iterator[int]:
        """Carries the run out and tells after each chunk how many levels there are."""
        generator = generator_for(kind_of(self.family))
        patience = generator.patience(self.request)
        settings = {"verb": "generate", "family": self.family, "seed": self.seed, "count": self.wanted}
        given = asdict(self.request)
        given["level"] = given.pop("difficulty")  # the key in journals
        settings |= given | {"generator": generator.version, "version": self.version}
        asked, signed = Asked("generate", version=self.version), json.dumps(settings, sort_keys=True)
        with Manifest(self.folder, settings) as manifest:
            pace, cuts, waiting = Pace(TARGET), iter(manifest.cuts), dict[int, tuple[Job, Any]]()
            pace.size, begun, turn, clock = FIRST, 0, 0, Stopwatch()

            def free() -> int:
                return streams_ahead(self.wanted - self.made, self._idle) - (begun - turn)

            def cut() -> int:
                if (size := next(cuts, None)) is None:
                    size = max(1, min(pace.size, patience, free() // self.workers.at_once))
                    manifest.add(cut=size)
                return size

            def jobs() -> Job | None:
                nonlocal begun, turn
                while not self._ended(patience):
                    streams = Streams(self.family, self.request, self.seed, begun, cut())
                    begun += len(streams)
                    name = blake2b(f"{signed} {streams.first} {len(streams)}".encode(), digest_size=16).hexdigest()
                    if name not in manifest.done or turn < streams.first:  # what is known of all before it
                        return Job((streams,), name, (streams.first,))
                    self._recall(manifest.done[name])
                    turn = begun
                return None

            def submit(job: Job) -> Future[Any]:
                return self.workers.submit(make, job.pieces[0], asked)

            def room() -> bool:
                return begun == turn or (free() > 0 and clock() >= SECONDS_ALONE)

            for job, answer in carried_out(jobs, submit, self.workers, self.control, room=room, cut=_alone):
                waiting[job.key[0]] = job, answer
                while turn in waiting and not self._ended(patience):
                    job, answer = waiting.pop(turn)
                    turn += len(job)
                    none: list[parquet.Row | None] = [None]
                    found, seconds = (none, 0.0) if isinstance(answer, Lost) else answer
                    pace.note(len(job), seconds or TARGET)
                    kept = self._chosen(found, patience)
                    if kept:
                        parquet.write(kept, os.path.join(self.folder, f"{job.name}.parquet"))
                    manifest.add(chunk=job.name, made=len(kept), tried=self.tried, idle=self._idle)
                    yield self.made
                if self._ended(patience):
                    self.workers.drop()
                    break
        if self.made < self.wanted and self._idle >= patience:
            self.reason = too_few(self.made, self.wanted, patience)

    def _ended(self, patience: int) -> bool:
        return self.made >= self.wanted or self._idle >= patience

    def _chosen(self, found: list[parquet.Row | None], patience: int) -> list[parquet.Row]:
        """Those of the levels that are kept: none twice, and no more than wanted."""
        kept: list[parquet.Row] = []
        for row in found:
            if self._ended(patience):
                break
            self.tried += 1
            if row is None or row["key"] in self._seen:
                self._idle += 1
                continue
            self._seen.add(row["key"])
            self._idle = 0
            self.made += 1
            kept.append(row)
        return kept

    def _recall(self, done: dict[str, Any]) -> None:
        """Takes in a chunk that was done before."""
        if done["made"]:
            path = os.path.join(self.folder, f"{done['chunk']}.parquet")
            self._seen.update(row["key"] for row in parquet.read(path, ("text", "key")))
        self.made += done["made"]
        self.before = self.made
        self.tried = done["tried"]
        self._idle = done["idle"]


def _alone(job: Job) -> list[Job]:
    """The streams of a job whose process died, each by itself."""
    streams: Streams = job.pieces[0]
    parts = [
        Streams(streams.family, streams.request, streams.seed, streams.first + at, 1) for at in range(len(streams))
    ]
    return [Job((part,), f"{job.name}-{at}", (part.first,), suspect=True) for at, part in enumerate(parts)]
