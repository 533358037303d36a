"""The server inside the page, run in this process and asked through httpx; its web workers are processes."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from queue import SimpleQueue
from typing import Any

import httpx
from web_server import REQUEST_TIMEOUT, address

from unjam.web.browser.app import BrowserServer

WORKERS = 2
LINE = """import sys
from unjam.web.browser.search import run
for task in sys.stdin:
    run(task, lambda line: (sys.stdout.write(line), sys.stdout.flush()))"""


class SearchProcess:
    """What the page's script gives for a search worker."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._process = subprocess.Popen(
            [sys.executable, "-c", LINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        threading.Thread(target=self._listen, args=(hear,), daemon=True).start()

    def _listen(self, hear: Callable[[str], None]) -> None:
        assert self._process.stdout is not None
        with self._process.stdout:
            for line in self._process.stdout:
                self._loop.call_soon_threadsafe(hear, line)
        if self._process.wait() != -9:  # it was not killed, but failed
            self._loop.call_soon_threadsafe(hear, "")

    def tell(self, task: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{task}\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        self._process.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()


class _Parts(httpx.SyncByteStream):
    """The body of an answer, part by part; whoever closes it early cancels the request."""

    def __init__(self, parts: SimpleQueue[tuple[str, Any]], cancel: Callable[[], None]) -> None:
        self._parts, self._cancel, self._is_ended = parts, cancel, False

    def __iter__(self) -> Iterator[bytes]:
        while True:
            kind, value = self._parts.get()
            if kind == "end":
                self._is_ended = True
                return
            yield value.encode() if isinstance(value, str) else value

    def close(self) -> None:
        if not self._is_ended:
            self._cancel()


class BrowserTransport(httpx.BaseTransport):
    """Sends requests to a BrowserServer, whose event loop runs in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._ids = itertools.count()
        self._parts: dict[int, SimpleQueue[tuple[str, Any]]] = {}
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        atexit.register(self._end)

    async def _start(self) -> BrowserServer:
        return BrowserServer(lambda id, kind, value: self._parts[id].put((kind, value)), SearchProcess, WORKERS)

    def _end(self) -> None:
        asyncio.run_coroutine_threadsafe(self._server.close(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        id, body = next(self._ids), request.read().decode()
        path, _, query = request.url.raw_path.decode().partition("?")
        parts = self._parts[id] = SimpleQueue()
        self._loop.call_soon_threadsafe(self._server.handle, id, request.method, path, query, body)
        _, head = parts.get()

        def cancel() -> None:
            self._loop.call_soon_threadsafe(self._server.cancel, id)

        return httpx.Response(head["status"], headers={"content-type": head["type"]}, stream=_Parts(parts, cancel))


@cache
def _transport() -> BrowserTransport:
    return BrowserTransport()


SERVERS = ("server", "browser")
"""Who can answer the API: a server, and the server inside the page."""


def connect(server: str, path: str = "") -> httpx.Client:
    """Return a client of a server with this name; the addresses of its requests begin with the path."""
    transport = _transport() if server == "browser" else None
    host = "http://page" if server == "browser" else address()
    return httpx.Client(base_url=f"{host}{path}", timeout=REQUEST_TIMEOUT, transport=transport)
