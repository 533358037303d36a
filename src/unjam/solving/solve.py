"""Solves one puzzle: picks the native core or a reference search, and replays every answer before returning it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, fields, replace
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
from ..formats.read import PuzzleLike, as_puzzle
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
    """The solution of the puzzle, replayed by its rules; proven optimal unless ``any`` is set or a limit is reached.

    By default the family's native core is used, or A* with its best heuristic if it has none. ``options`` are the
    family's own; an unknown one is an error. The puzzle may also be a level, or a text or path with one level.

    >>> solve("1 2 0 3 4 5 6 7 8").cost
    2
    """
    puzzle = as_puzzle(puzzle)
    chosen = SolveOptions(metric, algorithm, heuristic, any, limits, control, workers, options)
    return run_task(puzzle, chosen.task(type(puzzle)), watch)


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The arguments of ``solve`` and ``solve_many``; ``options`` are the family's own."""

    metric: str | None = None
    algorithm: str | None = None
    heuristic: str | None = None
    any: bool = False
    limits: Limits | None = None
    control: Control | None = None
    workers: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def is_native(self, kind: type[Puzzle]) -> bool:
        """Whether the native core is tried first."""
        return is_native(kind, self.algorithm, self.heuristic, self.any)

    def solves_together(self, kind: type[Puzzle]) -> bool:
        """Whether one call of the native core answers many puzzles of the family."""
        native = kind.native
        return self.is_native(kind) and native is not None and type(native).solve_many is not Native.solve_many

    def task(self, kind: type[Puzzle]) -> Task:
        """The validated task for a family; Unsupported names the choices if something does not exist."""
        native = kind.native or Native()
        require_workers(self.workers)
        _check(kind, native, self.algorithm, self.heuristic)
        settings = kind.settings(self.options)
        for option in kind.about.options:
            if option.native and option.name in settings and not is_native(kind, self.algorithm, self.heuristic):
                why = Message(
                    "{algorithm} does not take '{name}'; only the native search does",
                    algorithm=self.algorithm or "astar",
                    name=option.name,
                )
                raise Unsupported(why)
        return Task(
            kind.metric(self.metric),
            limits_or_default(self.limits),
            control_or_default(self.control),
            self.any,
            self.workers,
            self.algorithm,
            self.algorithm if self.algorithm in native.engines else None,
            self.heuristic,
            settings,
        )


def run_task(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """The verified result of a task, from the native core or a reference search."""
    if watch is not None and (task.algorithm == "native" or task.engine):
        why = Message("the native search does not show the positions it expands")
        raise Unsupported.choice(why, REFERENCE)
    result = None
    if watch is None and is_native(puzzle, task.algorithm, task.heuristic, task.any):
        result = puzzle.native.solve(puzzle, task) if puzzle.native else None
        if result is None and task.algorithm is not None:
            why = Message("{family} has no native solver for this", family=puzzle.family)
            raise Unsupported.choice(why, REFERENCE)
    if result is None:
        first = puzzle.native.unblock(puzzle, task) if puzzle.native and watch is None else None
        result = _search(puzzle, task, watch) if first is None else _search_after(puzzle, first, task)
    return set_puzzle(verify_result(puzzle, result), puzzle)


def run_task_on_many(puzzles: list[Puzzle], task: Task) -> list[Result]:
    """The verified results for puzzles of one family, from one call of the native core; see ``solves_together``.

    They do not hold their puzzles yet, which need not travel between processes; ``set_puzzle`` adds them.
    """
    native = puzzles[0].native
    results = native.solve_many(puzzles, task) if native else None
    if results is None:
        return [run_task(puzzle, task) for puzzle in puzzles]
    return [verify_result(puzzle, result) for puzzle, result in zip(puzzles, results, strict=True)]


def set_puzzle(result: Result, puzzle: Puzzle) -> Result:
    """Let a fresh result hold its puzzle; in place, because copying it takes as long as replaying a small board."""
    if result.puzzle is not None:
        return replace(result, puzzle=puzzle)
    object.__setattr__(result, "puzzle", puzzle)
    return result


def _search(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    """The result of a reference search."""
    algorithm, heuristic = task.algorithm, task.heuristic
    if watch is None and (dead := puzzle.dead()) is not None:
        name = algorithm or "astar"
        return Result("unsolvable", algorithm=name, heuristic=heuristic, metric=task.metric, reason=dead.message)
    if algorithm is None:
        algorithm = "greedy" if task.any and puzzle.best_heuristic != "zero" else "astar"
    start = puzzle.about.arrange(puzzle, task.options) if puzzle.about.arrange else puzzle
    if algorithm in BLIND:
        return search(algorithm)(start, task, watch)
    return search(algorithm)(start, task, watch, heuristic=puzzle.heuristic(heuristic))


def _search_after(puzzle: Puzzle, first: Result, task: Task) -> Result:
    """The result of a reference search that starts after the moves of ``first``."""
    if not first.solved:
        algorithm = task.algorithm or "astar"
        return replace(first, moves=(), cost=None, optimal=False, algorithm=algorithm, heuristic=task.heuristic)
    start = puzzle
    for move in first.moves:
        start = start.play(move)
    rest = _search(start, replace(task, limits=task.limits.less(first.seconds)))
    before = first.cost or 0
    return replace(
        rest,
        moves=(*first.moves, *rest.moves) if rest.cost is not None else (),
        cost=None if rest.cost is None else rest.cost + before,
        lower_bound=None if rest.lower_bound is None else rest.lower_bound + before,
    )


def require_workers(workers: int | None) -> None:
    """Raise Unsupported if this is not a number of workers."""
    if workers is not None and (not isinstance(workers, int) or workers < 0):
        raise Unsupported(Message("{workers} is not a number of workers; expected 1 or more", workers=repr(workers)))


def is_native(kind: Puzzle | type[Puzzle], algorithm: str | None, heuristic: str | None, any: bool = False) -> bool:
    """Whether the native core is tried first: if it is named, or if it supports the heuristic and nothing is named.

    With ``any`` the core uses no heuristic, so naming one selects a reference search.
    """
    native = kind.native or Native()
    if algorithm is None and heuristic is not None:
        return heuristic in native.heuristics and not any
    return algorithm == "native" or algorithm in (None, *native.engines)


def why_reference(puzzle: Puzzle, algorithm: str | None, heuristic: str | None, any: bool = False) -> Message | None:
    """Why a slow Python search runs although none was named; None if none runs."""
    native = puzzle.native
    if algorithm is not None or native is None:
        return None
    if is_native(puzzle, algorithm, heuristic, any):
        if not native.is_too_large(puzzle):
            return None
        why = Message("the level is too large for the native core")
        return Message("using the Python reference search: {why}", why=why)
    puzzle.heuristic(heuristic)
    if any:
        why = Message("the native core uses no heuristic when any solution will do")
    else:
        why = Message("the native core cannot use the heuristic '{heuristic}'", heuristic=heuristic)
    return Message("using the Python reference search: {why}", why=why)


def _check(kind: type[Puzzle], native: Native, algorithm: str | None, heuristic: str | None) -> None:
    known = (*ALGORITHMS, *native.engines)
    if algorithm not in (None, *known):
        raise Unsupported.choice(Message("unknown algorithm '{name}'", name=algorithm), known)
    if heuristic is not None:
        kind.heuristic(heuristic)
    if heuristic is None or algorithm in (None, *INFORMED):
        return
    if algorithm == "native" and heuristic in native.heuristics:
        return
    if algorithm == "native" and native.heuristics:
        raise Unsupported(
            Message(
                "the native search of {family} cannot use the heuristic '{heuristic}'; choose one of: {choices}, "
                "or one "
                "of the algorithms {algorithms}",
                family=kind.family,
                heuristic=heuristic,
                choices=", ".join(native.heuristics),
                algorithms=", ".join(INFORMED),
            )
        )
    why = Message("{algorithm} uses no heuristic; leave it out, or choose one of: {choices}", algorithm=algorithm,
                  choices=", ".join(INFORMED))  # fmt: skip
    raise Unsupported(why)


def solutions(
    puzzle: PuzzleLike, *, reduced: bool = False, **options: Any
) -> Generator[tuple[Move, ...], None, Result]:
    """Every solution, in the family's documented order; ``reduced`` omits those that are equal by symmetry.

    Takes the options of ``solve``. The generator's return value tells whether these were all. Unsupported if the family
    cannot list its solutions.
    """
    puzzle = as_puzzle(puzzle)
    stream = puzzle.native.solutions(puzzle, _exhaustive_task(puzzle, options), reduced) if puzzle.native else None
    if stream is None:
        raise Unsupported(Message("{family} cannot list all solutions", family=puzzle.family))
    return stream


def count_solutions(puzzle: PuzzleLike, *, reduced: bool = False, **options: Any) -> int:
    """The number of solutions; ``reduced`` counts those that are equal by symmetry once.

    Takes the options of ``solve``. LimitReached, with the count so far, if a limit is reached first; Unsupported if the
    family cannot count its solutions.

    >>> count_solutions("board 2 2\\nBar 1x2 2 turn")
    2
    """
    return count(puzzle, reduced=reduced, **options).solution_count()


def count(puzzle: PuzzleLike, *, reduced: bool = False, **options: Any) -> Result:
    """The result of counting; after a limit, its ``solutions`` is the count so far."""
    puzzle = as_puzzle(puzzle)
    result = puzzle.native.count(puzzle, _exhaustive_task(puzzle, options), reduced) if puzzle.native else None
    if result is None:
        raise Unsupported(Message("{family} cannot count its solutions", family=puzzle.family))
    return replace(result, puzzle=puzzle)


def _exhaustive_task(puzzle: Puzzle, options: dict[str, Any]) -> Task:
    if options.get("algorithm") in REFERENCE:
        why = Message("{algorithm} finds one solution, not all", algorithm=options["algorithm"])
        raise Unsupported.choice(why, ("native", *(puzzle.native.engines if puzzle.native else ())))
    common = {each.name: options.pop(each.name) for each in fields(SolveOptions) if each.name in options}
    return SolveOptions(**common, options=options).task(type(puzzle))


def verify_result(puzzle: Puzzle, result: Result) -> Result:
    """The result, after replaying its moves by the Python rules; WrongAnswer if they do not confirm it."""
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
