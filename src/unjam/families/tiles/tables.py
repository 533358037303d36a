"""Builds pattern tables once and caches them in memory and, if possible, in the user's cache folder.

A file is written under a temporary name and then renamed, so it is always complete. It is used only if its first line
names this version, board and partition and its checksum is correct; otherwise the tables are rebuilt. Files are mapped
into memory, not read. Checking a whole file takes longer than most searches, so the first line also contains the
file's modification time. Only a file whose actual modification time differs is checked; if it is intact, the time is
reset. The environment variable UNJAM_CHECK_TABLES forces a check. If the folder cannot be read or written, the tables
are built every time.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from mmap import ACCESS_READ, mmap
from pathlib import Path
from threading import Lock
from time import time, time_ns
from typing import TYPE_CHECKING

from ... import _core
from .orientation import orientation
from .partition import Partition, partition

if TYPE_CHECKING:
    from ...core.puzzle import Task
    from .board import Frame

VERSION = 2
MIN_CACHED = 1 << 20
"""The minimum size in bytes of tables to cache in a file; smaller ones are built faster than a file can be opened."""
_CHUNK = 1 << 22
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Tables:
    """Complete pattern tables, and the solver that uses them."""

    patterns: _core.TilePatterns
    solver: _core.TilePatternSolver


class Stopped(Exception):
    """Raised if a limit is reached while tables are being built; ``outcome`` says which limit."""

    def __init__(self, outcome: _core.Outcome) -> None:
        super().__init__("stopped while building tables")
        self.outcome = outcome


_cache: dict[tuple[int, int, int, Partition], Tables] = {}
_lock = Lock()


def choose_tables(frame: Frame, size: str, task: Task | None = None) -> Tables:
    """Return the tables of the requested size if the memory limit allows, else the default tables, else empty ones."""
    turned = orientation(frame)
    limit = task.limits.bytes if task else None
    for size_name in dict.fromkeys((size, "default")):
        split = partition(turned.rows, turned.cols, turned.gap, size_name)
        if limit is not None and table_bytes(turned.rows, turned.cols, turned.gap, split) > limit:
            continue
        try:
            return tables(turned.rows, turned.cols, turned.gap, split, task)
        except Stopped as stop:
            if stop.outcome.stop != _core.Stop.memory:
                raise
    return tables(turned.rows, turned.cols, turned.gap, ())  # Manhattan distance alone


def tables(rows: int, cols: int, gap: int, parts: Partition, task: Task | None = None) -> Tables:
    """Return the tables for this board: from memory, from the cache folder, or newly built and stored in both.

    Raises Stopped if a limit or the control of the task stops the construction.
    """
    key = (rows, cols, gap, parts)
    entry = _cache.get(key)
    if entry is not None:
        return entry
    with _lock:
        entry = _cache.get(key)
        if entry is None:
            patterns = _load(*key) or _build(*key, task)
            entry = _cache[key] = Tables(patterns, _core.TilePatternSolver(patterns))
    return entry


def table_bytes(rows: int, cols: int, gap: int, parts: Partition) -> int:
    return int(_core.TilePatterns(rows, cols, gap, [list(part) for part in parts]).nbytes)


_walkers: dict[tuple[int, int, int], _core.TileWalkingSolver] = {}


def walker(rows: int, cols: int, gap: int, most: int | None) -> _core.TileWalkingSolver:
    """Return the solver that uses walking distance, without tables that need more than ``most`` bytes."""
    key = (rows, cols, gap)
    search = _walkers.get(key)
    if search is None or (most is not None and search.nbytes > most):
        search = _core.TileWalkingSolver(*key, (1 << 62) if most is None else most)
        if search.is_complete:
            _walkers[key] = search
    return search


def forget() -> None:
    """Drop the tables from memory; cached files remain."""
    with _lock:
        _cache.clear()
        _walkers.clear()


def cache_folder() -> Path | None:
    """Return unjam's folder in $XDG_CACHE_HOME or ~/.cache; None for a user without a home directory, or a browser."""
    if sys.platform == "emscripten":  # its files are in memory, too, and forgotten with it
        return None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "unjam"
    try:
        return Path.home() / ".cache" / "unjam"
    except RuntimeError:
        return None


def cache_file(rows: int, cols: int, gap: int, parts: Partition) -> Path | None:
    folder = cache_folder()
    if folder is None:
        return None
    sizes = "-".join(str(len(part)) for part in parts)
    mark = blake2b(repr(parts).encode(), digest_size=4).hexdigest()
    return folder / f"tiles-{rows}x{cols}-gap{gap}-{sizes}-{mark}.tables"


def _head(rows: int, cols: int, gap: int, parts: Partition, patterns: _core.TilePatterns) -> bytes:
    """Return the first line of a file without the modification time and the checksum at its end."""
    groups = "/".join(",".join(map(str, part)) for part in parts)
    sizes = "+".join(map(str, patterns.table_bytes))
    return f"unjam tile patterns {VERSION} board {rows}x{cols} gap {gap} parts {groups} bytes {sizes} ".encode()


def _build(rows: int, cols: int, gap: int, parts: Partition, task: Task | None) -> _core.TilePatterns:
    patterns = _core.TilePatterns(rows, cols, gap, [list(part) for part in parts])
    if parts:
        outcome = patterns.build(task)
        if not patterns.is_ready:
            raise Stopped(outcome)
        if patterns.nbytes >= MIN_CACHED:
            with suppress(OSError):
                _save(rows, cols, gap, parts, patterns)
    return patterns


def _load(rows: int, cols: int, gap: int, parts: Partition) -> _core.TilePatterns | None:
    """Return the tables from their file; None if the file does not exist or cannot be trusted."""
    file = cache_file(rows, cols, gap, parts)
    if file is None or not parts:
        return None
    patterns = _core.TilePatterns(rows, cols, gap, [list(part) for part in parts])
    if patterns.nbytes < MIN_CACHED:
        return None
    head = _head(rows, cols, gap, parts, patterns)
    try:
        with file.open("rb") as source:
            line = source.readline(len(head) + 100)
            match = re.fullmatch(rb"changed (\d+) blake2b ([0-9a-f]+)\n", line.removeprefix(head))
            stat = os.fstat(source.fileno())
            if match is None or not line.startswith(head) or stat.st_size != len(line) + patterns.nbytes:
                return None
            content = memoryview(mmap(source.fileno(), 0, access=ACCESS_READ))[len(line) :]
            if stat.st_mtime_ns != int(match[1]) or "UNJAM_CHECK_TABLES" in os.environ:
                if blake2b(content, digest_size=16).hexdigest().encode() != match[2]:
                    return None
                with suppress(OSError):
                    os.utime(file, ns=(int(match[1]), int(match[1])))
    except OSError:
        return None
    start = 0
    for number, size in enumerate(patterns.table_bytes):
        patterns.attach(number, content[start : start + size])
        start += size
    patterns.mark_ready()
    return patterns


def _chunks(patterns: _core.TilePatterns) -> Iterator[bytes]:
    for number, size in enumerate(patterns.table_bytes):
        for offset in range(0, size, _CHUNK):
            yield patterns.read(number, offset, _CHUNK)


def _save(rows: int, cols: int, gap: int, parts: Partition, patterns: _core.TilePatterns) -> None:
    """Write a temporary file and rename it, so that other processes see either the old or the complete new file."""
    file = cache_file(rows, cols, gap, parts)
    if file is None:
        return
    digest, changed = blake2b(digest_size=16), time_ns() // 1000 * 1000
    for chunk in _chunks(patterns):
        digest.update(chunk)
    file.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(file.parent)
    handle, draft = tempfile.mkstemp(prefix=file.name + ".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(_head(rows, cols, gap, parts, patterns))
            out.write(f"changed {changed} blake2b {digest.hexdigest()}\n".encode())
            for chunk in _chunks(patterns):
                out.write(chunk)
        os.utime(draft, ns=(changed, changed))
        os.replace(draft, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _remove_leftovers(folder: Path) -> None:
    """Remove unfinished files that killed processes left behind more than a day ago."""
    for left in folder.glob("tiles-*.part"):
        with suppress(OSError):
            if time() - left.stat().st_mtime > _DAY:
                left.unlink()
