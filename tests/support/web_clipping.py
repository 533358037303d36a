"""Finds text on the page that is cut off, shortened with dots, runs out of its box or lies beyond the window."""

from __future__ import annotations

from playwright.sync_api import Page

SHORTENED = {
    ".crumb > .small": "the name of a file or collection that the player chose",
    ".level-card small, .look small": "the title of a level in a collection; the label of the link has all of it",
    ".drafts li b": "the title of a drawing, which can be as long as its author likes",
    ".feat li > span > :last-child": "a typical value is left out as a whole where it would need a line",
    "input, textarea, select": "what was typed or chosen scrolls inside its field",
}
"""Text that may be shortened, and why: all of it comes from the player or from a file."""

FIND = """(shortened) => {
  const SLACK = 1.5; // pixels: glyphs lean over, and zoomed layouts round
  const unread = "template, script, style, svg, noscript, .visually-hidden, .skip, .board, .island";
  const out = [];
  const wide = document.documentElement.clientWidth;
  const hides = (style, axis) => ["hidden", "clip"].includes(axis === "x" ? style.overflowX : style.overflowY);
  const scrolls = (style, axis) => ["auto", "scroll"].includes(axis === "x" ? style.overflowX : style.overflowY);
  const isBox = (style) => style.display !== "inline" && (style.boxShadow !== "none" || style.borderTopWidth !== "0px"
    || !["rgba(0, 0, 0, 0)", "transparent"].includes(style.backgroundColor));
  const report = (why, node, el) => out.push(`${why}: “${node.data.trim().slice(0, 60)}” in ${el.tagName.toLowerCase()}`
    + `${el.id && "#" + el.id}${[...el.classList].map((name) => "." + name).join("")}`);
  const front = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement;
    if (!node.data.trim() || own.closest(unread)) continue;
    if (!own.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || own.closest(shortened)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const area = range.getBoundingClientRect();
    if (!area.width) continue;
    let [canScrollX, canScrollY] = [false, false];
    for (let el = own; el && el !== document.documentElement; el = el.parentElement) {
      const style = getComputedStyle(el);
      const box = el.getBoundingClientRect();
      if (scrolls(style, "x")) canScrollX = true;
      if (scrolls(style, "y")) canScrollY = true;
      const beyondX = area.left < box.left - SLACK || area.right > box.right + SLACK;
      const beyondY = area.top < box.top - SLACK || area.bottom > box.bottom + SLACK;
      if (el === document.body) break;
      if (beyondX && !canScrollX && hides(style, "x")) report("cut off", node, el);
      else if (beyondY && !canScrollY && hides(style, "y")) report("cut off below", node, el);
      else if (beyondX && !canScrollX && isBox(style)) report("runs out of its box", node, el);
      else if (beyondY && !canScrollY && isBox(style) && el === own.closest("button, a, label, .btn"))
        report("higher than its box", node, el);
      else continue;
      break;
    }
    if (!canScrollX && (area.right > wide + SLACK || area.left < -SLACK)) report("beyond the window", node, own);
  }
  return [...new Set(out)];
}"""


def find_clipped_text(page: Page) -> list[str]:
    """Return every text of the view, or of the dialog in front of it, that a reader does not see whole."""
    faults: list[str] = page.evaluate(FIND, ", ".join(SHORTENED))
    return faults
