"""Takes the pictures of the page that the README shows: python tools/make_page_pictures.py.

Needs playwright, Pillow and a Chromium.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from unjam.families import FAMILIES
from unjam.formats.position_id import encode
from unjam.formats.read import as_puzzle

OUT = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
WINDOW, SCALE = {"width": 1280, "height": 800}, 0.75
KNOWS_RULES = f"localStorage.setItem('unjam.rules', '{json.dumps([*FAMILIES])}')"
IS_STILL = """() => document.getAnimations().every((each) =>
  each.playState !== "running" || each.effect.getTiming().iterations === Infinity)"""


@contextmanager
def serve() -> Iterator[str]:
    """Start a server; yield its address."""
    command = [str(Path(sys.executable).with_name("unjam")), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        match = re.search(r"http://\S+", server.stdout.readline())
        assert match is not None
        try:
            yield match[0].rstrip("/")
        finally:
            server.terminate()


def play(page: Page) -> None:
    """A game with the second step of a hint."""
    page.locator(".rate .meter i").wait_for()
    for words in ("Look at", "to go"):
        page.locator("#main-button").click()
        page.locator(".below", has_text=words).wait_for()


def watch(page: Page) -> None:
    page.locator(".score .piece").first.wait_for()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.locator(".score[aria-valuenow='5']").wait_for()


def draw(page: Page) -> None:
    """A copy of a level, with proposals that are harder."""
    page.get_by_role("button", name="Make it harder").click()
    page.locator(".proposals button").nth(2).wait_for()


def pack(page: Page) -> None:
    """One piece is locked, one is placed, the third is in hand."""
    page.locator(".rate .meter i").wait_for()
    for n, done in enumerate(("Enter", "Control"), 1):
        page.keyboard.press(str(n))
        page.locator(".star").first.wait_for()
        for _ in range(n):  # to the first asterisk, and to the second
            page.keyboard.press("ArrowRight")
        page.keyboard.press(" ")
        page.locator(".piece.tried").wait_for()
        page.keyboard.press(done)
        page.locator(f".board .piece:not(.tried) >> nth={n - 1}").wait_for()
    page.keyboard.press("3")
    page.locator(".star").first.wait_for()


PICTURES: dict[str, tuple[str, str, str, Callable[[Page], None]]] = {
    "page-play": ("play", "rushhour/market-day", "light", play),
    "page-watch": ("watch", "sokoban/moving-day", "light", watch),
    "page-draw": ("draw", "blocks/the-sofa", "light", draw),
    "page-packing": ("play", "packing/paper-scraps", "dark", pack),
}
"""File -> the view, the level, the theme, and what is done before the picture is taken."""


def take(browser: Browser, address: str, name: str) -> None:
    view, level, theme, act = PICTURES[name]
    context = browser.new_context(viewport=WINDOW, device_scale_factor=SCALE, color_scheme=theme)  # type: ignore[arg-type]
    context.add_init_script(KNOWS_RULES)
    page = context.new_page()
    page.goto(f"{address}/{view}/{encode(as_puzzle(level))}")
    page.locator(".board .well, .island .well").first.wait_for()
    act(page)
    page.mouse.move(0, 0)
    page.wait_for_function(IS_STILL)
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").save(OUT / f"{name}.png", optimize=True)
    context.close()


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        sys.exit(f"none of {', '.join(CHROMIUM)} is installed")
    with serve() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in PICTURES:
            take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main()
