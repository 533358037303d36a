"""Shelves on the page: opens files as shelves, and saves and brings progress."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from web_browser import RESTING_PLACE, Visit


def open_file(visit: Visit, text: str, name: str) -> Page:
    """Open a file with several levels, and wait for its shelf."""
    page = visit.open("/open")
    file: Any = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_label("Choose a file").set_input_files(file)
    page.locator(".level-grid .level-card").first.wait_for()
    return page


def store_ratings(page: Page, key: str, ratings: Sequence[dict[str, Any]]) -> None:
    """Give the levels of a shelf these ratings, as after a long time, and show it again."""
    shelf = page.url
    page.goto(shelf.split("/shelf/")[0] + RESTING_PLACE)  # the page saves its own ratings when it is left
    page.evaluate(
        """([key, ratings]) => { const shelf = JSON.parse(localStorage.getItem(key));
        ratings.forEach((rating, at) => Object.assign(shelf.slots[at], rating, { rated: true }));
        localStorage.setItem(key, JSON.stringify(shelf)); }""",
        [f"unjam.shelf.{key}", ratings],
    )
    page.goto(shelf)
    page.locator(".level-grid .level-card").first.wait_for()


def expect_levels(page: Page, count: int) -> None:
    """Expect that many levels in the grid, whether their cells are in the page or not."""
    cells = page.locator(".level-grid > li")
    expect(cells.first).to_have_attribute("aria-setsize", str(count))


def saved(page: Page) -> str:
    page.get_by_role("button", name="Settings").click()
    with page.expect_download() as got:
        page.get_by_role("button", name="Save as a file").click()
    page.keyboard.press("Escape")
    return Path(got.value.path()).read_text(encoding="utf-8")


def bring(page: Page, text: str) -> str:
    """Import a file and return the message of the page."""
    page.get_by_role("button", name="Settings").click()
    file: Any = {"name": "saved.json", "mimeType": "application/json", "buffer": text.encode()}
    page.get_by_label("Choose a file of saved progress").set_input_files(file)
    status = page.locator("dialog .setting [role=status]")
    expect(status).not_to_be_empty()
    words = status.text_content() or ""
    page.keyboard.press("Escape")
    return words
