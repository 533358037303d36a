"""The search process: reads one task a line, answers in lines of JSON, and ends when nobody listens any more.

It runs at the lowest priority, so that players are answered first, and it is killed outright when a search is called
off: that frees the core at once whatever the search was doing.
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

from ..puzzle import Limits, Move, Puzzle, Result, Scene, UnjamError
from ..rate import rate
from ..share import decode, encode
from ..solve import solve
from .positions import costs, move_json, scene_json
from .skyline import lab_json

LONGEST_REPLAY = 5_000


def say(**message: Any) -> None:
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def answer(task: dict[str, Any]) -> None:
    """Runs one task and says how it goes; the last line is ``done`` or ``failed``."""
    try:
        say(done=TASKS[task["task"]](task))
    except UnjamError as error:
        say(failed=str(error))
    except MemoryError:
        say(failed="the memory allowed for one search is used up")
    except Exception as error:  # a bug of ours must not take the process, and the line behind it, with it
        traceback.print_exc()
        say(failed=f"the search broke: {type(error).__name__}")


def solution(task: dict[str, Any]) -> dict[str, Any]:
    """The solution of a position, its difficulty, and every step of a replay."""
    puzzle = decode(task["id"])
    result = solve(puzzle, metric=task.get("metric"), limits=_limits(task))
    return {**_result_json(result), **_rating(puzzle, result), **replay(puzzle, result.moves)}


def ratings(task: dict[str, Any]) -> dict[str, Any]:
    """The difficulty of each of several positions."""
    found = {}
    for id in task["ids"]:
        puzzle = decode(id)
        found[id] = _rating(puzzle, solve(puzzle, limits=_limits(task)))["level"]
    return found


def film(task: dict[str, Any]) -> dict[str, Any]:
    """The animated picture of some moves, in base 64."""
    from ..pictures.gif import gif

    puzzle = decode(task["id"])
    scenes = [puzzle.scene()]
    for move in task["moves"]:
        puzzle = puzzle.play(Move(move["piece"], (move["to"][0], move["to"][1]), move["turn"]))
        scenes.append(puzzle.scene())
    return {"gif": base64.b64encode(gif(scenes, dark=task.get("dark", False))).decode("ascii")}


def searches(task: dict[str, Any]) -> Any:
    """Searches side by side on the skyline of a position."""
    return lab_json(decode(task["id"]), task["searches"], task["metric"], _limits(task))


TASKS = {"solve": solution, "rate": ratings, "film": film, "lab": searches}


def replay(puzzle: Puzzle, moves: tuple[Move, ...]) -> dict[str, Any]:
    """Each move in words with its cost, and what changes on the board with it."""
    words, paid, steps = [], [], []
    before = puzzle.scene()
    first = scene_json(before)
    for move in moves[:LONGEST_REPLAY]:
        words.append(puzzle.words(move))
        paid.append(costs(puzzle, move))
        puzzle = puzzle.play(move)
        after = puzzle.scene()
        steps.append({**_change(before, after), "id": encode(puzzle)})
        before = after
    return {
        "moves": [move_json(m) for m in moves[:LONGEST_REPLAY]],
        "words": words,
        "costs": paid,
        "scene": first,
        "steps": steps,
    }


def _change(before: Scene, after: Scene) -> dict[str, Any]:
    was = {piece.id: piece for piece in before.pieces}
    here = {piece.id for piece in after.pieces}
    changed = {piece.id for piece in after.pieces if was.get(piece.id) != piece}
    painted = scene_json(after, whole=False)["pieces"]
    waiting = [piece.id for piece in after.waiting] if before.waiting or after.waiting else None
    return {
        "gone": [id for id in was if id not in here],
        "now": [piece for piece in painted if piece["id"] in changed],
        "waiting": waiting,
    }


def _result_json(result: Result) -> dict[str, Any]:
    return {
        "status": result.status,
        "cost": result.cost,
        "lower_bound": result.lower_bound,
        "optimal": result.optimal,
        "expanded": result.expanded,
        "generated": result.generated,
        "seconds": result.seconds,
        "metric": result.metric,
        "reason": result.reason,
        "solutions": result.solutions,
    }


def _rating(puzzle: Puzzle, result: Result) -> dict[str, Any]:
    if not result.optimal:
        return {"level": None, "score": None}
    rating = rate(puzzle, result=result)
    return {"level": rating.level, "score": rating.score}


def _limits(task: dict[str, Any]) -> Limits:
    def report(expanded: int, bound: int | None, seconds: float) -> None:
        say(progress={"expanded": expanded, "bound": bound, "seconds": round(seconds, 2)})

    return Limits(seconds=task.get("seconds"), bytes=task.get("memory"), report=report)


def _listen(tasks: queue.SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin:
        tasks.put(json.loads(line))
    os._exit(0)  # the server is gone, and with it every reason to go on searching


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(19)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        room = int(os.environ.get("UNJAM_WORKER_MEMORY", "0"))
        if room:  # a last resort well above what a search is told to keep to
            resource.setrlimit(resource.RLIMIT_AS, (3 * room + 2**30, resource.getrlimit(resource.RLIMIT_AS)[1]))
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    say(ready=os.getpid())
    while True:
        answer(tasks.get())


if __name__ == "__main__":
    main()
