// RatingCard: difficulty and time, or why there is no rating; once the level is solved, a sentence and bars
// for the strongest factors; the progress of a running search. Its height does not change when that ends.

/** @import { Child, Factor, Family, Progress, Solution } from "../types" */

import { actionLink } from "../ui/controls.js";
import { h, setChildren, setVars } from "../ui/dom.js";
import { asSentence, capitalize, joinSentences, messageText, plural, t } from "../ui/i18n.js";
import { searchVerdict } from "../ui/search_messages.js";
import { difficultyBadge } from "./difficulty.js";
import { difficultyMeter, formatFactor, pills, ticks, unratedBadge } from "./time_scale.js";

const MAX_FACTORS = 3;
const TYPICAL_PERCENT = 25; // length of a bar for a factor of 1
const PERCENT_PER_E = 39; // added length for a factor of e

export class RatingCard {
  el = h("section.rate", { "aria-label": t("How hard is it") });
  /** What is shown; undefined before the first call of show(). @type {Solution | null | undefined} */
  solution = undefined;
  isRevealed = false;
  own = /** @type {number | null} */ (null);
  /** The text about a running search. @type {HTMLElement | null} */
  progress = null;

  /** @param {Family} family @param {{more: () => void, stop: () => void, again: () => void}} host */
  constructor(family, host) {
    this.family = family;
    this.host = host;
    setVars(this.el, { lines: document.documentElement.lang === "en" ? 2 : 3 }); // reserved for the sentence
    this.show(null);
  }

  /**
   * Before the level is solved, the reasons stay behind "Why": they tell how it goes.
   * @param {Solution | null} solution @param {boolean} [isRevealed] are the reasons shown?
   * @param {number | null} [own] the seconds that the player needed
   */
  show(solution, isRevealed = false, own = null) {
    if (solution === this.solution && isRevealed === this.isRevealed && own === this.own) return;
    if (!solution && this.solution === null) return;
    Object.assign(this, { solution, isRevealed, own });
    if (!solution) return this.wait();
    if (!solution.level) return this.layOut(null, t("Not rated"), this.unratedReason(solution));
    const text = isRevealed ? solution.why : solution.expected;
    const more = actionLink(t("Why"), "#why", () => this.host.more());
    const time = capitalize(messageText(solution.time));
    this.layOut(solution, time, [text ? asSentence(messageText(text)) : "", " ", more]);
  }

  /** @param {Solution | null} solution @param {string} time @param {Child} text */
  layOut(solution, time, text) {
    const { family } = this;
    const explanation = solution?.explanation ?? null;
    const proved = solution?.optimal ?? true;
    setChildren(
      this.el,
      h("div.rating-head", solution ? difficultyBadge(solution.level) : unratedBadge(), h("span.when", time)),
      family.borders.length > 0 &&
        h("div", difficultyMeter(solution, explanation, family, time, this.own), ticks(family.borders)),
      pills(family.calibrated, proved),
      h("p", text),
      this.isRevealed &&
        explanation &&
        h("ul.feat", strongest(explanation.factors, Math.min(MAX_FACTORS, family.weighs)).map(feature)),
    );
  }

  /**
   * Shows that the search is running. Later reports only change the text, so that Stop can be clicked.
   * @param {Progress} [progress]
   */
  wait(progress) {
    if (this.solution) return;
    const n = progress?.expanded;
    const text = n
      ? plural(n, "Searching, {n} position so far.", "Searching, {n} positions so far.")
      : t("Searching.");
    if (this.progress?.isConnected) return setChildren(this.progress, text);
    this.progress = h("span", text);
    const stop = actionLink(t("Stop"), "#stop", () => this.stop());
    this.layOut(null, t("Not rated yet"), [this.progress, " ", stop]);
  }

  stop() {
    this.host.stop();
    const again = () => {
      this.wait();
      this.host.again();
    };
    this.layOut(null, t("Not rated yet"), [
      t("Stopped."),
      " ",
      actionLink(t("Keep searching"), "#search", again),
    ]);
  }

  /** Why there is no rating. @param {Solution} solution */
  unratedReason(solution) {
    if (solution.status === "solved") return t("It takes too long to rate.");
    return joinSentences(...searchVerdict(solution, this.family));
  }
}

/**
 * The factors with the strongest effect, in their original order.
 * @param {Factor[]} factors @param {number} rows
 */
function strongest(factors, rows) {
  const weight = (/** @type {Factor} */ { by }) => Math.abs(Math.log(by));
  const listed = factors.toSorted((a, b) => weight(b) - weight(a)).slice(0, rows);
  return factors.filter((each) => listed.includes(each));
}

/** One factor, and how much longer it makes the level. @param {Factor} factor */
function feature({ text, typical, by }) {
  const from = Math.min(100, Math.max(0, TYPICAL_PERCENT + PERCENT_PER_E * Math.min(0, Math.log(by))));
  const to = Math.min(100, TYPICAL_PERCENT + PERCENT_PER_E * Math.max(0, Math.log(by)));
  return h(
    "li",
    h(
      "span",
      h("span", capitalize(messageText(text))),
      h("span", `, ${t("typically {typical}", { typical })}`),
    ),
    h("b.num", formatFactor(by)),
    h(by < 1 ? "i.run.less" : "i.run", { vars: { a: `${from}%`, b: `${to - from}%` } }),
  );
}
