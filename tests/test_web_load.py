"""A short bench/load.py: many players at once while searches run; all is answered, and all comes to rest."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any


def load() -> Any:
    path = Path(__file__).parent.parent / "bench" / "load.py"
    spec = importlib.util.spec_from_file_location("bench_load", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_load"] = module
    spec.loader.exec_module(module)
    return module


def test_every_player_is_answered_and_no_search_is_left_running() -> None:
    tally, health, before, after = load().measure(players=60, seconds=5, searches=4)
    assert tally.failures == []
    assert len(tally.seconds) >= 60
    assert health["running"] == health["waiting"] == 0
    assert after - before < 100 * 2**20
