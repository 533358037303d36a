"""The manifest of a run: what was asked, where the levels were cut into chunks, and which chunks are done.

It is a file of JSON lines to which the driver alone appends, each line in one write. A line that was cut off by a kill
is none. Lines: ``{"run": {…}}`` first, ``{"cut": 500}`` for the next so many levels, ``{"chunk": "…", …}`` for a chunk
whose shard is there, ``{"split": "…"}`` for one whose process died and that is tried again in parts.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

from ..core.puzzle import Message, Unsupported

NAME = "manifest.jsonl"


class Manifest:
    """The manifest of the run in a folder, which is made where there is none; one driver at a time holds it."""

    def __init__(self, folder: str, settings: dict[str, Any]) -> None:
        self.cuts: list[int] = []
        self.done: dict[str, dict[str, Any]] = {}
        self.split: set[str] = set()
        self.others: list[dict[str, Any]] = []
        os.makedirs(folder, exist_ok=True)
        self._file = os.open(os.path.join(folder, NAME), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock(folder)
            text = self._content()
            if text and not text.endswith(b"\n"):
                os.write(self._file, b"\n")
            self._read(folder, text, settings)
        except BaseException:
            os.close(self._file)
            raise

    def add(self, **line: Any) -> None:
        """Appends a line."""
        os.write(self._file, json.dumps(line).encode() + b"\n")

    def __enter__(self) -> Manifest:
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
                pass  # a disk that knows no locks

    def _content(self) -> bytes:
        with open(os.dup(self._file), "rb") as file:
            return file.read()

    def _read(self, folder: str, text: bytes, settings: dict[str, Any]) -> None:
        begun: Any = None
        for raw in text.split(b"\n"):
            try:
                line = json.loads(raw)
            except ValueError:
                continue  # empty, or cut off
            if "run" in line:
                begun = begun or line["run"]
            elif "cut" in line:
                self.cuts.append(line["cut"])
            elif "chunk" in line:
                self.done[line["chunk"]] = line
            elif "split" in line:
                self.split.add(line["split"])
            else:
                self.others.append(line)
        if begun is None:
            self.add(run=settings)
        elif begun != json.loads(json.dumps(settings)):
            raise Unsupported(Message("{folder} holds another run: {what}; name another folder",
                                      folder=folder, what=_difference(begun, settings)))  # fmt: skip


def _difference(begun: dict[str, Any], now: dict[str, Any]) -> Message | str:
    """Where the two runs differ.

    >>> print(_difference({"model": None, "any": False}, {"model": "classic", "any": True}))
    model default, not classic, any False, not True
    """
    told: Message | str = ""
    for name in reversed({**begun, **now}):
        before, after = begun.get(name), now.get(name)
        if before != after:
            each = Message("{name} {before}, not {now}", name=name, before=_named(before), now=_named(after))
            told = Message("{first}, {others}", first=each, others=told) if told else each
    return told


def _named(value: Any) -> Message:
    """What was asked for; nothing means the default."""
    return Message("default") if value is None else Message.plain(str(value))
