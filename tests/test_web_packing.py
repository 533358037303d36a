"""Packing exactly as its players know it: every key, what each changes and what it does not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web_browser import PHONE, Visit, center
from web_levels import id_of

STARS = """() => [...document.querySelectorAll(".star")]
    .map((s) => [Number(s.style.getPropertyValue("--y")), Number(s.style.getPropertyValue("--x"))]).sort()"""
STATE = """() => [...document.querySelectorAll(".well [data-id]")]
    .map((el) => [el.dataset.id, el.dataset.y, el.dataset.x, el.classList.contains("locked")].join()).sort()"""
TURNING = "board 3 2\nBar 3x1 turn\nEll turn\n#.\n##"


def stars(page: Page) -> list[list[int]]:
    found: list[list[int]] = page.evaluate(STARS)
    return found


def selected(page: Page, name: str) -> None:
    expect(page.locator("#selected")).to_have_text(name)


def tap(page: Page, row: int, col: int) -> None:
    page.mouse.click(*center(page, (row, col)))


@pytest.fixture
def page() -> object:
    with Visit() as visit:
        yield visit.open(f"/play/{id_of('packing')}")


def test_a_number_selects_and_marks_the_corners(page: Page) -> None:
    selected(page, "None")
    assert stars(page) == []
    page.keyboard.press("1")
    selected(page, "Verde")
    assert stars(page) == [[0, 0], [1, 0], [2, 0]]
    page.keyboard.press("2")
    selected(page, "Azul")
    assert len(stars(page)) == 6
    page.keyboard.press("9")
    selected(page, "Azul")
    own = page.locator("#selected").evaluate("el => getComputedStyle(el).backgroundColor")
    piece = page.locator('.tray [data-id="Azul"]').evaluate("el => getComputedStyle(el).backgroundColor")
    assert own == piece  # named in its own colour
    assert page.locator(".tray [data-id] span").all_inner_texts().sort() == ["1", "2", "3"].sort()


def test_a_click_previews_ctrl_places_for_now(page: Page) -> None:
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    tap(page, 2, 1)
    expect(page.locator(".tried")).to_have_count(1)
    assert page.evaluate(STATE) == []
    page.keyboard.press("Control")
    expect(page.locator(".tried")).to_have_count(0)
    selected(page, "None")
    assert page.evaluate(STATE) == ["Azul,1,1,false"]


def test_enter_locks_for_good_with_a_white_cross(page: Page) -> None:
    page.keyboard.press("1")
    page.locator(".star").first.wait_for()
    tap(page, 0, 0)
    page.locator(".tried").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator('.well [data-id="Verde"] .x')).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".below")).to_contain_text("locked for good")
    assert stars(page) == []
    for key in ("Escape", "Control", "Enter", "z"):
        page.keyboard.press(key)
    before = page.evaluate(STATE)
    page.mouse.move(*center(page, (0, 1)))
    page.mouse.down()
    page.mouse.move(*center(page, (2, 1)), steps=5)
    page.mouse.up()
    page.keyboard.press("2")  # acts are made one after the other: once this one is, so are those before
    selected(page, "Azul")
    assert page.evaluate(STATE) == before == ["Verde,0,0,true"]


def test_ctrl_and_enter_without_a_preview_change_nothing(page: Page) -> None:
    for key in ("Control", "Enter"):
        page.keyboard.press(key)
    selected(page, "None")
    page.keyboard.press("3")
    selected(page, "Roja")
    page.keyboard.press("Enter")
    with page.expect_response("**/hand"):
        page.keyboard.press("Control")
    selected(page, "Roja")
    assert page.evaluate(STATE) == []
    assert len(stars(page)) == 6


def test_escape_deselects_and_takes_a_temporary_piece_off(page: Page) -> None:
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    page.keyboard.press("Escape")
    selected(page, "None")
    assert stars(page) == []
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    tap(page, 1, 0)
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")
    selected(page, "None")
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    page.keyboard.press("Escape")
    selected(page, "None")
    expect(page.locator('.tray [data-id="Azul"]')).to_have_count(1)
    assert page.evaluate(STATE) == []


def test_selecting_a_temporary_piece_again_frees_its_own_cells(page: Page) -> None:
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    before = stars(page)
    tap(page, 2, 1)
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")
    selected(page, "None")
    page.keyboard.press("3")
    page.locator("#selected", has_text="Roja").wait_for()
    assert stars(page) == []  # nowhere beside it
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    assert stars(page) == before
    tap(page, 1, 0)
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")
    selected(page, "None")
    assert page.evaluate(STATE) == ["Azul,0,0,false"]


def test_a_full_board_is_a_victory_and_stays(page: Page) -> None:
    for key, row, col in (("1", 0, 0), ("2", 2, 0), ("3", 2, 2)):
        page.keyboard.press(key)
        page.locator(".star").first.wait_for()
        tap(page, row, col)
        page.locator(".tried").wait_for()
        page.keyboard.press("Control")
        page.locator(".tried").wait_for(state="detached")
    expect(page.locator(".below")).to_contain_text("Victory")
    expect(page.locator(".well .locked")).to_have_count(3)
    before = page.evaluate(STATE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for key in ("1", "2", "Escape", "Control", "Enter", "z", "r", "t"):
        page.keyboard.press(key)
    tap(page, 1, 1)
    assert page.evaluate(STATE) == before
    assert asked == []
    expect(page.locator(".below")).to_contain_text("Victory")


def test_t_turns_where_the_piece_may() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', TURNING)}")
        page.keyboard.press("1")
        page.locator(".star").first.wait_for()
        assert stars(page) == [[0, 0], [1, 0]]
        page.keyboard.press("t")
        expect(page.locator(".star")).to_have_count(0)
        page.keyboard.press("t")
        expect(page.locator(".star")).to_have_count(2)
        page.keyboard.press("2")
        expect(page.locator(".star")).to_have_count(2)
        with page.expect_response("**/hand"):
            page.get_by_role("button", name="Turn the piece").click()
        expect(page.locator(".star")).to_have_count(2)


def test_the_same_by_touch_alone() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of('packing')}")
        page.locator('.tray [data-id="Verde"]').tap()
        selected(page, "Verde")
        page.touchscreen.tap(*center(page, (0, 0)))
        page.locator(".tried").wait_for()
        page.locator("#lock").tap()
        expect(page.locator(".well .locked")).to_have_count(1)
        page.locator('.tray [data-id="Azul"]').tap()
        page.locator(".star").first.wait_for()
        page.touchscreen.tap(*center(page, (2, 0)))
        page.locator(".tried").wait_for()
        page.locator("#put-down").tap()
        expect(page.locator(".well [data-id]")).to_have_count(2)
        page.touchscreen.tap(*center(page, (2, 0)))
        selected(page, "Azul")
        page.locator("#let-go").tap()
        expect(page.locator(".well [data-id]")).to_have_count(1)
