"""Windows from 320 pixels to 4K in three languages: no text is cut off, and a landscape phone shows what is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page
from random_cases import choose
from web_browser import PHONE, Visit, resize
from web_clipping import find_clipped_text
from web_levels import FIVE, TEXTS, VIEWS, id_of

WINDOWS = choose(
    [(320, 640), (844, 390), (1280, 800)],
    [(320, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (3840, 2160)],
)
OUT_OF_SIGHT = """() => [".board, .island", "#main-button", ".dock button", ".below"].flatMap((name) =>
  [...document.querySelectorAll(name)].filter((el) => el.checkVisibility()).flatMap((el) => {
    const area = el.getBoundingClientRect();
    const inside = area.top >= 0 && area.left >= 0 && area.right <= innerWidth + 1 && area.bottom <= innerHeight + 1;
    return inside ? [] : [`${name}: ${Math.round(area.top)} to ${Math.round(area.bottom)}`];
  }))"""
"""What a landscape phone has to show without scrolling, but does not."""
SOME = [
    "/", f"/play/{id_of('rushhour')}", f"/play/{id_of('packing')}", f"/watch/{id_of('sokoban')}",
    "/draw?family=blocks", "/shelf/sokoban", f"/lab/{id_of('rushhour')}",
]  # fmt: skip
EVERY = [*VIEWS, f"/lab/{id_of('rushhour')}", "/library", "/nowhere"]


def check_windows(page: Page, what: str, found: list[str], windows: Sequence[tuple[int, int]] = WINDOWS) -> None:
    for size in windows:
        resize(page, *size)
        found += [f"{what} at {size}: {each}" for each in find_clipped_text(page)]
        if page.evaluate("document.documentElement.scrollWidth") > size[0]:
            found.append(f"{what} at {size}: scrolls sideways")


@pytest.mark.parametrize("lang", choose(["fr"], ["en", "es", "fr"]))
def test_no_text_is_cut_off(lang: str) -> None:
    found: list[str] = []
    with Visit(locale=lang, reduced_motion="reduce") as visit:
        for path in choose(SOME, EVERY):
            page = visit.open(path)
            if path.startswith("/play"):
                page.locator(".feat li, .rate").first.wait_for(state="attached")
            check_windows(page, path, found)
        page = visit.open("/draw?family=rushhour")
        page.locator("textarea").fill(FIVE["rushhour"])
        page.locator(".faults li").first.wait_for(state="attached")
        check_windows(page, "faults", found)
        page = visit.open(f"/play/{id_of('rushhour')}")
        for name in ("help", "settings", "share"):
            resize(page, 1280, 800)
            page.locator(f"#top [data-act={name}]").first.click()
            page.locator("dialog[open]").wait_for()
            check_windows(page, name, found, [(320, 640), (844, 390), (1280, 800)])
            page.keyboard.press("Escape")
    assert found == [], "\n".join(found)


def test_cut_text_is_noticed() -> None:
    with Visit() as visit:
        page = visit.open("/open")
        assert find_clipped_text(page) == []
        page.evaluate("""() => {
          for (const [style, text] of [
            ["width: 40px; overflow: hidden; white-space: nowrap", "hidden at the right"],
            ["width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap", "shortened with dots"],
            ["width: 40px; background: red; white-space: nowrap", "out of its box"],
            ["height: 8px; overflow: clip", "hidden below"],
            ["position: absolute; left: calc(100vw - 20px); white-space: nowrap", "beyond the window"],
            ["width: 40px; overflow: auto; white-space: nowrap", "can be scrolled to"],
          ]) {
            const el = document.createElement("p");
            el.style = style;
            el.textContent = text;
            document.querySelector("#view").append(el);
          }
        }""")
        found = "\n".join(find_clipped_text(page))
        for text in (
            "hidden at the right",
            "shortened with dots",
            "out of its box",
            "hidden below",
            "beyond the window",
        ):
            assert text in found
        assert "can be scrolled to" not in found


LANDSCAPE: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}


@pytest.mark.parametrize("lang", choose(["fr"], ["en", "es", "fr"]))
def test_landscape_phone_shows_board_and_buttons(lang: str) -> None:
    with Visit(**LANDSCAPE, locale=lang, reduced_motion="reduce") as visit:
        for name in TEXTS:
            for view in ("play", "watch"):
                page = visit.open(f"/{view}/{id_of(name)}")
                for size in ((844, 390), (740, 360), (667, 375)):
                    resize(page, *size)
                    assert page.evaluate(OUT_OF_SIGHT) == [], (name, view, size)
