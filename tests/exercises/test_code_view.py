"""What the Code view runs, without a browser: the files to start from, an own search beside unjam's, errors."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from unjam.core.puzzle import Task
from unjam.exercises.student_text import find_function, find_line, run_text
from unjam.formats.position_id import encode
from unjam.formats.read import as_puzzle
from unjam.search import INFORMED, run_search
from unjam.web.browser.search import run_code
from unjam.web.jobs.tasks import TASKS

sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "site"))
from code_view import Start, starts

LEVEL = "rushhour/first-gear"
REAL = [start for start in starts() if start.kind != "empty"]


def run(text: str, **more: Any) -> tuple[list[Any], Any]:
    """Run a text on a level; return the parts and the end."""
    lines: list[str] = []
    usual = {"name": "astar", "kind": "search", "heuristic": None, "seconds": 20, "checks": False}
    run_code(json.dumps({"text": text, "id": encode(as_puzzle(LEVEL)), **usual, **more}), lines.append)
    events = [(name, json.loads(data)) for name, _, data in (line.partition(" ") for line in lines)]
    return [data for name, data in events if name == "part"], events[-1][1]


@pytest.mark.parametrize("start", REAL, ids=[start.key for start in REAL])
def test_what_one_starts_from_runs_as_it_stands(start: Start) -> None:
    function = find_function(run_text(start.text), start.name, start.key)
    assert function.__name__ == start.name
    assert "from ." not in start.text


def test_own_search_is_shown_beside_the_reference() -> None:
    puzzle = as_puzzle(LEVEL)
    for start in (start for start in REAL if start.kind == "search"):
        parts, end = run(start.text, name=start.name)
        assert end["error"] is None
        figures = {part["ended"]: part for part in parts if "ended" in part}
        by = puzzle.heuristic(None) if start.name in INFORMED else None
        result = run_search(start.name, puzzle, Task(puzzle.metric(None)), heuristic=by)
        for side in (0, 1):
            assert (figures[side]["expanded"], figures[side]["generated"]) == (result.expanded, result.generated)
        assert figures[0]["kinds"] == figures[1]["kinds"]


@pytest.mark.parametrize(
    ("text", "line", "error"),
    [
        ("def astar(start):\n    return [][1]\n", 2, "IndexError: list index out of range"),
        ("import random\n\n\ndef astar(start):\n    random.choice([])\n", 5, "IndexError"),
        ("def astar(start):\n    return (\n", 2, "SyntaxError"),
        ("def astar(start):\n    start.play('X')\n", 2, "cannot be played here"),
        ("def astar(start):\n    return []\n", None, "do not solve the board"),
        ("raise SystemExit\n", 1, "SystemExit"),
    ],
)
def test_error_has_the_line_of_the_students_code(text: str, line: int | None, error: str) -> None:
    _, end = run(text)
    assert end["line"] == line
    assert error in end["error"]["text"]
    assert find_line(ValueError()) is None


def test_server_runs_no_code() -> None:
    assert not any("code" in name for name in TASKS)
