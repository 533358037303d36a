"""Drafts stay in the browser with their title and undo history until they are deleted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, center, drag, examine, hold, ready, swipe
from web_levels import FIVE, TEXTS, id_of

TEXT = "Level text, updated as you draw"
SIZES: list[tuple[int, int]] = [(390, 844), (768, 1024), (1280, 800), (2560, 1440)]
KEPT = 'Object.keys(localStorage).filter((name) => name.startsWith("unjam.draft.")).length'

RATED = """() => Object.keys(localStorage).some((name) => name.startsWith("unjam.draft.") &&
    JSON.parse(localStorage[name]).level)"""


def text(page: Page) -> str:
    return page.get_by_label(TEXT).input_value()


def wait_for_drafts(page: Page, count: int) -> None:
    """Wait until this many drawings are stored."""
    page.wait_for_function(f"n => {KEPT} === n", arg=count)


def park(page: Page, cell: tuple[int, int], letter: str) -> None:
    """Put a car on the board of a Rush Hour drawing."""
    page.mouse.click(*center(page, cell))
    expect(page.get_by_label(TEXT)).to_have_value(re.compile(letter * 2))


def rows(page: Page) -> Any:
    return page.locator(".side .drafts .draft")


def test_drawing_survives_play_and_reload_with_title_and_undo() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        assert page.evaluate(KEPT) == 0, "an empty board is no drawing"
        title = page.get_by_label("Title", exact=True)
        expect(title).to_have_attribute("placeholder", "Untitled level")
        title.fill("Corner trap")
        expect(page.get_by_text("Saved in this browser")).to_be_visible()
        park(page, (0, 0), "B")
        park(page, (4, 2), "C")
        drawn = text(page)
        page.get_by_role("button", name="Play it").click()
        page.wait_for_url("**/play/*")
        expect(page.locator("h1")).to_have_text("Corner trap")
        page.go_back()
        page.wait_for_url("**/draw?draft=*")
        expect(title).to_have_value("Corner trap")
        expect(page.get_by_label(TEXT)).to_have_value(drawn)
        page.reload()
        ready(page)
        expect(title).to_have_value("Corner trap")
        assert text(page) == drawn
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_label(TEXT)).not_to_have_value(re.compile("C"))
        page.reload()
        ready(page)
        assert "C" not in text(page)
        page.keyboard.press("y")
        expect(page.get_by_label(TEXT)).to_have_value(drawn)
        page.keyboard.press("z")
        page.keyboard.press("z")
        expect(page.get_by_label(TEXT)).not_to_have_value(re.compile("B"))
        assert page.evaluate(KEPT) == 1


def test_bar_leads_back_to_the_played_drawing() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        park(page, (0, 0), "B")
        page.get_by_role("button", name="Play it").click()
        page.wait_for_url("**/play/*")
        expect(page.locator("#count-moves")).to_have_text("0")  # now keys are heard
        page.keyboard.press("a")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count-moves")).to_have_text("1")
        page.get_by_role("link", name="Draw", exact=True).click()
        page.wait_for_url("**/draw?draft=*")
        ready(page)
        assert "BB" in text(page)
        assert page.evaluate(KEPT) == 1
        visit.open("/open")
        page.get_by_role("link", name="Draw", exact=True).click()  # from where there is no level: the one left off
        page.wait_for_url("**/draw?draft=*")


def test_each_family_has_its_own_draft() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        park(page, (0, 0), "B")
        drawn = text(page)
        wait_for_drafts(page, 1)
        page.get_by_label("Family").select_option("sokoban")
        page.wait_for_url("**/draw?family=sokoban")
        ready(page)
        expect(page.get_by_label("Family")).to_be_focused()
        page.locator("[data-value=box]").click()
        page.mouse.click(*center(page, (1, 1)))
        expect(page.get_by_label(TEXT)).to_have_value(re.compile(r"#\$"))
        wait_for_drafts(page, 2)
        expect(rows(page)).to_have_count(2)
        rows(page).nth(1).locator("a").click()
        ready(page)
        expect(page.get_by_label(TEXT)).to_have_value(drawn)
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_label(TEXT)).not_to_have_value(re.compile("B"))
        page.go_back()
        expect(page.get_by_label(TEXT)).to_have_value(re.compile(r"#\$"))


def test_copy_gets_the_level_title_and_leaves_the_level_unchanged() -> None:
    with Visit() as visit:
        page = visit.open("/")
        page.locator(".levels .tier a").first.click()
        page.wait_for_url("**/play/*")
        page.get_by_text("Edit a copy").wait_for()  # then it is the level's title that stands there
        name = page.locator("h1").inner_text()
        page.get_by_text("Edit a copy").click()
        page.wait_for_url("**/draw/*")
        ready(page)
        expect(page.get_by_label("Title", exact=True)).to_have_value(f"Copy of {name}")
        assert page.evaluate(KEPT) == 0, "a copy that nobody changed is no drawing yet"
        page.get_by_role("button", name="Empty the board").click()
        wait_for_drafts(page, 1)
        page.reload()
        ready(page)
        expect(page.get_by_label("Title", exact=True)).to_have_value(f"Copy of {name}")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".head .difficulty")).to_contain_text(re.compile("Beginner|Intermediate|Advanced|Expert"))


RENAME = """(input) => { input.value = "For Nora and Ada"; input.dispatchEvent(new Event("input")) }"""


def test_deleting_can_be_undone() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        page.get_by_label("Title", exact=True).fill("Two trucks")
        wait_for_drafts(page, 1)
        visit.open("/draw?family=tiles")
        page.get_by_label("Title", exact=True).fill("For Nora")
        wait_for_drafts(page, 2)
        row = page.locator(".side .drafts .draft", has_text="Two trucks")
        row.get_by_role("button").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".side .gone")).to_contain_text("“Two trucks” deleted.")
        wait_for_drafts(page, 1)
        undo = page.locator(".side .gone").get_by_role("button", name="Undo")
        expect(undo).to_be_focused()
        page.get_by_label("Title", exact=True).evaluate(RENAME)  # the list is drawn again, and keeps the focus
        expect(page.locator(".side .drafts")).to_contain_text("For Nora and Ada")
        expect(undo).to_be_focused()
        page.get_by_label("Title", exact=True).evaluate(RENAME.replace("For Nora and Ada", "For Nora"))
        page.keyboard.press("Enter")
        wait_for_drafts(page, 2)
        expect(row.get_by_role("link")).to_be_focused()
        page.get_by_role("button", name="Delete For Nora").click()  # the one at hand: an empty board stands there
        wait_for_drafts(page, 1)
        expect(page.get_by_label("Title", exact=True)).to_have_value("")
        expect(page.locator(".side .gone")).to_contain_text("For Nora")
        page.locator(".side .gone").get_by_role("button").click()
        wait_for_drafts(page, 2)
        page.get_by_role("button", name="Delete For Nora").click()
        wait_for_drafts(page, 1)
        visit.open("/")
        visit.open("/draw")
        expect(page.locator(".side .gone")).to_have_count(0)
        expect(rows(page)).to_have_count(1)


def test_list_shows_the_state_of_each_drawing() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        page.get_by_label(TEXT).fill(FIVE["rushhour"])
        page.locator(".faults.amber").wait_for()
        page.get_by_role("link", name="Drafts").click()
        expect(page.get_by_role("link", name="Level text")).to_be_focused()
        expect(rows(page)).to_contain_text(re.compile(r"Untitled level\s*\d faults, today"))
        page.get_by_role("link", name="New drawing").click()
        page.wait_for_url("**/draw?family=rushhour")
        ready(page)
        page.get_by_role("link", name="Level text").click()
        page.get_by_label(TEXT).fill(TEXTS["rushhour"])
        page.get_by_role("link", name="Drafts").click()
        expect(rows(page).first).to_contain_text(re.compile(r"Beginner, \d+ moves, today"))
        expect(rows(page).first.locator(".mini rect.target, .mini .target")).to_have_count(1)
        expect(page.locator(".head .difficulty")).to_contain_text(re.compile(r"Beginner · .* · \d+ moves"))
        expect(page.locator(".below")).to_contain_text(re.compile(r"\d+ positions searched\."))


def test_every_fault_has_its_own_fix() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        page.get_by_label(TEXT).fill("oooooo\nooBoCo\nAAoooo\noooooo\noooooo\noooooo")
        rows = page.locator(".faults li")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("shown")
        rows.nth(1).get_by_role("button", name="Make it two cells long").click()
        expect(rows).to_have_count(1)
        expect(page.locator(".below")).to_contain_text("Car B")
        expect(page.get_by_label(TEXT)).to_have_value(re.compile("ooBoCo\nAAooCo"))


def test_two_tabs_do_not_overwrite_each_other() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        park(page, (0, 0), "B")
        wait_for_drafts(page, 1)
        other = visit.new_tab()
        other.goto(f"{visit.address}/draw?family=rushhour")
        ready(other)
        other.get_by_label("Title", exact=True).fill("In the other tab")
        wait_for_drafts(page, 2)
        park(page, (4, 2), "C")
        page.reload()
        ready(page)
        assert "CC" in text(page)
        assert other.get_by_label("Title", exact=True).input_value() == "In the other tab"
        third = visit.new_tab()  # the same drawing twice: each shows what the other does
        third.goto(page.url)
        ready(third)
        park(third, (5, 4), "D")
        expect(page.get_by_label(TEXT)).to_have_value(re.compile("DD"))
        page.get_by_label("Title", exact=True).fill("Both")
        expect(third.get_by_label("Title", exact=True)).to_have_value("Both")
        wait_for_drafts(page, 2)


def test_simultaneous_edits_in_two_tabs_keep_both() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        park(page, (0, 0), "B")
        page.wait_for_function(RATED)  # the first tab saves its rating, which the other would follow
        wait_for_drafts(page, 1)
        other = visit.new_tab()
        other.goto(page.url)
        ready(other)
        release = hold(other, "**/api/v1/sketch")
        with other.expect_request("**/api/v1/sketch"):
            other.mouse.click(*center(other, (4, 2)))
        before = page.evaluate("Math.max(...Object.keys(localStorage).filter((k) => k.includes('draft'))"
                               ".map((k) => JSON.parse(localStorage[k]).when))")  # fmt: skip
        page.evaluate(
            """() => { const key = Object.keys(localStorage).find((name) => name.startsWith("unjam.draft."));
            const draft = JSON.parse(localStorage[key]);
            localStorage[key] = JSON.stringify({ ...draft, title: "Changed", when: draft.when + 5 }); }"""
        )
        expect(other.get_by_label("Title", exact=True)).to_have_value("Changed")
        other.evaluate(  # and once more, behind its back: a tab hears nothing of what it does itself
            """() => { const key = Object.keys(localStorage).find((name) => name.startsWith("unjam.draft."));
            const draft = JSON.parse(localStorage[key]);
            localStorage[key] = JSON.stringify({ ...draft, title: "Again", when: draft.when + 5 }); }"""
        )
        release()
        wait_for_drafts(page, 2)
        assert before


def test_missing_drawing_is_explained() -> None:
    with Visit() as visit:
        page = visit.open("/draw?draft=nowhere")
        expect(page.locator(".bad-link")).to_contain_text("This drawing is not in this browser")
        expect(page.locator(".board")).to_be_visible()


def test_level_to_fix_is_stored_at_once() -> None:
    with Visit() as visit:
        page = visit.open("/open")
        page.get_by_label("Level text").fill(f"{TEXTS['rushhour']}\nAAAAA")
        page.get_by_role("button", name="Open it").click()
        page.get_by_text("Fix in Draw").click()
        page.wait_for_url("**/draw?draft=*")
        ready(page)
        page.reload()
        ready(page)
        assert text(page) == "AAAAA"


def test_full_storage_drops_undo_before_the_drawing() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        page.evaluate(
            """() => { const set = Storage.prototype.setItem;
            Storage.prototype.setItem = function (key, value) {
              if (key.startsWith("unjam.draft.") && JSON.parse(value).past.length) throw new Error("full");
              return set.call(this, key, value); }; }"""
        )
        park(page, (0, 0), "B")
        wait_for_drafts(page, 1)
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        park(page, (4, 2), "C")
        expect(page.locator(".saved")).to_have_text("No space left to save it")


def test_button_with_count_opens_the_drafts_on_a_phone() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open("/draw?family=rushhour")
        page.touchscreen.tap(*center(page, (0, 0)))
        wait_for_drafts(page, 1)
        visit.open("/draw?family=tiles")
        page.get_by_label("Title", exact=True).fill("Nine")
        wait_for_drafts(page, 2)
        button = page.get_by_role("button", name="2 drafts")
        expect(button).to_have_text("2")
        button.tap()
        sheet = page.locator("dialog")
        expect(sheet.locator(".draft")).to_have_count(2)
        sheet.get_by_role("button", name="Delete Nine").tap()
        expect(sheet.locator(".gone")).to_contain_text("“Nine” deleted.")
        sheet.get_by_role("button", name="Undo").tap()
        sheet.locator("a", has_text="Untitled level").tap()
        expect(sheet).to_have_count(0)
        expect(page.get_by_label(TEXT)).to_have_value(re.compile("^BB"))
        start, end = page.locator("[data-value=truck]").bounding_box(), center(page, (4, 2))
        assert start is not None
        swipe(page, (start["x"] + 20, start["y"] + 20), end)  # a tool is dragged onto the board by finger
        expect(page.get_by_label(TEXT)).to_have_value(re.compile("CCC"))
        swipe(page, center(page, (4, 3)), center(page, (5, 3)))
        expect(page.get_by_label(TEXT)).to_have_value(re.compile("ooCCCo$"))


@pytest.mark.parametrize(("wide", "high"), choose(SIZES[::2], SIZES))
def test_axe_finds_no_violations_and_layout_is_stable(wide: int, high: int) -> None:
    size: dict[str, Any] = {"viewport": {"width": wide, "height": high}}
    with Visit(**size, reduced_motion="reduce") as visit:
        page = visit.open(f"/draw/{id_of('rushhour')}")
        places = (
            "() => ['.board', '.tools'].map((name) => { const { x, y } = document.querySelector(name)"
            ".getBoundingClientRect(); return [x, y + scrollY]; })"
        )
        before = page.evaluate(places)
        page.get_by_label(TEXT).fill(FIVE["rushhour"].replace("exit north", ""))
        page.locator(".faults.amber").wait_for()
        page.get_by_label(TEXT).fill(TEXTS["rushhour"])
        expect(page.locator(".faults.amber")).to_have_count(0)
        assert page.evaluate(places) == before
        page.get_by_label(TEXT).fill(FIVE["rushhour"])
        page.locator(".faults.amber").wait_for()
        page.get_by_role("link", name="Drafts").click()
        visit.open("/draw?family=sokoban")
        page.get_by_label("Title", exact=True).fill("Little room")
        wait_for_drafts(page, 2)
        page.locator(".side .drafts .draft:not(.current) button").click()
        page.locator(".gone").wait_for()
        examine(page, "drafts")


def test_new_drawing_does_not_inherit_the_old_title() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        page.get_by_label("Title", exact=True).fill("First")
        park(page, (0, 0), "B")
        page.get_by_role("link", name="Drafts").click()
        page.get_by_role("link", name="New drawing").click()
        expect(page.get_by_label("Title", exact=True)).to_have_value("")
        page.get_by_role("link", name="Level text").click()
        drag(page, center(page, (2, 0)), center(page, (2, 1)))
        expect(page.get_by_label(TEXT)).to_have_value(re.compile("oAA"))
        wait_for_drafts(page, 2)
