"""The page in Spanish and French: no sentence stays English, nothing overflows, and axe finds nothing."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from unjam.locale import CATALOGUES
from web_browser import PHONE, Visit, examine, resize
from web_levels import id_of

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
VIEWS = ["/", f"/play/{id_of('sokoban')}", f"/play/{id_of('packing')}", f"/watch/{id_of('rushhour')}",
         "/draw?family=blocks", "/open", "/shelf/sokoban", f"/lab/{id_of('tiles')}"]  # fmt: skip


def english(page: Page, lang: str) -> list[str]:
    """What stands on the page as it is in English, though the language says it otherwise."""
    with open(f"{CATALOGUES}/{lang}.json", encoding="utf-8") as file:
        known = json.load(file)
    return [text for text in page.evaluate(READ) if known.get(text, text) != text and text not in known.values()]


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_every_view_speaks_the_language_of_the_browser(lang: str) -> None:
    with Visit(locale=f"{lang}-{lang.upper()}") as visit:
        for path in VIEWS:
            page = visit.turn_to(path)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            assert english(page, lang) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        examine(page, lang)


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_nothing_overflows_on_a_phone(lang: str) -> None:
    with Visit(locale=lang, **PHONE) as visit:
        for path in VIEWS:
            page = visit.turn_to(path)
            for width in (390, 360):
                resize(page, width, 844)
                # innerWidth would grow with what overflows, for a phone zooms out until all is seen
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_the_settings_choose_the_language() -> None:
    with Visit(locale="fr-FR") as visit:
        page = visit.open("/")
        page.locator("[data-act=settings]").first.click()
        page.get_by_text("Español", exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", "es")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "es")
