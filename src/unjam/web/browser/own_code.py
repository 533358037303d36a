"""Runs what a student writes in the Code view, in a web worker that does nothing else and ends with it.

This is no task of the queue: a server must never run code that somebody sends to it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from ...core.own_heuristics import LOADED, make_heuristic
from ...core.puzzle import Limits, Message, Puzzle, UnjamError
from ...exercises.grade import Grade, Mark, grade_search
from ...exercises.own_search import lab_own
from ...exercises.student_text import FILE, error_text, find_function, find_line, run_text
from ...formats.position_id import decode
from ...lab.record import Skyline, lab_parts
from ...search import INFORMED
from ...solving.estimates import HeuristicCheck, check_heuristic
from ...solving.solve import SolveOptions
from ..options import PUBLIC_MEMORY
from ..presenters.positions import show_scene
from ..presenters.skyline import Picture, describe_search
from ..wire import events

MAX_PRINTED = 20_000
"""The number of characters that a student's code may print."""
Send = Callable[[str, Any], None]
Task = dict[str, Any]


class Printed(io.StringIO):
    """What the code prints; what does not fit is left out."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, MAX_PRINTED - self.tell())])
        return len(text)


@dataclass(frozen=True, slots=True)
class End:
    """How a run ended; ``line`` is where an error was raised."""

    printed: str
    error: Message | None = None
    line: int | None = None
    grade: dict[str, Any] | None = None
    check: dict[str, Any] | None = None


def answer(task: Task, send: Send) -> None:
    """Run the code of a task on a level, or check it; the last event is ``done``, whatever the code does."""
    printed = Printed()
    send("part", {"began": True})
    try:
        with redirect_stdout(printed):
            found = find_function(run_text(task["text"]), task["name"], FILE)
            more = (_check if task["checks"] else _run)(task, found, send)
        end = End(printed.getvalue(), **more)
    except UnjamError as error:
        end = End(printed.getvalue(), error.message, find_line(error))
    except MemoryError as error:
        end = End(printed.getvalue(), Message("the memory allowed for one search is used up"), find_line(error))
    except (Exception, SystemExit) as error:
        end = End(printed.getvalue(), Message.plain(error_text(error)), find_line(error))
    send("done", end)


def _limits(task: Task) -> Limits:
    return Limits(seconds=task["seconds"], bytes=PUBLIC_MEMORY)


def _run(task: Task, function: Callable[..., Any], send: Send) -> dict[str, Any]:
    """Run a search, or A* with a heuristic, and send what the lab shows of it and of unjam's own."""
    puzzle, limits = decode(task["id"]), _limits(task)
    if task["kind"] == "heuristic":
        parts = lab_parts(
            puzzle, [("astar", _own(task, function)), ("astar", _usual(puzzle, task["heuristic"]))], limits=limits
        )
    else:
        name = task["name"]
        by = puzzle.best_heuristic if name in INFORMED else None
        parts = lab_own(puzzle, function, SolveOptions(None, name, by, limits=limits), limits)
    picture = None
    for part in parts:
        if isinstance(part, Skyline):
            picture = Picture(part)
            send("part", events.LabSkylinePart(picture.describe()))
        else:
            send("part", describe_search(part.index, part.result, part.record, picture))
    return {}


def _own(task: Task, function: Callable[..., Any]) -> str:
    """Make a function known as a heuristic, and return the name of the heuristic."""
    name = f"{FILE}:{task['name']}"
    LOADED[name] = make_heuristic(function, name)
    return name


def _usual(puzzle: Puzzle, name: str) -> str:
    """Return the heuristic of this name; the family's best one if the code was begun for another family."""
    return name if name in puzzle.heuristics else puzzle.best_heuristic


def _check(task: Task, function: Callable[..., Any], send: Send) -> dict[str, Any]:
    if task["kind"] == "search":
        return {"grade": _show_grade(grade_search(task["name"], function))}
    puzzle = decode(task["id"])
    check = check_heuristic(puzzle, _own(task, function), limits=_limits(task))
    return {"check": _show_check(check)}


def _show_grade(grade: Grade) -> dict[str, Any]:
    return {"right": grade.is_right, "mistakes": grade.mistakes, "boards": [_show_mark(mark) for mark in grade.marks]}


def _show_mark(mark: Mark) -> dict[str, Any]:
    """Return what the page shows of one board: what differs, and the first position at which it does."""
    start = mark.exercise.puzzle()
    error = mark.run.error
    return {
        "family": mark.exercise.family,
        "scene": show_scene((mark.first or start).scene()),
        "differs": mark.first is not None,
        "differences": mark.differences,
        "line": error.values.get("line") if error is not None else None,
    }


def _show_check(check: HeuristicCheck) -> dict[str, Any]:
    high, drop = check.overestimate, check.drop
    return {
        "admissible": check.admissible,
        "consistent": check.consistent,
        "positions": check.positions,
        "exact": check.exact,
        "reason": check.reason,
        "high": high and {"scene": show_scene(high.position.scene()), "estimate": high.estimate,
                          "distance": high.distance},
        "drop": drop and {"scene": show_scene(drop.position.scene()), "estimate": drop.estimate, "cost": drop.cost,
                          "next": drop.next_estimate},
    }  # fmt: skip
