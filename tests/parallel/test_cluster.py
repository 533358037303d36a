"""A real cluster on this machine: a Dask scheduler and three workers, of which one is killed, and so is the driver."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import sleep

import pytest
from run_folders import (
    FAMILY,
    POISON,
    UNJAM,
    read_rows,
    small_boards,
    start_unjam,
    wait_for_chunks,
    without_times,
)

BOARDS = int(os.environ.get("UNJAM_BOARDS", "2000"))  # `make test-all` has more


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its three workers."""
    description = tmp_path / "scheduler.json"
    with ExitStack() as stack:

        def start(*argv: str) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", "dask", *argv, "--host", "127.0.0.1", "--no-dashboard"]
            log = stack.enter_context(open(tmp_path / "dask.log", "ab"))
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        scheduler = start("scheduler", "--port", "0", "--scheduler-file", str(description))
        while not description.exists():
            assert scheduler.poll() is None, (tmp_path / "dask.log").read_text()
            sleep(0.05)
        address = json.loads(description.read_text())["address"]
        yield address, [start("worker", address, "--nthreads", "1", "--no-nanny") for _ in range(3)]


def test_a_run_on_a_cluster_survives_its_workers_and_its_driver(cluster, tmp_path: Path) -> None:
    address, workers = cluster
    texts = small_boards(BOARDS)
    texts[BOARDS // 3] = POISON
    (tmp_path / "poisoned.py").write_text(FAMILY)
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    command = ["rate", "a.txt", "--family", "poisoned.py"]
    argv = [*command, "--out", "far", "--cluster", address]

    process = start_unjam(*argv, cwd=tmp_path)
    wait_for_chunks(tmp_path / "far", 4, process)
    workers[0].kill()
    wait_for_chunks(tmp_path / "far", 8, process)
    process.kill()
    process.communicate()
    done = subprocess.run([*UNJAM, *argv, "--json"], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 2, done.stderr  # for the level that crashed
    assert 0 < json.loads(done.stdout)["before"] < json.loads(done.stdout)["levels"] == BOARDS

    subprocess.run(
        [*UNJAM, *command, "--out", "near", "--workers", "2"], cwd=tmp_path, check=False, capture_output=True
    )
    rows = read_rows(tmp_path / "far")
    assert [row["text"] for row in rows] == texts
    assert [row["number"] for row in rows] == list(range(1, BOARDS + 1))
    assert [row["text"] for row in rows if row["status"] == "crashed"] == [POISON]
    assert without_times(rows) == without_times(read_rows(tmp_path / "near"))
    assert workers[1].poll() is workers[2].poll() is None  # the poison killed processes beside them


def test_a_cluster_answers_in_order_where_nothing_is_kept(cluster, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(small_boards(300)) + "\n")
    command = [*UNJAM, "solve", "a.txt", "--quiet"]
    far, near = (
        subprocess.run([*command, *more], cwd=tmp_path, check=False, capture_output=True, text=True)
        for more in (["--cluster", cluster[0]], ["--workers", "1"])
    )
    assert (far.returncode, far.stdout, far.stderr) == (near.returncode, near.stdout, near.stderr)
    wrong = subprocess.run([*command, "--cluster", cluster[0], "--show", "boards"], cwd=tmp_path, check=False)
    assert wrong.returncode == 2


IMPATIENT = "from unjam.parallel import cluster; cluster.CONNECT_SECONDS = 0.5; from unjam.cli import main; main()"


def test_without_a_scheduler_it_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{POISON}\n")
    argv = [sys.executable, "-c", IMPATIENT, "solve", "a.txt", "--out", "out", "--cluster"]
    for address, message in (
        ("tcp://127.0.0.1:9", "no scheduler answers at tcp://127.0.0.1:9"),
        ("here", "'here' is not the address of a scheduler"),
    ):
        done = subprocess.run([*argv, address], cwd=tmp_path, check=False, capture_output=True, text=True)
        assert done.returncode == 2
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1
