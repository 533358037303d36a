"""Exercises: the reference searches pass, typical mistakes are named, and nothing a student writes can hang us."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from random_cases import FULL

from unjam.exercises.grade import BOARDS, Exercise, grade_search, run_reference
from unjam.exercises.mistakes import DOUBLE_H, MISTAKES, MODELS, NEVER_SEEN, NO_MEMORY
from unjam.exercises.skeletons import skeleton
from unjam.exercises.student_file import load_search

Run = Any
SLOW = (("dijkstra", NEVER_SEEN), ("astar", NEVER_SEEN), ("idastar", NO_MEMORY), ("idastar", DOUBLE_H))
"""Mistakes that make a search do so much that they are graded only with UNJAM_FULL; A* and others have the same."""


@pytest.mark.parametrize("name", MISTAKES)
def test_the_reference_passes(name: str) -> None:
    reference = getattr(import_module(f"unjam.search.{name}"), name)
    for search in (reference, MODELS[name]):
        result = grade_search(name, search)
        assert result.is_right, [str(each) for mark in result.marks for each in mark.differences]
        assert not result.mistakes


@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_is_named(name: str) -> None:
    for mistake in MISTAKES[name]:
        if (name, mistake.words) in SLOW and not FULL:
            continue
        result = grade_search(name, mistake.search)
        assert not result.is_right, str(mistake.words)
        assert [str(each) for each in result.mistakes] == [str(mistake.words)]


STUDENT_ASTAR = '''
import heapq

def astar(start):
    """A*, as a student writes it: with a closed set, and the goal tested when a position is generated."""
    frontier, seen, n = [(start.estimate(), start.estimate(), 0, 0, start, [])], {start: 0}, 0
    done = set()
    while frontier:
        f, h, _, g, position, path = heapq.heappop(frontier)
        if position in done or g != seen[position]:
            continue
        done.add(position)
        TEST_LATE
        for move in position.moves():
            after = position.play(move)
            cost = g + position.cost(move)
            if after in seen and seen[after] <= cost:
                continue
            seen[after] = cost
            done.discard(after)
            TEST_EARLY
            n += 1
            h = after.estimate()
            heapq.heappush(frontier, (cost + h, h, n, cost, after, path + [move]))
    return None
'''
LATE = "if position.is_solved(): return path"
EARLY = "if after.is_solved(): return path + [move]"


def write(folder: Path, text: str) -> str:
    path = folder / "my_search.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_students_own_way_of_writing_it_passes(tmp_path: Path) -> None:
    right = write(tmp_path, STUDENT_ASTAR.replace("TEST_LATE", LATE).replace("TEST_EARLY", ""))
    assert grade_search("astar", load_search(right, "astar")).is_right
    early = write(tmp_path, STUDENT_ASTAR.replace("TEST_LATE", "").replace("TEST_EARLY", EARLY))
    result = grade_search("astar", load_search(early, "astar"))
    assert "generated, not when it is expanded" in str(result.mistakes[0])


def test_the_path_the_wrong_way_round_is_named() -> None:
    def backwards(start: Any) -> Any:
        path = MODELS["bfs"](start)
        return path if path is None else path[::-1]

    result = grade_search("bfs", backwards)
    assert [str(each) for each in result.mistakes] == ["the moves are returned from the goal to the start"]


def test_an_error_names_the_line(tmp_path: Path) -> None:
    path = write(tmp_path, "def bfs(start):\n    for move in start.moves():\n        move.nonsense\n")
    result = grade_search("bfs", load_search(path, "bfs"))
    assert "line 3: AttributeError" in str(result.marks[0].differences[0])


def test_a_search_without_end_is_stopped() -> None:
    def forever(start: Any) -> Any:
        while True:
            start.moves()

    result = grade_search("bfs", forever, BOARDS[:1])
    assert result.marks[0].run.is_cut
    assert "it was stopped after" in str(result.marks[0].differences[0])


def test_each_search_has_boards_that_it_can_solve_and_one_that_takes_work() -> None:
    for name in MISTAKES:
        runs = [
            run_reference(name, board)
            for board in BOARDS
            if name not in ("bidirectional", "idastar") or board.is_solvable
        ]
        assert any(run.moves for run in runs)
        assert max(len(run.expanded) for run in runs) > 20


def test_the_command_grades_in_three_languages(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, STUDENT_ASTAR.replace("TEST_LATE", "").replace("TEST_EARLY", EARLY))
    code, out, err = run("exercise", "astar", path)
    assert (code, err) == (1, "")
    assert "the likely mistake: the goal is tested when a position is generated" in out
    for lang in ("es", "fr") if FULL else ("fr",):
        code, translated, _ = run("exercise", "astar", path, "--lang", lang)
        assert code == 1
        assert "the goal" not in translated


def test_a_loop_without_end_and_an_early_exit_are_reported(run: Run, tmp_path: Path) -> None:
    endless = write(tmp_path, "def bfs(start):\n    while True:\n        pass\n")
    code, out, _ = run("exercise", "bfs", endless, "--time-limit", "1")
    assert (code, "it may never end" in out) == (1, True)
    gone = write(tmp_path, "import os\ndef bfs(start):\n    os._exit(3)\n")
    code, _, err = run("exercise", "bfs", gone)
    assert (code, "ended the whole process" in err) == (2, True)
    broken = write(tmp_path, "def bfs(start)\n    return None\n")
    code, _, err = run("exercise", "bfs", broken)
    assert (code, "line 1" in err) == (2, True)


def test_the_skeletons_run_and_are_graded_as_unsolved(run: Run, tmp_path: Path) -> None:
    for name in MISTAKES:
        code, out, _ = run("exercise", name)
        assert (code, out) == (0, skeleton(name))
        path = write(tmp_path, out)
        result = grade_search(name, load_search(path, name), [BOARDS[0]])
        assert "it finds no solution" in str(result.marks[0].differences[0])


def test_graded_boards_are_what_they_are_called() -> None:
    for board in BOARDS:
        assert isinstance(board, Exercise)
        assert bool(run_reference("bfs", board).moves) == board.is_solvable
