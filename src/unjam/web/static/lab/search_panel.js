// SearchPanel, the panel of one search: name, number of expansions with a bar, skyline canvas, result, label
// for screen readers.

/** @import { Child, Family, LabSearch, Skyline } from "../types" */

import { h, setChildren, setVars } from "../ui/dom.js";
import { formatNumber, t } from "../ui/i18n.js";
import { algorithmHint, algorithmName, resultText } from "./messages.js";
import { toRecording } from "./recording.js";
import { SkylineCanvas } from "./skyline_canvas.js";

/** A number, marked as "so far" if the search was stopped. @param {LabSearch} search @param {number} n */
export const formatFigure = ({ status }, n) =>
  status === "gave_up" ? t("{n} so far", { n }) : formatNumber(n);

export class SearchPanel {
  wasOver = /** @type {boolean | null} */ (null);
  result = h("small.num.search-result", t("not done yet"));
  total = h("b.num");
  bar = h("span.bar");
  placeholder = h("div.sky");
  /** The search, once it has ended. */
  search = /** @type {LabSearch | null} */ (null);
  /** Its skyline, once known. */
  canvas = /** @type {SkylineCanvas | null} */ (null);

  /**
   * @param {string} algorithm @param {HTMLElement | null} estimates
   * @param {string} [name] what stands above it
   */
  constructor(algorithm, estimates, name = algorithmName(algorithm)) {
    this.name = name;
    this.el = h(
      "li",
      { vars: { all: 0, now: 0 }, "data-algorithm": algorithm, "data-status": "running" },
      h("h2", name),
      h("small.search-hint", algorithmHint(algorithm), estimates && [" ", estimates]),
      h("div.row.total", this.total, this.bar),
      this.placeholder,
      this.result,
    );
  }

  /**
   * Shows the finished search.
   * @param {LabSearch} search @param {Skyline | null} sky @param {Family} family
   */
  end(search, sky, family) {
    this.search = search;
    const { status, heuristic, cost, expanded, generated, max_frontier: frontier } = search;
    const stopped = status === "gave_up";
    const attributes = { status, heuristic, ...(stopped ? {} : { expanded, generated, frontier, cost }) };
    for (const [name, value] of Object.entries(attributes))
      if (value !== null) this.el.setAttribute(`data-${name}`, String(value));
    this.total.classList.toggle("part", stopped);
    setChildren(this.total, formatFigure(search, expanded));
    setChildren(this.result, resultText(search, sky, family, true));
    if (!sky || !(search.kinds ?? search.changed)) return null;
    this.canvas = new SkylineCanvas(sky, toRecording(search, sky));
    this.placeholder.replaceWith(this.canvas.button);
    return this.canvas;
  }

  /** Shows that the search was stopped. */
  stop() {
    if (!this.search) setChildren(this.result, t("stopped"));
  }

  /** Scales the bar to the scale that all searches share. @param {number} end */
  scale(end) {
    const { expanded } = this.search ?? { expanded: 0 };
    const cut = expanded > end;
    setVars(this.el, { all: Math.min(1, expanded / end) });
    this.bar.classList.toggle("long", cut);
    this.bar.title = cut ? t("The bar is cut off because it is too long for the scale.") : "";
  }

  /**
   * Shows the search after some expansions.
   * @param {number} expanded @param {number} end @param {Skyline} sky @param {Family} family
   */
  seek(expanded, end, sky, family) {
    const { search, canvas } = this;
    if (!search || !canvas) return;
    const to = Math.min(expanded, search.expanded);
    canvas.seek(to);
    this.expanded = to;
    setVars(this.el, { now: Math.min(1, to / end) });
    const over = to >= search.expanded;
    if (over !== this.wasOver) setChildren(this.result, resultText(search, sky, family, over));
    this.wasOver = over;
  }

  /** Updates the label for screen readers. @param {string} keys */
  describe(keys) {
    if (!this.search || !this.canvas) return;
    const label = t("{name}: {expanded} positions expanded, {frontier} on the frontier. {summary}. {keys}", {
      name: this.name,
      expanded: this.expanded ?? 0,
      frontier: this.canvas.state.frontier,
      summary: this.result.textContent,
      keys,
    });
    this.canvas.button.setAttribute("aria-label", label);
  }
}
