"""Runs the server inside the page as in a browser: no threads, no processes, no packages besides unjam.

    python run_browser_server.py

It reads requests from standard input, each a line of JSON with a method, a path with its query, a body and a limit in
seconds for its search, and writes each answer as a line of JSON: the status, the media type and the body. The web
worker of a search runs in the same thread.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
from types import SimpleNamespace

ABSENT = ("PIL", "click", "duckdb", "fastapi", "pydantic", "pydantic_core", "resource", "starlette", "uvicorn")


def refuse(*arguments, **named):
    raise RuntimeError("a browser can start neither threads nor processes")


for name in ABSENT:
    sys.modules[name] = None
sys._emscripten_info = SimpleNamespace(pthreads=False)
threading.Thread.start = subprocess.Popen.__init__ = refuse
os.fork = os.posix_spawn = os.system = refuse
if hasattr(os, "setpriority"):
    del os.setpriority

from unjam.web.browser import search  # noqa: E402
from unjam.web.browser.app import BrowserServer  # noqa: E402

if os.environ.get("PRINT_MODULES"):
    print(json.dumps(sorted(name for name, module in sys.modules.items() if module is not None)))
    raise SystemExit


class Search:
    """What the page's script gives for a search worker."""

    def __init__(self, hear):
        self.hear, self.is_alive = hear, True

    def tell(self, task):
        asyncio.get_running_loop().call_soon(self.run, task)

    def run(self, task):
        if self.is_alive:
            search.run(task, lambda line: self.is_alive and self.hear(line))

    def kill(self):
        self.is_alive = False


async def main():
    answers = {}

    def send(id, kind, value):
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


asyncio.run(main())
