// The sheets with the solutions, by number: the moves in the family's notation, or the finished board where
// pieces are placed. Each level is solved once.

/** @import { Family, Solution } from "../types" */
/** @import { PrintedLevel } from "./level_sheets.js" */
/** @import { Pictures } from "./pictures.js" */

import * as api from "../api.js";
import { formatAmount } from "../state/families.js";
import { levelName } from "../state/level_titles.js";
import { h, setChildren } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

const MAX_SECONDS = 5; // per level

/**
 * How a level is solved; `end` is the id of the solved position.
 * @typedef {{words: string, notation: string, end: string | null}} Answer
 */

export class Solutions {
  /** @type {Map<string, Answer>} */
  answers = new Map();

  /** @param {Family} family @param {AbortSignal} signal */
  constructor(family, signal) {
    this.family = family;
    this.signal = signal;
  }

  /**
   * The sheet, whose solutions `fill` finds one by one while the sheet is wanted.
   * @param {PrintedLevel[]} levels @param {Pictures} pictures
   */
  sheet(levels, pictures) {
    const isPlaced = this.family.motion === "placed";
    const rows = levels.map(({ at, item }) => {
      const title = levelName(item.title, at);
      const named = title === levelName(null, at) ? "" : title;
      return { item, title, answer: h("span"), head: h("b", [at + 1, named].filter(Boolean).join(" · ")) };
    });
    const el = h(
      "section.sheet-page.sheet-solutions",
      { "aria-label": t("Solutions") },
      h(
        "div.sheet-body",
        h("header", h("b", t("Solutions"))),
        h(
          isPlaced ? "ul.sheet-ends" : "ul",
          rows.map(({ head, answer }) => h("li", head, " ", answer)),
        ),
      ),
    );
    /** @param {(n: number) => void} report @param {() => boolean} isWanted */
    const fill = async (report, isWanted) => {
      for (const [n, { item, title, answer }] of rows.entries()) {
        report(n);
        const { words, notation, end } = await this.find(item.id ?? "");
        if (!isWanted() || this.signal.aborted) return;
        const moves = isPlaced && end ? pictures.make(end, title) : h("span.moves", notation);
        setChildren(answer, words, " ", moves);
      }
    };
    return { el, fill };
  }

  /** @param {string} id */
  async find(id) {
    const known = this.answers.get(id);
    if (known) return known;
    const answer = await this.search(id).catch((error) => ({
      ...{ words: api.errorText(error), notation: "", end: null },
    }));
    if (!this.signal.aborted) this.answers.set(id, answer);
    return answer;
  }

  /** @param {string} id @returns {Promise<Answer>} */
  async search(id) {
    const solution = await api.solve(id, { seconds: MAX_SECONDS, signal: this.signal });
    const ids = solution.steps.map((step) => step.id);
    if (solution.status === "unsolvable") return { words: t("no solution exists"), notation: "", end: null };
    if (!ids.length) return { words: t("no solution found in time"), notation: "", end: null };
    const { notation } = await api.writeMoves(id, ids);
    return { words: this.costText(solution), notation, end: ids.at(-1) ?? null };
  }

  /** @param {Solution} solution */
  costText({ metric, cost }) {
    return cost === null ? "" : formatAmount(this.family, metric, cost);
  }
}
