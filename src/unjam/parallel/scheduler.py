"""The loop that runs a job on many levels: it sends chunks to a pool of workers and collects the results.

A chunk is anything with a length that can be sliced, such as a list of puzzles or a range of numbers. Its size
depends on how long the previous chunks took. If a worker crashes, its chunk is retried in smaller parts, down to a
single level; if a worker crashes twice on the same level, the result is a CrashedLevel.
"""

from __future__ import annotations

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
"""The factor by which a chunk may be larger than the previous one."""
CRASH_PARTS = 8
"""The number of parts into which a crashed chunk is split."""
CHUNKS_PER_WORKER = 2
"""The number of chunks in progress per worker; more than one, so that no worker has to wait for its next chunk."""


class CrashedLevel(NamedTuple):
    """Stands in for the result of a level on which a worker crashed twice."""

    reason: str


class ChunkSize:
    """The number of levels in the next chunk, chosen so that it takes about ``target`` seconds.

    >>> size = ChunkSize(target=0.5, size=4)
    >>> size.record(4, 0.1)
    >>> size.size
    20
    """

    def __init__(self, target: float, size: int, least: int = 1, most: int | None = None) -> None:
        self.target, self.size, self.least, self.most = target, size, least, most

    def record(self, count: int, seconds: float) -> None:
        """Adapt the size to the time that a chunk of ``count`` levels took."""
        fitting = int(count * self.target / max(seconds, 1e-6))
        growth = MAX_GROWTH * max(count, self.size // MAX_GROWTH)
        self.size = max(self.least, min(self.most or MAX_CHUNK, growth, fitting))


class Plan(NamedTuple):
    """A job for ``run_jobs``: ``take(size)`` returns the next chunk, empty at the end; ``work`` computes its result.

    ``can_start`` tells whether another chunk may start now; ``on_crash`` is called with a chunk before it is split.
    """

    take: Callable[[int], Any]
    work: Callable[[Any], Any]
    size: ChunkSize
    is_ordered: bool = False
    can_start: Callable[[], bool] = lambda: True
    on_crash: Callable[[Any], None] = lambda chunk: None


def run_jobs(plan: Plan, pool: Pool | None, control: Control) -> Iterator[tuple[Any, Any]]:
    """Yield each chunk and its result or a CrashedLevel, in order or as completed; without a pool, run in this process.

    An exception in the work ends the run. Stopping the control also ends it, unless the workers notice that
    themselves. The pool is killed if chunks are still running at the end.
    """
    if pool is not None:
        yield from _Scheduler(plan, pool, control).run()
        return
    while chunk := plan.take(plan.size.size):
        answer, seconds = _timed(plan.work, chunk)
        plan.size.record(len(chunk), seconds)
        yield chunk, answer


def run_each(work: Callable[[T], A], items: Iterable[T], *, workers: int, control: Control) -> Iterator[A]:
    """Yield the results for the items in order, computed by ``workers`` threads; items are read as needed."""
    if workers == 1:
        yield from map(work, items)
        return
    from .pool import ThreadPool  # loading it takes longer than solving a small board

    rest = iter(items)
    plan = Plan(lambda size: list(islice(rest, 1)), lambda chunk: work(chunk[0]), ChunkSize(0.0, 1), is_ordered=True)
    with ThreadPool(workers, control) as pool:
        for _, answer in run_jobs(plan, pool, control):
            yield answer


def process_pool(workers: int) -> AbstractContextManager[ProcessPool | None]:
    """Return a process pool for a ``with`` block; None for one worker, as the work is then done in this process."""
    if workers <= 1:
        return nullcontext()
    from .pool import ProcessPool

    return ProcessPool(workers)


def split(chunk: Any) -> list[Any]:
    """Split a crashed chunk into smaller chunks, which are then retried."""
    size = -(-len(chunk) // CRASH_PARTS)
    return [chunk[at : at + size] for at in range(0, len(chunk), size)]


class _Job:
    """A chunk and its result; not a dataclass, because that would slow down the start of every command."""

    def __init__(self, chunk: Any, is_retry: bool = False) -> None:
        self.chunk, self.is_retry = chunk, is_retry
        self.is_done = False
        self.answer: Any = None


class _Scheduler:
    def __init__(self, plan: Plan, pool: Pool, control: Control) -> None:
        self.plan, self.pool, self.control = plan, pool, control
        self.queue: list[_Job] = []  # the jobs whose results have not been yielded yet, in order
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
            elif self.has_more and len(self.queue) < 2 * most and self.plan.can_start():
                if not (chunk := self.plan.take(self.plan.size.size)):
                    self.has_more = False
                    return
                job = _Job(chunk)
                self.queue.append(job)
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
        at = self.queue.index(job)
        self.queue[at : at + 1] = parts
        self.retries.extend(parts)

    def _pop_answered(self) -> list[_Job]:
        """Remove and return the jobs whose results can be yielded now."""
        if self.plan.is_ordered:
            answered = list(takewhile(lambda job: job.is_done, self.queue))
        else:
            answered = [job for job in self.queue if job.is_done]
        self.queue = [job for job in self.queue if job not in answered]
        return answered


def _timed(work: Callable[[Any], Any], chunk: Any) -> tuple[Any, float]:
    clock = Stopwatch()
    return work(chunk), clock()
