"""What a worker does: each task of the queue as a function that returns the result and sends what comes before it.

A task that a user is waiting for runs at normal priority, background work at a lower one. The lab lowers its priority
after its first search, when the page has something to show.
"""

from __future__ import annotations

import base64
import contextlib
import os
import traceback
from bisect import bisect_left
from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

from ...core.puzzle import Control, Limits, Message, Move, Puzzle, Stopwatch, UnjamError, Unsupported, plural
from ...core.scene import Scene
from ...core.wording import short_time
from ...formats.position_id import decode, encode
from ...generation.generate import Generated, generate
from ...generation.vary import vary
from ...rating.rate import Rating, models, rate
from ...solving.game import Game
from ...solving.review import review
from ...solving.solve import solve_in_time
from ..presenters.positions import count_cells, shipped, show_scene
from ..presenters.preview import changed_cells
from ..presenters.rating import describe_rating
from ..presenters.replay import find_moves, replay_moves
from ..presenters.skyline import run_lab
from ..wire import answers, events
from .queue import NICE, Task

RATING_SECONDS = 5.0
"""Time limit for rating a level whose solution is known."""

Send = Callable[[str, Any], None]
"""Sends an event with this name and these data."""


def answer(task: Task, send: Send) -> None:
    """Run one task and send its events; the last one is ``done`` or ``failed``."""
    if nice := task.get("nice"):
        lower_priority(nice)
    try:
        send("done", TASKS[task["task"]](task, send))
    except UnjamError as error:
        send("failed", error.message)
    except MemoryError:
        send("failed", Message("the memory allowed for one search is used up"))
    except Exception as error:  # a bug, even one in a user-defined family, must not end the worker
        traceback.print_exc()
        send("failed", Message("the search failed: {error}", error=type(error).__name__))


def solve(task: Task, send: Send) -> events.Solution:
    """Return the solution of a position, its rating, and every step of a replay."""
    puzzle = decode(task["id"])
    result = solve_in_time(puzzle, metric=task["metric"], limits=_limits(task), control=_control(send))
    if result.cost is not None and result.metric == puzzle.metric(None):  # ratings use the default metric
        rating = rate(puzzle, result=result, limits=Limits(RATING_SECONDS))
    else:
        rating = Rating(puzzle.family, "human", None, None)
    record = result.record(puzzle) | {"solutions": result.solutions, "reason": result.reason}
    parts = describe_rating(puzzle, rating), replay_moves(puzzle, result.moves)
    return events.Solution(**vars(parts[0]) | record | vars(parts[1]))


def explain(task: Task, send: Send) -> events.Explained:
    """Return the difficulty of a position with its explanation, and advice for designers."""
    puzzle = decode(task["id"])
    rating = rate(puzzle, limits=_limits(task), control=_control(send), advice=True)
    return describe_rating(puzzle, rating)


def review_game(task: Task, send: Send) -> events.Review:
    """Return how far from the goal each position of a finished game was."""
    puzzle = before = decode(task["id"])
    clock, turns = Stopwatch(), []
    for id in task["ids"]:
        turns.append(find_moves(before, [id]))
        before = decode(id)
        if task["seconds"] is not None and clock() > task["seconds"]:
            raise Unsupported("this game is too long for a review")
    optimum = None if task["optimum"] is None else [_move(each) for each in task["optimum"]]
    game = review(
        puzzle, turns, metric=task["metric"], optimum=optimum, limits=_limits(task), control=_control(send)
    )  # fmt: skip
    runs = [events.Run(run.first, run.count) for run in game.runs]
    return events.Review(game.metric, game.distances, runs, game.cost, game.best, game.proved)


def find_loss(task: Task, send: Send) -> events.Loss | None:
    """Return since which of the positions of a game no solution is left."""
    game, ends = Game(decode(task["id"])), [0]
    for id in task["ids"]:
        game.play(*find_moves(game.position, [id]))
        ends.append(len(game.moves))
    loss = game.lost_since(_limits(task), _control(send))
    return None if loss is None else events.Loss(bisect_left(ends, loss.since), loss.exact, loss.why)


def _move(move: Mapping[str, Any]) -> Move:
    row, col = move["to"]
    return Move(move["piece"], (row, col), move["turn"])


def vary_level(task: Task, send: Send) -> events.VariationsEnd:
    """Send levels that are a little harder or easier, each as a part, and return why there are not more."""
    puzzle = decode(task["id"])
    clock = Stopwatch()

    def report(tried: int, bound: int | None, seconds: float) -> None:
        send("progress", events.Progress(tried, None, round(seconds, 2)))

    control = Control(report, stop_when=lambda: clock() > task["seconds"])
    _, drawn, _ = _draw(puzzle)
    search = vary(puzzle, task["direction"], count=task["count"], control=control)
    while True:
        try:
            level = next(search)
        except StopIteration as end:
            is_late = end.value is not None and control.stopped
            return events.VariationsEnd(_limits(task).time_reached() if is_late else end.value, not is_late)
        text, scene, id = _draw(level.puzzle)
        cells = changed_cells(drawn, scene)
        part = events.Variation(
            id=id,
            text=text,
            scene=show_scene(scene, with_goal=False),
            cells=cells if 3 * len(cells) <= scene.rows * scene.cols else (),
            changes=level.changes,
            cost=level.cost,
            seconds=level.rating.seconds,
            difficulty=level.rating.difficulty,
        )
        send("part", part)


def _draw(puzzle: Puzzle) -> tuple[str, Scene, str]:
    """Return the text in which the Draw view shows a level, its scene, and the id of what it reads from it."""
    editor = puzzle.about.page().editor
    try:
        text = puzzle.storage_text() if editor is None else editor.draw(puzzle)
    except Unsupported:  # the format of the editor cannot express it
        text = puzzle.storage_text()
    drawn = type(puzzle).parse(text)
    return text, drawn.scene(), encode(drawn if editor is None else editor.level(drawn))


def estimate(task: Task, send: Send) -> events.Estimate:
    """Return what a heuristic says of a position, and the terms of its sum."""
    puzzle, metric = decode(task["id"]), task["metric"]
    name, heuristic = puzzle.heuristic(task["heuristic"])
    terms = heuristic.explain(puzzle, metric)
    return events.Estimate(name, metric, heuristic(puzzle, metric), metric in heuristic.admissible, terms)


def draw_film(task: Task, send: Send) -> str:
    """Return an animated GIF of the moves, in base 64."""
    from ...pictures.gif import gif

    return base64.b64encode(gif(_scenes(task))).decode("ascii")


def plan_film(task: Task, send: Send) -> answers.Film:
    """Return an animation of the moves that the page draws itself."""
    from ..presenters.film import show_film

    return show_film(_scenes(task))


def _scenes(task: Task) -> list[Scene]:
    """Return the scenes before, between and after the moves."""
    puzzle = decode(task["id"])
    scenes = [puzzle.scene()]
    for piece, (row, col), turn in task["moves"]:
        puzzle = puzzle.play(Move(piece, (row, col), turn))
        scenes.append(puzzle.scene())
    return scenes


def compare_searches(task: Task, send: Send) -> events.LabEnd:
    """Run searches on the skyline of a position and send the results part by part."""

    def report(part: events.LabPart) -> None:
        send("part", part)
        if isinstance(part, events.LabFigures):
            lower_priority(NICE)

    return run_lab(
        decode(task["id"]), task["searches"], task["metric"], _limits(task), _control(send), report, task["own"]
    )


def generate_level(task: Task, send: Send) -> answers.NewLevel:
    """Generate a level from the first seed that yields one.

    A level that is also shipped is skipped if there are more seeds, because the page already offers it under its title.
    The level of the day is never skipped, so that it is the same in every version.
    """
    rows, cols = map(int, task["size"].split("x"))
    clock = Stopwatch()
    control = Control(
        lambda tried, bound, seconds: send("progress", {"tried": tried, "seconds": round(clock(), 2)}),
        stop_when=None if task["seconds"] is None else _processor_time_is_up(task["seconds"]),
    )
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
    raise Unsupported("no such level was found; another seed may give one")


def _processor_time_is_up(seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether this process has used this much processor time from now on.

    Wall-clock time would be unfair on a busy machine, and a waiting user can cancel. No timer is needed, which would
    need a thread: searches ask their control often enough.
    """
    end = process_time() + seconds
    return lambda: process_time() >= end


def _new_level(level: Generated, task: Task) -> answers.NewLevel:
    model, scene = next(iter(models(type(level.puzzle)).values())), level.puzzle.scene()
    return answers.NewLevel(
        index=0,
        title=level.title if task["date"] is None else f"Level of the day, {task['date']}",
        line=1,
        id=encode(level.puzzle),
        family=level.puzzle.family,
        scene=show_scene(scene),
        cells=count_cells(scene),
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
    "review": review_game,
    "loss": find_loss,
    "estimate": estimate,
    "film": draw_film,
    "frames": plan_film,
    "vary": vary_level,
    "lab": compare_searches,
}


def _limits(task: Task) -> Limits:
    return Limits(seconds=task["seconds"], bytes=task["memory"])


def _control(send: Send) -> Control:
    def report(expanded: int, bound: int | None, seconds: float) -> None:
        send("progress", events.Progress(expanded, bound, round(seconds, 2)))

    return Control(report)


def lower_priority(nice: int) -> None:
    """Lower the priority of this thread, or of the whole process on systems without thread priorities."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, nice)
