// Filters of a shelf by difficulty, length and size: rows of choices, each with the number of levels it would
// show; round borders between short and long, which levels match.

/** @import { ShelfItem } from "../types" */

import { DIFFICULTIES, difficultyBadge, difficultyName } from "../rating/difficulty.js";
import { segmentedControl } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { formatNumber, t } from "../ui/i18n.js";

/** @typedef {{difficulty: string, cost: string, size: string}} Filter "" is any */
/** @typedef {{filter: keyof Filter, value: string, label: string}} Meaning of a choice */
/** @typedef {Meaning & {count: HTMLElement, el: HTMLElement}} Choice */

const MIN_VALUES = 10; // below that, the fallback is used

/**
 * Two round numbers that split the values into three groups.
 * @param {number[]} values @param {[number, number]} fallback
 */
function borders(values, fallback) {
  const sorted = values.filter((n) => n > 0).sort((a, b) => a - b);
  if (sorted.length < MIN_VALUES) return fallback;
  const at = (/** @type {number} */ part) => {
    const n = sorted[Math.floor(sorted.length * part)];
    const step = n < 20 ? 2 : n < 50 ? 5 : n < 200 ? 10 : 50;
    return Math.max(step, Math.round(n / step) * step);
  };
  const [low, high] = [at(1 / 3), at(2 / 3)];
  return low < high ? [low, high] : [low, low * 2];
}

export class Filters {
  /** @type {Filter} */
  filter = { difficulty: "", cost: "", size: "" };

  /** @type {Choice[]} */
  choices = [];

  /** @param {ShelfItem[]} items @param {() => void} changed */
  constructor(items, changed) {
    this.costs = borders(
      items.flatMap((item) => item.cost ?? []),
      [20, 60],
    );
    this.sizes = borders(
      items.map((item) => item.size),
      [40, 80],
    );
    this.changed = changed;
    this.el = h("div.filters", { role: "group", "aria-label": t("Filter") });
    this.layOut();
    this.count(items);
  }

  layOut() {
    const [few, many] = this.costs;
    const [small, large] = this.sizes;
    this.el.replaceChildren(
      this.choiceRow("difficulty", t("Difficulty"), [
        ["", t("All")],
        ...DIFFICULTIES.map((name) => /** @type {[string, string]} */ ([name, difficultyName(name)])),
      ]),
      this.choiceRow("cost", t("Length"), [
        ["", t("Any")],
        ["low", t("up to {n}", { n: few })],
        ["mid", t("up to {n}", { n: many })],
        ["high", t("more")],
      ]),
      this.choiceRow("size", t("Size"), [
        ["", t("Any")],
        ["low", t("S")],
        ["mid", t("M")],
        ["high", t("L")],
      ]),
    );
    this.setLabels("size", [
      t("Small, up to {n} squares", { n: small }),
      t("Medium, up to {n} squares", { n: large }),
      t("Large, more than {n} squares", { n: large }),
    ]);
    this.setLabels("difficulty", DIFFICULTIES.map(difficultyName));
    for (const { filter, value, el } of this.choices)
      if (filter === "difficulty") el.replaceChildren(difficultyBadge(value));
    for (const { el, count } of this.choices) el.append(count);
  }

  /**
   * What screen readers and tooltips say instead of the short name of a choice.
   * @param {keyof Filter} filter @param {string[]} labels
   */
  setLabels(filter, labels) {
    const choices = this.choices.filter((choice) => choice.filter === filter);
    for (const [n, choice] of choices.entries()) {
      choice.label = labels[n];
      choice.el.title = labels[n];
    }
  }

  /** Shows with each choice how many levels it leaves, given the other filters. @param {ShelfItem[]} items */
  count(items) {
    for (const { filter, value, label, count, el } of this.choices) {
      const choice = { ...this.filter, [filter]: value };
      const n = items.filter((item) => this.passes(item, choice)).length;
      count.textContent = formatNumber(n);
      el.setAttribute("aria-label", t("{name}, {n}", { name: label, n }));
    }
  }

  /** @param {keyof Filter} filter @param {string} label @param {[string, string][]} choices */
  choiceRow(filter, label, choices) {
    const act = (/** @type {string} */ value) => {
      this.filter[filter] = value;
      this.changed();
    };
    const row = segmentedControl(label, choices, this.filter[filter], act);
    for (const [value, name] of choices) {
      const el = /** @type {HTMLElement | null} */ (row.querySelector(`[data-value="${value}"]`));
      if (el && value) this.choices.push({ filter, value, label: name, count: h("small"), el });
    }
    return h("div", { "data-of": filter }, h("span.small.dim.desk", { "aria-hidden": "true" }, label), row);
  }

  get isActive() {
    return Object.values(this.filter).some(Boolean);
  }

  get needsRatings() {
    return Boolean(this.filter.difficulty || this.filter.cost);
  }

  clear() {
    this.filter = { difficulty: "", cost: "", size: "" };
    for (const b of this.el.querySelectorAll("button"))
      b.setAttribute("aria-pressed", String(!b.dataset.value));
    this.changed();
  }

  /** @param {ShelfItem} item */
  matches(item) {
    return item.id ? this.passes(item, this.filter) : !this.isActive;
  }

  /** Does a readable level pass these filters? @param {ShelfItem} item @param {Filter} filter */
  passes(item, { difficulty, cost, size }) {
    return (
      Boolean(item.id) &&
      (!difficulty || item.level === difficulty) &&
      isWithin(item.cost, cost, this.costs) &&
      isWithin(item.size, size, this.sizes)
    );
  }
}

/** @param {number | null | undefined} n @param {string} part @param {number[]} borders */
function isWithin(n, part, [low, high]) {
  if (!part) return true;
  if (n === null || n === undefined) return false;
  return part === "low" ? n <= low : part === "mid" ? n > low && n <= high : n > high;
}
