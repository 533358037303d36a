"""The search process: reads one task a line, answers in lines of JSON, and ends when nobody listens any more.

    python -m unjam.web.worker MEMORY [FAMILY.py …]

A task for which somebody waits runs at the ordinary priority, one that works ahead at a lower one; the lab steps back
when its first search has ended, for until then somebody watches an empty page. The process is killed outright when a
search is called off: that frees the core at once whatever the search was doing.
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
from time import process_time
from typing import Any

from ..core.puzzle import Control, Limits, Message, Move, Puzzle, Result, Stopwatch, UnjamError, Unsupported, plural
from ..core.wording import about_time
from ..families import load
from ..formats.position_id import decode, encode
from ..generation.generate import Generated, generate
from ..rating.rate import models, rate
from ..solving.game import solve_in_time
from .explanation import account_json
from .positions import scene_json
from .replay import replay
from .skyline import tell_lab

RATING = 5.0
"""Seconds for the difficulty of a level whose solution is known."""
LAB_NICE = 5
"""How far the lab stands back for others once it has something to show."""
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
    result = solve_in_time(puzzle, metric=task.get("metric"), limits=_limits(task), control=_control())
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
            step_back(LAB_NICE)

    return tell_lab(*found, tell)


def new_level(task: dict[str, Any]) -> dict[str, Any]:
    """A new level, the first one of the first seed that gives any; it is called by that seed."""
    rows, cols = map(int, task["size"].split("x"))
    clock, control, done = Stopwatch(), Control(), threading.Event()
    control.report = lambda tried, bound, seconds: say(progress={"tried": tried, "seconds": round(clock(), 2)})
    if task["seconds"] is not None:
        threading.Thread(target=_stop_in_time, args=(control, task["seconds"], done), daemon=True).start()
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
        done.set()
    raise Unsupported("no such level was found; another seed may give one")


def _stop_in_time(control: Control, seconds: float, done: threading.Event) -> None:
    """Stops the control when this process has worked for so long.

    Not by the clock on the wall: on a busy machine a level takes its time, and whoever waits may call it off.
    """
    end = process_time() + seconds
    while process_time() < end:
        if done.wait(0.05):
            return
    control.stop()


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


def main(room: int, families: list[str]) -> None:
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
        each = threading.Thread(target=_answer, args=(tasks.get(),))
        each.start()
        each.join()


def _answer(task: dict[str, Any]) -> None:
    if nice := task.get("nice"):
        step_back(nice)
    answer(task)


def step_back(nice: int) -> None:
    """Gives the thread, or where a system knows no more the process, a lower priority."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, nice)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
