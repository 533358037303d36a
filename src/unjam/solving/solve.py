"""The one door to every solver: picks native or reference, and replays every answer before it returns it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import (
    Control,
    IllegalMove,
    Limits,
    Message,
    Move,
    Native,
    Puzzle,
    Result,
    Task,
    Unsupported,
    WrongAnswer,
    rules,
)
from ..formats.read import PuzzleLike, one
from ..search import BLIND, INFORMED, Watch, search

REFERENCE = (*BLIND, *INFORMED)
ALGORITHMS = ("native", *REFERENCE)


def solve(
    puzzle: PuzzleLike,
    *,
    metric: str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    any: bool = False,
    limits: Limits | None = None,
    control: Control | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
    **options: Any,
) -> Result:
    """The solution of the puzzle, replayed by its rules; proven optimal unless ``any`` is enough or a limit came first.

    Without ``algorithm`` the native core answers where the family has one, else A* with the family's best heuristic.
    ``options`` are the family's own; an unknown one is refused. A level of a file will do as the puzzle, and so will a
    text or a path with one level.

    >>> solve("1 2 0 3 4 5 6 7 8").cost
    2
    """
    puzzle = one(puzzle)
    task = make_task(type(puzzle), metric, algorithm, heuristic, any, limits, control, workers, options)
    return replace(_solved(puzzle, task, algorithm, heuristic, any, watch), puzzle=puzzle)


def _solved(
    puzzle: Puzzle, task: Task, algorithm: str | None, heuristic: str | None, any: bool, watch: Watch | None
) -> Result:
    if watch is not None and (algorithm == "native" or task.engine):
        why = Message("the native search does not show the positions it expands")
        raise Unsupported.choice(why, REFERENCE)
    if is_native(puzzle, algorithm, heuristic, any) and watch is None:
        result = puzzle.native.solve(puzzle, task) if puzzle.native else None
        if result is not None:
            return verify_result(puzzle, result)
        if algorithm is not None:
            why = Message("{family} has no native solver for this", family=puzzle.family)
            raise Unsupported.choice(why, REFERENCE)
    first = puzzle.native.unblock(puzzle, task) if puzzle.native and watch is None else None
    if first is not None:
        return verify_result(puzzle, _unblocked(puzzle, first, task, algorithm, heuristic, any))
    return verify_result(puzzle, _searched(puzzle, task, algorithm, heuristic, any, watch))


def _searched(
    puzzle: Puzzle, task: Task, algorithm: str | None, heuristic: str | None, any: bool, watch: Watch | None
) -> Result:
    """The answer of a reference search."""
    if watch is None and (dead := puzzle.dead()) is not None:
        named = algorithm or "astar"
        return Result("unsolvable", algorithm=named, heuristic=heuristic, metric=task.metric, reason=dead.message)
    if algorithm is None:
        algorithm = "greedy" if any and puzzle.best_heuristic != "zero" else "astar"
    start = puzzle.about.arrange(puzzle, task.options) if puzzle.about.arrange else puzzle
    if algorithm in BLIND:
        return search(algorithm)(start, task, watch)
    return search(algorithm)(start, task, watch, heuristic=puzzle.heuristic(heuristic))


def _unblocked(
    puzzle: Puzzle, first: Result, task: Task, algorithm: str | None, heuristic: str | None, any: bool
) -> Result:
    """The answer of a reference search that begins after the moves which have to come first."""
    if not first.solved:
        return replace(first, moves=(), cost=None, optimal=False, algorithm=algorithm or "astar", heuristic=heuristic)
    start = puzzle
    for move in first.moves:
        start = start.play(move)
    rest = _searched(start, replace(task, limits=task.limits.less(first.seconds)), algorithm, heuristic, any, None)
    before = first.cost or 0
    return replace(
        rest,
        moves=(*first.moves, *rest.moves) if rest.cost is not None else (),
        cost=None if rest.cost is None else rest.cost + before,
        lower_bound=None if rest.lower_bound is None else rest.lower_bound + before,
    )


def make_task(
    kind: type[Puzzle],
    metric: str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    any: bool = False,
    limits: Limits | None = None,
    control: Control | None = None,
    workers: int | None = None,
    options: dict[str, Any] | None = None,
) -> Task:
    """The checked task; Unsupported, in one sentence that names what there is, for what nothing searches by."""
    engines = kind.native.engines if kind.native else ()
    require_workers(workers)
    _check(kind, kind.native or Native(), algorithm, heuristic)
    settings = kind.settings(options or {})
    for option in kind.about.options:
        if option.native and option.name in settings and not is_native(kind, algorithm, heuristic):
            why = Message(
                "{algorithm} does not take '{name}'; only the native search does",
                algorithm=algorithm or "astar",
                name=option.name,
            )
            raise Unsupported(why)
    return Task(
        kind.metric(metric),
        limits_or_default(limits),
        control_or_default(control),
        any,
        workers,
        algorithm if algorithm in engines else None,
        heuristic,
        settings,
    )


def require_workers(workers: int | None) -> None:
    """Nothing, or Unsupported where this is no number of workers."""
    if workers is not None and (not isinstance(workers, int) or workers < 0):
        raise Unsupported(Message("no number of workers: {workers}; expected 1 or more", workers=repr(workers)))


def is_native(kind: Puzzle | type[Puzzle], algorithm: str | None, heuristic: str | None, any: bool = False) -> bool:
    """Whether the native core is asked first: by name, or because nothing else is and it can follow the heuristic.

    Where any solution will do the core has ways of its own, so there a heuristic is for the reference searches.
    """
    native = kind.native or Native()
    if algorithm is None and heuristic is not None:
        return heuristic in native.heuristics and not any
    return algorithm == "native" or algorithm in (None, *native.engines)


def why_reference(puzzle: Puzzle, algorithm: str | None, heuristic: str | None, any: bool = False) -> Message | None:
    """Why a slower search in Python runs although none was asked for by name; None where that is not so."""
    native = puzzle.native
    if algorithm is not None or native is None:
        return None
    if is_native(puzzle, algorithm, heuristic, any):
        if not native.is_too_large(puzzle):
            return None
        why = Message("the level is too large for the native core")
        return Message("the Python reference search runs: {why}", why=why)
    puzzle.heuristic(heuristic)
    if any:
        why = Message("the native core follows no heuristic where any solution will do")
    else:
        why = Message("the native core does not follow '{heuristic}'", heuristic=heuristic)
    return Message("the Python reference search runs: {why}", why=why)


def _check(kind: type[Puzzle], native: Native, algorithm: str | None, heuristic: str | None) -> None:
    known = (*ALGORITHMS, *native.engines)
    if algorithm not in (None, *known):
        raise Unsupported.choice(Message("no algorithm '{name}'", name=algorithm), known)
    if heuristic is not None:
        kind.heuristic(heuristic)
    if heuristic is None or algorithm in (None, *INFORMED):
        return
    if algorithm == "native" and heuristic in native.heuristics:
        return
    if algorithm == "native" and native.heuristics:
        raise Unsupported(
            Message(
                "the native search of {family} cannot follow '{heuristic}'; choose one of: {choices}, or one of the "
                "algorithms {algorithms}",
                family=kind.family,
                heuristic=heuristic,
                choices=", ".join(native.heuristics),
                algorithms=", ".join(INFORMED),
            )
        )
    why = Message("{algorithm} follows no heuristic; leave it out, or choose one of: {choices}", algorithm=algorithm,
                  choices=", ".join(INFORMED))  # fmt: skip
    raise Unsupported(why)


def solutions(puzzle: PuzzleLike, *, reduced: bool = False, **asking: Any) -> Generator[tuple[Move, ...], None, Result]:
    """Every solution, streamed in the family's documented order; ``reduced`` leaves out those alike by symmetry.

    Takes what ``solve`` takes. The generator's return value says whether these were all. Unsupported where a family
    cannot list its solutions.
    """
    puzzle = one(puzzle)
    found = puzzle.native.solutions(puzzle, _asked(puzzle, asking), reduced) if puzzle.native else None
    if found is None:
        raise Unsupported(Message("{family} cannot list all solutions", family=puzzle.family))
    return found


def count_solutions(puzzle: PuzzleLike, *, reduced: bool = False, **asking: Any) -> int:
    """How many solutions there are; ``reduced`` counts those alike by symmetry once.

    Takes what ``solve`` takes. LimitReached, which says how many there are at least, where a limit came first;
    Unsupported where a family cannot count its solutions.

    >>> count_solutions("board 2 2\\nBar 1x2 2 turn")
    2
    """
    return count(puzzle, reduced=reduced, **asking).solution_count()


def count(puzzle: PuzzleLike, *, reduced: bool = False, **asking: Any) -> Result:
    """The same as a Result with what the search took; its ``solutions`` are those so far where a limit came first."""
    puzzle = one(puzzle)
    found = puzzle.native.count(puzzle, _asked(puzzle, asking), reduced) if puzzle.native else None
    if found is None:
        raise Unsupported(Message("{family} cannot count its solutions", family=puzzle.family))
    return replace(found, puzzle=puzzle)


def _asked(puzzle: Puzzle, asking: dict[str, Any]) -> Task:
    ours = ("metric", "algorithm", "heuristic", "any", "limits", "control", "workers")
    own = {name: value for name, value in asking.items() if name not in ours}
    if asking.get("algorithm") in REFERENCE:
        why = Message("{algorithm} finds one solution, not all", algorithm=asking["algorithm"])
        raise Unsupported.choice(why, ("native", *(puzzle.native.engines if puzzle.native else ())))
    return make_task(type(puzzle), **{name: asking[name] for name in ours if name in asking}, options=own)


def verify_result(puzzle: Puzzle, result: Result) -> Result:
    """The same result once its moves were played by the Python rules: legal, goal reached, cost equal."""
    if result.cost is None:
        if result.moves or result.status == "solved":
            raise WrongAnswer(f"{result.algorithm} claims {result.status} without a cost")
        return result
    position, cost, metric = puzzle, 0, result.metric
    play = rules(type(puzzle))
    try:
        for move in result.moves:
            cost += position.cost(move, metric)
            position = play(position, move)
    except IllegalMove as error:
        raise WrongAnswer(f"{result.algorithm} returned an illegal move: {error}") from error
    if not position.is_solved():
        raise WrongAnswer(f"{result.algorithm} returned moves that do not solve the puzzle")
    if cost != result.cost:
        raise WrongAnswer(f"{result.algorithm} says {result.cost} {result.metric}, the replay counts {cost}")
    if result.optimal and result.lower_bound != cost:
        return replace(result, lower_bound=cost)
    return result
