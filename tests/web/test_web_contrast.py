"""Contrast of what is not text: icons, marks on the board, the focus; boards where the system forces its colours."""

from __future__ import annotations

from playwright.sync_api import expect
from random_cases import choose
from web_browser import Visit, examine
from web_contrast import find_faults
from web_levels import id_of

from unjam.families import FAMILIES


def test_marks_icons_and_focus_are_seen() -> None:
    with Visit() as visit:
        for name in choose(["packing"], list(FAMILIES)):
            page = visit.open(f"/play/{id_of(name)}")
            page.keyboard.press("1" if name == "packing" else "b")
            expect(page.locator(".pick, .sel, .hero, .tile").first).to_be_visible()
            page.locator("#main-button").focus()
            page.keyboard.press("Tab")
            examine(page, f"a picked piece of {name}")
        page = visit.open("/draw?family=rushhour")
        page.keyboard.press("Tab")
        examine(page, "focus in Draw")


def test_faint_icon_and_placeholder_are_noticed() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        page.evaluate("""() => {
          document.querySelector("#top svg.i").style.color = "oklch(0.9 0 0)";
          const style = new CSSStyleSheet();
          style.replaceSync("::placeholder { color: oklch(0.8 0 0) !important }");
          document.adoptedStyleSheets.push(style);
        }""")
        faults = "\n".join(find_faults(page, only_contrast=True))
        page.evaluate("() => document.adoptedStyleSheets.pop()")
        assert "color of" in faults
        assert "placeholder of" in faults


def test_board_keeps_its_colours_where_the_system_forces_others() -> None:
    with Visit(fresh=True, forced_colors="active") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        face = "() => getComputedStyle(document.querySelector('[data-id=B]')).backgroundColor"
        forced = page.evaluate(face)
        page.locator(".board").evaluate("el => { el.style.forcedColorAdjust = 'auto'; }")
        assert page.evaluate(face) != forced
        page.locator(".board").evaluate("el => el.style.removeProperty('forced-color-adjust')")
        page.emulate_media(forced_colors="none")
        assert page.evaluate(face) == forced
