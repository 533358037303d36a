"""New levels kept in a folder: numbered streams go to workers in chunks, and the levels that are chosen become rows.

Which levels are chosen depends on those before them, for no two are alike and only some are wanted; so the leading
process chooses, in the order of the streams, and writes the shards. The levels are the same on any number of workers.
As in ``generate``, hardly any stream is begun that may not be needed, and a second worker only after a while.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Any

from ..core.generator import LevelRequest
from ..core.puzzle import Control, Message, Stopwatch
from ..generation.generate import SECONDS_ALONE, GenerateSpec, Selection, generator_for, run_stream
from ..parallel.chunks import load_family
from ..parallel.pool import Pool
from ..parallel.scheduler import ChunkSize, CrashedLevel, Plan, run_jobs
from . import parquet
from .journal import Journal
from .run import RunSpec, shard_path

CHUNK_SECONDS = 2.0
FIRST_CHUNK = 2


@dataclass(frozen=True, slots=True)
class Streams:
    """Consecutive numbered streams, as a worker gets them."""

    family: str
    request: LevelRequest
    seed: int
    first: int
    count: int
    settings: str = ""

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part: slice) -> Streams:
        count = len(range(self.count)[part])
        return replace(self, first=self.first + part.start, count=count)

    @property
    def name(self) -> str:
        return blake2b(f"{self.settings} {self.first} {self.count}".encode(), digest_size=16).hexdigest()


def generate_rows(streams: Streams, spec: RunSpec) -> list[parquet.Row | None]:
    """The row of the level of each stream that gives one; runs in the worker."""
    spec.check()
    kind, rows = load_family(streams.family), list[parquet.Row | None]()
    for number in range(streams.first, streams.first + streams.count):
        level = run_stream(kind, streams.request, streams.seed, number, Control())
        source = f"generate, seed {streams.seed}"
        rows.append(level and parquet.row(level[0], source=source, number=number + 1, rating=level[1]))
    return rows


@dataclass(slots=True)
class GenerateRun:
    """A run that generates levels and keeps them in a folder, or goes on there; iterate to do it."""

    family: str
    """Its name, or the Python file that defines it."""
    spec: GenerateSpec
    folder: str
    pool: Pool
    control: Control
    version: str
    before: int = 0
    """Levels that were there when the run was started this time."""
    selection: Selection = field(init=False)
    _begun: int = 0
    """Streams handed out; ``selection.tried`` of their levels were looked at."""

    def __post_init__(self) -> None:
        self.selection = Selection(self.spec)

    def __iter__(self) -> Iterator[int]:
        """After each chunk, how many levels there are."""
        settings, clock = self._settings(), Stopwatch()

        def cut(size: int) -> Streams | None:
            if self.selection.is_over:
                return None
            text = json.dumps(settings, sort_keys=True)
            streams = Streams(self.family, self.spec.request, self.spec.seed, self._begun, size, text)
            self._begun += size
            return streams

        def can_start() -> bool:
            return self._ahead == 0 or (self._free > 0 and clock() >= SECONDS_ALONE)

        with Journal(self.folder, settings) as journal:
            plan = Plan(
                lambda size: journal.next_chunk(cut, self._fit(size), self._recall),
                partial(generate_rows, spec=RunSpec("generate", version=self.version)),
                ChunkSize(CHUNK_SECONDS, FIRST_CHUNK),
                is_ordered=True,
                can_start=can_start,
                on_crash=lambda streams: journal.add(split=streams.name),
            )
            for streams, rows in run_jobs(plan, self.pool, self.control):
                self._keep(streams, [None] if isinstance(rows, CrashedLevel) else rows, journal)
                yield self.selection.count
                if self.selection.is_over:
                    self.pool.kill()
                    break

    @property
    def reason(self) -> Message | None:
        """Why there are fewer levels than requested."""
        return self.selection.shortage() if self.selection.is_over else None

    def _settings(self) -> dict[str, Any]:
        spec, request = self.spec, asdict(self.spec.request)
        request["level"] = request.pop("difficulty")  # this key and "maker" are what older journals have
        settings = {"verb": "generate", "family": self.family, "seed": spec.seed, "count": spec.count}
        return settings | request | {"maker": generator_for(spec.kind).version, "version": self.version}

    @property
    def _ahead(self) -> int:
        """Streams under way."""
        return self._begun - self.selection.tried

    @property
    def _free(self) -> int:
        """How many more streams may be begun now."""
        return self.selection.streams_ahead() - self._ahead

    def _fit(self, size: int) -> int:
        return max(1, min(size, self.selection.patience, self._free // self.pool.size))

    def _keep(self, streams: Streams, rows: list[parquet.Row | None], journal: Journal) -> None:
        """Write the rows of the levels that are taken."""
        taken: list[parquet.Row] = []
        for row in rows:
            if self.selection.is_over:
                break
            if self.selection.takes(None if row is None else row["key"]):
                assert row is not None
                taken.append(row)
        if taken:
            parquet.write(taken, shard_path(self.folder, streams))
        journal.add(chunk=streams.name, made=len(taken), tried=self.selection.tried, idle=self.selection.idle)

    def _recall(self, done: dict[str, Any]) -> None:
        """Take in a chunk that was done before."""
        selection = self.selection
        if done["made"]:
            path = os.path.join(self.folder, f"{done['chunk']}.parquet")
            selection.keys.update(row["key"] for row in parquet.read(path, ("text", "key")))
        selection.count += done["made"]
        self.before, selection.tried, selection.idle = selection.count, done["tried"], done["idle"]
