"""Rows of levels: what they hold, that Parquet keeps it, and that a hostile file is one clear line."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import duckdb
import pytest
from library_levels import claiming, parquet

import unjam
from unjam.core.puzzle import PuzzleError, Unsupported
from unjam.datasets import parquet as rows

TEXTS = [
    "oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo",
    "1 2 0 3 4 5 6 7 8",
    "#####\n#@$.#\n#####",
    "AB.\nA..\ngoal A at 0,2",
    "board 3 2\nBar 1x2\nSquare 2x2\n",
]


def rated_rows() -> list[rows.Row]:
    puzzles = [unjam.read(text)[0] for text in TEXTS]
    place = {"title": "Ünder {x}", "author": "A. N.", "source": "a.txt", "number": 7}
    return [rows.row(puzzle, rating=unjam.rate(puzzle), **place) for puzzle in puzzles]


def test_rows_survive_a_file(tmp_path: Path) -> None:
    before = rated_rows()
    assert rows.write(before, tmp_path / "a.parquet") == 5
    assert os.listdir(tmp_path) == ["a.parquet"]
    assert list(rows.read(tmp_path / "a.parquet")) == before
    for row, text in zip(before, TEXTS, strict=True):
        assert unjam.read(row["text"], row["family"]) == unjam.read(text)


def test_a_row_says_what_was_found() -> None:
    first, tiles, push, stuck, packing = rated_rows()
    assert list(first) == list(rows.NAMES)
    assert (first["cost"], first["costs"], first["optimal"]) == (16, {"moves": 16, "steps": 29}, True)
    assert (first["rows"], first["cols"], first["pieces"], first["level"]) == (6, 6, 12, "intermediate")
    assert unjam.check(TEXTS[0], first["solution"]).costs == first["costs"]
    assert first["features"]["moves"] == 16.0
    assert isinstance(first["time"], datetime)
    assert first["version"] == unjam.__version__
    assert (tiles["pieces"], push["pieces"], packing["pieces"]) == (8, 1, 2)
    assert (push["solution"], push["costs"]) == ("R", {"moves": 1, "pushes": 1, "lines": 1})
    assert (stuck["status"], stuck["cost"], stuck["score"]) == ("unsolvable", None, None)
    assert stuck["reason"] == "all 6 positions were expanded, and none is a goal"


def test_features_are_numbers_and_inner_names_follow_a_dot() -> None:
    rating = unjam.Rating(
        "toy", "human", 1.0, "beginner", {"a": 1, "b": {"c": 2.5}, "d": [1], "e": "x", "f": float("nan"), "g": True}
    )
    row = rows.row(unjam.read(TEXTS[1])[0], rating=rating)
    assert row["features"] == {"a": 1.0, "b.c": 2.5, "g": 1.0}


def test_a_failed_level_is_a_row_without_a_key(tmp_path: Path) -> None:
    row = rows.failed_row("AAB", None, "b.txt", 3, "invalid", "no board")
    rows.write([row], tmp_path / "a.parquet")
    (again,) = rows.read(tmp_path / "a.parquet")
    assert (again["key"], again["status"], again["reason"], again["number"]) == (None, "invalid", "no board", 3)


def test_odd_words_do_no_harm(tmp_path: Path) -> None:
    row = rated_rows()[1] | {"title": "nul \0 lone \udcff", "author": "'; DROP TABLE levels; --", "source": "é\n☃"}
    folder = tmp_path / "a 'b' [c]*?"
    folder.mkdir()
    rows.write([row], folder / "x[0].parquet")
    (again,) = rows.read(folder / "x[0].parquet")
    assert again["author"] == row["author"]
    assert (again["title"], again["source"]) == ("nul \0 lone ?", "é\n☃")


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path: Path) -> None:
    def broken() -> object:
        yield rated_rows()[1]
        raise RuntimeError("half-way")

    (tmp_path / "a.parquet").write_text("as it was")
    with pytest.raises(RuntimeError):
        rows.write(broken(), tmp_path / "a.parquet")  # type: ignore[arg-type]
    with pytest.raises(duckdb.Error):
        rows.write([rated_rows()[1] | {"cost": "many"}], tmp_path / "a.parquet")
    assert os.listdir(tmp_path) == ["a.parquet"]
    assert (tmp_path / "a.parquet").read_text() == "as it was"


def test_files_of_others_need_a_column_text_alone(tmp_path: Path) -> None:
    file = parquet(
        tmp_path / "a.parquet",
        "SELECT '1 2 0 3 4 5 6 7 8' AS text, 'One' AS title, 3 AS number UNION ALL SELECT NULL, 'Two', 4",
    )
    assert [(each.text, each.title, each.family) for each in rows.read_texts(file)] == [
        ("1 2 0 3 4 5 6 7 8", "One", None),
        ("", "Two", None),
    ]


def of_bytes(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


HOSTILE = {
    "no column": (lambda path: parquet(path, "SELECT 1 AS cost"), "no column 'text'"),
    "wrong type": (lambda path: parquet(path, "SELECT 7 AS text"), "column 'text' is INTEGER; expected VARCHAR"),
    "wrong type of another": (
        lambda path: parquet(path, "SELECT 'a' AS text, [1] AS cost"),
        "column 'cost' is INTEGER[]",
    ),
    "billion": (lambda path: claiming(path, 10**9), "not a valid Parquet file"),
    "no file": (lambda path: path, "no such file"),
    "empty": (lambda path: of_bytes(path, b""), "not a valid Parquet file"),
    "text": (lambda path: of_bytes(path, b"oooooooooBooAAoBoooooooooooooooooooo\n" * 9), "not a valid Parquet file"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_one_line(name: str, tmp_path: Path) -> None:
    make, message = HOSTILE[name]
    file = make(tmp_path / "bad.parquet")
    with pytest.raises(PuzzleError) as caught:
        list(rows.read_texts(file))
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{file}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_cut_file_is_one_line(share: float, tmp_path: Path) -> None:
    rows.write(rated_rows(), tmp_path / "a.parquet")
    data = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "a.parquet").write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PuzzleError, match="not a valid Parquet file"):
        list(rows.read(tmp_path / "a.parquet"))


def test_a_changed_byte_is_read_or_refused_and_never_worse(tmp_path: Path) -> None:
    rows.write(rated_rows() * 20, tmp_path / "a.parquet")
    data = (tmp_path / "a.parquet").read_bytes()
    for at in range(0, len(data), 97):
        (tmp_path / "b.parquet").write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        with contextlib.suppress(PuzzleError):
            list(rows.read_texts(tmp_path / "b.parquet"))


def test_without_the_extra_one_line_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(Unsupported, match=re.escape('pip install "unjam[library]"')):
        rows.write(rated_rows(), tmp_path / "a.parquet")
    assert os.listdir(tmp_path) == []


def test_the_columns_are_documented() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `(\w+)` \| `([A-Z(), ]+)` \| (.+) \|$", docs, re.MULTILINE)
    assert table == [tuple(column) for column in rows.COLUMNS]


def test_a_long_question_prints_no_bar_where_nobody_asked_for_one() -> None:
    query = "SELECT current_setting('enable_progress_bar')"
    line = f'from unjam.datasets.parquet import connect; print(connect().execute("{query}").fetchone())'
    process = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert process.stdout == "(False,)\n"
