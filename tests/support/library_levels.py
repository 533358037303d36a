"""Boards for libraries: small ones that are solved and rated at once, the same boards turned and renamed, and files
that are not what they say."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from string import ascii_uppercase

import duckdb

from unjam.datasets.parquet import key
from unjam.families.rushhour import RushHour

FULL = bool(os.environ.get("UNJAM_FULL"))
"""Whether the long versions are run, as `make test-all` does."""


def boards(count: int, seed: int = 1) -> list[RushHour]:
    """So many boards of five by five, no two alike; the same for a seed, and different ones for another."""
    rng, found = Random(seed), dict[str, RushHour]()
    while len(found) < count:
        board = RushHour.random(rng, rows=5, cols=5, cars=rng.randint(6, 9))
        found.setdefault(key(board), board)
    return list(found.values())


def upside_down(board: RushHour, rng: Random) -> str:
    """The board's text upside down, its cars renamed."""
    letters = ascii_uppercase[1:]
    table = str.maketrans(letters, "".join(rng.sample(letters, len(letters))))
    rows = board.text("grid").split("\n")
    return "".join(rows[::-1]).translate(table)


def parquet(path: Path, query: str) -> Path:
    """A Parquet file of what a query gives."""
    duckdb.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


def _varint(number: int) -> bytes:
    """A number as Parquet's footer holds it: zigzag, seven bits a byte."""
    number, out = number << 1, bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def claiming(path: Path, claimed: int) -> Path:
    """A Parquet file of 12,345 rows whose footer speaks of so many more."""
    parquet(path, "SELECT 'oooooooooBooAAoBoooooooooooooooooooo' || i AS text FROM range(12345) t(i)")
    data = path.read_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - length : -8]
    assert footer.count(_varint(12345)) >= 2
    footer = footer.replace(_varint(12345), _varint(claimed))
    path.write_bytes(data[: -8 - length] + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    return path
