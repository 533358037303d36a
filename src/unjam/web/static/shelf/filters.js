// Filters of a shelf by difficulty, length and size: rows of choices, round borders between short and long,
// which levels match.

/** @import { ShelfItem } from "../types" */

import { DIFFICULTIES, difficultyBadge, difficultyName } from "../rating/difficulty.js";
import { segmentedControl } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** @typedef {{difficulty: string, cost: string, size: string}} Filter "" is any */

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
    this.layOut(items);
  }

  /** @param {ShelfItem[]} items */
  layOut(items) {
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
    const sizeLabels = [
      t("Small, up to {n} squares", { n: small }),
      t("Medium, up to {n} squares", { n: large }),
      t("Large, more than {n} squares", { n: large }),
    ];
    ["low", "mid", "high"].forEach((value, i) => {
      const el = this.el.querySelector(`[data-of=size] [data-value=${value}]`);
      el?.setAttribute("aria-label", sizeLabels[i]);
      el?.setAttribute("title", sizeLabels[i]);
    });
    for (const name of DIFFICULTIES)
      this.setDifficultyLabel(name, items.filter((item) => item.level === name).length);
  }

  /** Labels a difficulty with bars; screen readers read its name. @param {string} name @param {number} n */
  setDifficultyLabel(name, n) {
    const el = this.el.querySelector(`[data-value=${name}]`);
    const label = difficultyName(name);
    el?.replaceChildren(difficultyBadge(name));
    el?.setAttribute("title", label);
    el?.setAttribute("aria-label", t("{name}, {n}", { name: label, n }));
  }

  /** @param {keyof Filter} name @param {string} label @param {[string, string][]} choices */
  choiceRow(name, label, choices) {
    const act = (/** @type {string} */ value) => {
      this.filter[name] = value;
      this.changed();
    };
    return h(
      "div",
      { "data-of": name },
      h("span.small.dim.desk", { "aria-hidden": "true" }, label),
      segmentedControl(label, choices, this.filter[name], act),
    );
  }

  get isActive() {
    return Object.values(this.filter).some(Boolean);
  }

  clear() {
    this.filter = { difficulty: "", cost: "", size: "" };
    for (const b of this.el.querySelectorAll("button"))
      b.setAttribute("aria-pressed", String(!b.dataset.value));
    this.changed();
  }

  /** @param {ShelfItem} item */
  matches(item) {
    const { difficulty, cost, size } = this.filter;
    if (!item.id) return !this.isActive;
    return (
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
