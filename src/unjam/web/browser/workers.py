"""Searches in web workers: the queue's workers where no process can be started."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Protocol

from ..jobs.queue import CRASHED, Event, StartWorker, Task


class WorkerHandle(Protocol):
    """A web worker that runs ``search``; the page's script makes it."""

    def tell(self, task: str) -> None: ...

    def kill(self) -> None: ...


NewSearch = Callable[[Callable[[str], None]], WorkerHandle]
"""Starts a web worker. What it is given hears every line of ``search.run``, and an empty one if the worker fails."""


class WebWorker:
    def __init__(self, new_search: NewSearch) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._handle = new_search(self._lines.put_nowait)
        self._is_usable = True

    @property
    def is_usable(self) -> bool:
        return self._is_usable

    async def run(self, task: Task) -> AsyncGenerator[Event]:
        self._handle.tell(json.dumps(task))
        while line := await self._lines.get():
            event = Event.parse(line)
            yield event
            if event.is_last:
                return
        self.kill()
        yield CRASHED

    def kill(self) -> None:
        if self._is_usable:
            self._is_usable = False
            self._handle.kill()

    async def wait(self) -> None:
        """Return at once: a killed web worker works no more."""


def starter(new_search: NewSearch) -> StartWorker:
    async def start(memory: int | None, files: Sequence[str]) -> WebWorker:
        return WebWorker(new_search)

    return start
