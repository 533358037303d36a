"""Where neither threads nor processes can be started, as in a browser, everything is done by one worker."""

from __future__ import annotations

import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from web_levels import TEXTS

import unjam
from unjam.families.tiles import tables


@pytest.fixture(autouse=True)
def browser(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **named: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(sys, "_emscripten_info", SimpleNamespace(pthreads=False), raising=False)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)


@pytest.mark.parametrize("name", TEXTS)
def test_many_puzzles_are_solved_and_rated(name: str) -> None:
    puzzles = [unjam.family(name).parse(TEXTS[name])] * 4
    assert [result.status for result in unjam.solve_many(puzzles, workers=4)] == ["solved"] * 4
    assert len({rating.level for rating in unjam.rate_many(puzzles, workers=4)}) == 1
    [reference] = unjam.solve_many(puzzles[:1], workers=4, algorithm="astar")
    assert reference.status == "solved"


def test_the_same_levels_are_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    from unjam.generation import generate

    monkeypatch.setattr(generate, "SECONDS_ALONE", 0.0)  # elsewhere, other processes would help at once
    levels = [[each.puzzle for each in unjam.generate("tiles", count=3, size=(3, 3), workers=n)] for n in (1, 4)]
    assert len(levels[0]) == 3
    assert levels[0] == levels[1]


def test_tables_are_not_written_to_files_that_are_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tables.cache_folder() is not None
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert tables.cache_folder() is None
