"""Searches in processes of their own: what the server starts for its queue."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Sequence

from .queue import CRASHED, Event, Task

MAX_LINE_BYTES = 64_000_000
"""The maximum size of one event from a process."""


class WorkerProcess:
    """A process that runs one task after the other; see ``worker``."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._is_broken = False

    @property
    def is_usable(self) -> bool:
        return self._process.returncode is None and not self._is_broken

    async def run(self, task: Task) -> AsyncGenerator[Event]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(task).encode() + b"\n")
        while line := await self._process.stdout.readline():
            event = Event.parse(line.decode())
            if event.name == "ready":
                continue
            yield event
            if event.is_last:
                return
        self._is_broken = True
        yield CRASHED

    def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()

    async def wait(self) -> None:
        await self._process.wait()


async def start_process(memory: int | None, files: Sequence[str]) -> WorkerProcess:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "unjam.web.jobs.worker", str(memory or 0), *files,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=MAX_LINE_BYTES,
        start_new_session=True,  # the server handles Ctrl-C and ends its processes itself
    )  # fmt: skip
    return WorkerProcess(process)
