"""Solves many puzzles in parallel: with the threads of the native core, or with processes if there are very many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, islice
from typing import Any

from ..core.cores import count_workers
from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, Limits, Puzzle, Result, Task
from ..formats.read import PuzzleLike, as_puzzles
from ..solving.solve import SolveOptions, require_workers, run_task, run_task_on_many, set_puzzle
from .scheduler import ChunkSize, CrashedLevel, Plan, run_each, run_jobs

MAX_CHUNK = 1024
"""The number of puzzles per call of the core: enough to keep all processors busy, few enough to show progress."""
CHUNK_SECONDS = 0.25
PUZZLES_ALONE = 2048
"""The number of puzzles that this process solves before it starts other processes."""


def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    metric: str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    any: bool = False,
    limits: Limits | None = None,
    control: Control | None = None,
    workers: int | None = None,
    **options: Any,
) -> Iterator[Result]:
    """Yield the results in order, computed by ``workers`` workers (default: one per core); limits are per puzzle.

    Without a memory limit, parallel searches share the free memory.
    """
    require_workers(workers)
    workers, control = count_workers(workers), control_or_default(control)
    request = SolveOptions(metric, algorithm, heuristic, any, limits_or_default(limits), control, options=options)
    for kind, group in groupby(as_puzzles(puzzles), lambda puzzle: type(puzzle)):
        if request.solves_together(kind):
            yield from _solve_together(kind, group, request, workers)
        else:
            yield from _solve_each(kind, group, request, workers)


def _make_task(kind: type[Puzzle], request: SolveOptions, at_once: int, **changes: Any) -> Task:
    """Return the task for ``at_once`` parallel searches, which share the free memory unless the request has a limit."""
    limits = limits_or_default(request.limits).with_memory_limit(at_once)
    return replace(request, limits=limits, **changes).task(kind)


def _solve_each(kind: type[Puzzle], puzzles: Iterator[Puzzle], request: SolveOptions, workers: int) -> Iterator[Result]:
    """Solve one puzzle per call; native searches run on several threads."""
    first = list(islice(puzzles, workers))
    at_once = len(first) if kind.native is not None and request.is_native(kind) else 1
    task = _make_task(kind, request, at_once)
    yield from run_each(partial(run_task, task=task), chain(first, puzzles), workers=at_once, control=task.control)


def _solve_together(
    kind: type[Puzzle], puzzles: Iterator[Puzzle], request: SolveOptions, workers: int
) -> Iterator[Result]:
    """Solve a chunk of puzzles per call of the core.

    After many puzzles, worker processes take over, because the Python code between two calls takes as long as the core.
    """
    control = control_or_default(request.control)

    def take(size: int) -> list[Puzzle]:
        return list(islice(puzzles, size))

    def solve_here(chunk: list[Puzzle]) -> list[Result]:
        return run_task_on_many(chunk, _make_task(kind, request, min(workers, len(chunk)), workers=workers))

    size, answered = ChunkSize(CHUNK_SECONDS, workers, workers, MAX_CHUNK), 0
    for chunk, results in run_jobs(Plan(take, solve_here, size), None, control):
        yield from map(set_puzzle, results, chunk)
        answered += len(chunk)
        if workers > 1 and answered >= PUZZLES_ALONE:
            break
    else:
        return
    from .pool import ProcessPool

    size = ChunkSize(CHUNK_SECONDS, max(1, size.size // workers), 1, MAX_CHUNK)
    with ProcessPool(workers) as pool:
        task = _make_task(kind, request, workers, control=pool.control, workers=1)
        plan = Plan(take, partial(run_task_on_many, task=task), size, is_ordered=True)
        for chunk, results in run_jobs(plan, pool, control):
            if isinstance(results, CrashedLevel):
                raise RuntimeError(results.reason)
            yield from map(set_puzzle, results, chunk)
