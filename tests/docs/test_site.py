"""The built documentation site in Chromium: UNJAM_SITE names it, `make test-all` builds it."""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web_browser import PATIENCE, PHONE, TAKE_DOWN, browser, drag, swipe

sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "site"))
import check

SITE = Path(os.environ.get("UNJAM_SITE", "/nowhere"))
pytestmark = pytest.mark.skipif(not SITE.is_dir(), reason="UNJAM_SITE names no built site: run make test-all")
LOOKS = {
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "phone by night": {**PHONE, "color_scheme": "dark"},
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site from a subfolder of a plain server."""
    root = tmp_path_factory.mktemp("server")
    shutil.copytree(SITE, root / "some" / "folder")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/folder/"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=LOOKS)
def page(request: pytest.FixtureRequest, address: str) -> Iterator[Page]:
    """Open a page; a console message or a request to another host fails the test."""
    complaints: list[str] = []
    context = browser().new_context(**LOOKS[request.param])
    site_page = context.new_page()
    site_page.set_default_timeout(PATIENCE)
    site_page.on("pageerror", lambda error: complaints.append(str(error)))
    site_page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    own = (address, "data:", "blob:")
    site_page.on("request", lambda request: None if request.url.startswith(own) else complaints.append(request.url))
    site_page.on("response", lambda got: complaints.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    yield site_page
    context.close()
    assert not complaints, complaints


def table() -> dict[str, Any]:
    recording: dict[str, Any] = json.loads((SITE / "site" / "board.json").read_text(encoding="utf-8"))
    return recording


def best_moves() -> Iterator[tuple[str, tuple[int, int], tuple[int, int], tuple[int, int]]]:
    """Yield each move of a shortest solution: the piece, its first cell, where that goes, and a cell it covers."""
    recorded, at = table(), 0
    while "best" in (row := recorded["positions"][at]):
        piece, r, c, after = row["to"][row["best"]]
        y, x = row["at"][piece]
        yield recorded["scene"]["pieces"][piece]["id"], (y, x), (r, c), (y, x)
        at = after


def opened(page: Page, address: str) -> None:
    page.goto(address + "index.html")
    page.wait_for_selector(".unjam-live .board [data-id]")
    page.locator(".unjam-live").scroll_into_view_if_needed()


def pixel(page: Page, cell: tuple[int, int]) -> tuple[float, float]:
    area = page.locator(".unjam-live .well").bounding_box()
    assert area is not None
    scene = table()["scene"]
    return area["x"] + (cell[1] + 0.5) * area["width"] / scene["cols"], area["y"] + (cell[0] + 0.5) * area[
        "height"
    ] / scene["rows"]


def still(page: Page) -> None:
    """Wait until no piece moves; the board is in a shadow tree."""
    page.evaluate("""async () => {
      const root = document.querySelector(".unjam-live").shadowRoot;
      const gliding = root.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(gliding.map((each) => each.finished));
    }""")


def test_board_is_won_by_hand(page: Page, address: str) -> None:
    opened(page, address)
    below = page.locator(".unjam-live .below")
    hand = swipe if page.evaluate("() => matchMedia('(hover: none)').matches") else drag
    moves = list(best_moves())
    page.locator(".unjam-live [role=application]").scroll_into_view_if_needed()
    for n, (_, start, end, _) in enumerate(moves, 1):
        still(page)
        hand(page, pixel(page, start), pixel(page, end))
        expect(below).to_contain_text(f"{n} move" if n < len(moves) else f"Solved in {n} moves, and nobody needs fewer")
    assert len(moves) == table()["best"]
    page.locator(".unjam-live [data-act=undo]").click()
    expect(below).to_have_text(f"{len(moves) - 1} moves so far")


def test_board_is_won_with_keys(page: Page, address: str) -> None:
    opened(page, address)
    below, game = page.locator(".unjam-live .below"), page.locator(".unjam-live .unjam")
    game.focus()
    n = 0
    for piece, (y, x), (r, c), _ in best_moves():
        page.keyboard.press(piece.lower())
        arrow = "ArrowDown" if r > y else "ArrowUp" if r < y else "ArrowRight" if c > x else "ArrowLeft"
        for _ in range(abs(r - y) + abs(c - x)):
            n += 1
            page.keyboard.press(arrow)
            expect(below).to_contain_text(f"{n} move")
    expect(below).to_contain_text("Solved in")


def test_hint_film_and_start_again(page: Page, address: str) -> None:
    opened(page, address)
    below = page.locator(".unjam-live .below")
    page.locator(".unjam-live [data-act=hint]").click()
    expect(below).to_have_text(table()["positions"][0]["said"], ignore_case=True)
    expect(page.locator(".unjam-live .ghost")).to_have_count(1)
    page.locator(".unjam-live .unjam").focus()
    page.keyboard.press("d")
    page.keyboard.press("ArrowDown")
    expect(below).to_have_text("1 move so far")
    page.locator(".unjam-live [data-act=restart]").click()
    expect(below).to_have_text("0 moves so far")
    below.evaluate(TAKE_DOWN)
    page.locator(".unjam-live [data-act=watch]").click()
    frames = table()["best"]
    page.wait_for_function("n => window.sentences.filter((each) => each.includes(' / ')).length === n", arg=frames)
    expect(below).to_have_text("0 moves so far")  # the game is where it was
    assert page.evaluate("() => window.sentences[0]").startswith(f"1 / {frames}: ")


def test_no_page_is_wider_than_the_window(page: Page, address: str) -> None:
    listings = {path for path in (SITE / "source").rglob("*.html") if path.name != "nodes.py.html"}  # one for all
    for path in sorted({*SITE.rglob("*.html")} - listings - {SITE / "404.html"}):
        name = path.relative_to(SITE).as_posix()
        page.goto(address + name, wait_until="load")
        wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} is {wide} pixels too wide"
        blind = page.evaluate(
            "() => [...document.images].filter((i) => i.complete && !i.naturalWidth).map((i) => i.src)"
        )
        assert not blind, f"{name}: {blind}"


def test_site_check_finds_broken_links_and_foreign_requests(tmp_path: Path) -> None:
    assert check.faults(SITE.resolve()) == []
    site = tmp_path.resolve()
    bad = {
        '<a href="gone.html">x</a>': "leads nowhere",
        '<a href="#nowhere">x</a>': "no such place",
        '<img src="gone.png" alt="x">': "leads nowhere",
        '<img src="a.png">': "without words",
        '<a href="/root.html">x</a>': "begins at the root",
        '<script src="https://elsewhere.example/a.js"></script>': "from elsewhere",
        '<link rel="stylesheet" href="//elsewhere.example/a.css">': "from elsewhere",
    }
    (site / "a.png").write_bytes(b"")
    for text, why in bad.items():
        check.read.cache_clear()
        (site / "index.html").write_text(f'<p id="here"><a href="#here">y</a></p>{text}', encoding="utf-8")
        (fault,) = check.faults(site)
        assert why in fault
