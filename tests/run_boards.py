"""Boards for long runs, a family that kills its process on some of them, and what is in the folder of a run."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from unjam.families.rushhour import RushHour
from unjam.rows import read

POISON = "ooooooooooooAAoooooooooooooooooooooo"

FAMILY = f'''
import os
from unjam.families.rushhour import RushHour


class Poisoned(RushHour):
    """Rush Hour, but for a board that kills the process which solves it."""

    family = "poisoned"

    def scene(self):
        if str(self) == "{POISON}":
            os.abort()
        return super().scene()
'''


def boards(count: int, seed: int = 5) -> list[str]:
    """So many boards of one line, all different."""
    rng, found = Random(seed), dict[str, None]()
    while len(found) < count:
        found[str(RushHour.random(rng))] = None
    return list(found)


def kept(folder: Path) -> list[dict[str, Any]]:
    """The rows of a run in the order of its levels."""
    rows = [row for path in folder.glob("*.parquet") for row in read(path)]
    return sorted(rows, key=lambda row: (row["source"], row["number"]))


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows without what differs from run to run."""
    return [{name: value for name, value in row.items() if name not in ("seconds", "time")} for row in rows]
