"""The loop behind every job over many levels: chunks go to a pool of workers, answers come back.

A chunk is anything with a length that can be sliced: a list of puzzles, levels of files, numbered streams. Its size
follows from how long the last ones took. A worker that dies costs its chunk: that is tried again in smaller parts, down
to a single level, and a level on which a worker died twice is answered with CrashedLevel.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..core.limits import Control, Stopwatch
from ..core.puzzle import Unsupported

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .pool import Pool, ProcessPool

T = TypeVar("T")
A = TypeVar("A")

MAX_CHUNK = 8192
MAX_GROWTH = 8
"""By which factor a chunk may be larger than the last one."""
CRASH_PARTS = 8
"""Number of parts a crashed chunk is split into."""
CHUNKS_PER_WORKER = 2
"""In flight, so that no worker waits for its next chunk."""


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class CrashedLevel(NamedTuple):
    """In place of an answer: the worker died on this one level, twice."""

    reason: str


class ChunkSize:
    """How many levels the next chunk has, so that it takes about ``target`` seconds.

    >>> size = ChunkSize(target=0.5, size=4)
    >>> size.record(4, 0.1)
    >>> size.size
    20
    """

    def __init__(self, target: float, size: int, least: int = 1, most: int | None = None) -> None:
        self.target, self.size, self.least, self.most = target, size, least, most

    def record(self, count: int, seconds: float) -> None:
        """Take in that a chunk of ``count`` levels took so long."""
        fitting = int(count * self.target / max(seconds, 1e-6))
        growth = MAX_GROWTH * max(count, self.size // MAX_GROWTH)
        self.size = max(self.least, min(self.most or MAX_CHUNK, growth, fitting))


class Plan(NamedTuple):
    """What ``run_jobs`` does: ``work`` on each chunk that ``take`` returns for a size, until it returns nothing.

    ``can_start`` says whether another chunk may begin now; ``on_crash`` is called with one that is tried in parts.
    """

    take: Callable[[int], Any]
    work: Callable[[Any], Any]
    size: ChunkSize
    is_ordered: bool = False
    can_start: Callable[[], bool] = lambda: True
    on_crash: Callable[[Any], None] = lambda chunk: None


def run_jobs(plan: Plan, pool: Pool | None, control: Control) -> Iterator[tuple[Any, Any]]:
    """Each chunk with its answer or a CrashedLevel, in order or as they come; without a pool the work is done here.

    Work that raises ends the run. So does a stopped control, unless the workers see it themselves. Whatever is under
    way when the run ends is dropped with the pool.
    """
    if pool is not None:
        yield from _Scheduler(plan, pool, control).run()
        return
    while chunk := plan.take(plan.size.size):
        answer, seconds = _timed(plan.work, chunk)
        plan.size.record(len(chunk), seconds)
        yield chunk, answer


def run_each(work: Callable[[T], A], items: Iterable[T], *, workers: int, control: Control) -> Iterator[A]:
    """What the work gives for each item, in order, on ``workers`` threads; items are taken as they are needed."""
    if workers == 1:
        yield from map(work, items)
        return
    from .pool import ThreadPool  # costs more to load than a small board to solve

    rest = iter(items)
    plan = Plan(lambda size: list(islice(rest, 1)), lambda chunk: work(chunk[0]), ChunkSize(0.0, 1), is_ordered=True)
    with ThreadPool(workers, control) as pool:
        for _, answer in run_jobs(plan, pool, control):
            yield answer


def process_pool(workers: int) -> AbstractContextManager[ProcessPool | None]:
    """A pool of processes; nothing for a single worker, whose work is done here."""
    if workers <= 1:
        return nullcontext()
    from .pool import ProcessPool

    return ProcessPool(workers)


def split(chunk: Any) -> list[Any]:
    """The chunk in the parts in which it is tried again."""
    size = -(-len(chunk) // CRASH_PARTS)
    return [chunk[at : at + size] for at in range(0, len(chunk), size)]


class _Job:
    """A chunk on its way; these two are plain classes because every command imports them."""

    def __init__(self, chunk: Any, is_retry: bool = False) -> None:
        self.chunk, self.is_retry = chunk, is_retry
        self.is_done = False
        self.answer: Any = None


class _Scheduler:
    def __init__(self, plan: Plan, pool: Pool, control: Control) -> None:
        self.plan, self.pool, self.control = plan, pool, control
        self.line: list[_Job] = []  # every job whose answer was not handed over yet, in order
        self.running: dict[Future[tuple[Any, float]], _Job] = {}
        self.retries: deque[_Job] = deque()
        self.has_more = True

    def run(self) -> Iterator[tuple[Any, Any]]:
        from concurrent.futures import FIRST_COMPLETED, wait

        try:
            while True:
                self._start_jobs()
                if not self.running:
                    return
                for future in wait(self.running, timeout=0.1, return_when=FIRST_COMPLETED).done:
                    self._finish(self.running[future], future)
                    del self.running[future]
                for job in self._pop_answered():
                    yield job.chunk, job.answer
                if self._is_stopped():
                    return
        finally:
            if self.running:
                self.pool.kill()

    def _is_stopped(self) -> bool:
        return self.control.stopped and not self.pool.sees_control

    def _start_jobs(self) -> None:
        most = CHUNKS_PER_WORKER * self.pool.size
        while len(self.running) < most and not self._is_stopped():
            if self.retries:
                job = self.retries.popleft()
            elif self.has_more and len(self.line) < 2 * most and self.plan.can_start():
                if not (chunk := self.plan.take(self.plan.size.size)):
                    self.has_more = False
                    return
                job = _Job(chunk)
                self.line.append(job)
            else:
                return
            self.running[self.pool.submit(_timed, self.plan.work, job.chunk)] = job

    def _finish(self, job: _Job, future: Future[tuple[Any, float]]) -> None:
        from concurrent.futures import CancelledError

        try:
            job.answer, seconds = future.result()
            self.plan.size.record(len(job.chunk), seconds)
        except CancelledError:
            raise Unsupported("the scheduler is gone; once it is back, run the same command to continue") from None
        except self.pool.crash_errors as error:
            if len(job.chunk) > 1 or not job.is_retry:
                self._retry(job)
                return
            job.answer = CrashedLevel(str(error))
        job.is_done = True

    def _retry(self, job: _Job) -> None:
        if self._is_stopped():
            return
        self.plan.on_crash(job.chunk)
        parts = [_Job(part, is_retry=True) for part in split(job.chunk)]
        at = self.line.index(job)
        self.line[at : at + 1] = parts
        self.retries.extend(parts)

    def _pop_answered(self) -> list[_Job]:
        """Take the jobs off the line whose answers can be handed over."""
        if self.plan.is_ordered:
            answered = list(takewhile(lambda job: job.is_done, self.line))
        else:
            answered = [job for job in self.line if job.is_done]
        self.line = [job for job in self.line if job not in answered]
        return answered


def _timed(work: Callable[[Any], Any], chunk: Any) -> tuple[Any, float]:
    clock = Stopwatch()
    return work(chunk), clock()
