"""A library of many rated Rush Hour boards: what a row costs to make and to keep, and how long it takes to answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from unjam.datasets.library import Library
from unjam.datasets.parquet import Row, key, row
from unjam.families.rushhour import RushHour
from unjam.rating.rate import rate

COUNT, EACH = 100_000, 5
WHERE = "family = 'rushhour' and level = 'beginner' and cost between 4 and 6 and pieces <= 9"


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports the seconds of each step on 100,000 boards: positions of rated levels, each with its level's rating."""
    pairs = list(_boards())
    boards = [board for board, _ in pairs]
    report(f"{len(boards):,} boards; a key {_cpu(partial(list, map(key, boards))) / len(boards) * 1e6:.1f} µs")
    with TemporaryDirectory() as folder:
        library = Library(folder)
        rows = [row for _, row in pairs]
        parts = [rows[at : at + 20_000] for at in range(0, len(rows), 20_000)]
        seconds = _wall(lambda: [library.put(part) for part in parts])
        size = sum(map(os.path.getsize, library.files()))
        report(f"written: {seconds / len(rows) * 1e6:.0f} µs and {size / len(rows):.0f} bytes a row")
        _ask(library, report, "before compact")
        report(f"known levels added again: {len(boards) / _wall(lambda: library.add(boards)):,.0f} a second")
        report(f"compact: {_wall(library.compact):.2f} s")
        _ask(library, report, "after compact")


def _ask(library: Library, report: Callable[[str], None], when: str) -> None:
    matches = library.count(WHERE)
    query_seconds = min(_wall(lambda: list(library.rows(WHERE, order="score desc", limit=50))) for _ in range(EACH))
    counted = min(_wall(library.stats) for _ in range(EACH))
    report(f"{when}: the hardest 50 of {matches:,} that fit {query_seconds * 1e3:.0f} ms, stats {counted * 1e3:.0f} ms")


def _boards() -> Iterator[tuple[Any, Row]]:
    """Boards on random walks from levels with wide spaces, no two alike."""
    rng, seen = Random(1), set[str]()
    starts = [RushHour.random(rng, cars=9) for _ in range(100)]
    while len(seen) < COUNT:
        for start in starts:
            rated, board = row(start, rating=rate(start)), start
            for _ in range(2 * COUNT // len(starts)):
                board = board.play(rng.choice(list(board.moves())))
                if (name := key(board)) not in seen and len(seen) < COUNT:
                    seen.add(name)
                    yield board, rated | {"key": name, "text": board.storage_text()}


def _wall(work: Callable[[], Any]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _cpu(work: Callable[[], Any]) -> float:
    start = process_time()
    work()
    return process_time() - start
