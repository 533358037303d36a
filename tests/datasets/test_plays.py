"""Plays that a server keeps: what is written, what survives a kill, what a Parquet file makes of it, hostile logs."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_server import address

import unjam
from unjam.cli import main
from unjam.datasets import parquet, plays
from unjam.datasets.plays import COLUMNS, KINDS, ExportSummary, PlayLog, export_plays, log_files, read_plays
from unjam.formats.position_id import encode

BOARD = "ooooBoooooBoAAooBooooDDooooooooooooo"
EVENTS = int(os.environ.get("UNJAM_PLAYS", "4000"))
"""How many events the long tests write; 100000 is what a busy month brings."""


def game(steps: int, seed: int = 1, text: str = BOARD) -> tuple[str, list[tuple[str, str | None]]]:
    """The level's id, and the position after each of so many moves at random, with the move in compact form."""
    puzzle = unjam.read(text)[0]
    level, chance = encode(puzzle), random.Random(seed)
    positions: list[tuple[str, str | None]] = [(level, None)]
    for _ in range(steps):
        move = chance.choice(list(puzzle.moves()))
        name = puzzle.notation(move)
        puzzle = puzzle.play(move)
        positions.append((encode(puzzle), name))
    return level, positions


def exported(path: Path) -> list[dict[str, Any]]:
    names = [column.name for column in COLUMNS]
    connection = parquet.connect()
    rows = connection.execute("SELECT * FROM read_parquet(?)", [[str(path)]]).fetchall()
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_events_come_out_as_they_went_in(tmp_path: Path) -> None:
    level, moves = game(30)
    log = PlayLog(tmp_path / "log")
    events = [(7 * i, "move" if i else "start", id) for i, (id, _) in enumerate(moves)]
    log.add("0123456789abcdef", level, 0, events[:12])
    log.add("fedcba9876543210", level, 0, [(0, "start", level), (900, "hint", level), (1_000, "give_up", level)])
    log.add("0123456789abcdef", level, 12, events[12:])
    log.add("0123456789abcdef", level, 12, events[12:14])  # sent twice
    log.close()
    done = export_plays(tmp_path / "log", tmp_path / "plays.parquet")
    assert done == ExportSummary(events=34, plays=2, skipped=0, doubles=2)
    written = exported(tmp_path / "plays.parquet")
    play = [row for row in written if row["play"] == "0123456789abcdef"]
    assert [(row["number"], row["ms"], row["position"], row["move"]) for row in play] == [
        (i, 7 * i, id, move) for i, (id, move) in enumerate(moves)
    ]
    assert {row["family"] for row in written} == {"rushhour"}
    assert {row["level"] for row in written} == {level}
    assert [row["kind"] for row in written if row["play"][0] == "f"] == ["start", "hint", "give_up"]


WRITER = """
import sys
from unjam.datasets.plays import PlayLog
log, level, n = PlayLog(sys.argv[1]), sys.argv[2], 0
while True:
    log.add(sys.argv[3], level, n, [(n + i, "move", level) for i in range(10)])
    n += 10
    print(n, flush=True)
"""


def test_a_kill_loses_nothing_that_was_taken_and_a_torn_line_is_skipped(tmp_path: Path) -> None:
    level, _ = game(0)
    folder, written = tmp_path / "log", 0
    for run in range(2):
        argv = [sys.executable, "-c", WRITER, str(folder), level, f"{run:08d}"]
        writer = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        for line in writer.stdout:
            if int(line) >= EVENTS // 2:
                break
        writer.kill()  # in the middle of it
        written += max(int(each) for each in [line, *writer.stdout.read().split()])
        writer.wait()
        writer.stdout.close()
    with open(log_files(str(folder))[0], "ab") as file:
        file.write(b'{"play":"00000000","level":"' + level.encode()[:9])  # as a power cut would leave it
    done = export_plays(folder, tmp_path / "plays.parquet")
    assert written <= done.events <= written + 20
    assert (done.plays, done.skipped, done.doubles) == (2, 1, 0)


def test_several_processes_keep_plays_in_one_folder(tmp_path: Path) -> None:
    level, _ = game(0)
    line = WRITER.replace("while True", f"while n < {EVENTS // 4}")
    argv = [sys.executable, "-c", line, str(tmp_path / "log"), level]
    writers = [subprocess.Popen([*argv, f"{i:08d}"], stdout=subprocess.DEVNULL) for i in range(4)]
    assert [writer.wait() for writer in writers] == [0] * 4
    done = export_plays(tmp_path / "log", tmp_path / "plays.parquet")
    assert done == ExportSummary(events=EVENTS // 4 * 4, plays=4)
    assert len(log_files(str(tmp_path / "log"))) == 4


def test_a_file_is_closed_when_it_is_long_and_a_full_folder_takes_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level, _ = game(0)
    monkeypatch.setattr(plays, "MAX_FILE_BYTES", 2_000)
    log = PlayLog(tmp_path)
    for n in range(100):
        log.add("0123456789", level, n, [(n, "move", level)])
    assert len(log_files(str(tmp_path))) > 3
    assert all(os.path.getsize(path) <= 2_000 for path in log_files(str(tmp_path)))
    monkeypatch.setattr(plays, "MAX_FOLDER_BYTES", 5_000)
    with pytest.raises(OSError, match="full"):
        log.add("0123456789", level, 100, [(n, "move", level) for n in range(40)])
    log.close()
    assert export_plays(tmp_path, tmp_path / "plays.parquet").events >= 100


def test_hostile_lines_are_skipped_and_counted(tmp_path: Path) -> None:
    level, _ = game(0)
    other = encode(unjam.read("1 2 5\n3 4 0\n6 7 8")[0])
    good = {"play": "0123456789", "level": level, "first": 0, "events": [[0, "start", level]]}
    bad: list[Any] = [
        {**good, "play": "x"}, {**good, "play": "../../etc"}, {**good, "play": 7}, {**good, "play": "A'; DROP TABLE--"},
        {**good, "level": "1nonsense"}, {**good, "level": ["1"]}, {**good, "level": "1" * 9_000},
        {**good, "first": -1}, {**good, "first": 1.5}, {**good, "first": True}, {**good, "first": 10**30},
        {**good, "events": []}, {**good, "events": [[0, "start"]]}, {**good, "events": [[0, "fly", level]]},
        {**good, "events": [[-1, "move", level]]}, {**good, "events": [["0", "move", level]]},
        {**good, "events": [[0, "move", other]]}, {**good, "events": [[0, "move", None]]},
        {**good, "events": [[0, "move", level]] * 101}, {**good, "events": "start"}, {**good, "events": {"a": 1}},
        {"play": "0123456789"}, [], None, 5, "text",
    ]  # fmt: skip
    lines = [json.dumps(each).encode() for each in [*bad, good]]
    lines += [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"{" * 5,
        b"9" * 50_000,
        b"x" * 3_000_000,
        json.dumps(good).encode(),
    ]
    (tmp_path / "plays-1.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    (tmp_path / "notes.txt").write_text("no log")
    os.mkdir(tmp_path / "plays-2.jsonl")
    os.symlink("/dev/zero", tmp_path / "plays-3.jsonl")
    done = ExportSummary()
    read = list(read_plays(str(tmp_path), done))
    assert [row["position"] for row in read] == [level] * 2
    assert done.skipped == len(bad) + 6
    assert export_plays(tmp_path, tmp_path / "out.parquet") == ExportSummary(1, 1, len(bad) + 6, 1)


def test_the_command_tells_counts_and_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, _ = game(0)
    log = PlayLog(tmp_path / "log")
    log.add("0123456789", level, 0, [(0, "start", level), (5, "leave", level)])
    log.close()
    out = str(tmp_path / "plays.parquet")

    def run(*argv: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(["library", "export-plays", *argv])
        output = capsys.readouterr()
        return int(ended.value.code or 0), (output.out + output.err).strip()

    assert run(str(tmp_path / "log"), "-o", out) == (0, f"{out}: 2 events, 1 play")
    code, output = run(str(tmp_path / "log"), "-o", out, "--json")
    assert (code, json.loads(output)["events"]) == (0, 2)
    assert run(str(tmp_path / "none"), "-o", out)[0] == 2
    code, output = run(str(tmp_path / "log"), "-o", str(tmp_path / "none" / "plays.parquet"))
    assert code != 0
    assert "\n" not in output


# -- over HTTP


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("plays")


@pytest.fixture
def client(folder: Path) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address(plays=str(folder)), timeout=60) as client:
        yield client


def batch(**other: Any) -> dict[str, Any]:
    level, _ = game(0)
    start = {"at": 0, "kind": "start", "position": level}
    return {"play": "0123456789", "level": level, "first": 0, "events": [start], **other}


def test_the_server_keeps_events_and_nothing_about_who_sent_them(client: httpx.Client, folder: Path) -> None:
    assert client.get("/api/v1/plays/enabled").json() == {"enabled": True}
    about = {
        "user-agent": "Spy/1.0",
        "cookie": "name=Ada",
        "referer": "http://ada.example/",
        "x-forwarded-for": "9.9.9.9",
    }
    assert client.post("/api/v1/plays", json=batch(), headers=about).status_code == 204
    text = "".join(Path(path).read_text() for path in log_files(str(folder)))
    assert json.loads(text.splitlines()[-1]).keys() == {"play", "level", "first", "events"}
    for word in ("Spy", "Ada", "ada.", "9.9.9", "127.0.0.1", "localhost"):
        assert word not in text


@pytest.mark.parametrize(
    "wrong",
    [
        {"play": "Ada Lovelace"}, {"level": "1nonsense"}, {"events": []}, {"first": -1}, {"name": "Ada"},
        {"events": [{"at": 0, "kind": "start", "position": "no id"}]}, {"events": [{"at": 0, "kind": "cough"}]},
    ],
)  # fmt: skip
def test_anything_else_is_refused(client: httpx.Client, folder: Path, wrong: dict[str, Any]) -> None:
    before = [os.path.getsize(path) for path in log_files(str(folder))]
    assert client.post("/api/v1/plays", json=batch(**wrong)).status_code in (404, 422)
    plain = client.post("/api/v1/plays", content=json.dumps(batch()), headers={"content-type": "text/plain"})
    assert plain.status_code == 422, "a page of another site can send this much without asking"
    assert [os.path.getsize(path) for path in log_files(str(folder))] == before


def test_a_server_without_a_folder_keeps_none() -> None:
    with httpx.Client(base_url=address(), timeout=60) as plain:
        assert plain.get("/api/v1/plays/enabled").json() == {"enabled": False}
        assert plain.post("/api/v1/plays", json=batch()).status_code == 404


def test_the_kinds_are_those_of_the_description(client: httpx.Client) -> None:
    described = client.get("/api/v1/openapi.json").json()["components"]["schemas"]["PlayEvent"]
    assert tuple(described["properties"]["kind"]["enum"]) == KINDS
