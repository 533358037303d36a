// One search with its words: what it expanded, how it ended. Its place is there before it ends.

/** @import { Child, Family, LabSearch, Skyline } from "../types" */

import { h, put, setVars } from "../ui/dom.js";
import { count, t } from "../ui/i18n.js";
import { endOf, howOf, nameOf } from "./messages.js";
import { recorded } from "./recording.js";
import { Panel } from "./skyline_canvas.js";

/** A figure, or how far a search that was stopped had come. @param {LabSearch} search @param {number} n */
export const figure = ({ status }, n) => (status === "gave_up" ? t("{n} so far", { n }) : count(n));

export class SearchPanel {
  over = /** @type {boolean | null} */ (null);
  said = h("small.num.said", t("not done yet"));
  total = h("b.num");
  bar = h("span.bar");
  place = h("div.sky");
  /** The search, once it has ended. */
  search = /** @type {LabSearch | null} */ (null);
  /** What is drawn of it, once there is a skyline. */
  panel = /** @type {Panel | null} */ (null);

  /** @param {string} algorithm @param {HTMLElement | null} estimates */
  constructor(algorithm, estimates) {
    this.el = h(
      "li",
      { vars: { all: 0, now: 0 }, "data-algorithm": algorithm, "data-status": "running" },
      h("h2", nameOf(algorithm)),
      h("small.how", howOf(algorithm), estimates && [" ", estimates]),
      h("div.row.total", this.total, this.bar),
      this.place,
      this.said,
    );
  }

  /** It has ended. @param {LabSearch} search @param {Skyline | null} sky @param {Family} of */
  end(search, sky, of) {
    this.search = search;
    const { status, heuristic, cost, expanded, generated, max_frontier: frontier } = search;
    const stopped = status === "gave_up";
    const known = { status, heuristic, ...(stopped ? {} : { expanded, generated, frontier, cost }) };
    for (const [name, value] of Object.entries(known))
      if (value !== null) this.el.setAttribute(`data-${name}`, String(value));
    this.total.classList.toggle("part", stopped);
    put(this.total, figure(search, expanded));
    put(this.said, endOf(search, sky, of, true));
    if (!sky || !search.kinds === !search.at) return null;
    this.panel = new Panel(sky, recorded(search, sky));
    this.place.replaceWith(this.panel.sky);
    return this.panel;
  }

  /** It was called off. */
  stop() {
    if (!this.search) put(this.said, t("stopped"));
  }

  /** The bar on a scale that all have in common. @param {number} end */
  scale(end) {
    const { expanded } = this.search ?? { expanded: 0 };
    const cut = expanded > end;
    setVars(this.el, { all: Math.min(1, expanded / end) });
    this.bar.classList.toggle("long", cut);
    this.bar.title = cut ? t("The bar is cut: it is too long for the scale.") : "";
  }

  /**
   * Shows it after so many expansions.
   * @param {number} v @param {number} end @param {Skyline} sky @param {Family} of
   */
  seek(v, end, sky, of) {
    const { search, panel } = this;
    if (!search || !panel) return;
    const to = Math.min(v, search.expanded);
    panel.seek(to);
    this.done = to;
    setVars(this.el, { now: Math.min(1, to / end) });
    const over = to >= search.expanded;
    if (over !== this.over) put(this.said, endOf(search, sky, of, over));
    this.over = over;
  }

  /** For those who hear the page. @param {string} keys */
  describe(keys) {
    if (!this.search || !this.panel) return;
    const label = t("{name}: {expanded} positions expanded, {frontier} on the frontier. {said}. {keys}", {
      name: nameOf(this.search.algorithm),
      expanded: this.done ?? 0,
      frontier: this.panel.frontier,
      said: this.said.textContent,
      keys,
    });
    this.panel.sky.setAttribute("aria-label", label);
  }
}
