"""Servers of the page, shared by the tests of a process, and a server for a single test."""

from __future__ import annotations

import atexit
import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx
from interrupts import start_interruptible

MAX_SEARCH = 120
"""Seconds that the server gives a search."""
REQUEST_TIMEOUT = 300.0
"""Seconds until an answer counts as missing: long, because the machine may be busy with other tests."""
LINE = f"""import sys
from unjam.web.server import ServerOptions, serve
serve(ServerOptions(seconds={MAX_SEARCH}, workers=2, ahead=False, library=sys.argv[1] or None,
                    plays=sys.argv[2] or None, families=sys.argv[3:]))"""


def address(*families: str, library: str = "", plays: str = "") -> str:
    """Return the address of a server with these families, library and plays, such as http://127.0.0.1:40000."""
    return _started(families, library, plays)


@cache
def _started(families: tuple[str, ...], library: str, plays: str) -> str:
    process = subprocess.Popen(
        [sys.executable, "-c", LINE, library, plays, *families], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None

    def end() -> None:
        process.terminate()
        process.wait(10)
        process.stdout.close()

    atexit.register(end)
    return f"http://{urlsplit(_first_url(process)).netloc}"


def _first_url(process: subprocess.Popen[str]) -> str:
    """Read the address that a server prints when it is ready."""
    assert process.stdout is not None
    return next(word for word in process.stdout.readline().split() if word.startswith("http"))


@contextlib.contextmanager
def own_server() -> Iterator[tuple[httpx.Client, int]]:
    """Start a server for one test; yield a client for its API and the id of its process."""
    code = "from unjam.web.server import ServerOptions, serve; serve(ServerOptions(workers=1))"
    process = start_interruptible([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        with httpx.Client(base_url=f"{_first_url(process)}api/v1", timeout=REQUEST_TIMEOUT) as client:
            yield client, process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        process.stdout.close()


def parse_events(text: str) -> list[tuple[str, Any]]:
    """Return the name and the data of each server-sent event."""
    blocks = (block.split("\n") for block in text.strip().split("\n\n"))
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


def fetch_done(client: httpx.Client, path: str) -> Any:
    """Return the data of the event "done", with which a stream ends if all goes well."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    name, data = parse_events(answer.text)[-1]
    assert name == "done", data
    return data


def running() -> int:
    """Return the number of running searches."""
    count: int = httpx.get(f"{address()}/api/v1/health", timeout=MAX_SEARCH).json()["running"]
    return count


def calm() -> None:
    """Wait until no search runs, for less time than a forgotten search would take."""
    end = time.monotonic() + MAX_SEARCH / 2
    while running():
        assert time.monotonic() < end, "a search is still running"
        time.sleep(0.02)
