"""The page in Spanish and French: no sentence stays English, and nothing overflows."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, examine, mark_solved, resize
from web_levels import id_of

from unjam.locale import CATALOGUES

READ = """() => {
  const out = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.parentElement;
    if (!at.closest("template, script, style, symbol, textarea, [lang]") && at.checkVisibility()) out.push(node.data);
  }
  for (const el of document.querySelectorAll("[aria-label], [title]"))
    out.push(el.getAttribute("aria-label") ?? "", el.getAttribute("title") ?? "");
  return out.map((text) => text.trim()).filter(Boolean);
}"""
BEYOND = """(name) => [...document.querySelectorAll(name)].filter((el) => el.checkVisibility()
  && el.getBoundingClientRect().right > document.documentElement.clientWidth).map((el) => el.textContent)"""
"""Those of the elements that reach beyond the right edge of the window."""
CUT_FACTORS = """() => [...document.querySelectorAll(".feat li > span")].filter((el) => el.checkVisibility()
  && el.firstElementChild.getBoundingClientRect().bottom > el.getBoundingClientRect().bottom + 1)
  .map((el) => el.textContent)"""
"""The factors whose own words do not fit; what is ordinary may be left out."""
VIEWS = ["/", f"/play/{id_of('sokoban')}", f"/play/{id_of('packing')}", f"/watch/{id_of('rushhour')}",
         "/draw?family=blocks", "/open", "/shelf/sokoban", f"/lab/{id_of('tiles')}"]  # fmt: skip


def english(page: Page, lang: str) -> list[str]:
    """Return the texts on the page that are English although a translation exists."""
    with open(f"{CATALOGUES}/{lang}.json", encoding="utf-8") as file:
        known = json.load(file)
    return [text for text in page.evaluate(READ) if known.get(text, text) != text and text not in known.values()]


@pytest.mark.parametrize("lang", choose(["es"], ["es", "fr"]))
def test_every_view_is_translated(lang: str) -> None:
    with Visit(locale=f"{lang}-{lang.upper()}") as visit:
        for path in VIEWS:
            page = visit.open(path)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            assert english(page, lang) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        examine(page, lang)


BEYOND_CARDS = """() => [...document.querySelectorAll(".family-card b")].filter((name) => {
  const text = document.createRange();
  text.selectNodeContents(name);
  const [inner, card] = [text, name.closest(".family-card")].map((each) => each.getBoundingClientRect());
  return inner.left < card.left || inner.right > card.right;
}).map((name) => name.textContent)"""
"""The names of families that are wider than their card, and so run into the next one."""


@pytest.mark.parametrize("lang", choose(["fr"], ["es", "fr"]))
def test_nothing_overflows_on_a_phone(lang: str) -> None:
    with Visit(locale=lang, **PHONE, reduced_motion="reduce") as visit:
        for path in [*VIEWS, "/puzzles/rushhour"]:
            page = visit.open(path)
            for width in (390, 360, 320):
                resize(page, width, 844)
                # innerWidth would grow with what overflows, for a phone zooms out until all is seen
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path
                assert page.evaluate(BEYOND_CARDS) == [], (path, width)


@pytest.mark.parametrize("lang", choose(["es"], ["es", "fr"]))
def test_header_and_rating_factors_are_not_cut(lang: str) -> None:
    with Visit(locale=lang, **PHONE, reduced_motion="reduce") as visit:
        for name in ("sokoban", "rushhour"):
            page = visit.open(f"/watch/{id_of(name)}")
            page.locator(".head .rest").wait_for()
            assert page.evaluate(BEYOND, ".head .difficulty, .head .rest") == []
            mark_solved(page, id_of(name), name)
            page = visit.open(f"/play/{id_of(name)}")
            page.locator(".feat li").first.wait_for(state="attached")
            for width, high in ((390, 844), (320, 640), (1280, 800)):
                resize(page, width, high)
                assert page.evaluate(BEYOND, "#top a, #top button, .head .difficulty, .when") == []
                assert page.evaluate(CUT_FACTORS) == []


def test_language_can_be_chosen_in_the_settings() -> None:
    with Visit(locale="fr-FR") as visit:
        page = visit.open("/")
        page.locator("[data-act=settings]").first.click()
        page.get_by_text("Español", exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", "es")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "es")
