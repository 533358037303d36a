"""Logs the plays of people who agreed to be recorded, without names or addresses, and exports the plays as Parquet.

The log is a folder. Each process appends to its own files, one line of JSON per batch of events:

    {"play": "k3v0…", "level": "1gw…", "first": 0, "events": [[0, "start", "1gw…"], [5210, "move", "1gx…"]]}

``play`` is a random name for one session with one level, and ``first`` is the number of the first event. Each event
consists of the milliseconds since the level was opened, its kind, and the position afterwards. docs/plays.md lists what
is not recorded.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, BinaryIO

from ..core.puzzle import Message, Puzzle, PuzzleError, UnjamError, legal_moves
from ..formats.position_id import MAX_ID_LENGTH, decode
from . import parquet
from .play_events import KINDS, MAX_BATCH_EVENTS, MAX_EVENT_NUMBER, MAX_MILLISECONDS, PLAY_NAME

MAX_LINE_BYTES = 1_000_000
MAX_FILE_BYTES = 16_000_000
MAX_FOLDER_BYTES = 4_000_000_000
"""The size of a folder, in bytes, at which it accepts no more plays."""
SYNC_SECONDS = 0.5
"""The interval at which the file is synced to disk, so that a power cut loses less than a second."""

Event = tuple[int, str, str]
"""An event: milliseconds since the level was opened, kind, and id of the position afterwards."""
COLUMNS = (
    parquet.Column("play", "VARCHAR", "a random identifier for one person's session with one level"),
    parquet.Column("number", "INTEGER", "the number of the event in the play, from 0"),
    parquet.Column("ms", "BIGINT", "milliseconds since the level was opened"),
    parquet.Column(
        "kind", "VARCHAR", "`start`, `move`, `undo`, `redo`, `restart`, `hint`, `win`, `give_up` or `leave`"
    ),
    parquet.Column("family", "VARCHAR", "the family's name"),
    parquet.Column("level", "VARCHAR", "the id of the level, for `unjam.formats.position_id.decode` and URLs /play/…"),
    parquet.Column("position", "VARCHAR", "the id of the position after the event"),
    parquet.Column("move", "VARCHAR", "the move in compact notation, if the event is a single legal move"),
)
"""The columns of the Parquet file, in order; each row is an event."""


class PlayLog:
    """An append-only log in a folder, which several processes may share."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        os.makedirs(self.folder, exist_ok=True)
        self._lock = threading.Lock()
        self._file: BinaryIO | None = None
        self._size = 0
        self._written = threading.Event()
        self._closed = threading.Event()
        self._open()
        threading.Thread(target=self._keep_synced, daemon=True).start()

    def add(self, play: str, level: str, first: int, events: Sequence[Event]) -> None:
        """Append a batch; raise OSError if the folder is full. The batch survives a crash of the process."""
        batch = {"play": play, "level": level, "first": first, "events": [list(event) for event in events]}
        line = json.dumps(batch, separators=(",", ":")).encode("ascii") + b"\n"
        with self._lock:
            if self._file is None or self._size + len(line) > MAX_FILE_BYTES:
                self._open()
            assert self._file is not None
            self._file.write(line)  # unbuffered, so the data survives a crash of this process
            self._size += len(line)
        self._written.set()

    def close(self) -> None:
        self._closed.set()
        self._written.set()
        with self._lock:
            if self._file is not None:
                self._sync(self._file)
                self._file.close()
                self._file = None

    def _open(self) -> None:
        if sum(os.path.getsize(path) for path in log_files(self.folder)) >= MAX_FOLDER_BYTES:
            raise OSError(errno.ENOSPC, "the folder of plays is full")
        name = f"plays-{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}-{os.urandom(4).hex()}.jsonl"
        file = open(os.path.join(self.folder, name), "xb", buffering=0)  # noqa: SIM115
        if self._file is not None:
            self._sync(self._file)
            self._file.close()
        self._file, self._size = file, 0

    def _keep_synced(self) -> None:
        while not self._closed.is_set():
            self._written.wait()
            self._written.clear()
            self._closed.wait(SYNC_SECONDS)
            with self._lock:
                if self._file is not None:
                    self._sync(self._file)

    @staticmethod
    def _sync(file: BinaryIO) -> None:
        with contextlib.suppress(OSError):  # not every file system supports it
            os.fsync(file.fileno())


def log_files(folder: str) -> list[str]:
    names = sorted(name for name in os.listdir(folder) if name.startswith("plays-") and name.endswith(".jsonl"))
    paths = (os.path.join(folder, name) for name in names)
    return [path for path in paths if os.path.isfile(path) and not os.path.islink(path)]


@dataclass(slots=True)
class ExportSummary:
    """The numbers of exported events and plays, of invalid lines, and of duplicate events."""

    events: int = 0
    plays: int = 0
    skipped: int = 0
    doubles: int = 0


def export_plays(folder: str | os.PathLike[str], path: str | os.PathLike[str]) -> ExportSummary:
    """Write the events of a log as one Parquet file, sorted by play; the file is written completely or not at all."""
    folder, path = os.fspath(folder), os.fspath(path)
    if not os.path.isdir(folder):
        raise PuzzleError(Message("{path}: no such folder", path=folder))
    done = ExportSummary()
    with parquet.temporary(path) as (lines, target), contextlib.closing(parquet.connect(threads=1)) as connection:
        with open(lines, "w", encoding="ascii") as out:
            for row in read_plays(folder, done):
                out.write(json.dumps(row) + "\n")
                done.doubles += 1
        numbered = f"SELECT *, row_number() OVER () AS line FROM {_read_lines(lines)}"
        once = f"SELECT DISTINCT ON (play, number) * FROM ({numbered}) ORDER BY play, number, line"
        before = "lag(position) OVER (PARTITION BY play ORDER BY number) AS before"
        connection.execute(f"CREATE TEMP TABLE events AS SELECT *, {before} FROM ({once})")
        events = connection.execute(f"SELECT {_QUOTED}, before FROM events ORDER BY play, number")
        plays = set[str]()
        with open(lines, "w", encoding="utf-8") as out:
            while batch := events.fetchmany(parquet.BATCH):
                for *values, last in batch:
                    event = dict(zip(_NAMES, values, strict=True))
                    if event["kind"] == "move" and last is not None:
                        event["move"] = _move(last, event["position"])
                    out.write(json.dumps(event, ensure_ascii=False) + "\n")
                    plays.add(event["play"])
        done.events = parquet.copy_to(connection, f"SELECT * FROM {_read_lines(lines)}", target)
    done.plays = len(plays)
    done.doubles -= done.events
    return done


_NAMES = tuple(column.name for column in COLUMNS)
_QUOTED = ", ".join(f'"{name}"' for name in _NAMES)


def _read_lines(lines: str) -> str:
    kinds = ", ".join(f"{parquet.quoted(column.name)}: {parquet.quoted(column.type)}" for column in COLUMNS)
    return f"read_json({parquet.quoted(lines)}, format='newline_delimited', columns={{{kinds}}})"


def read_plays(folder: str, done: ExportSummary) -> Iterator[dict[str, Any]]:
    """Yield the events of a log as rows; invalid or truncated lines are skipped and counted."""
    for path in log_files(folder):
        with open(path, "rb") as file:
            for line in _lines(file):
                batch = _batch(line)
                if batch is None:
                    done.skipped += 1
                else:
                    yield from batch


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines; None for a line that is too long or incomplete."""
    while line := file.readline(MAX_LINE_BYTES + 1):
        if line.endswith(b"\n"):
            yield line
            continue
        yield None
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE_BYTES + 1)


def _batch(line: bytes | None) -> list[dict[str, Any]] | None:
    """Return the rows of a line, or None if the line is invalid in any way."""
    try:
        batch = json.loads(line or b"")
        play, level, first, events = (batch[name] for name in ("play", "level", "first", "events"))
        if not (isinstance(play, str) and re.fullmatch(PLAY_NAME, play) and _is_number(first, MAX_EVENT_NUMBER)):
            return None
        family = _position(level).family
        out = []
        for number, (at, kind, position) in enumerate(events, first):
            if not _is_number(at, MAX_MILLISECONDS) or kind not in KINDS or _position(position).family != family:
                return None
            event = (play, number, at, kind, family, level, position, None)
            out.append(dict(zip(_NAMES, event, strict=True)))
        return out if 0 < len(out) <= MAX_BATCH_EVENTS else None
    except (ValueError, TypeError, KeyError, RecursionError, UnjamError):
        return None


def _is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


@lru_cache(20_000)
def _position(id: str) -> Puzzle:
    if not isinstance(id, str) or len(id) > MAX_ID_LENGTH:
        raise PuzzleError("this is not a level")
    return decode(id)


@lru_cache(50_000)
def _move(before: str, after: str) -> str | None:
    """Return the legal move that leads from one position to the other, in compact notation, or None."""
    start, end = _position(before), _position(after)
    for move in legal_moves(start):
        if start.play(move) == end:
            return start.notation(move)
    return None
