"""Runs the server inside the page as in a browser: no threads, no processes, no packages besides unjam.

    python run_browser_server.py [--modules]

It reads requests from standard input, each a line of JSON with a method, a path with its query, a body and a limit in
seconds for its search, and writes each answer as a line of JSON: the status, the media type and the body. The web
worker of a search runs in the same thread. With --modules, it only prints the names of the modules that are loaded.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import Any

ABSENT = ("PIL", "click", "duckdb", "fastapi", "pydantic", "pydantic_core", "resource", "starlette", "uvicorn")


def isolate() -> None:
    """Take from this process what a browser does not have."""

    def refuse(*arguments: Any, **named: Any) -> None:
        raise RuntimeError("a browser can start neither threads nor processes")

    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
    sys._emscripten_info = SimpleNamespace(pthreads=False)  # type: ignore[attr-defined]
    for module, names in ((threading.Thread, "start"), (subprocess.Popen, "__init__"), (os, "fork posix_spawn system")):
        for name in names.split():
            setattr(module, name, refuse)
    if hasattr(os, "setpriority"):
        del os.setpriority


class Search:
    """What the page's script gives for a search worker."""

    def __init__(self, hear: Any) -> None:
        self.hear, self.is_alive = hear, True

    def tell(self, task: str) -> None:
        asyncio.get_running_loop().call_soon(self.run, task)

    def run(self, task: str) -> None:
        from unjam.web.browser import search

        if self.is_alive:
            search.run(task, lambda line: self.is_alive and self.hear(line))

    def kill(self) -> None:
        self.is_alive = False


async def answer_requests() -> None:
    from unjam.web.browser.app import BrowserServer

    answers: dict[int, Any] = {}

    def send(id: int, kind: str, value: Any) -> None:
        answer = answers[id]
        if kind == "head":
            answer.head = value
        elif kind == "body":
            answer.body += value if isinstance(value, str) else repr(value)
        else:
            answer.is_over.set()

    server = BrowserServer(send, Search)
    for id, line in enumerate(sys.stdin):
        method, path, body, seconds = json.loads(line)
        server.state.jobs.seconds = seconds
        answer = answers[id] = SimpleNamespace(head=None, body="", is_over=asyncio.Event())
        server.handle(id, method, *path.partition("?")[::2], body)
        await answer.is_over.wait()
        print(json.dumps([answer.head["status"], answer.head["type"], answer.body]), flush=True)
    await server.close()


def print_modules() -> None:
    from unjam.web.browser import app, search

    assert app.BrowserServer
    assert search.run
    print(json.dumps(sorted(name for name, module in sys.modules.items() if module is not None)))


if __name__ == "__main__":
    isolate()
    print_modules() if "--modules" in sys.argv else asyncio.run(answer_requests())
