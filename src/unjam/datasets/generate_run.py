"""Generates levels into a folder: workers run chunks of numbered streams, and the selected levels are stored as rows.

The parent process selects the levels in the order of their streams, because no two may be equivalent, and writes the
shards. The levels are the same with any number of workers. As in ``generate``, few streams are started before it is
clear that they are needed, and a second worker only starts after a while.
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
    """A chunk of consecutive streams."""

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
    """Return a row for each stream, or None if the stream has no level; runs in the worker."""
    spec.check()
    kind, rows = load_family(streams.family), list[parquet.Row | None]()
    for number in range(streams.first, streams.first + streams.count):
        level = run_stream(kind, streams.request, streams.seed, number, Control())
        source = f"generate, seed {streams.seed}"
        rows.append(level and parquet.row(level[0], source=source, number=number + 1, rating=level[1]))
    return rows


@dataclass(slots=True)
class GenerateRun:
    """A new or resumed run that generates levels into a folder; iterating over it does the work."""

    family: str
    """The family's name, or the Python file that defines it."""
    spec: GenerateSpec
    folder: str
    pool: Pool
    control: Control
    version: str
    before: int = 0
    """The number of levels in the folder before the run was resumed."""
    selection: Selection = field(init=False)
    _started: int = 0
    """The number of streams started; ``selection.tried`` of them are finished."""

    def __post_init__(self) -> None:
        self.selection = Selection(self.spec)

    def __iter__(self) -> Iterator[int]:
        """Process the chunks, and yield the number of levels after each."""
        settings, clock = self._settings(), Stopwatch()

        def cut(size: int) -> Streams | None:
            if self.selection.is_over:
                return None
            text = json.dumps(settings, sort_keys=True)
            streams = Streams(self.family, self.spec.request, self.spec.seed, self._started, size, text)
            self._started += size
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
                self._store(streams, [None] if isinstance(rows, CrashedLevel) else rows, journal)
                yield self.selection.count
                if self.selection.is_over:
                    self.pool.kill()
                    break

    @property
    def reason(self) -> Message | None:
        return self.selection.shortage() if self.selection.is_over else None

    def _settings(self) -> dict[str, Any]:
        spec, request = self.spec, asdict(self.spec.request)
        request["level"] = request.pop("difficulty")  # older journals have this key and "maker"
        settings = {"verb": "generate", "family": self.family, "seed": spec.seed, "count": spec.count}
        return settings | request | {"maker": generator_for(spec.kind).version, "version": self.version}

    @property
    def _ahead(self) -> int:
        return self._started - self.selection.tried

    @property
    def _free(self) -> int:
        return self.selection.streams_ahead() - self._ahead

    def _fit(self, size: int) -> int:
        return max(1, min(size, self.selection.patience, self._free // self.pool.size))

    def _store(self, streams: Streams, rows: list[parquet.Row | None], journal: Journal) -> None:
        selected: list[parquet.Row] = []
        for row in rows:
            if self.selection.is_over:
                break
            if self.selection.takes(None if row is None else row["key"]):
                assert row is not None
                selected.append(row)
        if selected:
            parquet.write(selected, shard_path(self.folder, streams))
        journal.add(chunk=streams.name, made=len(selected), tried=self.selection.tried, idle=self.selection.idle)

    def _recall(self, done: dict[str, Any]) -> None:
        """Count the levels of a chunk that was finished before the run was resumed."""
        selection = self.selection
        if done["made"]:
            path = os.path.join(self.folder, f"{done['chunk']}.parquet")
            selection.keys.update(row["key"] for row in parquet.read(path, ("text", "key")))
        selection.count += done["made"]
        self.before, selection.tried, selection.idle = selection.count, done["tried"], done["idle"]
