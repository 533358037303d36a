"""`unjam play FILE` opens the browser at the level of that file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from farmer_family import write_farmer_family
from playwright.sync_api import Page, expect
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
    level = tmp_path / "level.txt"
    level.write_text(text)
    family = ["--family", str(write_farmer_family(tmp_path))] if own else []
    with opened_page(tmp_path, str(level), *family) as page:
        expect(page.locator(piece).first).to_be_visible()
        assert where in page.url


@contextlib.contextmanager
def opened_page(folder: Path, *arguments: str) -> Iterator[Page]:
    """Run ``unjam play`` and yield the page that it opens in the browser."""
    fake, opened = folder / "browser", folder / "opened"
    fake.write_text(f'#!/bin/sh\nprintf "%s" "$1" > "{opened}.new" && mv "{opened}.new" "{opened}"\n')
    fake.chmod(0o755)
    command = [sys.executable, "-c", "from unjam.cli import main; main()", "play", *arguments]
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
            yield page
            page.close()
        finally:
            server.terminate()


HEURISTICS = """
def boxes_left(board):
    return sum(box not in board.board.goals for box in board.boxes)

def broken(board):
    return sum(
        board.nonsense for box in board.boxes)
"""


def test_lab_offers_heuristics_of_ones_own(tmp_path: Path) -> None:
    level, mine = tmp_path / "level.xsb", tmp_path / "mine.py"
    level.write_text(TEXTS["sokoban"])
    mine.write_text(HEURISTICS)
    own = [part for name in ("boxes_left", "broken") for part in ("--heuristic", f"{mine}:{name}")]
    with opened_page(tmp_path, str(level), *own) as page:
        page.wait_for_url("**/play/*")
        page.goto(page.url.replace("/play/", "/lab/") + "?search=astar&search=bfs")
        panels = page.locator(".search-panels")
        expect(page.locator(".search-panels[data-ready=true]")).to_be_visible()
        pick = panels.get_by_role("combobox")
        assert "mine.py:boxes_left" in pick.inner_text()
        pick.select_option("mine.py:boxes_left")
        expect(page.locator(".figures")).to_contain_text("mine.py:boxes_left")
        expect(page.locator(".search-panels[data-ready=true]")).to_be_visible()
        panels.get_by_role("combobox").select_option("mine.py:broken")
        note = page.locator(".lab .intro > [role=status]")
        expect(note).to_contain_text(
            "Error in mine.py, line 7: AttributeError: 'Sokoban' object has no attribute 'nonsense'"
        )
        panels.get_by_role("combobox").select_option("mine.py:boxes_left")
        expect(page.locator(".figures")).to_contain_text("mine.py:boxes_left")

        stranger = tmp_path / "stranger.py"
        stranger.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\ndef h(board):\n    return 0\n")
        id = page.url.partition("/lab/")[2].partition("?")[0]
        for name in (f"{stranger}:h", "stranger.py:h", f"{mine}:boxes_left"):
            for query in (f"lab?search=astar:{name}", f"estimate?heuristic={name}"):
                answer = page.request.get(f"{page.url.partition('/lab/')[0]}/api/v1/positions/{id}/{query}")
                assert answer.status == 404
                assert "has no heuristic" in answer.text()
        assert not (tmp_path / "ran").exists(), "the page never names a file"


def test_a_heuristic_that_cannot_be_loaded_is_reported_at_once(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(HEURISTICS)
    (tmp_path / "wrong.py").write_text("x = 1\ny = 1 / 0\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.py").write_text(HEURISTICS)
    cases = [
        (["blocking"], "'blocking' is not a function in a file"),
        ([f"{tmp_path}/mine.py:missing"], "there is no function 'missing'"),
        ([f"{tmp_path}/wrong.py:h"], "wrong.py: line 2: ZeroDivisionError"),
        (
            [f"{tmp_path}/mine.py:broken", f"{tmp_path}/other/mine.py:broken"],
            "two heuristics are called mine.py:broken",
        ),
    ]
    for names, part in cases:
        code, out, err = run("play", "--no-browser", *[word for name in names for word in ("--heuristic", name)])
        assert (code, out) == (2, "")
        assert part in err
        assert err.count("\n") == 1
