// HintSearch, the search for a hint: its progress as text and bars in the status line, until it ends or is
// stopped.

/** @import { Progress } from "../types" */
/** @import { Game } from "./game.js" */

import { errorText, solve } from "../api.js";
import { h, setChildren } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { searchCallbacks } from "../ui/search_messages.js";
import { waitForServer } from "./lost_server.js";

const MAX_BARS = 24;

export class HintSearch {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {AbortController | null} */
    this.control = null;
  }

  get running() {
    return this.control !== null;
  }

  /**
   * The solution; null if the search was stopped or failed.
   * @param {string} id @param {number | null} seconds
   */
  async run(id, seconds) {
    const { game } = this;
    const control = new AbortController();
    this.control = control;
    game.selectedId = null;
    const bars = new Bars();
    const slow = setTimeout(() => {
      game.setStatus(t("Searching."));
      game.notifyHost();
    }, 300);
    const callbacks = searchCallbacks(game.family, (main, rest, progress) =>
      game.setStatus(main, rest, { extra: progress && bars.update(progress) }),
    );
    try {
      return await solve(id, { seconds, signal: control.signal, ...callbacks });
    } catch (error) {
      if (!control.signal.aborted && !waitForServer(game))
        game.setStatus(errorText(error), "", { warn: true });
      return null;
    } finally {
      clearTimeout(slow);
      if (this.control === control) this.control = null;
      game.notifyHost();
    }
  }

  stop() {
    if (!this.control) return;
    this.control.abort();
    this.control = null;
    this.game.setStatus(t("Stopped."), t("Nothing was proved."));
    this.game.notifyHost();
  }
}

/** A bar for each bound of the search; its height is the number of positions expanded. */
class Bars {
  el = h("div.skyline", { "aria-hidden": "true" });
  /** @type {Map<number | null, number>} */
  counts = new Map();
  expanded = 0;

  /** @param {Progress} progress */
  update({ bound, expanded }) {
    this.counts.set(bound, (this.counts.get(bound) ?? 0) + expanded - this.expanded);
    this.expanded = expanded;
    const all = [...this.counts.values()];
    const top = Math.max(...all, 1);
    return setChildren(
      this.el,
      all.slice(-MAX_BARS).map((n) => h("i", { vars: { n: n / top } })),
    );
  }
}
