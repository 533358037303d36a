"""The search process: reads one task a line, answers in lines of JSON, and ends when nobody listens any more.

    python -m unjam.web.worker MEMORY NICE [FAMILY.py …]

It runs at a lower priority, so that players are answered first; only the lab begins at the ordinary one, until its
first search has ended, for somebody watches an empty page meanwhile. It is killed outright when a search is called off:
that frees the core at once whatever the search was doing.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import queue
import sys
import threading
import traceback
from typing import Any

from ..families import load
from ..game import good_way
from ..generate import Generated, generate
from ..puzzle import Control, Limits, Message, Move, Puzzle, Result, Stopwatch, UnjamError, Unsupported, plural
from ..rate import about_time, models, rate
from ..share import decode, encode
from .account import account_json
from .positions import scene_json
from .replay import replay
from .skyline import tell_lab

RATING = 5.0
"""Seconds for the difficulty of a level whose solution is known."""
ANSWERS = sys.stdout


def say(**message: Any) -> None:
    ANSWERS.write(json.dumps(message, separators=(",", ":")) + "\n")
    ANSWERS.flush()


def answer(task: dict[str, Any]) -> None:
    """Runs one task and says how it goes; the last line is ``done`` or ``failed``."""
    try:
        say(done=TASKS[task["task"]](task))
    except UnjamError as error:
        say(failed=error.message.json())
    except MemoryError:
        say(failed=Message("the memory allowed for one search is used up").json())
    except Exception as error:  # a bug, also in a family of the user's own, must not end the process and those in line
        traceback.print_exc()
        say(failed=Message("the search broke: {error}", error=type(error).__name__).json())


def solution(task: dict[str, Any]) -> dict[str, Any]:
    """The solution of a position, its difficulty, and every step of a replay."""
    puzzle = decode(task["id"])
    result = good_way(puzzle, metric=task.get("metric"), limits=_limits(task), control=_control())
    record = result.record(puzzle) | {
        "solutions": result.solutions,
        "reason": None if result.reason is None else result.reason.json(),
    }
    return {**record, **_difficulty(puzzle, result), **replay(puzzle, result.moves)}


def explained(task: dict[str, Any]) -> dict[str, Any]:
    """The difficulty of a position with all that is behind it, and what a designer should know."""
    puzzle = decode(task["id"])
    rating = rate(puzzle, limits=_limits(task), control=_control(), advice=True)
    said = {"why": rating.why, "note": rating.note, "reason": rating.reason}
    return {
        "level": rating.level,
        "proved": rating.result is not None and rating.result.optimal,
        "time": None if rating.seconds is None else about_time(rating.seconds).json(),
        "calibrated": rating.calibrated,
        "account": account_json(puzzle, rating),
        **{name: None if message is None else message.json() for name, message in said.items()},
        "advice": [each.json() for each in rating.advice or ()],
    }


def film(task: dict[str, Any]) -> dict[str, Any]:
    """The animated picture of some moves, in base 64."""
    from ..pictures.gif import gif

    puzzle = decode(task["id"])
    scenes = [puzzle.scene()]
    for move in task["moves"]:
        puzzle = puzzle.play(Move(move["piece"], (move["to"][0], move["to"][1]), move["turn"]))
        scenes.append(puzzle.scene())
    return {"gif": base64.b64encode(gif(scenes, dark=task.get("dark", False))).decode("ascii")}


def searches(task: dict[str, Any]) -> dict[str, Any]:
    """Searches side by side on the skyline of a position, told part by part."""
    found = decode(task["id"]), task["searches"], task["metric"], _limits(task), _control()

    def tell(part: dict[str, Any]) -> None:
        say(part=part)
        if "ended" in part:
            step_back(task["nice"])

    return tell_lab(*found, tell)


def new_level(task: dict[str, Any]) -> dict[str, Any]:
    """A new level, the first one of the first seed that gives any; it is called by that seed."""
    rows, cols = map(int, task["size"].split("x"))
    clock, control = Stopwatch(), Control()
    control.report = lambda tried, bound, seconds: say(progress={"tried": tried, "seconds": round(clock(), 2)})
    ending = threading.Timer(task["seconds"] or threading.TIMEOUT_MAX, control.stop)
    ending.daemon = True
    ending.start()
    try:
        for seed in task["seeds"]:
            making = generate(
                task["family"], level=task["level"], size=(rows, cols), seed=seed, workers=1, control=control
            )
            for found in making:
                return _new_json(found, task)
            if control.stopped:
                raise Unsupported(
                    plural(
                        "no such level was found within {n} second",
                        "no such level was found within {n} seconds",
                        n=round(clock()),
                    )
                )
    finally:
        ending.cancel()
    raise Unsupported("no such level was found; another seed may give one")


def _new_json(found: Generated, task: dict[str, Any]) -> dict[str, Any]:
    model = next(iter(models(type(found.puzzle)).values()))
    return {
        "index": 0,
        "title": f"{found.seed:,}".replace(",", " "),
        "line": 1,
        "id": encode(found.puzzle),
        "family": found.puzzle.family,
        "scene": scene_json(found.puzzle.scene()),
        "cost": found.cost,
        "level": found.level,
        "error": None,
        "seed": found.seed,
        "size": task["size"],
        "time": about_time(found.score).json() if model.timed else None,
        "calibrated": model.calibrated,
        "date": task["date"],
    }


TASKS = {"new": new_level, "solve": solution, "explain": explained, "film": film, "lab": searches}


def _difficulty(puzzle: Puzzle, result: Result) -> dict[str, Any]:
    """Level, score, and the time and the reason in words; a difficulty is that of a solution in the default metric."""
    nothing = {"level": None, "score": None, "time": None, "why": None, "calibrated": None, "account": None}
    if result.metric != puzzle.metric(None) or result.cost is None:
        return nothing
    rating = rate(puzzle, result=result, limits=Limits(RATING))
    if rating.seconds is None:
        return nothing | {"level": rating.level, "score": rating.score}
    return {
        "level": rating.level,
        "score": rating.score,
        "time": about_time(rating.seconds).json(),
        "why": None if rating.why is None else rating.why.json(),
        "calibrated": rating.calibrated,
        "account": account_json(puzzle, rating),
    }


def _limits(task: dict[str, Any]) -> Limits:
    return Limits(seconds=task.get("seconds"), bytes=task.get("memory"))


def _control() -> Control:
    def report(expanded: int, bound: int | None, seconds: float) -> None:
        say(progress={"expanded": expanded, "bound": bound, "seconds": round(seconds, 2)})

    return Control(report)


def _listen(tasks: queue.SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin:
        tasks.put(json.loads(line))
    os._exit(0)  # the server is gone, and with it every reason to go on searching


def main(room: int, nice: int, families: list[str]) -> None:
    """Answers tasks until standard input ends; ``room`` is the memory of one search, 0 for no limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        if room:  # a last resort well above what a search is told to keep to
            resource.setrlimit(resource.RLIMIT_AS, (3 * room + 2**30, resource.getrlimit(resource.RLIMIT_AS)[1]))
    sys.stdout = sys.stderr  # what a family of the user's own prints is no answer
    for path in families:
        load(path)
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    say(ready=os.getpid())
    while True:  # each in a thread of its own, because a thread that stepped back cannot step forward again
        each = threading.Thread(target=_answer, args=(tasks.get(), nice))
        each.start()
        each.join()


def _answer(task: dict[str, Any], nice: int) -> None:
    if task["task"] == "lab":
        task["nice"] = nice
    else:
        step_back(nice)
    answer(task)


def step_back(nice: int) -> None:
    """Gives the thread, or where a system knows no more the process, a lower priority."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, nice)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
