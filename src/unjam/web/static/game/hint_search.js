// A search that the player waits for, told in the line below the board.

/** @import { Progress } from "../types" */
/** @import { Table } from "./game.js" */

import { solve, why } from "../api.js";
import { h, put } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { heard } from "../ui/search_messages.js";

const MOST_BARS = 24;

export class SearchLine {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {AbortController | null} */
    this.control = null;
  }

  get running() {
    return this.control !== null;
  }

  /**
   * The solution; null when the search was stopped or broke.
   * @param {string} id @param {number | null} seconds
   */
  async run(id, seconds) {
    const { table } = this;
    const mine = new AbortController();
    this.control = mine;
    table.picked = null;
    const bars = new Bars();
    const slow = setTimeout(() => {
      table.tellLine(t("Searching."));
      table.changed();
    }, 300);
    const hearing = heard(table.family, (main, rest, progress) =>
      table.tellLine(main, rest, { extra: progress && bars.grown(progress) }),
    );
    try {
      return await solve(id, { seconds, signal: mine.signal, ...hearing });
    } catch (error) {
      if (!mine.signal.aborted) table.tellLine(why(error), "", { warn: true });
      return null;
    } finally {
      clearTimeout(slow);
      if (this.control === mine) this.control = null;
      table.changed();
    }
  }

  stop() {
    if (!this.control) return;
    this.control.abort();
    this.control = null;
    this.table.tellLine(t("Stopped."), t("Nothing was proved."));
    this.table.changed();
  }
}

/** A bar for each bound that the search has reached, as high as the positions it took. */
class Bars {
  el = h("div.skyline", { "aria-hidden": "true" });
  /** @type {Map<number | null, number>} */
  counts = new Map();
  expanded = 0;

  /** @param {Progress} progress */
  grown({ bound, expanded }) {
    this.counts.set(bound, (this.counts.get(bound) ?? 0) + expanded - this.expanded);
    this.expanded = expanded;
    const all = [...this.counts.values()];
    const top = Math.max(...all, 1);
    return put(
      this.el,
      all.slice(-MOST_BARS).map((n) => h("i", { vars: { n: n / top } })),
    );
  }
}
