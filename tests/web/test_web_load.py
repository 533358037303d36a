"""Short runs of bench/load.py and bench/plays.py: many players during searches, and a killed server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from random_cases import choose

SECONDS = choose(["2"], ["5"])[0]
BENCH = Path(__file__).parents[2] / "bench"


def test_every_player_is_answered_and_no_search_is_left() -> None:
    run = subprocess.run(
        [sys.executable, str(BENCH / "load.py"),
         "--players", "60", "--seconds", SECONDS, "--searches", "4", "--new", "2"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 failures" in run.stdout
    assert "0 running, 0 waiting" in run.stdout


def test_killed_server_loses_no_acknowledged_event() -> None:
    run = subprocess.run(
        [sys.executable, str(BENCH / "plays.py"), "--events", "1500", "--kills", "1"],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert "kill -9: 1 times" in run.stdout, run.stdout + run.stderr
    assert "answered and lost: 0\n" in run.stdout, run.stdout
