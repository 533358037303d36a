// LostSince: since which move a game cannot be won any more, asked of the server once the player is told of a
// dead end, or once a search has found no solution.

/** @import { Cell, Entry, Loss } from "../types" */
/** @import { Game } from "./game.js" */

import { findLoss } from "../api.js";
import { t } from "../ui/i18n.js";

const MAX_MOVES = 2000; // as many as the server takes

export class LostSince {
  /** The entry that the server was asked about, and its answer. */
  entry = /** @type {Entry | null} */ (null);
  loss = /** @type {Loss | null} */ (null);
  control = new AbortController();

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** What is known of the position now: a lost game stays lost. @returns {Loss | null} */
  get known() {
    const { entry, loss } = this;
    const { entries, at } = this.game.history;
    return loss && entry && entries.slice(0, at + 1).includes(entry) ? loss : null;
  }

  /** The move to take the game back to; null if it is not known, or if nothing helps. */
  get back() {
    return this.known?.since ? this.known.since - 1 : null;
  }

  /** The cells that show it. @returns {Cell[]} */
  get cells() {
    return this.known?.why.cells ?? [];
  }

  get words() {
    const { known } = this;
    if (!known?.since) return "";
    const n = { n: known.since };
    return known.exact ? t("Lost since move {n}.", n) : t("Lost since move {n}, or earlier.", n);
  }

  /** Asks the server, unless the answer is known; pieces that can be taken off again lose nothing. */
  async find() {
    const { game } = this;
    const { history, entry, family } = game;
    const isAsked = this.entry === entry || this.known;
    if (isAsked || family.motion === "placed" || !history.at || history.at > MAX_MOVES) return;
    this.control.abort();
    const control = new AbortController();
    [this.control, this.entry, this.loss] = [control, entry, null];
    const ids = history.playedEntries.map(({ id }) => id);
    try {
      const loss = await findLoss(game.start, ids, { signal: control.signal });
      if (loss && this.entry === entry && history.entries.includes(entry)) this.show(loss);
    } catch {
      if (this.entry === entry) this.entry = null; // asked again with the next move
    }
  }

  /** @param {Loss} loss */
  show(loss) {
    const { game } = this;
    this.loss = loss;
    const first = game.history.entries[loss.since];
    first.dead = first.told = true;
    game.updateMarks();
    if (game.failedSearch) game.showFailedSearch(game.failedSearch);
    else game.updateStatus();
    game.notifyHost();
  }

  close() {
    this.control.abort();
    this.entry = this.loss = null;
  }
}
