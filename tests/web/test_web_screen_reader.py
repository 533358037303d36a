"""With keys and a screen reader: announcements after moves, blocked arrows, the skip link, one stop for the board."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from web_browser import Visit, examine
from web_levels import TEXTS, id_of

FOCUS = "() => document.activeElement.dataset.id ?? (document.activeElement.id || document.activeElement.tagName)"
TABS = """() => [...document.querySelectorAll(".field [data-id], .board [data-id], .island [data-id]")]
  .filter((el) => el.tabIndex >= 0).map((el) => el.dataset.id)"""
"""The pieces at which the Tab key stops."""


def says(page: Page, text: str | re.Pattern[str]) -> None:
    """Wait until this is what was announced last beside the line below the board."""
    expect(page.locator(".mid > .visually-hidden[role=status]")).to_have_text(text)


def status(page: Page, text: str) -> None:
    expect(page.locator(".below > :not([aria-hidden])")).to_have_text(text)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_moves_and_what_they_change_are_announced() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        says(page, "")
        press(page, "a", "ArrowRight")
        says(page, "Red car A, row 3, columns 2 to 3.")
        press(page, "d", "ArrowLeft")
        says(page, "Car D, row 4, columns 3 to 4. Car B can move now.")
        press(page, "ArrowRight")
        says(page, "Car D, row 4, columns 4 to 5. Car B can no longer move.")
        press(page, "Control+z")
        says(page, "Back at the start. Red car A, row 3, columns 1 to 2.")
        press(page, "b", "ArrowDown")
        status(page, "Car B is blocked by D.")
        press(page, "ArrowUp")
        status(page, "Car B is at the edge of the board.")
        page.evaluate("() => { document.querySelector('.below').firstChild.textContent = 'old'; }")
        press(page, "ArrowLeft")
        status(page, "Car B moves only up and down.")
        assert page.evaluate(TABS) == ["B"]
        examine(page, "a blocked car")


def test_other_families_announce_their_moves_too() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('tiles')}")
        press(page, "ArrowLeft")
        says(page, "The gap is in the last column, so no tile can move left.")
        press(page, "ArrowRight")
        says(page, "Tile 4, row 2, column 3.")
        page = visit.open(f"/play/{id_of('sokoban')}")
        press(page, "ArrowUp")
        says(page, "There is a wall.")
        press(page, "ArrowRight", "ArrowDown")
        says(page, "Box, row 3, column 2. Player, row 2, column 2.")
        page = visit.open(f"/play/{id_of('blocks', TEXTS['blocks'])}")
        press(page, "b", "ArrowLeft")
        status(page, "Block B is blocked by A.")
        page = visit.open(f"/play/{id_of('packing')}")
        press(page, "1")
        page.locator(".star").first.wait_for()
        press(page, "ArrowRight")
        says(page, re.compile(r"^Row \d, column \d: place 1 of \d+\.$"))
        press(page, " ")
        says(page, re.compile(r"Not placed yet\.$"))
        press(page, "Control")
        says(page, re.compile(r"4 of 12 squares covered\.$"))
        press(page, "Control+z")
        says(page, re.compile(r"^Back at the start\. .* taken off the board\. 0 of 12 squares covered\.$"))


def test_board_is_one_stop_and_arrows_go_from_piece_to_piece() -> None:
    with Visit() as visit:
        page = visit.load(f"/play/{id_of('rushhour')}")
        press(page, "Tab")
        expect(page.locator(".skip")).to_be_focused()
        expect(page.locator(".skip")).to_be_in_viewport()
        press(page, "Enter")
        assert page.evaluate(FOCUS) == "view"
        expect(page.locator(".skip")).not_to_be_in_viewport()
        assert len(page.evaluate(TABS)) == 1
        for _ in range(20):
            press(page, "Tab")
            if page.evaluate("() => document.activeElement.matches('.piece')"):
                break
        assert page.evaluate(FOCUS) == "B"
        press(page, "ArrowRight")
        assert page.evaluate(FOCUS) == "A"
        press(page, "ArrowDown")
        assert page.evaluate(FOCUS) == "D"
        assert page.evaluate(TABS) == ["D"]
        expect(page.locator("#count-moves")).to_have_text("0")
        press(page, "Enter")
        expect(page.locator("[data-id=D]")).to_have_attribute("aria-pressed", "true")
        press(page, "ArrowLeft")
        expect(page.locator("#count-moves")).to_have_text("1")
        press(page, "Shift+ArrowUp")
        assert page.evaluate(FOCUS) == "B"
        press(page, "Escape", "ArrowRight")
        assert page.evaluate(FOCUS) == "A"
        press(page, "Tab")
        assert page.evaluate("() => document.activeElement.closest('.board')") is None
        press(page, "Shift+Tab")
        assert page.evaluate(FOCUS) == "A"
        page = visit.open(f"/play/{id_of('packing')}")
        page.locator(".tray [data-id=Verde]").focus()
        names = {page.evaluate(FOCUS)}
        for _ in range(2):
            press(page, "ArrowRight")
            names.add(page.evaluate(FOCUS))
        assert len(names) == 3
        assert len(page.evaluate(TABS)) == 1
