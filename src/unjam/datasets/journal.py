"""The journal of a run: its settings, the sizes of its chunks, and which chunks are done.

It is a file of JSON lines. Only the parent process appends to it, each line in one write, and an incomplete last line
is ignored. The first line is ``{"run": {…}}``. The other lines are ``{"cut": 500}`` for the size of the next chunk,
``{"chunk": "…", …}`` for a finished chunk, and ``{"split": "…"}`` for a crashed chunk that is retried in parts.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..core.puzzle import Message, Unsupported
from ..parallel.scheduler import split

NAME = "manifest.jsonl"


class Journal:
    """The journal of a folder, which is created if necessary; only one process at a time can open it."""

    def __init__(self, folder: str, settings: dict[str, Any]) -> None:
        self.cuts: deque[int] = deque()
        self.done: dict[str, dict[str, Any]] = {}
        self.split: set[str] = set()
        self._parts: deque[Any] = deque()
        os.makedirs(folder, exist_ok=True)
        self._file = os.open(os.path.join(folder, NAME), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock(folder)
            with open(os.dup(self._file), "rb") as file:
                text = file.read()
            if text and not text.endswith(b"\n"):
                os.write(self._file, b"\n")
            self._read(folder, text, settings)
        except BaseException:
            os.close(self._file)
            raise

    def add(self, **line: Any) -> None:
        os.write(self._file, json.dumps(line).encode() + b"\n")

    def next_chunk(self, cut: Callable[[int], Any], size: int, recall: Callable[[dict[str, Any]], None]) -> Any:
        """Return the next unfinished chunk, with the size recorded in the journal, if any; None at the end.

        ``cut(size)`` returns a new chunk; ``recall`` is called with the journal line of each finished chunk.
        """
        while chunk := self._parts.popleft() if self._parts else self._cut(cut, size):
            name = chunk.name
            if name in self.done:
                recall(self.done[name])
            elif name in self.split:
                self._parts.extendleft(reversed(split(chunk)))
            else:
                return chunk
        return None

    def _cut(self, cut: Callable[[int], Any], size: int) -> Any:
        if self.cuts:
            return cut(self.cuts.popleft())
        if chunk := cut(size):
            self.add(cut=len(chunk))
        return chunk

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def _lock(self, folder: str) -> None:
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Unsupported(Message("{folder}: another run is writing here", folder=folder)) from None
            except OSError:
                pass  # the file system does not support locks

    def _read(self, folder: str, text: bytes, settings: dict[str, Any]) -> None:
        before: Any = None
        for raw in text.split(b"\n"):
            try:
                line = json.loads(raw)
            except ValueError:
                continue  # empty or incomplete
            if "run" in line:
                before = before or line["run"]
            elif "cut" in line:
                self.cuts.append(line["cut"])
            elif "chunk" in line:
                self.done[line["chunk"]] = line
            elif "split" in line:
                self.split.add(line["split"])
        if before is None:
            self.add(run=settings)
        elif before != json.loads(json.dumps(settings)):
            raise Unsupported(Message("{folder} contains another run: {what}; name another folder",
                                      folder=folder, what=_difference(before, settings)))  # fmt: skip


def _difference(before: dict[str, Any], now: dict[str, Any]) -> Message | str:
    """Return the differences between the settings of two runs.

    >>> print(_difference({"model": None, "any": False}, {"model": "classic", "any": True}))
    model was default and is now classic, any was False and is now True
    """
    differences: Message | str = ""
    for name in reversed({**before, **now}):
        if before.get(name) != now.get(name):
            names = {"before": _shown(before.get(name)), "now": _shown(now.get(name))}
            each = Message("{name} was {before} and is now {now}", name=name, **names)
            differences = Message("{first}, {others}", first=each, others=differences) if differences else each
    return differences


def _shown(value: Any) -> Message:
    return Message("default") if value is None else Message.plain(str(value))
