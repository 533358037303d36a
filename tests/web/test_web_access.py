"""Accessibility: axe finds no violations in any view or dialog, light and dark; keys reach everything."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from random_cases import choose
from web_browser import PHONE, Visit, examine, hint
from web_levels import FIVE, HALL, KINDS, TEXTS, VIEWS, id_of

EXAMINED_ELSEWHERE = {
    *(f"/play/{id_of('rushhour')}", "/draw?family=rushhour", f"/play/{id_of('sokoban', HALL)}"),
    *("/statistics", "/calendar/rushhour"),
}
"""Views that other tests examine too: with nothing planted below, with drafts, zoomed on a phone, and with wins."""


def test_axe_finds_no_violations_in_any_view() -> None:
    with Visit(reduced_motion="reduce") as visit:
        for path in choose([each for each in KINDS if each not in EXAMINED_ELSEWHERE], VIEWS):
            page = visit.open(path)
            if path.startswith("/watch"):
                expect(page.locator(".score .piece").first).to_be_visible()
                page.keyboard.press("ArrowRight")
            examine(page, path)


PLANT = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"
PLANTED = {
    "light: on --sky-1: .*color-contrast": ".dim { color: light-dark(#999, var(--ink-2)) !important; }",
    "dark: on --sky-1: .*color-contrast": ".dim { color: light-dark(var(--ink-2), #666) !important; }",
    "light: on --sky-1: contrast of 1": ".piece > span { color: light-dark(#fff, var(--mark)); }",
    "dark: on --sky-1: contrast of 1": ".piece > span { color: light-dark(var(--mark), var(--face)); }",
    "light: on --sky-1: contrast undecided, bgGradient": ".side .dim { background: linear-gradient(#fff, #000); }",
}
"""Faults of contrast, each in one theme only, and how they are reported."""


def test_low_contrast_is_detected_in_each_theme() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        for report, fault in PLANTED.items():
            page.evaluate(PLANT, fault)
            with pytest.raises(AssertionError, match=f"(?s){report}"):
                examine(page, "planted")
        page.evaluate(PLANT, "")
        examine(page, "nothing planted")


def test_axe_finds_no_violations_during_a_game() -> None:
    with Visit(reduced_motion="reduce", **PHONE) as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        examine(page, "play on a phone")
        page.locator("#main-button").click()
        expect(page.locator(".below")).to_contain_text("Look at")
        examine(page, "first hint")
        page.locator("#main-button").click()
        expect(page.locator(".below")).to_contain_text("to go")
        examine(page, "second hint")
        expect(page.locator("#main-button")).to_have_text("Why")
        page.locator("#main-button").click()
        expect(page.locator("#main-button")).to_have_text("Move it")
        examine(page, "why")
        page.locator("#main-button").click()
        expect(page.locator("#count-moves")).to_have_text("1")
        for _ in range(2):
            hint(page)
        expect(page.locator(".lit")).to_have_count(1)
        examine(page, "win")


def test_axe_finds_no_violations_in_dialogs() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.get_by_role("button", name="Share this position").click()
        page.locator("dialog").wait_for()
        examine(page, "share")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        page.locator("dialog .keys").wait_for()
        examine(page, "keys")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Dark").wait_for()
        examine(page, "settings")
        page.get_by_role("button", name="Dark").click()
        assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"


def test_axe_finds_no_violations_in_error_states() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.evaluate("text => navigator.clipboard.writeText(text)", f"{TEXTS['rushhour']}\nAAAAA")
        page.keyboard.press("Control+v")
        page.locator(".level-grid .caption i").wait_for()  # rated
        examine(page, "collection")
        visit.open("/play/nonsense")
        page.locator(".bad-link").wait_for()
        examine(page, "bad link")
        visit.open("/library")
        page.locator(".bad-link").wait_for()
        examine(page, "no library")
        visit.open("/draw?family=sokoban")
        page.get_by_label("Level text, updated as you draw").fill(FIVE["sokoban"])
        page.locator(".faults li").first.wait_for()
        examine(page, "faults")


def test_no_view_is_wider_than_a_narrow_phone() -> None:
    """The narrowest phones are 320 pixels wide."""
    with Visit(**{**PHONE, "viewport": {"width": 320, "height": 640}}) as visit:
        for path in [*choose(KINDS, VIEWS), f"/lab/{id_of('rushhour')}"]:
            page = visit.open(path)
            wide = page.evaluate(
                """() => { const flow = (at) => getComputedStyle(at).overflowX;
                const scrolls = (at) => at && (["auto", "scroll"].includes(flow(at)) || scrolls(at.parentElement));
                const out = ({ width, left, right }) => width > 1 && (right > innerWidth + 1 || left < -1);
                return [...document.querySelectorAll("#view *, header *")]
                  .filter((el) => out(el.getBoundingClientRect()) && !scrolls(el))
                  .filter((el) => !el.closest("svg, .visually-hidden"))
                  .map((el) => `${el.tagName}.${el.className}`); }"""
            )
            assert wide == [], f"{path}: {wide[:5]}"


FOCUS = """() => [document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent,
  getComputedStyle(document.activeElement).outlineStyle]"""


def test_every_control_can_be_reached_by_keyboard() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        reached = []
        for _ in range(30):
            page.keyboard.press("Tab")
            reached.append(page.evaluate(FOCUS))
            if reached[-1][0].startswith(
                ("Red car", "Car")
            ):  # the pieces are one stop; arrow keys go from one to the next
                for arrow in ("ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight"):
                    page.keyboard.press(arrow)
                    reached.append(page.evaluate(FOCUS))
        names = [name for name, _ in reached]
        assert any(name.startswith("Red car A") for name in names)
        assert "Hint" in names
        cars = [(name, style) for name, style in reached if name.startswith(("Red car", "Car"))]
        assert len({name for name, _ in cars}) >= 3
        assert all(style != "none" for _, style in cars)
