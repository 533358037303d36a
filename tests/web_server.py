"""Servers of the page for all tests of a process, each on a free port of this machine."""

from __future__ import annotations

import atexit
import subprocess
import sys
from functools import cache
from urllib.parse import urlsplit

LONGEST_SEARCH = 30
"""Seconds that the server gives a search."""
LINE = f"""import sys
from unjam.web.server import serve
serve(seconds={LONGEST_SEARCH}, workers=2, families=sys.argv[1:])"""


@cache
def address(*families: str) -> str:
    """Where the server answers that knows these Python files too, for example http://127.0.0.1:40000."""
    process = subprocess.Popen([sys.executable, "-c", LINE, *families], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None

    def end() -> None:
        process.terminate()
        process.wait(10)
        process.stdout.close()

    atexit.register(end)
    said = process.stdout.readline()
    found = urlsplit(next(word for word in said.split() if word.startswith("http")))
    return f"http://{found.netloc}"
