"""The line of searches: at most one a core, each in a process of its own; the others wait and see their place."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any

from ..core.message import Message

MAX_LINE = 64
ROOM = 32_000_000
NICE, NICEST = 5, 19
"""How far work stands back for others for which nobody waits: levels of a kind that somebody plays now, and levels that
may never be asked for. On a busy machine the latter hardly get any time. A search for which somebody waits runs at the
ordinary priority, so that other programs do not starve it."""
ENDED = Message("the search process ended: it used more memory than one search may")


class Busy(Exception):
    """The line is too long to join."""


class Worker:
    """One search process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.broken = False

    @classmethod
    async def start(cls, memory: int | None, families: Sequence[str]) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "unjam.web.worker", str(memory or 0), *families,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=64_000_000,
            start_new_session=True,  # Ctrl-C in a terminal is for the server, which ends its processes itself
        )  # fmt: skip
        return cls(process)

    async def run(self, task: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """What the process says about the task, ending with ``done`` or ``failed``."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(task).encode() + b"\n")
        while True:
            line = await self.process.stdout.readline()
            if not line:
                self.broken = True
                yield {"failed": ENDED.json()}
                return
            message = json.loads(line)
            if "ready" in message:
                continue
            yield message
            if "done" in message or "failed" in message:
                return


class Searches:
    """Runs tasks in search processes and keeps the answers that can be asked for again.

    ``families`` are the Python files of families that every process has to know.
    """

    def __init__(
        self,
        workers: int | None = None,
        seconds: float | None = 60,
        memory: int | None = 2**30,
        families: Sequence[str] = (),
    ) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.seconds, self.memory, self.families = seconds, memory, families
        self.running = 0
        self.answers: OrderedDict[str, bytes] = OrderedDict()
        self._held = 0
        self._idle: list[Worker] = []
        self._aside: Worker | None = None
        self._all: set[Worker] = set()
        self._line: list[asyncio.Event] = []
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return len(self._line)

    async def warm_up(self) -> None:
        """Starts one process, so that the first hint does not wait for one."""
        self._idle.append(await self._start())

    async def _start(self) -> Worker:
        worker = await Worker.start(self.memory, self.families)
        self._all.add(worker)
        return worker

    async def close(self) -> None:
        """Ends every process."""
        for worker in list(self._all):
            self._end(worker)
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def run(self, task: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        """The events of a task: ``place`` in line, ``progress``, ``part``, and at last ``done`` or ``failed``.

        Whoever stops iterating calls the search off: its process is killed and its core is free.
        """
        turn = asyncio.Event()
        self._line.append(turn)
        try:
            shown = None
            while not (self.running < self.workers and self._line[0] is turn):
                place = self._line.index(turn) + 1
                if place != shown:
                    yield {"place": place}
                    shown = place
                turn.clear()
                await turn.wait()
            self.running += 1
        finally:
            self._line.remove(turn)
            self._move_up()
        worker: Worker | None = None
        try:
            worker = self._idle.pop() if self._idle else await self._start()
            last: dict[str, Any] = {}
            async for last in worker.run(self._bounded(task)):
                if "progress" in last or "part" in last:
                    yield last
            if worker.process.returncode is None and not worker.broken:
                self._idle.append(worker)
                worker = None
        finally:
            if worker is None:
                self._free_core()
            else:
                self._end(worker, frees=True)
        yield last

    async def aside(self, task: dict[str, Any], nice: int = NICEST) -> dict[str, Any]:
        """The last event of a task that nobody waits for: outside the line, in a process that stands back for others.

        There is one such process, which is for one caller at a time.
        """
        worker = self._aside = self._aside or await self._start()
        last: dict[str, Any] | None = None
        try:
            async for event in worker.run(self._bounded(task) | {"nice": nice}):
                last = event if "progress" not in event else None
        finally:
            if last is None or worker.broken:  # it was called off
                self.end_aside()
        return last or {"failed": ENDED.json()}

    def end_aside(self) -> None:
        """Lets that process go; the next task begins another."""
        if self._aside is not None:
            self._end(self._aside)
            self._aside = None

    def join(self) -> None:
        """Nothing, or Busy when too many wait already."""
        if len(self._line) >= MAX_LINE:
            raise Busy

    def keep(self, key: str, body: bytes) -> None:
        """Remembers an answer; the oldest leave when the room is full."""
        if key in self.answers:
            self._held -= len(self.answers.pop(key))
        self.answers[key] = body
        self._held += len(body)
        while self._held > ROOM and len(self.answers) > 1:
            self._held -= len(self.answers.popitem(last=False)[1])

    def _bounded(self, task: dict[str, Any]) -> dict[str, Any]:
        asked = task.get("seconds")
        allowed = [s for s in (asked, self.seconds) if s is not None]
        return {**task, "seconds": min(allowed) if allowed else None, "memory": self.memory}

    def _move_up(self) -> None:
        """Lets everyone in line see whether it is their turn, or what their place is now."""
        for turn in self._line:
            turn.set()

    def _free_core(self) -> None:
        self.running -= 1
        self._move_up()

    def _end(self, worker: Worker, frees: bool = False) -> None:
        """Kills a process; the core it ``frees`` counts as free once the process is really gone."""
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        if worker.process.returncode is None:
            worker.process.kill()

        async def gone() -> None:
            await worker.process.wait()
            if frees:
                self._free_core()

        ending = asyncio.ensure_future(gone())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
