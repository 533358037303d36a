"""A short bench/load.py: many players at once while searches run; all is answered, and all comes to rest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "bench" / "load.py"


def test_every_player_is_answered_and_no_search_is_left_running() -> None:
    run = subprocess.run(
        [sys.executable, str(SCRIPT), "--players", "60", "--seconds", "5", "--searches", "4"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 failures" in run.stdout
    assert "0 running, 0 waiting" in run.stdout
