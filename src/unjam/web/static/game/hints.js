// Hints, press by press: which piece, where to, why, where that is known, and then the move itself.

/** @import { Aim, Game, Reason, Solution } from "../types" */
/** @import { Table } from "./game.js" */

import { play, reason } from "../api.js";
import { counted } from "../state/families.js";
import { say, sentence, t } from "../ui/i18n.js";

const SHORT = 6; // seconds: where nothing is proved by then, any way will do

export class Hints {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** How often the button was pressed for this move. */
    this.step = 0;
    /** @type {Reason | null} why it is made, once that is asked */
    this.why = null;
    /** How many moves were hinted at in this game, each once; and before the game went back to its start. */
    this.used = 0;
    this.aside = 0;
    /** How often it was pressed since the level was opened. */
    this.presses = 0;
    /** @type {Map<string, {found: Solution, i: number}>} by position id, where a known solution has it */
    this.known = new Map();
  }

  /** Keeps where a solution leads, position by position. @param {string} id @param {Solution} found */
  learn(id, found) {
    const ids = [id, ...found.steps.map((s) => s.id)];
    found.moves.forEach((_, i) => {
      if (found.optimal || !this.known.has(ids[i])) this.known.set(ids[i], { found, i });
    });
  }

  /** Another level begins, or goes on. @param {Game | null} left */
  forget(left) {
    this.known.clear();
    this.presses = 0;
    this.resume(left);
  }

  /** Counts the hints of a game that goes on. @param {Pick<Game, "at" | "hints"> | null} left */
  resume(left) {
    this.used = this.aside = 0;
    this[left?.at ? "used" : "aside"] = left?.hints ?? 0;
  }

  /** What the game says of hints when it is kept. */
  get asked() {
    return this.used + (this.table.history.at ? 0 : this.aside);
  }

  /**
   * A game that goes back to its start begins anew, unless redo leads on again.
   * @param {number} from @param {number} to
   */
  turned(from, to) {
    if (!to) [this.aside, this.used] = [this.used, 0];
    else if (!from) this.used += this.aside;
  }

  /** Takes the marks of a hint away. */
  clear() {
    this.step = 0;
    this.table.board.ring("hint", []);
    this.why = null;
    for (const kind of ["ghost", "here"]) this.table.board.unmark(kind);
  }

  /** Will the next press play the move? */
  get ready() {
    return this.step === (this.why ? 3 : 2);
  }

  /** @param {number | null} seconds to search for; null: as long as the server allows */
  async press(seconds) {
    const { table } = this;
    const { id } = table.now;
    if (!this.known.has(id) && !(await this.search(id, seconds))) return undefined;
    const at = this.known.get(id);
    if (!at) return undefined;
    const play = this.ready;
    if (!this.step) this.used++;
    this.step++;
    this.presses++;
    const last = lastOfTurn(at.found, at.i, table.family.turn);
    if (play) return this.playIt(id, at.found.moves.slice(at.i, last + 1));
    table.picked = null;
    table.marks();
    const aim = table.aim(at.found, last);
    table.board.ring("hint", aim.ids);
    if (this.step === 1)
      table.tellLine(t("Look at {name}.", { name: aim.name }), t("Press again for the move."), {
        piece: aim.chip,
      });
    else if (this.step === 2) await this.showGoal(aim, at.found, at.i);
    else this.showWhy(aim);
    return table.changed();
  }

  /**
   * Looks for a solution from here; false when none came.
   * @param {string} id @param {number | null} seconds
   */
  async search(id, seconds) {
    const { table } = this;
    table.end = null;
    const short = seconds === null ? null : Math.min(seconds, SHORT);
    let found = await table.search.run(id, short);
    if (found?.status === "gave_up" && !found.moves.length && short !== seconds)
      found = await table.search.run(id, seconds);
    if (!found || table.now.id !== id) return false;
    this.learn(id, found);
    this.step = 0;
    if (!this.known.has(id)) table.ended(found);
    return this.known.has(id);
  }

  /** @param {Aim} aim @param {Solution} found @param {number} i */
  async showGoal(aim, found, i) {
    const { board, family, metric } = this.table;
    // A piece that is only taken off is not one of those to go.
    const laid = found.costs.filter((_, j) => j >= i && found.steps[j].now.length);
    const left = laid.reduce((sum, paid) => sum + paid[metric], 0);
    const toGo = { left: counted(family, metric, left) };
    board.ghost(aim.to, aim.side);
    this.table.tellLine(
      sentence(aim.words),
      found.optimal
        ? t("{left} to go.", toGo)
        : t("{left} to go this way; there may be a shorter one.", toGo),
      { piece: aim.chip },
    );
    const { id } = this.table.now;
    const why = await reason(id, found.moves.slice(i)).catch(() => null);
    if (this.table.now.id === id && this.step === 2) this.why = why;
  }

  /** Why, with all that it speaks of ringed and marked. @param {Aim} aim */
  showWhy({ ids, chip, values }) {
    const { board } = this.table;
    const { message, pieces, cells } = /** @type {Reason} */ (this.why);
    board.ring("hint", [...ids, ...pieces]);
    board.mark("here", cells);
    this.table.tellLine("", sentence(say(message, values)), { piece: chip });
  }

  /** @param {string} id @param {Solution["moves"]} moves */
  playIt(id, moves) {
    const { table } = this;
    this.step = 0;
    for (const kind of ["ghost", "here"]) table.board.unmark(kind);
    return table.queue(async () => {
      if (table.now.id !== id) return;
      const trail = moves.map((move) => ({ [move.piece]: move.to }));
      const answer = { ...(await play(id, moves)), trail };
      await table.played(answer, table.history.at, moves[moves.length - 1].piece);
    });
  }
}

/**
 * The move that ends the turn which move i begins.
 * @param {Solution} found @param {number} i @param {string | null} turn
 */
function lastOfTurn(found, i, turn) {
  let j = i;
  while (turn && j < found.moves.length - 1 && !found.costs[j][turn]) j++;
  return j;
}
