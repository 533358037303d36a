"""Runs that are kept in a folder: the same rows on any number of workers, whoever is killed on the way."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from run_folders import (
    FAMILY,
    POISON,
    UNJAM,
    boards,
    read_rows,
    small_boards,
    start_unjam,
    wait_for_chunks,
    without_times,
)

from unjam import read, solve
from unjam.cli.printing import terminal
from unjam.cli.running import run_levels
from unjam.datasets.journal import NAME
from unjam.datasets.parquet import connect
from unjam.families import FAMILIES, load
from unjam.families.rushhour import RushHour
from unjam.parallel import scheduler


def manifest(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / NAME).read_text().splitlines()]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    known = dict(FAMILIES)
    yield
    FAMILIES.clear()
    FAMILIES.update(known)
    load.cache_clear()


@pytest.fixture
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "MAX_CHUNK", 40)


def test_the_rows_are_those_of_solve_on_any_number_of_workers(run, short_chunks, tmp_path: Path) -> None:
    texts = boards(150)
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    for workers in ("1", "2"):
        code, out, err = run("solve", "a.txt", "--out", f"out{workers}", "--workers", workers)
        assert (code, out) == (1, "")
        assert err.startswith("150 levels in ")
    alone, two = read_rows(tmp_path / "out1"), read_rows(tmp_path / "out2")
    assert without_times(alone) == without_times(two)
    assert [row["text"] for row in alone] == texts
    assert [row["number"] for row in alone] == list(range(1, 151))
    for row, text in zip(alone, texts, strict=True):
        result = solve(text)
        assert (row["status"], row["cost"], row["optimal"]) == (result.status, result.cost, result.optimal)
        if result.cost is not None:
            assert row["solution"].split() == read(text)[0].notations(result.moves)


def test_a_run_that_is_started_again_does_only_what_is_missing(run, short_chunks, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(boards(150)) + "\n")
    run("solve", "a.txt", "--out", "out", "--workers", "1")
    whole, lines = read_rows(tmp_path / "out"), (tmp_path / "out" / NAME).read_text().splitlines(keepends=True)
    done = [line for line in lines if '"chunk"' in line]
    missing = json.loads(done[2])["chunk"]
    (tmp_path / "out" / f"{missing}.parquet").unlink()
    kept_lines = [line for line in lines if missing not in line]
    (tmp_path / "out" / NAME).write_text("".join(kept_lines) + '{"chunk": "cut of')
    times = {row["number"]: row["time"] for row in whole}
    code, out, _ = run("solve", "a.txt", "--out", "out", "--workers", "1", "--json")
    again = read_rows(tmp_path / "out")
    assert without_times(again) == without_times(whole)
    fresh = [row["number"] for row in again if row["time"] != times[row["number"]]]
    assert 0 < len(fresh) == 150 - json.loads(out)["before"] < 50
    assert code == 1


def test_new_levels_at_the_end_are_added(run, short_chunks, tmp_path: Path) -> None:
    texts = boards(90)
    path, out = tmp_path / "a.txt", tmp_path / "out"
    path.write_text("\n".join(texts[:70]) + "\n")
    run("rate", str(path), "--out", str(out), "--workers", "1", "--model", "classic")
    path.write_text("\n".join(texts) + "\n")
    summary = json.loads(run("rate", str(path), "--out", str(out), "--workers", "1", "--model", "classic", "--json")[1])
    assert (summary["levels"], summary["before"]) == (90, 70)
    assert [row["text"] for row in read_rows(out)] == texts
    assert {row["model"] for row in read_rows(out)} == {"classic"}


def test_another_run_is_not_mixed_in(run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(boards(3)))
    run("solve", "a.txt", "--out", "out")
    code, _, err = run("solve", "a.txt", "--out", "out", "--metric", "steps")
    assert (code, err) == (
        2,
        f"unjam: {tmp_path}/out contains another run: metric was default and is now steps; name another folder\n",
    )
    run("rate", "a.txt", "--out", "rated")
    code, _, err = run("rate", "a.txt", "--out", "rated", "--model", "classic")
    assert (code, "contains another run: model was default and is now classic;" in err) == (2, True)
    code, _, err = run("solve", "a.txt", "--out", "out2", "--metric", "jumps")
    assert code == 2
    assert not (tmp_path / "out2").exists()


def test_a_driver_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    texts = small_boards(1000)
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    argv = ["rate", "a.txt", "--out", "out", "--workers", "2"]
    for chunks in (2, 4):
        process = start_unjam(*argv, cwd=tmp_path)
        wait_for_chunks(tmp_path / "out", chunks, process)
        process.kill()
        process.communicate()
    before = {line["chunk"] for line in manifest(tmp_path / "out") if "chunk" in line}
    assert before
    times = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*.parquet")}
    done = subprocess.run([*UNJAM, *argv], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    assert [row["text"] for row in read_rows(tmp_path / "out")] == texts
    chunks = Counter(line["chunk"] for line in manifest(tmp_path / "out") if "chunk" in line)
    assert set(chunks.values()) == {1}
    assert all((tmp_path / "out" / f"{name}.parquet").stat().st_mtime_ns == times[f"{name}.parquet"] for name in before)


def test_ctrl_c_drops_what_is_unfinished_and_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(boards(3000)) + "\n")
    process = start_unjam("rate", "a.txt", "--out", "out", "--workers", "1", cwd=tmp_path)
    wait_for_chunks(tmp_path / "out", 1, process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    assert err.splitlines()[0].endswith("levels are saved in out; run the same command to continue")
    assert len(read_rows(tmp_path / "out")) < 3000


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_board_that_kills_its_process_is_a_row(run, short_chunks, tmp_path: Path, workers: str) -> None:
    texts = boards(100)
    texts[41] = texts[77] = POISON
    (tmp_path / "poisoned.py").write_text(FAMILY)
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    code, _, err = run("solve", "a.txt", "--family", "poisoned.py", "--out", "out", "--workers", workers)
    rows = read_rows(tmp_path / "out")
    assert code == 2, err
    assert [row["text"] for row in rows] == texts
    assert [row["number"] for row in rows if row["status"] == "crashed"] == [42, 78]
    assert rows[41]["reason"] == "the process was ended by SIGABRT"
    assert all(row["cost"] is not None for row in rows if row["status"] == "solved")
    summary = json.loads(run("solve", "a.txt", "--family", "poisoned.py", "--out", "out", "--json")[1])
    assert summary["before"] == summary["levels"] == 100


def test_a_level_that_cannot_be_read_or_breaks_a_limit_is_a_row(run, tmp_path: Path) -> None:
    texts = boards(5)
    texts[2] = "AAB" + "o" * 33
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    code, _, err = run("solve", "a.txt", "--out", "out", "--quiet", "--algorithm", "bfs", "--time-limit", "0.000001")
    rows = read_rows(tmp_path / "out")
    assert code == 2
    assert err == "a.txt: level 3, line 3, column 3: car B has one cell; expected at least 2\n"
    assert (rows[2]["status"], rows[2]["text"]) == ("invalid", texts[2])
    assert rows[2]["reason"] == "line 3, column 3: car B has one cell; expected at least 2"
    assert rows[0]["status"] == "gave_up"
    assert rows[0]["reason"] == "the time limit of 1e-06 s was reached"
    _, _, err = run("solve", "a.txt", "--out", "autre", "--quiet", "--lang", "fr")
    plain = err.replace("\u00a0", " ").replace("\u202f", " ")
    assert plain == "a.txt: niveau 3, ligne 3, colonne 3: la voiture B a une seule case ; attendu : au moins 2\n"
    assert read_rows(tmp_path / "autre")[2]["reason"] == rows[2]["reason"], "data stays English"


def test_parquet_goes_in_and_comes_out(run, tmp_path: Path) -> None:
    texts = small_boards(40)
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    (tmp_path / "b.xsb").write_text("#####\n#@$.#\n#####\nTitle: One push\nAuthor: Nobody\n")
    run("solve", "a.txt", "b.xsb", "--out", "out")
    rows = read_rows(tmp_path / "out")
    assert [(row["title"], row["author"]) for row in rows if row["family"] == "sokoban"] == [("One push", "Nobody")]
    code, out, err = run("rate", "out", "--out", "again", "--quiet", "--model", "human")
    again = read_rows(tmp_path / "again")
    assert (code, out, err) == (1, "", "")
    assert sorted(row["text"] for row in again) == sorted(row["text"] for row in rows)
    assert {(row["title"], row["author"]) for row in again} == {(None, None), ("One push", "Nobody")}
    records = [json.loads(line) for line in run("solve", "out", "--json")[1].splitlines()]
    assert sorted(line["status"] for line in records) == sorted(row["status"] for row in rows)


def test_a_row_that_is_no_level_is_told_by_its_number(run, tmp_path: Path) -> None:
    table = connect()
    texts = [boards(1)[0], "AAB" + "o" * 33, "what is this", "#####\n#@$.#\n#####", f"{POISON}\n{POISON}"]
    table.execute("CREATE TABLE levels AS SELECT unnest(?::VARCHAR[]) AS text", [texts])
    table.execute("COPY levels TO 'a.parquet' (FORMAT parquet)")
    code, out, err = run("solve", "a.parquet", "--json")
    assert code == 2
    assert [json.loads(line)["status"] for line in out.splitlines()][1:] == ["invalid", "invalid", "solved", "invalid"]
    assert {line.split(",")[0].partition(" is ")[0] for line in err.splitlines()} == {
        "a.parquet: level 2", "a.parquet: level 3", "a.parquet: level 5: 2 levels in one row; expected one",
    }  # fmt: skip
    (tmp_path / "b.parquet").write_bytes((tmp_path / "a.parquet").read_bytes()[:-20])
    code, out, err = run("solve", "b.parquet")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("b.parquet: ")


# -- new levels


def test_new_levels_are_kept_and_the_same_as_without_a_folder(run, tmp_path: Path) -> None:
    command = ["generate", "tiles", "--size", "3x3", "--level", "beginner", "--count", "25", "--seed", "4"]
    boards = [json.loads(line)["board"] for line in run(*command, "--json", "--workers", "1")[1].splitlines()]
    assert run(*command, "--out", "out", "--workers", "2", "--quiet") == (0, "", "")
    assert [row["text"] for row in read_rows(tmp_path / "out")] == [board.rstrip("\n") for board in boards]
    assert {(row["level"], row["status"]) for row in read_rows(tmp_path / "out")} == {("beginner", "solved")}
    lines = (tmp_path / "out" / NAME).read_text().splitlines(keepends=True)
    last = json.loads([line for line in lines if '"chunk"' in line][-1])["chunk"]
    (tmp_path / "out" / NAME).write_text("".join(line for line in lines if last not in line))
    summary = json.loads(run(*command, "--out", "out", "--json")[1])
    assert summary["before"] < summary["levels"] == 25
    assert [row["text"] for row in read_rows(tmp_path / "out")] == [board.rstrip("\n") for board in boards]
    assert run(*command[:-2], "--out", "out")[0] == 2


# -- without a folder


def comparable(out: str) -> str:
    return re.sub(r'"seconds": [0-9.e-]+|[0-9.]+ m?s\)', "", out)


HOW = [
    "solve --json",
    "solve",
    "solve --quiet",
    "solve --show none",
    "rate --model classic",
    "rate --json --model classic",
]


@pytest.mark.parametrize("how", HOW)
def test_other_processes_write_what_one_would(run, monkeypatch, how: str, tmp_path: Path) -> None:
    texts = boards(3000)
    texts[2500] = "AAB" + "o" * 33
    texts[2700:2700] = ["# a remark", "", "A title"]
    texts[2900] = "AAo"
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\nAAooB")
    monkeypatch.setattr(run_levels, "PUZZLES_ALONE", 20)
    monkeypatch.setattr(terminal, "is_utf8", lambda: True)
    command, *more = how.split()
    alone, two = (run(command, "a.txt", *more, "--workers", workers) for workers in "12")
    assert comparable(alone[1]) == comparable(two[1])
    assert alone[0] == two[0] == 2
    whole = [level for level in RushHour.levels((tmp_path / "a.txt").read_text()) if level.error]  # not by the piece
    assert [level.index + 1 for level in whole] == [2501, 2898, 3001]
    messages = [f"a.txt: level {level.index + 1}, {level.error}" for level in whole]
    assert alone[2].splitlines() == two[2].splitlines() == messages


def test_a_board_that_kills_its_process_is_told_and_the_others_are_answered(run, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run_levels, "PUZZLES_ALONE", 2)
    monkeypatch.setattr(terminal, "is_utf8", lambda: True)
    texts = boards(60)
    texts[40] = POISON
    (tmp_path / "poisoned.py").write_text(
        FAMILY.replace("scene(self)", "notations(self, *a)").replace("scene()", "notations(*a)")
    )
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    code, out, err = run("solve", "a.txt", "--family", "poisoned.py", "--json", "--workers", "2")
    assert (code, err) == (2, "a.txt: level 41: the process was ended by SIGABRT\n")
    assert [json.loads(line)["index"] for line in out.splitlines()] == [*range(40), *range(41, 60)]
