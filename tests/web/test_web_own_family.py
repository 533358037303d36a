"""A custom family on the page: the guide's farmer is played, undone, hinted, shared, watched and searched."""

from __future__ import annotations

import httpx
import pytest
from farmer_family import farmer_file
from playwright.sync_api import Page, expect
from web_browser import PHONE, Visit, center, drag, hint, played, ready, swipe
from web_server import address

ROWS = {"farmer": 0, "wolf": 1, "goat": 2, "cabbage": 3}
TRIPS = ("goat", "farmer", "wolf", "goat", "cabbage", "farmer", "goat")


@pytest.fixture(scope="module")
def family() -> str:
    return farmer_file()


@pytest.fixture(scope="module")
def start(family: str) -> str:
    """Return the address of the level that starts on the left bank."""
    answer = httpx.post(f"{address(family)}/api/v1/levels", json={"text": "0000", "family": "farmer"}).json()
    return f"/play/{answer['levels'][0]['id']}"


def cross(page: Page, name: str, bank: int) -> None:
    """Drag a passenger from one bank to the other."""
    drag(page, center(page, (ROWS[name], 2 * bank)), center(page, (ROWS[name], 2 - 2 * bank)))


def count(page: Page, n: int) -> None:
    expect(page.locator("#count-moves")).to_have_text(str(n))


def test_win_by_mouse(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open(start)
        expect(page.locator("h1")).to_have_text("Untitled level")
        for n, name in enumerate(TRIPS):
            cross(page, name, n % 2)
            count(page, n + 1)
        expect(page.locator(".below")).to_contain_text("Done in 7. That is the best possible.")
        expect(page.locator(".lit")).to_have_count(1)
        expect(page.locator(".log li")).to_have_text(["g→2", "f←2", "w→2", "g←2", "c→2", "f←2", "g→2"])


def test_play_by_touch_and_keyboard(family: str, start: str) -> None:
    with Visit(family, **PHONE) as visit:
        page = visit.open(start)
        swipe(page, center(page, (2, 0)), center(page, (2, 2)))
        count(page, 1)
        page.keyboard.press("f")
        expect(page.locator(".spot")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        count(page, 2)
        page.mouse.click(*center(page, (1, 0)))
        page.mouse.click(*center(page, (1, 2)))
        count(page, 3)


def test_piece_returns_if_it_cannot_be_put_down(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open(start)
        drag(page, center(page, (2, 0)), center(page, (2, 1)))  # in the river
        drag(page, center(page, (1, 0)), center(page, (1, 2)))  # the goat would eat the cabbage
        cross(page, "goat", 0)
        count(page, 1)
        expect(page.locator('[data-id="wolf"]')).to_have_attribute("data-x", "0")
        expect(page.locator('[data-id="goat"]')).to_have_attribute("data-x", "2")


def test_undo_redo_and_restart(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open(start)
        cross(page, "goat", 0)
        count(page, 1)
        page.keyboard.press("Control+z")
        count(page, 0)
        page.keyboard.press("Control+y")
        count(page, 1)
        page.get_by_role("button", name="Start again").click()
        count(page, 0)
        expect(page.locator('[data-id="goat"]')).to_have_attribute("data-x", "0")


def test_hints_lead_to_the_win(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open(start)
        for _ in TRIPS:
            hint(page)
        expect(page.locator(".below")).to_contain_text("Done in 7.")


def test_share_by_link_text_and_pictures(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open(start)
        cross(page, "goat", 0)
        played(page, 1)
        page.get_by_role("button", name="Share this position").click()
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("dialog")).to_contain_text("Link copied")
        link = page.evaluate("() => navigator.clipboard.readText()")
        page.get_by_role("button", name="Copy text").click()
        expect(page.locator("dialog")).to_contain_text("Text copied")
        assert page.evaluate("() => navigator.clipboard.readText()") == "1010"
        with page.expect_download() as got:
            page.get_by_text("PNG picture").click()
        assert got.value.suggested_filename == "unjam-farmer.png"
        with page.expect_download() as got:
            page.get_by_role("button", name="GIF").click()
        assert got.value.suggested_filename == "unjam-farmer.gif"
    with Visit(family) as visit:
        visit.page.goto(link)
        ready(visit.page)
        expect(visit.page.locator('[data-id="goat"]')).to_have_attribute("data-x", "2")


def test_watch_to_the_end(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open(start)
        page.get_by_text("Watch the solution").click()
        expect(page.locator(".score .piece")).to_have_count(7)
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(page.locator("h1")).to_have_text("Piece g right 2")
        page.keyboard.press("End")
        expect(page.locator(".score")).to_have_attribute("aria-valuenow", "7")
        expect(page.locator(".lit")).to_have_count(1)


def test_open_in_the_lab(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open(start)
        page.get_by_role("link", name="Lab").click()
        page.locator(".search-panels[data-ready]").wait_for()
        page.keyboard.press("End")
        panel = page.locator('li[data-algorithm="bfs"]')
        expect(panel).to_have_attribute("data-cost", "7")
        expect(panel.locator(".search-result")).to_have_text("Solved in 7 moves, the fewest possible")
        expect(page.locator(".intro > p").first).to_contain_text("10 positions")


def test_listed_on_the_first_page_without_draw(family: str, start: str) -> None:
    with Visit(family) as visit:
        page = visit.open("/")
        card = page.get_by_role("link", name="farmer")
        expect(card).to_contain_text("A puzzle of your own")
        card.click()
        page.wait_for_url("**/puzzles/farmer")
        expect(page.locator("h1")).to_have_text("farmer")
        expect(page.locator(".lead")).to_contain_text("Reach the goal. This puzzle comes without levels")
        expect(page.locator(".day, .new, .levels")).to_have_count(0)
        visit.open(start)
        expect(page.get_by_text("Edit a copy")).to_have_count(0)
        address_ = page.url
        page.keyboard.press("Shift+E")
        assert page.url == address_
        page.get_by_role("link", name="Draw").click()
        page.wait_for_url("**/draw")
        assert page.get_by_label("Family").locator("option").all_inner_texts().count("farmer") == 0


def test_pasted_text_is_read_as_this_family(family: str) -> None:
    with Visit(family) as visit:
        page = visit.open("/open")
        page.get_by_label("Level text").fill("0000")
        page.get_by_role("button", name="Open it").click()
        expect(page.locator('[data-id="cabbage"]')).to_be_visible()
