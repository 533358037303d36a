"""When the player is told of a dead end: at once, after a few moves, or when asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from random_cases import choose
from web_browser import Visit, played, resize
from web_levels import id_of

from unjam.core.message import Message

STEPS = ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp")
"""Pushes the box to a wall without a goal."""
MORE = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight")
"""Three pushes along the wall."""


@pytest.mark.parametrize("when", ["later", "asked"])
def test_dead_end_is_told_when_the_player_wants(when: str) -> None:
    names = {"later": "After 3 moves", "asked": "When I press Hint"}
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban')}")
        page.get_by_role("button", name="Settings").click()
        page.locator(".setting", has_text="dead end").get_by_role("button", name=names[when]).click()
        page.keyboard.press("Escape")
        n = 0
        for key in STEPS:
            page.keyboard.press(key)
            n += 1
            played(page, n)
        warning, button = page.locator(".below .warn"), page.locator("#main-button")
        expect(warning).to_have_count(0)
        expect(button).to_have_text("Hint")
        for key in MORE[:-1]:
            page.keyboard.press(key)
            n += 1
            played(page, n)
        expect(warning).to_have_count(0)
        page.keyboard.press(MORE[-1])
        played(page, n + 1)
        expect(warning).to_have_count(int(when != "asked"))
        if when == "asked":
            button.click()
        expect(page.locator(".below")).to_contain_text("Lost since move 4.")
        expect(button).to_have_text("Back to move 3")
        page.keyboard.press("Control+z")  # once told, until it is over
        expect(page.locator("#count-pushes")).to_have_text("3")
        expect(warning).to_have_count(1)


@pytest.mark.parametrize("lang", choose(["es"], ["en", "es", "fr"]))
def test_a_long_label_does_not_widen_the_column(lang: str) -> None:
    with Visit(locale=lang, reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('sokoban')}")
        button, card = page.locator("#main-button"), page.locator(".rate")
        expect(page.locator(".rate .meter i")).to_have_count(1)
        before = card.bounding_box()
        for n, key in enumerate(STEPS, 1):
            page.keyboard.press(key)
            played(page, n)
        expect(button).to_have_text(Message("Undo 1 push").to(lang))
        for wide in (1280, 1024, 920):
            resize(page, wide, 800)
            area, column = button.bounding_box(), page.locator(".side").bounding_box()
            assert area
            assert column
            assert area["x"] + area["width"] <= column["x"] + column["width"] + 0.5
            assert page.evaluate(
                "() => { const b = document.getElementById('main-button');"
                " return b.scrollWidth <= b.clientWidth && b.scrollHeight <= b.clientHeight; }"
            )
        resize(page, 1280, 800)
        assert card.bounding_box() == before
