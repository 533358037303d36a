"""Nothing on the page is said in one language only: with a catalogue that marks every sentence, no word is unmarked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from web_browser import Visit
from web_levels import FIVE, id_of

from unjam.families import FAMILIES, family
from unjam.formats.shipped import bundled
from unjam.locale import CATALOGUES

READ = """() => {
  const skipped = "template, script, style, symbol, textarea, kbd, [lang]:not(html), .num, .chip";
  const spoken = ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"];
  const out = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(skipped)) out.push(node.data);
  for (const el of document.querySelectorAll("body *"))
    for (const name of spoken)
      if (!el.closest("template")) out.push(el.getAttribute(name) ?? "");
  return [...new Set([...out, ...window.canvasTexts ?? []])];
}"""
"""Every text of the page that people see or hear, whether it is shown now or not, and those drawn on a canvas."""
KEEP_CANVAS = """() => {
  window.canvasTexts = new Set();
  for (const kind of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    const { fillText } = kind.prototype;
    kind.prototype.fillText = function (text, ...more) {
      canvasTexts.add(text);
      return fillText.call(this, text, ...more);
    };
  }
}"""
NAMES = {
    "Verde", "Azul", "Roja", "unjam", "English", "Español", "Français", "SVG", "PNG", "GIF", "Esc",
    "Ctrl", "MB", "kB", "XSB", "RLE", "SOK", "BRD",
    *(heuristic for name in FAMILIES for heuristic in family(name).heuristics),
    *(level.title for name in FAMILIES for level in bundled(name)),
}  # fmt: skip
"""What is the same in every language: names, also those of heuristics, and titles that their authors gave."""
WORD = re.compile(r"[^\W\d_]{2,}")
MONTHS = re.compile(r"\d+ de [a-z]+")
"""A date, which the browser writes in the language of the page."""


def mark(route: Route) -> None:
    """Answer with a catalogue in which every translation is the English template between two marks.

    A catalogue leaves out what is the same in its language, so both are read.
    """
    known = {}
    for lang in ("es", "fr"):
        with open(f"{CATALOGUES}/{lang}.json", encoding="utf-8") as file:
            known |= json.load(file)
    marked = {key: f"‹{key}›" if isinstance(form, str) else [f"‹{key}›"] * len(form) for key, form in known.items()}
    route.fulfill(json=marked)


def unmarked(text: str) -> str:
    """Return what is left of a text without its marked parts; an element may stand in the middle of a marked part."""
    while (less := re.sub("‹[^‹›]*›", "", text)) != text:
        text = less
    return re.sub("‹.*$|^[^‹]*›", "", text, flags=re.DOTALL)


def one_language(page: Page) -> list[str]:
    """Return the texts with words that no catalogue knows."""
    out = []
    for text in page.evaluate(READ):
        rest = unmarked(text)
        for name in sorted(NAMES, key=len, reverse=True):
            rest = rest.replace(name, "")
        if WORD.search(MONTHS.sub("", rest)):
            out.append(text.strip())
    return out


class Reader:
    """Somebody who looks at every view and notes what is in one language only."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.page, self.found = visit, visit.page, dict[str, str]()

    def read(self, where: str) -> None:
        for text in one_language(self.page):
            self.found.setdefault(text, where)

    def open(self, path: str, *steps: Callable[[Page], Any]) -> None:
        """Read a view, and again after each step."""
        page = self.visit.open(path)
        expect(page.locator("html")).to_have_attribute("lang", "es")
        self.read(path)
        for n, step in enumerate(steps, 1):
            step(page)
            self.read(f"{path}, step {n}")
            page.keyboard.press("Escape")


def press(*keys: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(0)

    return act


def dialog(selector: str) -> Callable[[Page], None]:
    """Press what opens a dialog, and wait for it."""

    def act(page: Page) -> None:
        page.locator(selector).first.click()
        page.locator("dialog[open]").wait_for()

    return act


def hints(page: Page) -> None:
    """Ask for the piece, the move and the reason."""
    button = page.locator("#main-button")
    button.click()
    expect(page.locator(".below")).to_contain_text("‹Look at")
    button.click()
    expect(page.locator(".below")).to_contain_text("to go")
    expect(button).to_have_text(re.compile("‹(Why|Move it)›"))
    if "Why" in button.inner_text():
        button.click()
        expect(button).to_have_text("‹Move it›")


def lab(page: Page) -> None:
    page.locator(".search-panels[data-ready]").wait_for()


@pytest.fixture
def reader() -> Any:
    with Visit(fresh=True, locale="es") as visit:
        visit.page.route("**/words/es.json", mark)
        visit.page.add_init_script(f"({KEEP_CANVAS})()")
        yield Reader(visit)


def test_every_word_of_the_games_is_in_a_catalogue(reader: Reader) -> None:
    keys = {
        "rushhour": press("b", "ArrowDown", "ArrowLeft"), "blocks": press("b", "ArrowLeft"),
        "tiles": press("ArrowLeft"),
        "sokoban": press("ArrowUp", "ArrowRight", "ArrowDown"), "packing": press("1", "ArrowRight", " "),
    }  # fmt: skip
    for name in FAMILIES:
        reader.open(f"/play/{id_of(name)}", keys[name], press("z"), hints, press("h"))
    reader.open(f"/play/{id_of('rushhour')}", dialog("#top [data-act=help]"), dialog("#top [data-act=settings]"),
                dialog("#top [data-act=share]"))  # fmt: skip
    assert not reader.found, json.dumps(reader.found, indent=1, ensure_ascii=False)


def test_every_word_of_the_other_views_is_in_a_catalogue(reader: Reader) -> None:
    for name in FAMILIES:
        reader.open("/" if name == "rushhour" else f"/puzzles/{name}")
        reader.open(f"/watch/{id_of(name)}", press(" ", "Home", "ArrowRight", "End"))
        reader.open(
            f"/draw?family={name}", lambda page, name=name: page.locator("textarea").fill(FIVE[name], force=True)
        )
    reader.open(f"/watch/{id_of('rushhour')}", dialog("a[href*=rating], .links a:has-text('How hard')"))
    reader.open(f"/lab/{id_of('rushhour')}", lab, dialog("#top [data-act=help]"))
    for path in ("/open", "/shelf/sokoban", "/nowhere", "/play/unreadable", "/draw?draft=none", "/library"):
        reader.open(path)
    assert not reader.found, json.dumps(reader.found, indent=1, ensure_ascii=False)


def test_a_word_without_a_catalogue_is_noticed(reader: Reader) -> None:
    page = reader.visit.open("/open")
    assert one_language(page) == []
    page.evaluate("() => { document.querySelector('h1').append(' added'); document.title = 'Only English'; }")
    assert sorted(one_language(page)) == ["Only English", "added"]
