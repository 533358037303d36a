"""Focus after a move, a choice and a change of view; landscape phones; errors of the server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from web_browser import Visit, hint
from web_levels import id_of

from unjam.families import FAMILIES

FOCUS = "() => document.activeElement.dataset.id ?? document.activeElement.value ?? document.activeElement.id"


def focus(page: Page) -> str:
    description: str = page.evaluate(FOCUS)
    return description


def test_packing_piece_keeps_the_focus() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing')}")
        page.locator(".tray [data-id=Verde]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".star").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        page.keyboard.press(" ")
        expect(page.locator(".tried")).to_have_count(1)
        page.keyboard.press("Control")
        expect(page.locator(".board [data-id=Verde]")).to_be_focused()
        page.keyboard.press("z")
        expect(page.locator(".tray [data-id=Verde]")).to_be_focused()


def test_choices_keep_the_focus() -> None:
    with Visit() as visit:
        page = visit.open(f"/draw/{id_of('rushhour')}")
        line = page.get_by_role("button", name="Line")
        line.focus()
        page.keyboard.press("Enter")
        expect(line).to_have_attribute("aria-pressed", "true")
        expect(line).to_be_focused()
        visit.open(f"/lab/{id_of('rushhour')}")
        page.locator(".search-panels[data-ready]").wait_for()
        page.locator(".choose summary").click()
        box = page.get_by_label("Dijkstra")
        box.focus()
        page.keyboard.press(" ")
        expect(page.locator(".search-panels li")).to_have_count(7)
        assert focus(page) == "dijkstra"


def test_new_view_takes_the_focus() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.get_by_text("Watch the solution").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/watch/*")
        expect(page.locator("main")).to_be_focused()
        page.keyboard.press("Tab")  # and goes on with what stands there
        assert page.evaluate("() => document.activeElement.closest('main') !== null")


def test_copy_link_copies_the_current_position() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        hint(page)
        expect(page.locator("#count-moves")).to_have_text("1")
        page.get_by_role("link", name="Copy link").click()
        expect(page.locator(".below")).to_contain_text("Link copied")
        link = page.evaluate("() => navigator.clipboard.readText()")
        assert "/play/" in link
        assert id_of("rushhour") not in link


@pytest.mark.parametrize("name", FAMILIES)
def test_landscape_phone_shows_board_and_text(name: str) -> None:
    with Visit(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True) as visit:
        page = visit.open(f"/play/{id_of(name)}")
        page.locator(".side").wait_for()  # until then an empty tray may stand in for the board
        board = page.locator(".board, .island").bounding_box()
        words = page.locator(".side").bounding_box()
        assert board is not None
        assert words is not None
        assert min(board["width"], board["height"]) > 120
        assert board["y"] + board["height"] <= 390
        assert words["x"] >= board["x"] + board["width"]


def test_piece_letters_can_be_hidden() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        letter = page.locator("[data-id=B] span")
        expect(letter).to_have_css("opacity", "1")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="On touch").click()
        page.keyboard.press("Escape")
        expect(letter).to_have_css("opacity", "0")
        page.keyboard.press("b")
        expect(letter).to_have_css("opacity", "1")


def test_unreachable_server_is_explained() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.locator("#main-button").wait_for()
        page.route("**/api/**", lambda route: route.abort())
        page.get_by_text("Watch the solution").click()
        expect(page.locator("#view")).to_contain_text("unjam is not responding")
        page.unroute_all()
        visit.complaints.clear()  # the browser names the aborted requests
        page.get_by_text("Go to the home page.").click()
        expect(page.locator(".board .piece").first).to_be_visible()
