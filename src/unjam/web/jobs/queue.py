"""The queue of searches: each runs in a worker of its own, at most one per core; the others wait.

How a worker is started is up to who makes the queue: a server starts processes, a page without a server web workers.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Any, NamedTuple, Protocol

from ...core.message import Message
from ..wire.encoding import dumps

MAX_WAITING = 64
MAX_ANSWER_BYTES = 32_000_000
"""The maximum total size of all cached results."""
NICE, NICEST = 5, 19
"""Niceness of background work: levels of recently requested kinds, and levels that may never be needed. Searches that a
user is waiting for run at normal priority."""

Task = dict[str, Any]
"""A task for a worker, as JSON; the task names are the keys of ``tasks.TASKS``."""


class Busy(Exception):
    """Raised if too many searches are waiting."""


class Event(NamedTuple):
    """An event of a search with JSON data: ``place``, ``progress``, ``part``, and finally ``done`` or ``failed``."""

    name: str
    text: str

    @classmethod
    def of(cls, name: str, data: Any) -> Event:
        return cls(name, dumps(data))

    @classmethod
    def parse(cls, line: str) -> Event:
        name, _, text = line.rstrip("\n").partition(" ")
        return cls(name, text)

    @property
    def line(self) -> str:
        """The line that a worker writes for the event: the name, a space and the JSON."""
        return f"{self.name} {self.text}\n"

    @property
    def data(self) -> Any:
        return json.loads(self.text)

    @property
    def is_last(self) -> bool:
        return self.name in ("done", "failed")

    def __str__(self) -> str:
        return f"event: {self.name}\ndata: {self.text}\n\n"


CRASHED = Event.of("failed", Message("the search process ended: it used more memory than a search is allowed"))


class Worker(Protocol):
    """Runs one task at a time, and can be killed whatever the task is doing."""

    @property
    def is_usable(self) -> bool:
        """Whether it can run another task."""

    def run(self, task: Task) -> AsyncGenerator[Event]:
        """Yield the events of the task; the last is ``done`` or ``failed``."""

    def kill(self) -> None: ...

    async def wait(self) -> None:
        """Wait until the killed worker has ended."""


StartWorker = Callable[[int | None, Sequence[str]], Awaitable[Worker]]
"""Starts a worker with a limit on the memory of a search, which knows the families and heuristics in these Python
files."""


class JobQueue:
    """Runs tasks in workers and caches their results.

    ``files`` are the Python files that every worker has to load: each defines a family or, with ``:NAME``, a heuristic.
    """

    def __init__(
        self,
        start_worker: StartWorker,
        workers: int | None = None,
        seconds: float | None = 60,
        memory: int | None = 2**30,
        files: Sequence[str] = (),
    ) -> None:
        self._start_worker = start_worker
        self.workers = workers or os.cpu_count() or 1
        self.seconds, self.memory, self.files = seconds, memory, files
        self.running = 0
        self._answers: OrderedDict[str, list[Event]] = OrderedDict()
        self._answer_bytes = 0
        self._idle: list[Worker] = []
        self._background: Worker | None = None
        self._all: set[Worker] = set()
        self._queue: list[asyncio.Event] = []
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    async def warm_up(self) -> None:
        """Start one worker in advance, unless there is one, so that the first hint does not have to wait for it."""
        if not self._all:
            self._idle.append(await self._start())

    async def _start(self) -> Worker:
        worker = await self._start_worker(self.memory, self.files)
        self._all.add(worker)
        return worker

    async def close(self) -> None:
        for worker in list(self._all):
            self._end(worker)
        await asyncio.gather(*self._ending, return_exceptions=True)

    def require_room(self) -> None:
        """Raise Busy if too many searches are waiting."""
        if len(self._queue) >= MAX_WAITING:
            raise Busy

    def stream(self, task: Task, is_final: Callable[[Any], bool]) -> AsyncGenerator[Event]:
        """Return the events of a task, immediately if its result is cached; raise Busy if the queue is full."""
        self.require_room()
        return self._stream(task, is_final)

    async def _stream(self, task: Task, is_final: Callable[[Any], bool]) -> AsyncGenerator[Event]:
        key = _cache_key(task)
        if key in self._answers:
            for event in self._answers[key]:
                yield event
            return
        parts: list[Event] = []
        async with aclosing(self.run(task)) as events:
            async for event in events:
                if event.name in ("part", "done"):
                    parts.append(event)
                if event.name == "done" and is_final(event.data):
                    self._remember(key, parts)
                yield event

    def recall(self, task: Task) -> Any | None:
        """Return the cached result of a task, or None."""
        events = self._answers.get(_cache_key(task))
        return events[-1].data if events else None

    async def run(self, task: Task) -> AsyncGenerator[Event]:
        """Yield the events of a task. If the caller stops iterating, the worker is killed, which frees its core."""
        turn = asyncio.Event()
        self._queue.append(turn)
        try:
            shown = None
            while not (self.running < self.workers and self._queue[0] is turn):
                place = self._queue.index(turn) + 1
                if place != shown:
                    yield Event("place", str(place))
                    shown = place
                turn.clear()
                await turn.wait()
            self.running += 1
        finally:
            self._queue.remove(turn)
            self._wake_queue()
        worker: Worker | None = None
        try:
            worker = self._idle.pop() if self._idle else await self._start()
            async for event in worker.run(self._limited(task)):
                last = event
                if event.name in ("progress", "part"):
                    yield event
            if worker.is_usable:
                self._idle.append(worker)
                worker = None
        finally:
            if worker is None:
                self._free_core()
            else:
                self._end(worker, frees_core=True)
        yield last

    async def run_in_background(self, task: Task, nice: int = NICEST) -> Any | None:
        """Run a task outside the queue and return its result, or None if it failed.

        A single low-priority worker runs these tasks, for one caller at a time.
        """
        worker = self._background = self._background or await self._start()
        last: Event | None = None
        try:
            async for event in worker.run({**self._limited(task), "nice": nice}):
                last = event if event.is_last else None
        finally:
            if last is None or not worker.is_usable:  # the task was cancelled, or the worker crashed
                self.end_background()
        return last.data if last is not None and last.name == "done" else None

    def end_background(self) -> None:
        """End the background worker; the next task starts a new one."""
        if self._background is not None:
            self._end(self._background)
            self._background = None

    def _remember(self, key: str, events: list[Event]) -> None:
        self._forget(key)
        self._answers[key] = events
        self._answer_bytes += _size(key, events)
        while self._answer_bytes > MAX_ANSWER_BYTES and len(self._answers) > 1:
            self._forget(next(iter(self._answers)))

    def _forget(self, key: str) -> None:
        if key in self._answers:
            self._answer_bytes -= _size(key, self._answers.pop(key))

    def _limited(self, task: Task) -> Task:
        limits = [seconds for seconds in (task.get("seconds"), self.seconds) if seconds is not None]
        return {**task, "seconds": min(limits, default=None), "memory": self.memory}

    def _wake_queue(self) -> None:
        """Wake every waiting search, so that it checks whether it can start and reports its place in the queue."""
        for turn in self._queue:
            turn.set()

    def _free_core(self) -> None:
        self.running -= 1
        self._wake_queue()

    def _end(self, worker: Worker, frees_core: bool = False) -> None:
        """Kill a worker; its core counts as free once the worker has ended."""
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        worker.kill()

        async def wait() -> None:
            await worker.wait()
            if frees_core:
                self._free_core()

        ending = asyncio.ensure_future(wait())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


def _cache_key(task: Task) -> str:
    """Return the task without its time limit: a result that is cached does not depend on it."""
    return json.dumps({name: value for name, value in task.items() if name != "seconds"})


def _size(key: str, events: Sequence[Event]) -> int:
    return len(key) + sum(len(event.text) for event in events)
