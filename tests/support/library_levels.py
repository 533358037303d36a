"""Boards for libraries: small ones, the same ones turned and renamed, and Parquet files with a false footer."""

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
    """Return different 5×5 boards, determined by the seed."""
    rng, by_key = Random(seed), dict[str, RushHour]()
    while len(by_key) < count:
        board = RushHour.random(rng, rows=5, cols=5, cars=rng.randint(6, 9))
        by_key.setdefault(key(board), board)
    return list(by_key.values())


def upside_down(board: RushHour, rng: Random) -> str:
    """Return the board's text upside down, its cars renamed."""
    letters = ascii_uppercase[1:]
    table = str.maketrans(letters, "".join(rng.sample(letters, len(letters))))
    rows = board.text("grid").split("\n")
    return "".join(rows[::-1]).translate(table)


def parquet(path: Path, query: str) -> Path:
    """Write the result of a query as a Parquet file."""
    duckdb.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


def _varint(number: int) -> bytes:
    """Return a number as Parquet's footer stores it: zigzag, seven bits a byte."""
    number, out = number << 1, bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def claiming(path: Path, claimed: int) -> Path:
    """Write a Parquet file of 12,345 rows whose footer claims another number."""
    parquet(path, "SELECT 'oooooooooBooAAoBoooooooooooooooooooo' || i AS text FROM range(12345) t(i)")
    data = path.read_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - length : -8]
    assert footer.count(_varint(12345)) >= 2
    footer = footer.replace(_varint(12345), _varint(claimed))
    path.write_bytes(data[: -8 - length] + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    return path
