"""`unjam play FILE` as people call it: the browser it starts stands before that file's level."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web_browser import browser
from web_levels import TEXTS


@pytest.mark.parametrize(
    ("text", "where", "piece"),
    [
        (TEXTS["blocks"], "/play/", ".block.big"),
        (f"{TEXTS['rushhour']}\n{TEXTS['rushhour'][::-1]}", "/open", ".lvls li"),
    ],
)
def test_play_opens_the_level_of_a_file(tmp_path: Path, text: str, where: str, piece: str) -> None:
    level, told = tmp_path / "level.txt", tmp_path / "told"
    level.write_text(text)
    fake = tmp_path / "browser"
    fake.write_text(f'#!/bin/sh\nprintf "%s" "$1" > "{told}.new" && mv "{told}.new" "{told}"\n')
    fake.chmod(0o755)
    line = [sys.executable, "-c", "from unjam.cli import main; main()", "play", str(level)]
    with subprocess.Popen(line, env={**os.environ, "BROWSER": str(fake)}, stdout=subprocess.PIPE, text=True) as server:
        try:
            for _ in range(600):
                if told.exists():
                    break
                time.sleep(0.05)
            address = told.read_text()
            assert server.stdout is not None
            assert address.rpartition("/")[0] in server.stdout.readline()
            page = browser().new_page()
            page.goto(address)
            expect(page.locator(piece).first).to_be_visible()
            assert where in page.url
            page.close()
        finally:
            server.terminate()
