// The Print view: chooses levels of a shelf or of the shipped ones and lays them out on sheets of paper,
// their solutions on sheets of their own at the end. The address holds the choices.

/** @import { Collection, View } from "../types" */

import { currentPath, currentQuery, setAddress } from "../addresses.js";
import { DIFFICULTIES, difficultyName } from "../rating/difficulty.js";
import { findFamily } from "../state/families.js";
import { shelfPath, writeRanges } from "../state/shelves.js";
import { button, segmentedControl, select } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { joinSentences, plural, t } from "../ui/i18n.js";
import { LAYOUTS, levelSheets } from "./level_sheets.js";
import { Pictures } from "./pictures.js";
import { Solutions } from "./solutions.js";

const MAX_PRINTED = 240;
const DEFAULT_LAYOUT = 6;

/**
 * The indices of the levels in a text such as 1-10, 15; null if it is something else.
 * @param {string} text @param {number} count of all levels
 */
export function readRanges(text, count) {
  const chosen = new Set();
  for (const part of text.split(/[,;]/)) {
    const range = /^\s*(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*$/.exec(part);
    if (!range) return null;
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
    for (let n = Math.max(1, from); n <= Math.min(count, to); n++) chosen.add(n - 1);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** @param {HTMLElement} view @param {{shelf: Collection}} options @returns {View} */
export function printView(view, { shelf }) {
  const sheets = new PrintView(shelf);
  setChildren(view, sheets.main);
  sheets.show();
  return { close: () => sheets.close() };
}

class PrintView {
  query = currentQuery();
  cancel = new AbortController();
  pictures = new Pictures();
  requests = 0;

  /** @param {Collection} shelf */
  constructor(shelf) {
    this.shelf = shelf;
    this.family = findFamily(shelf.family ?? shelf.slots.find((item) => item.family)?.family);
    this.solutions = new Solutions(this.family, this.cancel.signal);
    document.title = `${t("Print")}: ${shelf.name} · unjam`;
    const all = writeRanges(shelf.slots.map((_, at) => at));
    this.field = h("input", { "aria-label": t("Numbers of the levels"), placeholder: all });
    this.field.value = this.query.get("levels") ?? "";
    this.field.addEventListener("change", () => this.change("levels", this.field.value.trim()));
    this.status = h("p.small.dim", { role: "status" });
    this.printButton = button(t("Print"), { class: "go", onclick: () => window.print() });
    this.sheets = h("div.sheet-list");
    this.main = h("div.sheets", this.options(), this.sheets);
  }

  options() {
    const { shelf, query } = this;
    const perPage = segmentedControl(
      t("Levels on a page"),
      Object.keys(LAYOUTS).map((n) => /** @type {[string, string]} */ ([n, n])),
      String(this.perPage),
      (n) => this.change("per", n),
    );
    const tick = (/** @type {string} */ name, /** @type {string} */ label) =>
      h(
        "label.row",
        h("input", {
          type: "checkbox",
          checked: query.get(name) !== "no",
          onchange: (/** @type {Event} */ event) =>
            this.change(name, /** @type {HTMLInputElement} */ (event.target).checked ? "" : "no"),
        }),
        label,
      );
    return h(
      "section.sheet-options",
      h("div", h("a.small.dim", { href: shelfPath(shelf.key) }, shelf.name), h("h1", t("Print"))),
      h("label.stack.tight", h("span.small.dim", t("Levels")), this.field),
      this.difficultyChoice(),
      h("div.stack.tight", h("span.small.dim", { "aria-hidden": "true" }, t("Levels on a page")), perPage),
      h(
        "div.stack.tight",
        tick("titles", t("Titles")),
        tick("difficulty", t("Difficulty")),
        tick("solutions", t("Solutions at the end")),
      ),
      this.printButton,
      this.status,
    );
  }

  /** Fills the field with the levels of a difficulty. */
  difficultyChoice() {
    const { slots: items } = this.shelf;
    const known = DIFFICULTIES.filter((name) => items.some((item) => item.level === name));
    const choices = [["", t("Any difficulty")], ...known.map((name) => [name, difficultyName(name)])];
    const label = t("Difficulty");
    return (
      known.length > 1 &&
      h(
        "label.stack.tight",
        h("span.small.dim", label),
        select({ "aria-label": label }, choices, "", (difficulty) => {
          const chosen = items.flatMap(({ level }, at) => (level === difficulty ? at : []));
          this.field.value = difficulty ? writeRanges(chosen) : "";
          this.change("levels", this.field.value);
        }),
      )
    );
  }

  get perPage() {
    const n = Number(this.query.get("per"));
    return n in LAYOUTS ? n : DEFAULT_LAYOUT;
  }

  /** @param {string} name */
  has(name) {
    return this.query.get(name) !== "no";
  }

  /** @param {string} name @param {string} value */
  change(name, value) {
    if (value) this.query.set(name, value);
    else this.query.delete(name);
    setAddress(this.query.size ? `${currentPath()}?${this.query}` : currentPath(), true);
    this.show();
  }

  /** The levels to print and those that can be printed, as indices; null if the field is not understood. */
  choose() {
    const { slots: items } = this.shelf;
    const text = this.field.value.trim();
    const numbers = text ? readRanges(text, items.length) : items.map((_, at) => at);
    const readable = numbers?.filter((at) => items[at].id);
    return numbers && readable && { all: numbers.length, readable, printed: readable.slice(0, MAX_PRINTED) };
  }

  /** Lays out the sheets; the button waits for pictures and solutions. */
  async show() {
    const request = ++this.requests;
    const chosen = this.choose();
    this.printButton.disabled = true;
    if (!chosen?.printed.length) {
      setChildren(this.sheets);
      setChildren(
        this.status,
        chosen
          ? t("None of these numbers is a level.")
          : t("Write numbers and ranges, such as {example}.", { example: "1-10, 15" }),
      );
      return;
    }
    const levels = chosen.printed.map((at) => ({ at, item: this.shelf.slots[at] }));
    const pages = levelSheets(levels, {
      name: this.shelf.name,
      perPage: this.perPage,
      withTitles: this.has("titles"),
      withDifficulty: this.has("difficulty"),
      picture: (id, label) => this.pictures.make(id, label),
    });
    const answers = this.has("solutions") ? this.solutions.sheet(levels, this.pictures) : null;
    setChildren(this.sheets, pages, answers?.el);
    const summary = this.summary(chosen, pages.length);
    setChildren(this.status, summary);
    await answers?.fill(
      (n) => {
        const progress = t("Finding the solutions: {n} of {all}.", { n, all: levels.length });
        if (request === this.requests) setChildren(this.status, joinSentences(summary, progress));
      },
      () => request === this.requests,
    );
    await this.pictures.untilLoaded();
    if (request !== this.requests || this.cancel.signal.aborted) return;
    setChildren(this.status, summary);
    this.printButton.disabled = false;
  }

  /** @param {{all: number, readable: number[], printed: number[]}} chosen @param {number} pages */
  summary({ all, readable, printed }, pages) {
    const broken = all - readable.length;
    return joinSentences(
      plural(pages, "{levels} on {n} page.", "{levels} on {n} pages.", {
        levels: plural(printed.length, "{n} level", "{n} levels"),
      }),
      printed.length < readable.length
        ? t("The other {n} are left out: one print has at most {most}.", {
            n: readable.length - printed.length,
            most: MAX_PRINTED,
          })
        : "",
      broken ? plural(broken, "{n} cannot be read.", "{n} cannot be read.") : "",
    );
  }

  close() {
    this.cancel.abort();
    this.pictures.close();
  }
}
