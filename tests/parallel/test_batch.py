"""Large batches are answered by other processes, as they would be by one thread."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from batch_boards import Cheating, Failing, Signed, local_family, random_boards

import unjam
from unjam.core.puzzle import Result, WrongAnswer
from unjam.families.rushhour import RushHour
from unjam.parallel import solve_many


@pytest.fixture(autouse=True)
def _small_batches_go_to_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_many, "PUZZLES_ALONE", 10)
    monkeypatch.setenv("BATCH_PARENT", str(os.getpid()))


@pytest.fixture
def boards() -> list[RushHour]:
    """More than threads answer."""
    return random_boards(RushHour, 120)


def plain(results: Iterator[Result]) -> list[Result]:
    return [replace(result, seconds=0.0, peak_bytes=0) for result in results]


def test_processes_answer_like_one_thread(boards: list[RushHour]) -> None:
    assert plain(solve_many.solve_many(boards, workers=2)) == plain(solve_many.solve_many(boards, workers=1))


def test_a_large_batch_is_solved_in_other_processes() -> None:
    by = [result.algorithm for result in solve_many.solve_many(random_boards(Signed, 120), workers=2)]
    assert by[0] == str(os.getpid())
    assert by[-1] != str(os.getpid())


def test_a_wrong_answer_in_another_process_ends_the_batch() -> None:
    with pytest.raises(WrongAnswer, match="three is no two"):
        list(solve_many.solve_many(random_boards(Failing, 120), workers=2))


def test_answers_are_replayed_in_other_processes_too() -> None:
    with pytest.raises(WrongAnswer, match="the replay counts"):
        list(solve_many.solve_many(random_boards(Cheating, 120), workers=2))


def test_a_family_that_no_other_process_can_import_is_solved_here() -> None:
    by = {result.algorithm for result in solve_many.solve_many(random_boards(local_family(), 120), workers=2)}
    assert by == {str(os.getpid())}


SCRIPT = """
import os, unjam
from unjam.families.rushhour import RushHour
from unjam.parallel import solve_many
from random import Random

solve_many.PUZZLES_ALONE = 10

@unjam.register
class Mine(RushHour):
    family = "mine"

rng = Random(8)
boards = [Mine.random(rng) for _ in range(120)]
print(sum(result.cost or 0 for result in unjam.solve_many(boards, workers=2)))
print(len({type(result.puzzle) for result in unjam.solve_many(boards, workers=2)}))
"""


def test_a_script_without_a_main_guard_solves_a_family_of_its_own(tmp_path: Path, boards: list[RushHour]) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    cost = sum(result.cost or 0 for result in unjam.solve_many(boards, workers=1))
    assert (done.stdout.split(), done.stderr) == ([str(cost), "1"], "")


OTHERS = """
import sys, tempfile, unjam, unjam.generation.generate
from random import Random
from unjam.datasets.library import Library
from unjam.families.rushhour import RushHour

unjam.generation.generate.SECONDS_ALONE = 0.0

class Mine(RushHour):
    family = "mine"

unjam.register(Mine)
levels = list(unjam.generate(Mine, moves=(2, 9), count=3, workers=2))
print(sum(type(level.puzzle) is Mine for level in levels))
rng = Random(8)
added = Library(tempfile.mkdtemp()).add([Mine.random(rng) for _ in range(9)], workers=2)
print(added.new)
"""


def test_a_family_of_the_main_script_is_generated_and_added_to_a_library(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    (tmp_path / "script.py").write_text(OTHERS)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout.splitlines(), done.stderr) == (["3", "9"], "")


def test_a_board_travels_as_what_it_is_made_from(boards: list[RushHour]) -> None:
    sent = pickle.dumps(boards[0])
    assert pickle.loads(sent) == boards[0]
    assert len(sent) < 1000
