"""The one door to every solver: picks native or reference, and replays every answer before it returns it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import Any

from .puzzle import IllegalMove, Limits, Puzzle, Result, Unsupported, WrongAnswer
from .search import BLIND, INFORMED, Watch, search

CHUNK = 1024
"""Puzzles handed to a native batch at a time: enough to keep every core busy, few enough to show progress."""
REFERENCE = (*BLIND, *INFORMED)
ALGORITHMS = ("native", *REFERENCE)


def solve(
    puzzle: Puzzle,
    *,
    metric: str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    any: bool = False,
    limits: Limits | None = None,
    watch: Watch | None = None,
    **options: Any,
) -> Result:
    """The solution of the puzzle, replayed by its rules; proven optimal unless ``any`` is enough or a limit came first.

    Without ``algorithm`` the native core answers where the family has one, else A* with the family's best heuristic.
    """
    metric = puzzle.metric(metric)
    limits = limits or Limits()
    _check(puzzle, algorithm, heuristic, watch is not None)
    if algorithm == "native" or (algorithm in (None, *puzzle.engines) and heuristic is None and watch is None):
        if algorithm in puzzle.engines:
            options["algorithm"] = algorithm
        if heuristic is not None:
            options["heuristic"] = heuristic
        result = puzzle.solve_native(metric=metric, limits=limits, any=any, **options)
        if result is not None:
            return replayed(puzzle, result)
        if algorithm is not None:
            raise Unsupported(f"{puzzle.family} has no native solver for this; choose one of: {_listed(REFERENCE)}")
    if watch is None and (why := puzzle.dead()) is not None:
        named = algorithm or "astar"
        return Result("unsolvable", algorithm=named, heuristic=heuristic, metric=metric, reason=why)
    if algorithm is None:
        algorithm = "greedy" if any and puzzle.best_heuristic != "zero" else "astar"
    if algorithm in BLIND:
        result = search(algorithm)(puzzle, metric, limits, watch)
    else:
        result = search(algorithm)(puzzle, metric, limits, watch, heuristic=puzzle.heuristic(heuristic))
    return replayed(puzzle, result)


def _check(puzzle: Puzzle, algorithm: str | None, heuristic: str | None, watched: bool) -> None:
    """Unsupported, in one sentence that names what there is, for a pair that nothing searches by."""
    if algorithm not in (None, *ALGORITHMS, *puzzle.engines):
        choices = _listed((*ALGORITHMS, *puzzle.engines))
        raise Unsupported(f"no algorithm '{algorithm}'; choose one of: {choices}")
    if heuristic is not None:
        puzzle.heuristic(heuristic)
    ours = algorithm == "native" or algorithm in puzzle.engines
    if watched and ours:
        raise Unsupported(f"the native search shows no positions on its way; choose one of: {_listed(REFERENCE)}")
    if heuristic is None or algorithm in (None, *INFORMED):
        return
    if algorithm == "native" and heuristic in puzzle.native_heuristics:
        return
    if algorithm == "native" and puzzle.native_heuristics:
        raise Unsupported(
            f"the native search of {puzzle.family} cannot follow '{heuristic}'; "
            f"choose one of: {_listed(puzzle.native_heuristics)}, or one of the algorithms {_listed(INFORMED)}"
        )
    raise Unsupported(f"{algorithm} follows no heuristic; leave it out, or choose one of: {_listed(INFORMED)}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def solve_many(
    puzzles: Iterable[Puzzle],
    *,
    metric: str | None = None,
    any: bool = False,
    limits: Limits | None = None,
    workers: int | None = None,
    **options: Any,
) -> Iterator[Result]:
    """The results in order, computed on ``workers`` threads (all cores by default); the limits are per puzzle."""
    workers = workers or os.cpu_count() or 1
    limits = limits or Limits()
    algorithm, heuristic = options.get("algorithm"), options.get("heuristic")
    if algorithm == "native" or (algorithm is None and heuristic is None):
        options = {name: value for name, value in options.items() if value is not None}
        for kind, group in groupby(puzzles, lambda puzzle: type(puzzle)):
            while chunk := list(islice(group, CHUNK)):
                _check(chunk[0], algorithm, heuristic, False)
                yield from _batch(kind, chunk, kind.metric(metric), any, limits, workers, options)
    else:
        for puzzle in puzzles:
            yield solve(puzzle, metric=metric, any=any, limits=limits, **options)


def _batch(
    kind: type[Puzzle],
    group: list[Puzzle],
    metric: str,
    any: bool,
    limits: Limits,
    workers: int,
    options: dict[str, Any],
) -> Iterator[Result]:
    results = kind.solve_many_native(group, metric=metric, limits=limits, any=any, workers=workers, **options)
    if results is not None:
        for puzzle, result in zip(group, results, strict=True):
            yield replayed(puzzle, result)
        return

    def one(puzzle: Puzzle) -> Result:
        return solve(puzzle, metric=metric, any=any, limits=limits, **options)

    if workers == 1 or len(group) == 1:
        yield from map(one, group)
        return
    from concurrent.futures import ThreadPoolExecutor  # costs more to load than a small board to solve

    pool = ThreadPoolExecutor(workers)
    try:
        yield from pool.map(one, group)
    except BaseException:
        limits.stop()  # the searches still running on other threads end with the one that failed
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def replayed(puzzle: Puzzle, result: Result) -> Result:
    """The same result once its moves were played by the Python rules: legal, goal reached, cost equal."""
    if result.cost is None:
        if result.moves or result.status == "solved":
            raise WrongAnswer(f"{result.algorithm} claims {result.status} without a cost")
        return result
    position, cost = puzzle, 0
    try:
        for move in result.moves:
            cost += position.cost(move, result.metric)
            position = position.play(move)
    except IllegalMove as error:
        raise WrongAnswer(f"{result.algorithm} returned an illegal move: {error}") from error
    if not position.is_solved():
        raise WrongAnswer(f"{result.algorithm} returned moves that do not solve the puzzle")
    if cost != result.cost:
        raise WrongAnswer(f"{result.algorithm} says {result.cost} {result.metric}, the replay counts {cost}")
    if result.optimal and result.lower_bound != cost:
        return replace(result, lower_bound=cost)
    return result
