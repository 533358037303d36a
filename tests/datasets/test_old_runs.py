"""Run folders and libraries that an older version wrote still open, and runs go on where they were stopped."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from run_folders import read_rows, without_times

from unjam.datasets.library import Library
from unjam.datasets.parquet import key
from unjam.families.rushhour import RushHour

OLD = Path(__file__).parent / "old_runs"


@pytest.fixture(autouse=True)
def _copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(OLD, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


GENERATE = ["generate", "rushhour", "--level", "beginner", "--count", "8", "--seed", "4"]
RUNS = [("solved", ["solve", "levels.txt"], 16, 24), ("rated", ["rate", "levels.txt"], 16, 24),
        ("generated", GENERATE, 4, 8)]  # fmt: skip


@pytest.mark.parametrize(("folder", "command", "before", "levels"), RUNS)
def test_an_old_run_goes_on(run, folder: str, command: list[str], before: int, levels: int) -> None:
    shards = {path: path.stat().st_mtime_ns for path in Path(folder).glob("*.parquet")}
    summary = json.loads(run(*command, "--out", folder, "--workers", "2", "--json")[1])
    assert (summary["before"], summary["levels"]) == (before, levels)
    assert {path: path.stat().st_mtime_ns for path in shards} == shards
    run(*command, "--out", "fresh", "--workers", "1", "--quiet")
    assert len(read_rows(Path(folder))) == levels
    assert without_reasons(read_rows(Path(folder))) == without_reasons(read_rows(Path("fresh")))


def without_reasons(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Replace each reason by whether there is one: its words may change between versions.

    The columns low and high, which older versions did not write, are left out.
    """
    return [
        {name: value for name, value in row.items() if name not in ("low", "high")}
        | {"reason": row["reason"] is not None}
        for row in without_times(rows)
    ]


def test_an_old_library_opens_and_knows_its_levels(run) -> None:
    boards = [RushHour.parse(text) for text in Path("levels.txt").read_text().split()]
    library = Library("library")
    assert {row["key"] for row in library.rows()} == {key(board) for board in boards}
    code, out, _ = run("library", "add", "levels.txt", "--at", "library", "--json")
    summary = json.loads(out)
    assert (code, summary["new"], summary["known"]) == (0, 0, 24)
