// How hard a drawing is, once a search has ended.

/** @import { Family, Sketch, Solution } from "../types" */

import { solve, why } from "../api.js";
import { counted } from "../state/families.js";
import { difficulty, doing, levelName, line, rated } from "../ui/controls.js";
import { h, put } from "../ui/dom.js";
import { plural, sentence, t } from "../ui/i18n.js";
import { heard, verdict } from "../ui/search_messages.js";

const PAUSE = 350; // milliseconds without an edit before a search begins
const PATIENCE = 10; // seconds

export class Rating {
  el = h("div", difficulty(null));
  control = new AbortController();
  /** Leaves the line below the board alone: it says why an edit was refused. */
  quiet = false;

  /**
   * @param {HTMLElement} below the line below the board
   * @param {{more: (id: string) => void, told: (main: string, rest: string) => void,
   *   rated: (level: string | null, cost: string) => void}} host tells more of a level, hears what is said
   *   of it and how hard it is
   */
  constructor(below, host) {
    this.below = below;
    this.host = host;
  }

  /** @param {string} main @param {string} [rest] @param {Parameters<typeof line>[3]} [more] */
  say(main, rest = "", more = {}) {
    if (!this.quiet) line(this.below, main, rest, more);
    this.host.told(main, rest);
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
    this.say(t("Sound so far."), t("Rating it."));
    await new Promise((done) => setTimeout(done, PAUSE));
    if (signal.aborted || !id) return;
    const hearing = heard(of, (main, rest) => this.say(main, rest));
    try {
      const found = await solve(id, { seconds: PATIENCE, signal, ...hearing });
      if (!signal.aborted) this.show(id, found, of);
    } catch (error) {
      if (!signal.aborted) this.say(why(error), "", { warn: true });
    }
  }

  /** @param {string} id @param {Solution} found @param {Family} of */
  show(id, found, of) {
    const { status, level, metric, expanded } = found;
    if (status !== "solved") return this.say(...verdict(found, of), { warn: status === "unsolvable" });
    const cost = counted(of, metric, found.cost ?? 0);
    put(this.el, rated(found, cost));
    const positions = plural(expanded, "{cost}, {n} position searched.", "{cost}, {n} positions searched.", {
      cost,
    });
    const extra = h(
      "span.push.small.links",
      doing(t("How hard is it"), "#rating", () => this.host.more(id)),
      h("a", { href: `/watch/${id}` }, t("Watch the solution")),
    );
    this.host.rated(level, cost);
    return this.say(sentence(level ? levelName(level) : t("Solved")), positions, { extra });
  }
}
