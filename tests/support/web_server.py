"""Servers of the page for all tests of a process, each on a free port of this machine."""

from __future__ import annotations

import atexit
import subprocess
import sys
import time
from functools import cache
from urllib.parse import urlsplit

import httpx

MAX_SEARCH = 120
"""Seconds that the server gives a search."""
LINE = f"""import sys
from unjam.web.server import serve
serve(seconds={MAX_SEARCH}, workers=2, ahead=False, library=sys.argv[1] or None,
      plays=sys.argv[2] or None, families=sys.argv[3:])"""


def address(*families: str, library: str = "", plays: str = "") -> str:
    """Where the server answers that knows these Python files and folders too, as http://127.0.0.1:40000."""
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
    said = process.stdout.readline()
    found = urlsplit(next(word for word in said.split() if word.startswith("http")))
    return f"http://{found.netloc}"


def running() -> int:
    """How many searches run."""
    found: int = httpx.get(f"{address()}/api/v1/health", timeout=MAX_SEARCH).json()["running"]
    return found


def calm() -> None:
    """Waits until no search runs, for less time than one that is not called off would take."""
    end = time.monotonic() + MAX_SEARCH / 2
    while running():
        assert time.monotonic() < end, "a search is still running"
        time.sleep(0.02)
