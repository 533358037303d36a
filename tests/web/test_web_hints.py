"""Hints and Watch when no optimum is proven or nothing was found, and the reasons of hints."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from web_browser import PHONE, Visit, played, shorten_searches
from web_levels import LONG, id_of

NOTHING: dict[str, Any] = {
    "status": "gave_up", "cost": None, "optimal": False, "expanded": 1234, "metric": "moves", "reason": None,
    "level": None, "time": None, "why": None, "calibrated": None, "moves": [], "words": [], "costs": [], "scene": None,
    "steps": [],
}  # fmt: skip


def nothing(route: Route) -> None:
    """Answer like a search that found nothing."""
    route.fulfill(content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(NOTHING)}\n\n")


def test_hint_without_proof_says_so() -> None:
    with Visit() as visit:
        shorten_searches(visit.page)
        page = visit.open(f"/play/{id_of('tiles', LONG)}")
        button, below = page.locator("#main-button"), page.locator(".below")
        button.click()
        expect(below).to_contain_text("Look at tile")
        button.click()
        expect(below).to_contain_text("to go this way; there may be a shorter one.")
        while button.inner_text() != "Move it":
            button.click()
        button.click()
        played(page, 1)


def test_watch_without_proof_offers_to_search_on() -> None:
    with Visit() as visit:
        shorten_searches(visit.page)
        page = visit.open(f"/watch/{id_of('tiles', LONG)}")
        side = page.locator(".side")
        expect(side).to_contain_text("A good solution; a shorter one may exist.")
        expect(side).to_contain_text("Move")
        page.get_by_role("link", name="Look for a shorter one").click()
        expect(page.locator("#main-button")).to_have_text("Stop")
        page.locator("#main-button").click()
        expect(side).to_contain_text("A good solution", timeout=60_000)


def test_watch_without_a_solution_offers_to_search_on() -> None:
    with Visit() as visit:
        page = visit.page
        page.route("**/solution*", nothing)
        visit.open(f"/watch/{id_of('rushhour')}")
        button = page.locator("#main-button")
        expect(page.locator("h1")).to_have_text("Gave up")
        expect(page.locator(".side")).to_contain_text(
            "Stopped after 1,234 positions. It is not known whether a solution exists."
        )
        expect(button).to_have_text("Keep searching")
        page.unroute("**/solution*")
        button.click()
        expect(button).to_have_text("Pause")


def test_hint_without_a_solution_offers_to_search_on() -> None:
    with Visit() as visit:
        page = visit.page
        page.route("**/solution*", nothing)
        visit.open(f"/play/{id_of('rushhour')}")
        button, below = page.locator("#main-button"), page.locator(".below")
        button.click()
        expect(below).to_contain_text(
            "It is not known whether a solution exists. “Keep searching” starts again with more time."
        )
        expect(button).to_have_text("Keep searching")
        page.unroute("**/solution*")
        button.click()
        expect(below).to_contain_text("Look at")


CHAIN = "ooooooooooooAABoooooBoooooBoooooDDoo"
"""A is blocked by B, which can only go down, where D stands."""


@pytest.mark.parametrize("how", ["mouse", "keys", "touch"])
def test_third_press_explains_and_fourth_plays(how: str) -> None:
    with Visit(**(PHONE if how == "touch" else {})) as visit:
        page = visit.open(f"/play/{id_of('rushhour', CHAIN)}")
        button, below = page.locator("#main-button"), page.locator(".below")

        def press() -> None:
            if how == "keys":
                page.keyboard.press("Shift+H")
            elif how == "touch":
                button.tap()
            else:
                button.click()

        press()
        expect(below).to_contain_text("Look at car D.")
        expect(button).to_have_text("Hint")
        press()
        expect(below).to_contain_text("3 moves to go.")
        expect(page.locator(".ghost")).to_have_count(1)
        expect(button).to_have_text("Why")
        press()
        expect(below).to_contain_text("A is blocked by B; B needs room below, where D is; so D goes first.")
        expect(page.locator(".piece.hint")).to_have_count(3)
        expect(button).to_have_text("Move it")
        press()
        played(page, 1)
        expect(button).to_have_text("Hint")
        expect(page.locator(".piece.hint, .ghost")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "text", "words", "marked"),
    [
        ("sokoban", None, "This box goes home: its goal is in row 2, column 5.", 1),
        ("packing", "board 3 2\nBar 1x2\nSquare 2x2\nBar @ 0,0\n", "Only Square (2) can fill the 4 marked squares.", 4),
        ("tiles", "1 2 0\n3 4 5\n6 7 8", "This brings tile 2 home for good.", 1),
        ("blocks", "AB.\nA..\ngoal A at 0,1", "Block A needs the cells where block B is.", 1),
    ],
)
def test_reasons_in_every_family(name: str, text: str | None, words: str, marked: int) -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of(name, text)}")
        button, below = page.locator("#main-button"), page.locator(".below")
        button.click()
        expect(below).to_contain_text("Look at")
        button.click()
        expect(button).to_have_text("Why")
        button.click()
        expect(below).to_contain_text(words)
        expect(page.locator(".mark.here")).to_have_count(marked)
        expect(button).to_have_text("Move it")
        button.click()
        played(page, 1)


def test_third_press_plays_without_a_reason() -> None:
    with Visit() as visit:
        page = visit.page
        page.route("**/why", lambda route: route.fulfill(content_type="application/json", body="null"))
        visit.open(f"/play/{id_of('rushhour')}")
        button = page.locator("#main-button")
        button.click()
        expect(page.locator(".below")).to_contain_text("Look at")
        button.click()
        expect(button).to_have_text("Move it")
        button.click()
        played(page, 1)
