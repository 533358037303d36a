"""Help: the rules in pictures on the first visit and under "?", the keys of the view, keys that no piece takes."""

from __future__ import annotations

import re

import httpx
import pytest
from farmer_family import farmer_file
from playwright.sync_api import Locator, Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, examine, played
from web_levels import id_of
from web_server import address

from unjam.families import FAMILIES

CLIPPED = """(dialog) => [...dialog.querySelectorAll(".rules p, .rule-board > *, kbd, dd")].filter((el) => {
  const [a, b] = [el.getBoundingClientRect(), dialog.getBoundingClientRect()];
  return el.checkVisibility() && (a.left < b.left || a.right > b.right + 0.5);
}).map((el) => el.textContent)"""
"""What does not fit into the width of the dialog."""
MOVING = "(el) => el.getAnimations({ subtree: true }).length"
LETTERS = "HHooRo\nooooRo\nAAooEo\nZZooEo\nYYNNoo\nWWPPoo"
"""A car for every letter that is an action somewhere."""


def boards(dialog: Locator) -> Locator:
    return dialog.locator(".rule-board :is(.board, .island)")


def sentences(dialog: Locator) -> list[str]:
    return [text.split("\n")[0] for text in dialog.locator(".rules p").all_inner_texts()]


@pytest.mark.parametrize("device", choose([{}], [{}, PHONE]))
def test_rules_are_shown_once_before_the_first_level_of_each_family(device: dict[str, object]) -> None:
    with Visit(newcomer=True, reduced_motion="reduce", **device) as visit:
        for name in FAMILIES:
            page = visit.open(f"/play/{id_of(name)}")
            dialog = page.locator("dialog.help")
            expect(dialog.locator(".rules > li")).to_have_count(3)
            assert sentences(dialog) == ["Goal", "A move", "A win"]
            expect(boards(dialog)).to_have_count(3)
            expect(dialog.get_by_role("button", name="Play")).to_be_focused()
            expect(dialog.locator(".rules > li:last-child .lit")).to_have_count(1)
            assert page.evaluate(CLIPPED, dialog.element_handle()) == [], name
            page.keyboard.press("Enter")
            expect(dialog).to_have_count(0)
            visit.open(f"/play/{id_of(name)}")
            page.locator("#main-button").wait_for()
            expect(dialog).to_have_count(0)
        page.reload()
        page.locator("#main-button").wait_for()
        page.evaluate("() => new Promise((done) => setTimeout(done))")
        expect(page.locator("dialog")).to_have_count(0)


def test_pictures_move_once_and_again_if_asked() -> None:
    with Visit(newcomer=True) as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        last = page.locator(".rules > li").last
        expect(last.locator(".lit")).to_have_count(0)
        expect(last.locator("[data-id=B]")).to_have_attribute("data-y", "0")
        expect(last.locator("[data-id=B]")).to_have_attribute("data-y", "2")
        expect(last.locator(".lit .gone")).to_have_count(1)
        page.get_by_role("button", name="Show again").click()
        expect(last.locator(".lit")).to_have_count(0)
        expect(last.locator("[data-id=B]")).to_have_attribute("data-y", "0")


def test_player_of_a_family_is_told_no_rules() -> None:
    """Games of a version that knew no cards count."""
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.keyboard.press("a")
        page.keyboard.press("ArrowRight")
        played(page, 1)
        page.evaluate("() => localStorage.removeItem('unjam.rules')")
        visit.open("/")
        visit.open(f"/play/{id_of('rushhour')}")
        page.wait_for_function("() => localStorage.getItem('unjam.rules') !== null")
        expect(page.locator("dialog")).to_have_count(0)


def test_help_has_the_rules_and_the_keys_of_the_view() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        dialog = page.locator("dialog.help")
        page.keyboard.press("F1")
        expect(boards(dialog).last).to_be_visible()
        assert boards(dialog).last.get_attribute("class").split() >= ["board"]
        expect(dialog.locator(".rules > li:last-child .lit")).to_have_count(1)
        assert dialog.evaluate(MOVING) == 0
        expect(dialog.get_by_role("button", name="Show again")).to_be_hidden()
        expect(dialog).to_contain_text("Every car drives forwards and backwards only")
        expect(dialog).to_contain_text("A letter alone always picks a piece.")
        expect(dialog).not_to_contain_text("speed")
        examine(page, "help in Play")
        page.keyboard.press("Escape")
        for path, own, other in (
            (f"/play/{id_of('sokoban')}", "walk, push", "pick a piece"),
            (f"/play/{id_of('packing')}", "lock it for good", "main button"),
            (f"/play/{id_of('tiles')}", "move the piece beside the gap into it", "A letter alone"),
            (f"/watch/{id_of('rushhour')}", "speed", "undo"),
            ("/draw?family=rushhour", "choose a tool", "hint"),
            (f"/lab/{id_of('rushhour')}", "one expansion", "undo"),
            ("/shelf/sokoban", "choose a level", "undo"),
            ("/open", "open a level, link or id that you copied", "choose a level"),
        ):
            visit.open(path)
            page.keyboard.press("?")
            expect(dialog).to_contain_text(own)
            expect(dialog).not_to_contain_text(other)
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)


def test_family_of_ones_own_gets_a_card_from_its_level() -> None:
    file = farmer_file()
    answer = httpx.post(f"{address(file)}/api/v1/levels", json={"text": "0000", "family": "farmer"}).json()
    with Visit(file, newcomer=True, reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{answer['levels'][0]['id']}")
        dialog = page.locator("dialog.help")
        expect(boards(dialog)).to_have_count(3)
        assert sentences(dialog) == ["Goal", "A move", "A win"]
        expect(dialog).to_contain_text("Reach the goal.")
        expect(dialog.locator(".rules > li:first-child [data-id=wolf]")).to_have_attribute("data-x", "2")
        expect(dialog.locator(".rules > li:nth-child(2) [data-id=goat]")).to_have_attribute("data-x", "2")
        expect(dialog.locator(".rules > li:last-child .lit [data-id=farmer]")).to_have_attribute("data-x", "2")
        examine(page, "generic card")


def count(page: Page, n: int) -> None:
    expect(page.locator("#count-moves")).to_have_text(str(n))


def test_letters_pick_pieces_and_actions_have_other_keys() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour', LETTERS)}")
        address_ = page.url
        for letter in "HRZYNWEP":
            page.keyboard.press(letter.lower())
            expect(page.locator(".pick")).to_have_attribute("data-id", letter)
        page.keyboard.press("q")  # no car has it
        assert page.url == address_
        page.keyboard.press("h")
        page.keyboard.press("ArrowRight")
        count(page, 1)
        for key, n in (("Control+z", 0), ("Control+y", 1), ("Meta+z", 0), ("Control+Shift+Z", 1), ("Backspace", 0),
                       ("Shift+Backspace", 1), ("Home", 0)):  # fmt: skip
            page.keyboard.press(key)
            count(page, n)
        page.keyboard.press("Shift+H")
        expect(page.locator(".below")).to_contain_text("Look at")
        page.keyboard.press("Shift+W")
        page.wait_for_url("**/watch/*")
        page.keyboard.press("Shift+P")
        page.wait_for_url("**/play/*")
        page.locator("#main-button").wait_for()
        page.keyboard.press("Shift+E")
        page.wait_for_url(re.compile("/draw/"))


def test_control_with_another_key_puts_no_piece_down() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing')}")
        page.keyboard.press("1")
        page.locator(".star").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press(" ")
        page.locator(".tried").wait_for()
        page.keyboard.press("Control")
        expect(page.locator(".well [data-id]")).to_have_count(1)
        page.keyboard.press("2")
        page.locator(".star").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press(" ")
        page.locator(".tried").wait_for()
        page.keyboard.press("Control+z")
        expect(page.locator(".well [data-id]")).to_have_count(0)


def test_space_works_after_navigation() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.locator("#top nav").get_by_text("Watch").click()
        expect(page.locator("main")).to_be_focused()
        expect(page.locator("#main-button")).to_have_text("Play")
        page.keyboard.press(" ")
        expect(page.locator("#main-button")).to_have_text("Pause")
        page.locator("#top nav").get_by_text("Play", exact=True).click()
        expect(page.locator("main")).to_be_focused()
        expect(page.locator("#main-button")).to_have_text("Hint")
        for words in ("Look at", "to go"):
            page.keyboard.press(" ")
            expect(page.locator(".below")).to_contain_text(words)
        page.get_by_role("button", name="Settings").first.focus()
        page.keyboard.press(" ")  # another control has the focus
        expect(page.locator("dialog")).to_contain_text("Motion")


def test_tooltips_name_the_keys() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        for name, title in (
            ("Undo", "Undo (Ctrl+Z)"),
            ("Redo", "Redo (Ctrl+Y)"),
            ("Start again", "Start again (Home)"),
            ("Hint", "Hint (Space)"),
            ("Keys and help", "Keys and help (?)"),
        ):
            expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("title", title)
        expect(page.get_by_role("link", name="Watch", exact=True)).to_have_attribute("title", "Watch (Shift+W)")
