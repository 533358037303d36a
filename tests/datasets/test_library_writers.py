"""Several writers at one library, and writers that are killed: nothing is lost, nothing double, every file whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import duckdb
import pytest
from library_levels import FULL, boards

from unjam.datasets import parquet
from unjam.datasets.library import Library

EACH = 5_000 if FULL else 100
KILLS = 20 if FULL else 6
HERE = str(Path(__file__).parents[1] / "support")

ADD = """
import sys
sys.path.insert(0, {here!r})
from unjam.datasets.library import Library
with open(sys.argv[2]) as file:
    added = Library(sys.argv[1]).add(file.read(), workers=1)
print(added.new, added.known)
"""

WRITE = """
import sys
sys.path.insert(0, {here!r})
from library_levels import boards
from unjam.datasets import parquet
from unjam.datasets.library import Library
library = Library(sys.argv[1])
levels = [parquet.row(board) for board in boards(200, seed=int(sys.argv[2]))]
while True:
    print("writing", flush=True)
    library.put(levels)
    print("written", flush=True)
"""


def started(script: str, *arguments: object) -> subprocess.Popen[str]:
    argv = [sys.executable, "-c", script.format(here=HERE), *map(str, arguments)]
    return subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def next_line(writer: subprocess.Popen[str]) -> str:
    """What the writer says next; a writer that has ended fails the test instead of holding it up."""
    assert writer.stdout is not None
    assert writer.stderr is not None
    line = writer.stdout.readline()
    assert line, writer.stderr.read()
    return line


def test_four_writers_at_once_lose_nothing_and_leave_no_doubles(tmp_path: Path) -> None:
    levels = boards(EACH // 2 + 4 * (EACH // 2), seed=7)
    common, own = levels[: EACH // 2], levels[EACH // 2 :]
    writers = []
    for number in range(4):
        share = [*common, *own[number * (EACH // 2) : (number + 1) * (EACH // 2)]]
        Random(number).shuffle(share)
        (tmp_path / f"{number}.txt").write_text("".join(f"{board.storage_text()}\n" for board in share))
        writers.append(started(ADD, tmp_path / "library", tmp_path / f"{number}.txt"))
    for writer in writers:
        out, err = writer.communicate()
        assert (writer.returncode, err) == (0, "")
        new, known = map(int, out.split())
        assert new + known == EACH
    library, keys = Library(tmp_path / "library"), {parquet.key(board) for board in levels}
    assert len(library) == len(levels)
    assert {row["key"] for row in library.rows()} == keys
    library.compact()
    (file,) = library.files()
    assert duckdb.execute(f"SELECT count(*), count(DISTINCT key) FROM '{file}'").fetchall() == [
        (len(levels), len(levels))
    ]
    assert {row["key"] for row in library.rows()} == keys


def test_a_killed_writer_leaves_whole_files_only(tmp_path: Path) -> None:
    """Killed at random moments: between two files, and while one is written."""
    rng, library, files = Random(5), Library(tmp_path / "library"), 0
    for kill in range(KILLS):
        writer = started(WRITE, library.path, kill % 3)
        assert writer.stdout is not None
        written = 0
        while written < rng.randrange(1, 4):
            written += next_line(writer) == "written\n"
        if rng.random() < 0.8:  # else between two
            while next_line(writer) != "writing\n":
                pass
            threading.Event().wait(rng.random() * 0.05)
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        present = library.files()
        assert len(present) >= files + written
        files = len(present)
        for file in present:
            assert duckdb.execute(f"SELECT count(*), count(DISTINCT key) FROM '{file}'").fetchall() == [(200, 200)]
        assert len(library) == 200 * min(3, kill + 1)
    library.compact()
    assert len(library.files()) == 1
    assert len(library) == 200 * 3


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Library]:
    """A library that another process writes to all the time."""
    writer = started(WRITE, tmp_path / "library", 1)
    assert writer.stdout is not None
    while next_line(writer) != "written\n":
        pass
    drain = threading.Thread(target=writer.stdout.read)
    drain.start()
    yield Library(tmp_path / "library")
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    drain.join()
    writer.stdout.close()
    assert writer.stderr is not None
    writer.stderr.close()


def test_asking_and_merging_go_on_while_others_write_and_merge(busy: Library) -> None:
    failed: list[BaseException] = []

    def merge() -> None:
        try:
            for _ in range(12):
                Library(busy.path).compact()
        except BaseException as error:
            failed.append(error)

    merging = [threading.Thread(target=merge) for _ in range(2)]
    for thread in merging:
        thread.start()
    while any(thread.is_alive() for thread in merging):
        assert len(list(busy.rows(columns=("key",)))) == 200
    assert failed == []


def test_what_killed_writers_left_is_removed_after_a_day(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.add(boards(1))
    old, young = tmp_path / ".a.parquet.1-2.jsonl", tmp_path / ".b.parquet.1-2.tmp"
    old.write_text("{")
    young.write_text("PAR1")
    os.utime(old, (1, 1))
    library.compact()
    assert young.exists()
    assert not old.exists()
    assert len(library.files()) == 1
