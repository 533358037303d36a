"""Pattern tables: built once, kept in memory, and in the user's cache folder where that is possible.

A file is only ever a whole one (it is written aside and then renamed), and it is only trusted when its first line names
this version, this board and this parting and its checksum is right; otherwise the tables are built again. Files are
mapped, not read. Reading all of one to check it takes longer than most searches, so its first line also says when it
was last changed: a file that was changed since is checked, and where that is right its time is set back; the
environment variable UNJAM_CHECK_TABLES has every file checked. A folder that cannot be read or written costs the
building time and nothing else.
"""

from __future__ import annotations

import os
import re
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
from .parts import Parts, orientation, parts

if TYPE_CHECKING:
    from ...core.puzzle import Task
    from .board import Frame

VERSION = 2
WORTH_KEEPING = 1 << 20
"""Smaller tables are built faster than a file is found."""
_CHUNK = 1 << 22
_A_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Tables:
    """Filled pattern tables and the solver that stands on them."""

    patterns: _core.TilePatterns
    solver: _core.TileSolver


class Stopped(Exception):
    """The limits stopped the building; ``outcome`` says why."""

    def __init__(self, outcome: _core.Outcome) -> None:
        super().__init__("stopped while building tables")
        self.outcome = outcome


_known: dict[tuple[int, int, int, Parts], Tables] = {}
_lock = Lock()


def fitting(frame: Frame, size: str, task: Task | None = None) -> Tables:
    """The tables for this size and goal that the memory limit allows: those asked for, the default ones, or none."""
    turned = orientation(frame)
    most = task.limits.bytes if task else None
    for each in dict.fromkeys((size, "default")):
        split = parts(turned.rows, turned.cols, turned.gap, each)
        if most is not None and table_bytes(turned.rows, turned.cols, turned.gap, split) > most:
            continue
        try:
            return tables(turned.rows, turned.cols, turned.gap, split, task)
        except Stopped as stop:
            if stop.outcome.stop != _core.Stop.memory:
                raise
    return tables(turned.rows, turned.cols, turned.gap, ())  # Manhattan distance alone


def tables(rows: int, cols: int, gap: int, parts: Parts, task: Task | None = None) -> Tables:
    """The tables of this board: from memory, else from the cache folder, else built (and then put into both).

    Stopped where the limits of the task, or who controls it, end the building.
    """
    key = (rows, cols, gap, parts)
    found = _known.get(key)
    if found is not None:
        return found
    with _lock:
        found = _known.get(key)
        if found is None:
            patterns = _loaded(*key) or _built(*key, task)
            found = _known[key] = Tables(patterns, _core.TileSolver(patterns))
    return found


def table_bytes(rows: int, cols: int, gap: int, parts: Parts) -> int:
    """How much these tables hold in memory."""
    size: int = _core.TilePatterns(rows, cols, gap, [list(part) for part in parts]).size
    return size


_walkers: dict[tuple[int, int, int], _core.TileWalker] = {}


def walker(rows: int, cols: int, gap: int, most: int | None) -> _core.TileWalker:
    """The search by walking distance with its tables, built at once; tables beyond ``most`` bytes are left out."""
    key = (rows, cols, gap)
    found = _walkers.get(key)
    if found is None or (most is not None and found.size > most):
        found = _core.TileWalker(*key, (1 << 62) if most is None else most)
        if found.whole:
            _walkers[key] = found
    return found


def forget() -> None:
    """Drop the tables held in memory; files stay."""
    with _lock:
        _known.clear()
        _walkers.clear()


def cache_folder() -> Path | None:
    """Where files are kept: unjam's folder in $XDG_CACHE_HOME or ~/.cache; None for a user without a home."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "unjam"
    try:
        return Path.home() / ".cache" / "unjam"
    except RuntimeError:
        return None


def cache_file(rows: int, cols: int, gap: int, parts: Parts) -> Path | None:
    """Where these tables are kept."""
    folder = cache_folder()
    if folder is None:
        return None
    sizes = "-".join(str(len(part)) for part in parts)
    mark = blake2b(repr(parts).encode(), digest_size=4).hexdigest()
    return folder / f"tiles-{rows}x{cols}-gap{gap}-{sizes}-{mark}.tables"


def _head(rows: int, cols: int, gap: int, parts: Parts, patterns: _core.TilePatterns) -> bytes:
    """All of the first line but when it was changed and the checksum."""
    drawn = "/".join(",".join(map(str, part)) for part in parts)
    sizes = "+".join(map(str, patterns.sizes))
    return f"unjam tile patterns {VERSION} board {rows}x{cols} gap {gap} parts {drawn} bytes {sizes} ".encode()


def _built(rows: int, cols: int, gap: int, parts: Parts, task: Task | None) -> _core.TilePatterns:
    patterns = _core.TilePatterns(rows, cols, gap, [list(part) for part in parts])
    if parts:
        outcome = patterns.build(task)
        if not patterns.ready:
            raise Stopped(outcome)
        if patterns.size >= WORTH_KEEPING:
            with suppress(OSError):
                _save(rows, cols, gap, parts, patterns)
    return patterns


def _loaded(rows: int, cols: int, gap: int, parts: Parts) -> _core.TilePatterns | None:
    """The tables from their file, or None where there is no file or no trusting it."""
    file = cache_file(rows, cols, gap, parts)
    if file is None or not parts:
        return None
    patterns = _core.TilePatterns(rows, cols, gap, [list(part) for part in parts])
    if patterns.size < WORTH_KEEPING:
        return None
    head = _head(rows, cols, gap, parts, patterns)
    try:
        with file.open("rb") as source:
            line = source.readline(len(head) + 100)
            said = re.fullmatch(rb"changed (\d+) blake2b ([0-9a-f]+)\n", line.removeprefix(head))
            stat = os.fstat(source.fileno())
            if said is None or not line.startswith(head) or stat.st_size != len(line) + patterns.size:
                return None
            content = memoryview(mmap(source.fileno(), 0, access=ACCESS_READ))[len(line) :]
            if stat.st_mtime_ns != int(said[1]) or "UNJAM_CHECK_TABLES" in os.environ:
                if blake2b(content, digest_size=16).hexdigest().encode() != said[2]:
                    return None
                with suppress(OSError):
                    os.utime(file, ns=(int(said[1]), int(said[1])))
    except OSError:
        return None
    start = 0
    for number, size in enumerate(patterns.sizes):
        patterns.attach(number, content[start : start + size])
        start += size
    patterns.declare_ready()
    return patterns


def _chunks(patterns: _core.TilePatterns) -> Iterator[bytes]:
    for number, size in enumerate(patterns.sizes):
        for offset in range(0, size, _CHUNK):
            yield patterns.chunk(number, offset, _CHUNK)


def _save(rows: int, cols: int, gap: int, parts: Parts, patterns: _core.TilePatterns) -> None:
    """Writes the file aside and renames it into place, so that others see the old one, none, or the whole new one."""
    file = cache_file(rows, cols, gap, parts)
    if file is None:
        return
    digest, changed = blake2b(digest_size=16), time_ns() // 1000 * 1000
    for chunk in _chunks(patterns):
        digest.update(chunk)
    file.parent.mkdir(parents=True, exist_ok=True)
    _sweep(file.parent)
    handle, aside = tempfile.mkstemp(prefix=file.name + ".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(_head(rows, cols, gap, parts, patterns))
            out.write(f"changed {changed} blake2b {digest.hexdigest()}\n".encode())
            for chunk in _chunks(patterns):
                out.write(chunk)
        os.utime(aside, ns=(changed, changed))
        os.replace(aside, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside)
        raise


def _sweep(folder: Path) -> None:
    """Removes what a process that was killed while writing left behind more than a day ago."""
    for left in folder.glob("tiles-*.part"):
        with suppress(OSError):
            if time() - left.stat().st_mtime > _A_DAY:
                left.unlink()
