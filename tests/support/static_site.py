"""The page as plain files, served as anybody would: UNJAM_SITE_APP names the folder, `make site` builds it."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

APP = Path(os.environ.get("UNJAM_SITE_APP", "/nowhere"))
needs_site = pytest.mark.skipif(not APP.is_dir(), reason="UNJAM_SITE_APP names no built page: run make test-all")
PREFIX = "some/prefix"


@cache
def site_address(prefix: str = PREFIX) -> str:
    """Return the address of the page below a prefix, such as http://127.0.0.1:40000/some/prefix/."""
    folder = tempfile.TemporaryDirectory()
    at = Path(folder.name) / prefix
    at.parent.mkdir(parents=True, exist_ok=True)
    at.symlink_to(APP.resolve())
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.name],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip

    def end() -> None:
        process.terminate()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()
        folder.cleanup()

    atexit.register(end)
    assert process.stdout is not None
    port = re.search(r"port (\d+)", process.stdout.readline())
    assert port is not None
    return f"http://127.0.0.1:{port[1]}/{prefix}/"
