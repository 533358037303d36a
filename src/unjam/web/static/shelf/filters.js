// What a shelf shows of its levels: all, or those of a difficulty, a length, a size.

/** @import { Slot } from "../types" */

import { difficulty, LEVELS, levelName, seg } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** @typedef {{level: string, cost: string, size: string}} Wish "" is any */

const FEW = 10; // levels from which borders can be told

/**
 * Two round numbers that part what is known into three.
 * @param {number[]} known @param {[number, number]} usual
 */
function borders(known, usual) {
  const sorted = known.filter((n) => n > 0).sort((a, b) => a - b);
  if (sorted.length < FEW) return usual;
  const at = (/** @type {number} */ part) => {
    const n = sorted[Math.floor(sorted.length * part)];
    const step = n < 20 ? 2 : n < 50 ? 5 : n < 200 ? 10 : 50;
    return Math.max(step, Math.round(n / step) * step);
  };
  const [low, high] = [at(1 / 3), at(2 / 3)];
  return low < high ? [low, high] : [low, low * 2];
}

export class Filters {
  /** @type {Wish} */
  wish = { level: "", cost: "", size: "" };

  /** @param {Slot[]} slots @param {() => void} changed */
  constructor(slots, changed) {
    this.costs = borders(
      slots.flatMap((slot) => slot.cost ?? []),
      [20, 60],
    );
    this.sizes = borders(
      slots.map((slot) => slot.size),
      [40, 80],
    );
    this.changed = changed;
    this.el = h("div.flt", { role: "group", "aria-label": t("Filter") });
    this.lay(slots);
  }

  /** @param {Slot[]} slots */
  lay(slots) {
    const [few, many] = this.costs;
    const [small, large] = this.sizes;
    this.el.replaceChildren(
      this.well("level", t("Difficulty"), [
        ["", t("All")],
        ...LEVELS.map((name) => /** @type {[string, string]} */ ([name, levelName(name)])),
      ]),
      this.well("cost", t("Length"), [
        ["", t("Any")],
        ["low", t("to {n}", { n: few })],
        ["mid", t("to {n}", { n: many })],
        ["high", t("more")],
      ]),
      this.well("size", t("Size"), [
        ["", t("Any")],
        ["low", t("S")],
        ["mid", t("M")],
        ["high", t("L")],
      ]),
    );
    const say3 = [
      t("Small, to {n} squares", { n: small }),
      t("Medium, to {n} squares", { n: large }),
      t("Large, more than {n} squares", { n: large }),
    ];
    ["low", "mid", "high"].forEach((value, i) => {
      const el = this.el.querySelector(`[data-of=size] [data-value=${value}]`);
      el?.setAttribute("aria-label", say3[i]);
      el?.setAttribute("title", say3[i]);
    });
    for (const name of LEVELS) this.bars(name, slots.filter((slot) => slot.level === name).length);
  }

  /** A difficulty is four bars; its name is spoken. @param {string} name @param {number} n */
  bars(name, n) {
    const el = this.el.querySelector(`[data-value=${name}]`);
    const label = levelName(name);
    el?.replaceChildren(difficulty(name));
    el?.setAttribute("title", label);
    el?.setAttribute("aria-label", t("{name}, {n}", { name: label, n }));
  }

  /** @param {keyof Wish} name @param {string} label @param {[string, string][]} choices */
  well(name, label, choices) {
    const act = (/** @type {string} */ value) => {
      this.wish[name] = value;
      this.changed();
    };
    return h(
      "div",
      { "data-of": name },
      h("span.small.dim.desk", { "aria-hidden": "true" }, label),
      seg(label, choices, this.wish[name], act),
    );
  }

  get on() {
    return Object.values(this.wish).some(Boolean);
  }

  clear() {
    this.wish = { level: "", cost: "", size: "" };
    for (const b of this.el.querySelectorAll("button"))
      b.setAttribute("aria-pressed", String(!b.dataset.value));
    this.changed();
  }

  /** @param {Slot} slot */
  fits(slot) {
    const { level, cost, size } = this.wish;
    if (!slot.id) return !this.on;
    return (
      (!level || slot.level === level) &&
      within(slot.cost, cost, this.costs) &&
      within(slot.size, size, this.sizes)
    );
  }
}

/** @param {number | null | undefined} n @param {string} part @param {number[]} borders */
function within(n, part, [low, high]) {
  if (!part) return true;
  if (n === null || n === undefined) return false;
  return part === "low" ? n <= low : part === "mid" ? n > low && n <= high : n > high;
}
