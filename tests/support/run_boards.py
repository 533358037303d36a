"""Boards for long runs, a family that kills its process on some of them, and what is in the folder of a run."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from unjam.datasets.parquet import read
from unjam.families.rushhour import RushHour

POISON = "ooooooooooooAAoooooooooooooooooooooo"

FAMILY = f'''
import os
from unjam.families.rushhour import RushHour


class Poisoned(RushHour):
    """Rush Hour, but for a board that kills the process which solves it."""

    family = "poisoned"

    def scene(self):
        if self.storage_text() == "{POISON}":
            os.abort()
        return super().scene()
'''


def boards(count: int, seed: int = 5) -> list[str]:
    """So many boards of one line, all different."""
    rng, found = Random(seed), dict[str, None]()
    while len(found) < count:
        found[RushHour.random(rng).storage_text()] = None
    return list(found)


def kept(folder: Path) -> list[dict[str, Any]]:
    """The rows of a run in the order of its levels."""
    rows = [row for path in folder.glob("*.parquet") for row in read(path)]
    return sorted(rows, key=lambda row: (row["source"], row["number"]))


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows without what differs from run to run."""
    return [{name: value for name, value in row.items() if name not in ("seconds", "time")} for row in rows]


def small_boards(count: int, seed: int = 5) -> list[str]:
    """So many different boards that are rated quickly, of 5×5 cells but for every sixteenth."""
    rng, found = Random(seed), dict[str, None]()
    while len(found) < count:
        found[_parked(rng, 5 if len(found) % 16 else 6)] = None
    return list(found)


def _parked(rng: Random, size: int) -> str:
    cells = [["o"] * size for _ in range(size)]
    cells[2][:2] = "AA"
    for label in "BCDEFGHIJK"[: size + 2]:
        across, length = rng.random() < 0.4, rng.choice((2, 2, 3))
        row = rng.randrange(size - (0 if across else length - 1))
        col = rng.randrange(size - (length - 1 if across else 0))
        covered = [(row, col + at) if across else (row + at, col) for at in range(length)]
        if (not across or row != 2) and all(cells[r][c] == "o" for r, c in covered):
            for r, c in covered:
                cells[r][c] = label
    return "".join(map("".join, cells))
