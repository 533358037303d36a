"""Runs kept in a folder: boards for them, a family that kills its process on one board, starting a run, reading it."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from interrupts import start_interruptible

from unjam.datasets.journal import NAME
from unjam.datasets.parquet import read
from unjam.families.rushhour import RushHour

UNJAM = [sys.executable, "-c", "from unjam.cli import main; main()"]
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
    """Return different boards, one line each."""
    return list(_boards(count, seed))


@cache
def _boards(count: int, seed: int) -> tuple[str, ...]:
    rng, texts = Random(seed), dict[str, None]()
    while len(texts) < count:
        texts[RushHour.random(rng).storage_text()] = None
    return tuple(texts)


def start_unjam(*argv: str, **options: Any) -> subprocess.Popen[str]:
    return start_interruptible([*UNJAM, *argv], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options)


def wait_for_chunks(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until this many chunks are done."""
    while process.poll() is None:
        path = folder / NAME
        if path.exists() and path.read_text().count('"chunk"') >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"the run ended first: {process.stderr.read()}")


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a run in the order of its levels."""
    rows = [row for path in folder.glob("*.parquet") for row in read(path)]
    return sorted(rows, key=lambda row: (row["source"], row["number"]))


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows without the columns that differ from run to run."""
    return [{name: value for name, value in row.items() if name not in ("seconds", "time")} for row in rows]


def small_boards(count: int, seed: int = 5) -> list[str]:
    """Return different boards that are rated quickly: 5×5 cells, every sixteenth 6×6."""
    rng, texts = Random(seed), dict[str, None]()
    while len(texts) < count:
        texts[_random_board(rng, 5 if len(texts) % 16 else 6)] = None
    return list(texts)


def _random_board(rng: Random, size: int) -> str:
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
