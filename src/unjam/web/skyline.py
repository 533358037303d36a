"""What the lab's page gets to draw: the skyline and every search on it, packed into a few short strings.

A string is a row of numbers: each as a varint (seven bits a byte, low ones first), the whole deflated, then base 64.
Rows that may fall hold the zigzagged difference to the number before.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from ..lab import MOST_WINDOWS, REPEATS, Lab, Record, Skyline, lab
from ..puzzle import Limits, Puzzle
from ..search import BLIND, INFORMED

FIGURES = (
    "algorithm", "heuristic", "status", "cost", "optimal", "expanded", "generated", "max_frontier", "seconds", "reason",
)  # fmt: skip


def lab_json(puzzle: Puzzle, searches: list[list[str | None]] | None, metric: str | None, limits: Limits) -> Any:
    """The searches on the skyline of the puzzle, ready for JSON; a ``reason`` instead where it is too large."""
    chosen = [(str(algorithm), heuristic) for algorithm, heuristic in searches] if searches else None
    seen = lab(puzzle, chosen, metric=metric, limits=limits)
    return {**choices(puzzle), **drawing(seen)}


def choices(puzzle: Puzzle) -> dict[str, Any]:
    """What can be chosen in the lab for a puzzle of this family."""
    return {
        "algorithms": [*BLIND, *INFORMED],
        "informed": list(INFORMED),
        "heuristics": list(puzzle.heuristics),
        "metrics": puzzle.metrics,
    }


def drawing(seen: Lab) -> dict[str, Any]:
    """Everything the page draws."""
    skyline = seen.skyline
    windows = skyline.states <= MOST_WINDOWS
    out: dict[str, Any] = {
        "metric": skyline.metric,
        "reason": skyline.reason,
        "states": skyline.states,
        "goals": skyline.goals,
        "best": skyline.best,
        "towers": skyline.towers(),
        "windows": windows,
        "searches": [_search(record, skyline, windows) for record in seen.records],
    }
    if windows:
        out |= {
            "distance": packed(differences(skyline.distance)),
            "parent": packed(differences(skyline.parent)),
            "branch": packed(skyline.branch),
        }
    return out


def _search(record: Record, skyline: Skyline, windows: bool) -> dict[str, Any]:
    figures = {name: getattr(record.result, name) for name in FIGURES}
    figures |= {"again": record.again, "outside": record.outside}
    if windows:
        return figures | {
            "kinds": packed(record.kinds),
            "numbers": packed(_steps(record)),
            "path": packed(differences(n for n in record.path)),
        }
    samples = record.samples(skyline.distance)
    on_path = [0] * (max(skyline.distance, default=-1) + 1)
    for n in record.path:
        on_path[skyline.distance[n]] += 1
    # Tower by tower, moment after moment: from one to the next little changes.
    return figures | {
        "at": packed(differences(done for done, _, _ in samples)),
        "lit": packed(differences(n for row in zip(*(lit for _, lit, _ in samples), strict=True) for n in row)),
        "waiting": packed(differences(n for row in zip(*(w for _, _, w in samples), strict=True) for n in row)),
        "path": packed(on_path),
    }


def _steps(record: Record) -> Iterable[int]:
    last = 0
    for kind, n in zip(record.kinds, record.numbers, strict=True):
        if kind == REPEATS:
            yield n
        else:
            yield _zigzag(n - last)
            last = n


def differences(row: Iterable[int]) -> Iterable[int]:
    """Each number as the zigzagged difference to the one before.

    >>> list(differences([3, 4, 2]))
    [6, 2, 3]
    """
    last = 0
    for n in row:
        yield _zigzag(n - last)
        last = n


def packed(row: Iterable[int]) -> str:
    """The numbers, none below zero, as one short string."""
    out = bytearray()
    for n in row:
        while n > 127:
            out.append(n & 127 | 128)
            n >>= 7
        out.append(n)
    return b64encode(zlib.compress(bytes(out), 9)).decode("ascii")


def _zigzag(n: int) -> int:
    return n << 1 if n >= 0 else ~n << 1 | 1
