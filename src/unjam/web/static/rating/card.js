// How hard a level is, as a card beside its board; as high before the search has ended as afterwards.

/** @import { Child, Factor, Family, Progress, Solution } from "../types" */

import { difficulty, doing } from "../ui/controls.js";
import { h, put, setVars } from "../ui/dom.js";
import { capital, join, plural, say, sentence, t } from "../ui/i18n.js";
import { verdict } from "../ui/search_messages.js";
import { meter, pills, ticks, times, unrated } from "./scale.js";

const MOST = 3; // things weighed that are listed
const ORDINARY = 25; // per cent of a bar, where nothing is made longer
const STRETCH = 39; // per cent for a factor of e

export class Card {
  el = h("section.rate", { "aria-label": t("How hard is it") });
  /** What is shown now; undefined: nothing yet. @type {Solution | null | undefined} */
  found = undefined;
  /** How far the search is, while it goes on. @type {HTMLElement | null} */
  progress = null;

  /** @param {Family} of @param {{more: () => void, stop: () => void, again: () => void}} host */
  constructor(of, host) {
    this.of = of;
    this.host = host;
    this.rows = Math.min(MOST, of.weighs);
    const english = document.documentElement.lang === "en";
    setVars(this.el, { lines: english && of.weighs < MOST ? 2 : 3 }); // that its sentence may need
    this.show(null);
  }

  /** @param {Solution | null} found */
  show(found) {
    if (found === this.found) return;
    this.found = found;
    if (!found) return this.wait();
    if (!found.level) return this.lay(null, t("Not rated"), this.unknown(found));
    const why = found.why ? sentence(say(found.why)) : "";
    const more = doing(t("Why"), "#why", () => this.host.more());
    this.lay(found, capital(say(found.time)), [why, " ", more]);
  }

  /** @param {Solution | null} found @param {string} time @param {Child} said */
  lay(found, time, said) {
    const { of } = this;
    const account = found?.account ?? null;
    const proved = found?.optimal ?? true;
    const rows = this.rows - (proved ? 0 : 1); // one more pill takes the place of one thing weighed
    setVars(this.el, { n: rows });
    put(
      this.el,
      h("div.top2", found ? difficulty(found.level) : unrated(), h("span.when", time)),
      of.borders.length > 0 && h("div", meter(found?.level ?? null, account, of, time), ticks(of.borders)),
      pills(of.calibrated, proved),
      h("p", said),
      h("ul.feat", account && most(account.factors, rows).map(feature)),
    );
  }

  /**
   * The search goes on. Later reports change the text alone: a button that is replaced cannot be clicked.
   * @param {Progress} [progress]
   */
  wait(progress) {
    if (this.found) return;
    const n = progress?.expanded;
    const text = n
      ? plural(n, "Searching, {n} position so far.", "Searching, {n} positions so far.")
      : t("Searching.");
    if (this.progress?.isConnected) return put(this.progress, text);
    this.progress = h("span", text);
    this.lay(null, t("Not rated yet"), [this.progress, " ", doing(t("Stop"), "#stop", () => this.stop())]);
  }

  stop() {
    this.host.stop();
    const again = () => {
      this.wait();
      this.host.again();
    };
    this.lay(null, t("Not rated yet"), [t("Stopped."), " ", doing(t("Search on"), "#search", again)]);
  }

  /** Why there is no rating. @param {Solution} found */
  unknown(found) {
    if (found.status === "solved") return t("It takes too long to rate.");
    return join(...verdict(found, this.of));
  }
}

/** Those that matter most, in their own order. @param {Factor[]} factors @param {number} rows */
function most(factors, rows) {
  const weight = (/** @type {Factor} */ { by }) => Math.abs(Math.log(by));
  const listed = factors.toSorted((a, b) => weight(b) - weight(a)).slice(0, rows);
  return factors.filter((each) => listed.includes(each));
}

/** One thing weighed, and by what it makes the time longer. @param {Factor} factor */
function feature({ said, usual, by }) {
  const from = Math.min(100, Math.max(0, ORDINARY + STRETCH * Math.min(0, Math.log(by))));
  const to = Math.min(100, ORDINARY + STRETCH * Math.max(0, Math.log(by)));
  return h(
    "li",
    h("span", h("span", capital(say(said))), h("span", `, ${t("ordinarily {usual}", { usual })}`)),
    h("b.num", times(by)),
    h(by < 1 ? "i.run.less" : "i.run", { vars: { a: `${from}%`, b: `${to - from}%` } }),
  );
}
