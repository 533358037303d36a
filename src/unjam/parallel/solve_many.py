"""Many puzzles at once: in chunks, on several workers, answered in order.

The native core lets other threads run while it searches, so workers are threads; work that Python itself does much of
goes to processes (``apart``). Work that raises ends the whole batch: searches still running elsewhere are told to stop
and are waited for.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import groupby, islice
from typing import Any, TypeVar

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, Limits, Puzzle, Result, Stopwatch, Task
from ..formats.read import PuzzleLike, as_puzzles
from ..solving.solve import SolveOptions, is_native, require_workers, run_task, verify_result

T = TypeVar("T")
R = TypeVar("R")

CHUNK = 1024
"""Puzzles handed to the core at a time, at most: enough to keep every core busy, few enough to show progress."""
FEW = 2048
"""So many puzzles are answered by threads before processes are begun."""
SHORT, LONG = 0.1, 0.5
"""Seconds for one call of the core: after a shorter one the next takes more puzzles, after a longer one fewer."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(work: Callable[[T], R], items: Iterable[T], *, workers: int, control: Control) -> Iterator[R]:
    """What the work gives for each item, in order, so many at a time; items are taken as they are needed."""
    if workers == 1:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # costs more to load than a small board to solve

    pool = ThreadPoolExecutor(workers)
    under_way: deque[Future[R]] = deque()
    rest = iter(items)
    try:
        while True:
            under_way.extend(pool.submit(work, item) for item in islice(rest, 2 * workers - len(under_way)))
            if not under_way:
                return
            yield under_way.popleft().result()
    except BaseException:
        control.stop()  # the searches still running on other threads end with the one that failed
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def next_size(size: int, seconds: float, workers: int) -> int:
    """How many puzzles the core gets after so many took it so long; it grows quickly, for every call has its price.

    >>> next_size(2, 0.001, 2), next_size(2, 0.04, 2), next_size(32, 0.2, 2), next_size(32, 0.9, 2)
    (32, 5, 32, 16)
    """
    if seconds < SHORT:
        return min(CHUNK, 16 * size, max(2 * size, int(size * SHORT / max(seconds, 1e-6))))
    return max(4 * workers, size // 2) if seconds > LONG else size


def apart(
    work: Callable[[T, Control], R],
    items: Iterable[T],
    *,
    workers: int,
    control: Control,
    room: Callable[[], int] | None = None,
) -> Iterator[R]:
    """The same in fresh processes, in order; a process that dies ends the batch.

    Once the batch is stopped or closed the processes end at once, and what they were doing is dropped. ``room`` says
    how many items may be under way now. Work, items and answers are pickled; what a fresh process cannot import, such
    as a family of the caller's main module, is worked on by threads here.
    """
    if workers == 1:
        for item in items:
            if control.stopped:
                return
            yield work(item, control)
        return
    from concurrent.futures import Future
    from concurrent.futures import TimeoutError as NotYet

    from .pool import Processes

    pool, here = Processes(workers), Control()
    under_way: deque[Future[R]] = deque()
    rest = iter(items)
    try:
        while not control.stopped:
            most = 2 * workers if room is None else min(2 * workers, room())
            free = max(0, most - len(under_way))
            under_way.extend(pool.submit(work, item, here) for item in islice(rest, free))
            if not under_way:
                return
            with suppress(NotYet):
                under_way[0].result(timeout=0.05)
            if under_way[0].done():
                yield under_way.popleft().result()
    finally:
        here.stop()
        pool.drop()


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
    """The results in order, computed on ``workers`` threads (all cores by default); the limits are per puzzle.

    Without a memory limit the puzzles that are searched at the same time share what is free.
    """
    require_workers(workers)
    workers, control = workers or cores(), control_or_default(control)
    for kind, group in groupby(as_puzzles(puzzles), lambda puzzle: type(puzzle)):
        native = kind.native if is_native(kind, algorithm, heuristic, any) else None
        size, answered = workers, 0
        while chunk := list(islice(group, size)):
            clock = Stopwatch()
            at_once = min(workers, len(chunk)) if native else 1
            own = limits_or_default(limits).settled(at_once)
            task = SolveOptions(metric, algorithm, heuristic, any, own, control, workers, options).task(kind)
            results = native.solve_many(chunk, task) if native else None
            seconds = clock()
            size = next_size(size, seconds, workers)
            if results is None:
                yield from each(
                    partial(run_task, task=replace(task, workers=None)), chunk, workers=at_once, control=control
                )
                continue
            for puzzle, result in zip(chunk, results, strict=True):
                yield replace(verify_result(puzzle, result), puzzle=puzzle)
            answered += len(chunk)
            if workers > 1 and answered >= FEW:
                yield from _solved_apart(group, task, max(1, size // workers))


def _solved_apart(puzzles: Iterator[Puzzle], task: Task, size: int) -> Iterator[Result]:
    """The answers from processes of their own, for what Python does takes as long as the core."""
    workers = task.workers or 1
    sizes = [size]
    sent: deque[list[Puzzle]] = deque()

    def chunks() -> Iterator[list[Puzzle]]:
        while chunk := list(islice(puzzles, sizes[0])):
            sent.append(chunk)
            yield chunk

    work = partial(_solve_chunk, task=replace(task, workers=1))
    for results, seconds in apart(work, chunks(), workers=workers, control=task.control):
        sizes[0] = next_size(sizes[0], seconds, 1)
        for puzzle, result in zip(sent.popleft(), results, strict=True):
            yield replace(result, puzzle=puzzle)  # here, so that no puzzle travels back from the worker


def _solve_chunk(puzzles: list[Puzzle], control: Control, *, task: Task) -> tuple[list[Result], float]:
    clock = Stopwatch()
    native = puzzles[0].native
    assert native is not None
    results = native.solve_many(puzzles, replace(task, control=control))
    assert results is not None
    return [verify_result(puzzle, result) for puzzle, result in zip(puzzles, results, strict=True)], clock()
