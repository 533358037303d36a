"""bench/first_view.py ends with one line where a server says nothing, and leaves no process behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="first_view.py drives a browser")
BENCH = Path(__file__).parents[2] / "bench"
RUN = "import sys; sys.path.insert(0, {bench!r}); import first_view; first_view.LIMIT = {limit}; first_view.main()"


@pytest.mark.skipif(sys.platform != "linux", reason="first_view.py needs Linux")
@pytest.mark.parametrize(
    ("body", "limit", "reason"),
    [("exec sleep 1000", 1, "starting {server} took more than"), ("exit 0", 100, "{server} did not start")],
)
def test_a_server_without_an_address_ends_the_run(body: str, limit: int, reason: str, tmp_path: Path) -> None:
    server = tmp_path / "server"
    server.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    server.chmod(0o755)
    done = subprocess.run(  # it returns when nothing holds its pipes any longer
        [sys.executable, "-c", RUN.format(bench=str(BENCH), limit=limit), "--unjam", str(server)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("first_view.py gave up: " + reason.format(server=server))
    assert done.stderr.count("\n") == 1
