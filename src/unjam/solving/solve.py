"""Solves one puzzle: chooses the native core or a reference search, and replays every solution before returning it."""

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
    Option,
    Puzzle,
    Result,
    Stopwatch,
    Task,
    Unsupported,
    WrongAnswer,
    rules,
)
from ..formats.read import PuzzleLike, as_puzzle
from ..search import BLIND, INFORMED, run_search
from ..search.nodes import Watch

REFERENCE = (*BLIND, *INFORMED)
ALGORITHMS = ("native", *REFERENCE)
PRUNED_SEARCHES = ("bfs", "dfs", "dijkstra", *INFORMED)
"""The searches that can use pruning rules, because they only follow the branches of a position."""
PROOF_SHARE = 0.5
"""The share of the time that ``solve_in_time`` spends on proving an optimum."""


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
    """Solve the puzzle and verify the solution, which by default is proven optimal unless a limit is reached.

    By default the family's native core is used, or A* with the best heuristic if the family has no core. With ``any``,
    any solution will do. ``options`` are specific to the family; an unknown option is an error. The puzzle may also
    be a level, or a string or path with one level.

    >>> solve("1 2 0 3 4 5 6 7 8").cost
    2
    """
    puzzle = as_puzzle(puzzle)
    chosen = SolveOptions(metric, algorithm, heuristic, any, limits, control, workers, options)
    return run_task(puzzle, chosen.task(type(puzzle)), watch)


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The arguments of ``solve`` and ``solve_many``; ``options`` are specific to the family."""

    metric: str | None = None
    algorithm: str | None = None
    heuristic: str | None = None
    any: bool = False
    limits: Limits | None = None
    control: Control | None = None
    workers: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def is_native(self, kind: type[Puzzle]) -> bool:
        return is_native(kind, self.algorithm, self.heuristic, self.any)

    def solves_together(self, kind: type[Puzzle]) -> bool:
        """Return whether one call of the native core can solve many puzzles of the family."""
        native = kind.native
        if any_reference(kind, self.options) is not None:
            return False
        return self.is_native(kind) and native is not None and type(native).solve_many is not Native.solve_many

    def task(self, kind: type[Puzzle]) -> Task:
        """Return the validated task for a family; raise Unsupported with the valid choices if a setting is invalid."""
        native = kind.native or Native()
        require_workers(self.workers)
        _check(kind, native, self.algorithm, self.heuristic)
        settings = kind.settings(self.options)
        reference = any_reference(kind, settings)
        if reference is not None and self.algorithm not in (None, *PRUNED_SEARCHES):
            raise Unsupported.choice(
                Message("{name} does not take pruning rules", name=self.algorithm), PRUNED_SEARCHES
            )
        for option in kind.about.options:
            if option.native and option.name in settings and not is_native(kind, self.algorithm, self.heuristic):
                raise Unsupported(
                    Message(
                        "{algorithm} does not take '{name}'; only the native search does",
                        algorithm=self.algorithm or "astar",
                        name=option.name,
                    )
                )
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
    """Run a task with the native core or a reference search, and return the verified result."""
    if watch is not None and (task.algorithm == "native" or task.engine):
        raise Unsupported.choice(Message("the native search does not show the positions it expands"), REFERENCE)
    result = None
    is_reference = any_reference(type(puzzle), task.options) is not None
    if watch is None and not is_reference and is_native(puzzle, task.algorithm, task.heuristic, task.any):
        result = puzzle.native.solve(puzzle, task) if puzzle.native else None
        if result is None and task.algorithm is not None:
            raise Unsupported.choice(Message("{family} has no native solver for this", family=puzzle.family), REFERENCE)
    if result is None:
        first = puzzle.native.unblock(puzzle, task) if puzzle.native and watch is None else None
        result = _search(puzzle, task, watch) if first is None else _search_after(puzzle, first, task)
    return set_puzzle(verify_result(puzzle, result), puzzle)


def run_task_on_many(puzzles: list[Puzzle], task: Task) -> list[Result]:
    """Return verified results for puzzles of one family, from one call of the native core; see ``solves_together``.

    The results do not contain their puzzles, so that puzzles need not be sent back from other processes; ``set_puzzle``
    adds them.
    """
    native = puzzles[0].native
    results = native.solve_many(puzzles, task) if native else None
    if results is None:
        return [run_task(puzzle, task) for puzzle in puzzles]
    return [verify_result(puzzle, result) for puzzle, result in zip(puzzles, results, strict=True)]


def set_puzzle(result: Result, puzzle: Puzzle) -> Result:
    """Add the puzzle to the result, in place if possible, because a copy takes as long as solving a small board."""
    if result.puzzle is not None:
        return replace(result, puzzle=puzzle)
    object.__setattr__(result, "puzzle", puzzle)
    return result


def solve_in_time(
    puzzle: PuzzleLike, *, metric: str | None = None, limits: Limits | None = None, control: Control | None = None
) -> Result:
    """Find the best solution or, if there is not enough time for a proof, any good one; ``optimal`` tells which.

    Half of the time is spent on the proof, the rest on searches without one: the family's own search for any solution,
    then greedy search.

    >>> solve_in_time("1 2 0 3 4 5 6 7 8").optimal
    True
    """
    puzzle, limits = as_puzzle(puzzle), limits_or_default(limits).with_memory_limit()
    seconds, clock = limits.seconds, Stopwatch()
    proof = limits if seconds is None else replace(limits, seconds=seconds * PROOF_SHARE)
    best = solve(puzzle, metric=metric, limits=proof, control=control)
    for share, arguments in ((0.85, {"any": True}), (1.0, {"algorithm": "greedy"})):
        if best.status != "gave_up" or (best.cost is not None and "any" not in arguments):
            break
        left = limits.less(clock())
        rest = left if left.seconds is None else replace(left, seconds=left.seconds * share)
        result = solve(puzzle, metric=metric, limits=rest, control=control, **arguments)
        if result.status == "unsolvable" or (result.cost is not None and result.cost < (best.cost or result.cost + 1)):
            bound = result.lower_bound if result.optimal else best.lower_bound
            best = replace(result, lower_bound=bound, reason=result.reason or best.reason)
    if best.reason is None or seconds is None:
        return best
    return replace(best, reason=_with_total_time(best.reason, limits))


def _with_total_time(reason: Message, limits: Limits) -> Message:
    """Return the reason with the total time limit instead of one search's share."""
    total = limits.time_reached()
    if reason.template == total.template:
        return total
    parts = {
        name: _with_total_time(value, limits) for name, value in reason.values.items() if isinstance(value, Message)
    }
    return reason.fill(**parts)


def _search(puzzle: Puzzle, task: Task, watch: Watch | None = None) -> Result:
    algorithm, heuristic = task.algorithm, task.heuristic
    if watch is None and (dead := puzzle.dead()) is not None:
        name = algorithm or "astar"
        return Result("unsolvable", algorithm=name, heuristic=heuristic, metric=task.metric, reason=dead.message)
    if algorithm is None:
        algorithm = "greedy" if task.any and puzzle.best_heuristic != "zero" else "astar"
    start = puzzle.about.search_start(puzzle, task.options)
    return run_search(algorithm, start, task, watch, None if algorithm in BLIND else puzzle.heuristic(heuristic))


def _search_after(puzzle: Puzzle, first: Result, task: Task) -> Result:
    """Return the result of a reference search that starts after the moves of ``first``."""
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


def any_reference(kind: type[Puzzle], options: Mapping[str, Any]) -> Option | None:
    """Return the first of the options that only the reference searches can use."""
    return next((option for option in kind.about.options if option.reference and option.name in options), None)


def require_workers(workers: int | None) -> None:
    if workers is not None and (not isinstance(workers, int) or workers < 0):
        raise Unsupported(Message("{workers} is not a number of workers; expected 1 or more", workers=repr(workers)))


def is_native(kind: Puzzle | type[Puzzle], algorithm: str | None, heuristic: str | None, any: bool = False) -> bool:
    """Return whether the native core is tried first: it was chosen, or it is the default and supports the heuristic.

    With ``any`` the core uses no heuristic, so choosing one selects a reference search.
    """
    native = kind.native or Native()
    if algorithm is None and heuristic is not None:
        return heuristic in native.heuristics and not any
    return algorithm == "native" or algorithm in (None, *native.engines)


def why_reference(puzzle: Puzzle, algorithm: str | None, heuristic: str | None, any: bool = False) -> Message | None:
    """Return why a slow Python search runs although no algorithm was chosen; None if that is not the case."""
    native = puzzle.native
    if algorithm is not None or native is None:
        return None
    if is_native(puzzle, algorithm, heuristic, any):
        if not native.is_too_large(puzzle):
            return None
        why = Message("the level is too large for the native core")
    else:
        name, _ = puzzle.heuristic(heuristic)
        why = Message("the native core cannot use the heuristic '{heuristic}'", heuristic=name)
        if any:
            why = Message("the native core uses no heuristic when any solution will do")
    return Message("using the Python reference search: {why}", why=why)


def _check(kind: type[Puzzle], native: Native, algorithm: str | None, heuristic: str | None) -> None:
    known = (*ALGORITHMS, *native.engines)
    if algorithm not in (None, *known):
        raise Unsupported.choice(Message("unknown algorithm '{name}'", name=algorithm), known)
    if heuristic is not None:
        kind.heuristic(heuristic)
    is_followed = algorithm in (None, *INFORMED) or (algorithm == "native" and heuristic in native.heuristics)
    if heuristic is None or is_followed:
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
    raise Unsupported(Message("{algorithm} uses no heuristic; leave it out, or choose one of: {choices}",
                              algorithm=algorithm, choices=", ".join(INFORMED)))  # fmt: skip


def solutions(
    puzzle: PuzzleLike, *, reduced: bool = False, **options: Any
) -> Generator[tuple[Move, ...], None, Result]:
    """Return a generator of all solutions, in the family's documented order; ``reduced`` omits symmetric ones.

    Takes the options of ``solve``. The generator's return value tells whether the list is complete. Raises
    Unsupported if the family cannot list its solutions.
    """
    puzzle = as_puzzle(puzzle)
    stream = puzzle.native.solutions(puzzle, _exhaustive_task(puzzle, options), reduced) if puzzle.native else None
    if stream is None:
        raise Unsupported(Message("{family} cannot list all solutions", family=puzzle.family))
    return stream


def count_solutions(puzzle: PuzzleLike, *, reduced: bool = False, **options: Any) -> int:
    """Return the number of solutions; ``reduced`` counts symmetric ones only once.

    Takes the options of ``solve``. Raises LimitReached, with the count so far, if a limit is reached first, and
    Unsupported if the family cannot count its solutions.

    >>> count_solutions("board 2 2\\nBar 1x2 2 turn")
    2
    """
    return count(puzzle, reduced=reduced, **options).solution_count()


def count(puzzle: PuzzleLike, *, reduced: bool = False, **options: Any) -> Result:
    """Count the solutions; if a limit is reached, the result's ``solutions`` is the count so far."""
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
    """Replay the moves of a result by the Python rules; return the result, or raise WrongAnswer if it is wrong."""
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
