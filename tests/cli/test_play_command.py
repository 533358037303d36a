"""`unjam play FILE` opens the browser at the level of that file."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from farmer_family import write_farmer_family
from playwright.sync_api import expect
from web_browser import browser
from web_levels import TEXTS


@pytest.mark.parametrize(
    ("text", "own", "where", "piece"),
    [
        (TEXTS["blocks"], False, "/play/", ".block.big"),
        (f"{TEXTS['rushhour']}\n{TEXTS['rushhour'][::-1]}", False, "/shelf/", ".level-grid .level-card"),
        ("0000\n", True, "/play/", "[data-id=goat]"),
    ],
)
def test_play_opens_the_level_of_a_file(tmp_path: Path, text: str, own: bool, where: str, piece: str) -> None:
    level, opened = tmp_path / "level.txt", tmp_path / "opened"
    level.write_text(text)
    family = ["--family", str(write_farmer_family(tmp_path))] if own else []
    fake = tmp_path / "browser"
    fake.write_text(f'#!/bin/sh\nprintf "%s" "$1" > "{opened}.new" && mv "{opened}.new" "{opened}"\n')
    fake.chmod(0o755)
    command = [sys.executable, "-c", "from unjam.cli import main; main()", "play", str(level), *family]
    with subprocess.Popen(
        command, env={**os.environ, "BROWSER": str(fake)}, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()  # the browser is started after that
            while not opened.exists():
                assert server.poll() is None, "the server ended"
                time.sleep(0.05)
            address = opened.read_text()
            assert address.rpartition("/")[0] in line
            page = browser().new_page()
            page.goto(address)
            expect(page.locator(piece).first).to_be_visible()
            assert where in page.url
            page.close()
        finally:
            server.terminate()
