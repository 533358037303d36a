"""What axe has against the page, and the contrast of text, icons and marks at both ends of the gradient behind it."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

SKY_ENDS = ("sky-1", "sky-2")
"""The two colours of the gradient. axe cannot judge text on a gradient, so the page wears one of them at a time."""
DRAWN = {
    ".piece > span": "a letter on a piece: patterns, stripes and roofs are drawn below it",
    ".tag": "a letter on a tag: a ring is drawn around it",
    "svg.mini text": "a letter in a small picture, where the piece is a shape and not a background",
    ".chart text": "a word in a chart, which is a picture; it is measured on the darkest ground there is",
    ".victory b": "the word of victory: lights are drawn behind its band, which lies over the pieces",
    ".mark.order b": "the number of a forced move: it lies on a piece, with a background of its own",
    ".text-editor b": "a letter of the editor, which shows through a transparent text area",
}
"""Text that axe leaves undecided because of how it is drawn. All of it is measured here instead."""
OVERLAPS = {
    "bgOverlap": "a board that was brought closer reaches, cut off, below the text around it",
    "elmPartiallyObscured": "a table or a dialog is scrolled, and the text is half out of sight",
    "elmPartiallyObscuring": "the same, seen from the text that is in sight",
}
"""Reasons of axe that come from where boxes lie. Such text is measured against the backgrounds it stands in."""
SILENT = ".text-editor textarea"
"""Its text is transparent: the letters below it show what was typed."""
CONTRAST: dict[str, Any] = {
    "resultTypes": ["violations", "incomplete"],
    "checks": {"color-contrast": {"options": {"ignoreLength": True, "ignoreUnicode": False}}},
}
"""A single letter, digit or arrow counts as text too."""

UNDECIDED: dict[str, str] = {}
"""Rules of axe, besides contrast, that may stay undecided, each with what is done about it. None does so far."""
PARTS = {
    "svg.i:not(.board *, .island *, .tool *, [disabled] *, [aria-disabled=true] *)": "color",
    ".spot": "::before background-color",
    ".star": "color",
    ".pick:not(.poly), .hint:not(.poly), .bad:not(.poly), .sel:not(.poly)": "outline-color",
    ":focus-visible:not(.poly)": "outline-color",
}
"""What has to be seen besides text, and which of its colours: 3:1 against what is behind or around it."""

FIND = """async ([options, sky, drawn, overlaps, silent, undecided, parts]) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const luminance = (layers) => {
    for (const colour of ["#fff", ...layers]) {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data]
      .map((n) => n / 255)
      .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const resolve = (at, colour) => {
    const probe = document.createElement("i");
    probe.style.backgroundColor = colour;
    at.append(probe);
    const computed = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return computed;
  };
  const backgrounds = (el) => {
    const layers = [];
    for (let at = el; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
    return layers;
  };
  const behind = (el) => {
    const piece = el.closest(".piece");
    if (el.closest(".chart")) return [...backgrounds(el), resolve(el.closest(".chart"), "var(--tint)")];
    if (el.closest("svg")) return [resolve(el, "var(--face)")];
    if (!piece) return backgrounds(el);
    if (piece.matches(".car, .truck")) return [resolve(piece, "var(--roof)")];
    const face = piece.matches(".tried") ? "color-mix(in oklch, var(--face) 58%, transparent)" : "var(--face)";
    return [...backgrounds(piece.parentElement), resolve(piece, face)];
  };
  const isShown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const measure = (el) => {
    const style = getComputedStyle(el);
    const layers = behind(el);
    const ink = el.closest("svg") ? style.fill : style.color;
    const [dark, bright] = [luminance(layers), luminance([...layers, ink])].sort((a, b) => a - b);
    const ratio = (bright + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return ratio < (isLarge ? 3 : 4.5) ? [`contrast of ${ratio.toFixed(2)}: ${el.outerHTML.slice(0, 160)}`] : [];
  };
  const ratioOf = (layers, ink) => {
    const [dark, bright] = [luminance(layers), luminance([...layers, ink])].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const measurePart = (el, name) => {
    const [pseudo, property] = name.startsWith("::") ? name.split(" ") : [null, name];
    const around = property === "outline-color" || pseudo ? el.parentElement : el;
    const well = el.closest(".well");
    const layers = well ? [...backgrounds(well), resolve(well, "var(--cell)")] : backgrounds(around);
    const ratio = ratioOf(layers, getComputedStyle(el, pseudo).getPropertyValue(property));
    return ratio < 3 ? [`${property} of ${ratio.toFixed(2)}: ${el.outerHTML.slice(0, 160)}`] : [];
  };
  const measurePlaceholder = (el) => {
    const ratio = ratioOf(backgrounds(el), getComputedStyle(el, "::placeholder").color);
    return ratio < 4.5 ? [`placeholder of ${ratio.toFixed(2)}: ${el.outerHTML.slice(0, 160)}`] : [];
  };
  document.body.style.background = `var(--${sky})`;
  try {
    const results = await axe.run(options);
    const texts = [...document.querySelectorAll(drawn)].filter((el) => el.textContent.trim() && isShown(el));
    const faults = texts.flatMap(measure);
    for (const { any, html, target } of results.incomplete.find(({ id }) => id === "color-contrast")?.nodes ?? []) {
      const why = any[0]?.data?.messageKey;
      const el = document.querySelector(target[0]);
      if (!el?.textContent.trim()) continue; // replaced meanwhile, as when a rating arrives
      if (!el.closest(`${drawn}, ${silent}`))
        faults.push(...(overlaps.includes(why) ? measure(el) : [`contrast undecided, ${why}: ${html}`]));
    }
    for (const { id, nodes } of results.incomplete)
      if (id !== "color-contrast" && !undecided.includes(id)) faults.push(`undecided, ${id}: ${nodes[0].html}`);
    const front = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    for (const [name, property] of Object.entries(parts))
      for (const el of front.querySelectorAll(name)) if (isShown(el)) faults.push(...measurePart(el, property));
    for (const el of front.querySelectorAll("[placeholder]")) if (isShown(el)) faults.push(...measurePlaceholder(el));
    return { ...results, incomplete: [], faults };
  } finally {
    document.body.style.removeProperty("background");
  }
}"""


def find_faults(page: Page, *, only_contrast: bool) -> list[str]:
    """What is wrong with the page in the theme it wears: rules of axe, and contrast that is too low or unexplained."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults: list[str] = []
    for sky in SKY_ENDS:
        rules = {"runOnly": ["color-contrast"]} if only_contrast or sky != SKY_ENDS[0] else {}
        answer = page.evaluate(
            FIND, [CONTRAST | rules, sky, ", ".join(DRAWN), list(OVERLAPS), SILENT, list(UNDECIDED), PARTS]
        )
        results = AxeResults(answer)
        faults += [f"on --{sky}: {results.generate_report()}"] if results.violations_count else []
        faults += [f"on --{sky}: {each}" for each in answer["faults"]]
    return faults
