// How hard a drawing is, once a search has ended.

/** @import { Family, Sketch, Solution } from "../types" */

import { solve, why } from "../api.js";
import { difficulty, doing, levelName, line, rated } from "../controls.js";
import { h, put } from "../dom.js";
import { counted } from "../families.js";
import { heard, verdict } from "../searching.js";
import { plural, sentence, t } from "../words.js";

const PAUSE = 350; // milliseconds without an edit before a search begins
const PATIENCE = 10; // seconds

export class Rating {
  el = h("div", difficulty(null));
  control = new AbortController();

  /**
   * @param {HTMLElement} below the line below the board
   * @param {(id: string) => void} more tells more of a level
   */
  constructor(below, more) {
    this.below = below;
    this.more = more;
  }

  /** Forgets the last drawing. */
  stop() {
    this.control.abort();
    put(this.el, difficulty(null));
  }

  /** @param {Sketch} drawn @param {Family} of */
  async look({ id }, of) {
    this.stop();
    this.control = new AbortController();
    const { signal } = this.control;
    line(this.below, t("Sound so far."), t("Rating it."));
    await new Promise((done) => setTimeout(done, PAUSE));
    if (signal.aborted || !id) return;
    const hearing = heard(of, (main, rest) => line(this.below, main, rest));
    try {
      const found = await solve(id, { seconds: PATIENCE, signal, ...hearing });
      if (!signal.aborted) this.show(id, found, of);
    } catch (error) {
      if (!signal.aborted) line(this.below, why(error), "", { warn: true });
    }
  }

  /** @param {string} id @param {Solution} found @param {Family} of */
  show(id, found, of) {
    const { status, level, metric, expanded } = found;
    if (status !== "solved")
      return line(this.below, ...verdict(found, of), { warn: status === "unsolvable" });
    const cost = counted(of, metric, found.cost ?? 0);
    put(this.el, rated(found, cost));
    const positions = plural(expanded, "{cost}, {n} position.", "{cost}, {n} positions.", { cost });
    const extra = h(
      "span.push.small.links",
      doing(t("How hard is it"), "#rating", () => this.more(id)),
      h("a", { href: `/watch/${id}` }, t("Watch the solution")),
    );
    return line(this.below, sentence(level ? levelName(level) : t("Solved")), positions, { extra });
  }
}
