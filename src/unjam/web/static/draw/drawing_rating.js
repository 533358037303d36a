// DrawingRating rates a drawing a moment after every change: the badge tells the difficulty, the status line
// what has changed since the last edit.

/** @import { Family, Sketch, Solution } from "../types" */
/** @import { Measures } from "./difference.js" */

import { errorText, solve } from "../api.js";
import { difficultyBadge, ratedDifficulty } from "../rating/difficulty.js";
import { formatAmount } from "../state/families.js";
import { actionLink, showStatus } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { capitalize, plural, t } from "../ui/i18n.js";
import { searchCallbacks, searchVerdict } from "../ui/search_messages.js";
import { differences } from "./difference.js";

const PAUSE = 350; // milliseconds after the last edit before a search starts
const MAX_SECONDS = 10;

export class DrawingRating {
  el = h("div", difficultyBadge(null));
  control = new AbortController();
  /** Leave the status line alone: it explains why an edit was refused. */
  isQuiet = false;
  /** What was rated last. @type {({id: string} & Measures) | null} */
  last = null;

  /**
   * @param {HTMLElement} below the status line below the board
   * @param {{more: (id: string) => void, saveRating: (difficulty: string | null, cost: string) => void,
   *   onrated: (id: string, rated: Measures) => void}} host opens the rating dialog, saves the rating, and
   *   is told of it
   */
  constructor(below, host) {
    this.below = below;
    this.host = host;
  }

  /** @param {string} main @param {string} [rest] @param {Parameters<typeof showStatus>[3]} [more] */
  showText(main, rest = "", more = {}) {
    if (!this.isQuiet) showStatus(this.below, main, rest, more);
  }

  stop() {
    this.control.abort();
    setChildren(this.el, difficultyBadge(null));
  }

  /** @param {Sketch} sketch @param {Family} family */
  async rate({ id }, family) {
    this.stop();
    this.control = new AbortController();
    const { signal } = this.control;
    this.showText(t("Valid so far."), t("Rating it."));
    await new Promise((done) => setTimeout(done, PAUSE));
    if (signal.aborted || !id) return;
    const callbacks = searchCallbacks(family, (main, rest) => this.showText(main, rest));
    try {
      const solution = await solve(id, { seconds: MAX_SECONDS, signal, ...callbacks });
      if (!signal.aborted) this.show(id, solution, family);
    } catch (error) {
      if (!signal.aborted) this.showText(errorText(error), "", { warn: true });
    }
  }

  /** @param {string} id @param {Solution} solution @param {Family} family */
  show(id, solution, family) {
    const { status, level: difficulty, metric, expanded, score } = solution;
    if (status !== "solved")
      return this.showText(...searchVerdict(solution, family), { warn: status === "unsolvable" });
    const cost = formatAmount(family, metric, solution.cost ?? 0);
    setChildren(this.el, ratedDifficulty(solution, cost));
    const positions = plural(expanded, "{n} position searched.", "{n} positions searched.");
    const extra = h(
      "span.push.small.links",
      actionLink(t("How hard is it"), "#rating", () => this.host.more(id)),
      h("a", { href: `/watch/${id}` }, t("Watch the solution")),
    );
    const rated = { id, metric, cost: solution.cost ?? 0, score };
    const main = this.changeText(rated, family);
    this.last = rated;
    this.host.saveRating(difficulty, cost);
    this.host.onrated(id, rated);
    return this.showText(main, positions, { extra });
  }

  /** What the last edit has changed. @param {{id: string} & Measures} rated @param {Family} family */
  changeText(rated, family) {
    if (!this.last || this.last.id === rated.id) return t("No faults.");
    const changes = differences(this.last, rated, family);
    if (!changes.length) return t("As long and as hard as before the last edit.");
    return capitalize(t("{changes} since the last edit.", { changes: changes.join(", ") }));
  }
}
