"""The worker process: reads one task per line and writes events, each a line with a name and JSON.

    python -m unjam.web.jobs.worker MEMORY [FAMILY.py …]

A task that a user is waiting for runs at normal priority, background work at a lower one. The lab lowers its priority
after its first search, when the page has something to show. To cancel a search, the server kills the process, which
frees the core at once, whatever the search is doing.
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

from ...core.puzzle import Control, Limits, Message, Move, Stopwatch, UnjamError, Unsupported, plural
from ...core.wording import short_time
from ...families import load
from ...formats.position_id import decode, encode
from ...generation.generate import Generated, generate
from ...rating.rate import Rating, models, rate
from ...solving.solve import solve_in_time
from ..presenters.positions import shipped, show_scene
from ..presenters.rating import describe_rating
from ..presenters.replay import replay_moves
from ..presenters.skyline import run_lab
from ..wire import answers, events
from ..wire.encoding import dumps
from .queue import NICE, Task

RATING_SECONDS = 5.0
"""Time limit for rating a level whose solution is known."""
OUTPUT = sys.stdout


def send(event: str, data: Any) -> None:
    OUTPUT.write(f"{event} {dumps(data)}\n")
    OUTPUT.flush()


def answer(task: Task) -> None:
    """Run one task and send its events; the last one is ``done`` or ``failed``."""
    try:
        send("done", TASKS[task["task"]](task))
    except UnjamError as error:
        send("failed", error.message)
    except MemoryError:
        send("failed", Message("the memory allowed for one search is used up"))
    except Exception as error:  # a bug, even one in a user-defined family, must not end the process
        traceback.print_exc()
        send("failed", Message("the search failed: {error}", error=type(error).__name__))


def solve(task: Task) -> events.Solution:
    """Return the solution of a position, its rating, and every step of a replay."""
    puzzle = decode(task["id"])
    result = solve_in_time(puzzle, metric=task["metric"], limits=_limits(task), control=_control())
    if result.cost is not None and result.metric == puzzle.metric(None):  # ratings use the default metric
        rating = rate(puzzle, result=result, limits=Limits(RATING_SECONDS))
    else:
        rating = Rating(puzzle.family, "human", None, None)
    record = result.record(puzzle) | {"solutions": result.solutions, "reason": result.reason}
    parts = describe_rating(puzzle, rating), replay_moves(puzzle, result.moves)
    return events.Solution(**vars(parts[0]) | record | vars(parts[1]))


def explain(task: Task) -> events.Explained:
    """Return the difficulty of a position with its explanation, and advice for designers."""
    puzzle = decode(task["id"])
    rating = rate(puzzle, limits=_limits(task), control=_control(), advice=True)
    return describe_rating(puzzle, rating)


def draw_film(task: Task) -> str:
    """Return an animated GIF of the moves, in base 64."""
    from ...pictures.gif import gif

    puzzle = decode(task["id"])
    scenes = [puzzle.scene()]
    for piece, (row, col), turn in task["moves"]:
        puzzle = puzzle.play(Move(piece, (row, col), turn))
        scenes.append(puzzle.scene())
    return base64.b64encode(gif(scenes)).decode("ascii")


def compare_searches(task: Task) -> events.LabEnd:
    """Run searches on the skyline of a position and send the results part by part."""

    def report(part: events.LabPart) -> None:
        send("part", part)
        if isinstance(part, events.LabFigures):
            lower_priority(NICE)

    return run_lab(decode(task["id"]), task["searches"], task["metric"], _limits(task), _control(), report)


def generate_level(task: Task) -> answers.NewLevel:
    """Generate a level from the first seed that yields one.

    A level that is also shipped is skipped if there are more seeds, because the page already offers it under its title.
    The level of the day is never skipped, so that it is the same in every version.
    """
    rows, cols = map(int, task["size"].split("x"))
    clock, control, done = Stopwatch(), Control(), threading.Event()
    control.report = lambda tried, bound, seconds: send("progress", {"tried": tried, "seconds": round(clock(), 2)})
    if task["seconds"] is not None:
        threading.Thread(target=_stop_in_time, args=(control, task["seconds"], done), daemon=True).start()
    try:
        for seed in task["seeds"]:
            levels = generate(
                task["family"], level=task["difficulty"], size=(rows, cols), seed=seed, workers=1, control=control
            )
            for level in levels:
                new = _new_level(level, task)
                if task["date"] or seed == task["seeds"][-1] or all(new.id != id for id, _, _ in shipped(new.family)):
                    return new
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
    """Stop the control when this process has used this much CPU time.

    Wall-clock time would be unfair on a busy machine, and a waiting user can cancel.
    """
    end = process_time() + seconds
    while process_time() < end:
        if done.wait(0.05):
            return
    control.stop()


def _new_level(level: Generated, task: Task) -> answers.NewLevel:
    model = next(iter(models(type(level.puzzle)).values()))
    return answers.NewLevel(
        index=0,
        title=f"{level.seed:,}".replace(",", " "),
        line=1,
        id=encode(level.puzzle),
        family=level.puzzle.family,
        scene=show_scene(level.puzzle.scene()),
        cost=level.cost,
        level=level.level,
        difficulty=level.level,
        other=None,
        error=None,
        seed=level.seed,
        size=task["size"],
        time=short_time(level.score, *model.time_range(level.score)) if model.timed else None,
        calibrated=model.calibrated,
        date=task["date"],
    )


TASKS = {
    "new": generate_level,
    "solve": solve,
    "explain": explain,
    "film": draw_film,
    "lab": compare_searches,
}


def _limits(task: Task) -> Limits:
    return Limits(seconds=task["seconds"], bytes=task["memory"])


def _control() -> Control:
    def report(expanded: int, bound: int | None, seconds: float) -> None:
        send("progress", events.Progress(expanded, bound, round(seconds, 2)))

    return Control(report)


def _read_tasks(tasks: queue.SimpleQueue[Task]) -> None:
    for line in sys.stdin:
        tasks.put(json.loads(line))
    os._exit(0)  # the server is gone


def main(memory: int, families: list[str]) -> None:
    """Run tasks until standard input ends; ``memory`` is the limit per search, 0 for no limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        if memory:  # a last resort, well above the limit that the searches themselves respect
            resource.setrlimit(resource.RLIMIT_AS, (3 * memory + 2**30, resource.getrlimit(resource.RLIMIT_AS)[1]))
    sys.stdout = sys.stderr  # so that output printed by a user-defined family is not taken for an event
    for path in families:
        load(path)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_read_tasks, args=(tasks,), daemon=True).start()
    send("ready", os.getpid())
    while True:  # each task in a new thread, because a thread cannot raise its priority again
        thread = threading.Thread(target=_answer, args=(tasks.get(),))
        thread.start()
        thread.join()


def _answer(task: Task) -> None:
    if nice := task.get("nice"):
        lower_priority(nice)
    answer(task)


def lower_priority(nice: int) -> None:
    """Lower the priority of this thread, or of the whole process on systems without thread priorities."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, nice)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
