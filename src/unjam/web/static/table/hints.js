// Hints, in three presses: which piece, where to, and then the move itself.

/** @import { Aim, Solution } from "../types" */
/** @import { Table } from "./table.js" */

import { play } from "../api.js";
import { counted } from "../families.js";
import { sentence, t } from "../words.js";

const SHORT = 6; // seconds: where nothing is proved by then, any way will do

export class Hints {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** How often the button was pressed for this move. */
    this.step = 0;
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

  forget() {
    this.known.clear();
  }

  /** Takes the marks of a hint away. */
  clear() {
    this.step = 0;
    this.table.board.ring("hint", []);
    this.table.board.unmark("ghost");
  }

  /** @param {number | null} seconds to search for; null: as long as the server allows */
  async press(seconds) {
    const { table } = this;
    const { id } = table.now;
    if (!this.known.has(id) && !(await this.search(id, seconds))) return undefined;
    const at = this.known.get(id);
    if (!at) return undefined;
    this.step++;
    const last = lastOfTurn(at.found, at.i, table.family.turn);
    if (this.step > 2) return this.playIt(id, at.found.moves.slice(at.i, last + 1));
    table.picked = null;
    table.marks();
    const aim = table.aim(at.found, last);
    table.board.ring("hint", aim.ids);
    if (this.step === 1)
      table.tellLine(t("Look at {name}.", { name: aim.name }), t("Press again for the move."), {
        piece: aim.chip,
      });
    else this.showGoal(aim, at.found, at.i);
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
  showGoal(aim, found, i) {
    const { board, family, metric } = this.table;
    const left = found.costs.slice(i).reduce((sum, paid) => sum + paid[metric], 0);
    const toGo = { left: counted(family, metric, left) };
    board.ghost(aim.to, aim.side);
    this.table.tellLine(
      sentence(aim.words),
      found.optimal
        ? t("{left} to go.", toGo)
        : t("{left} to go this way; there may be a shorter one.", toGo),
      { piece: aim.chip },
    );
  }

  /** @param {string} id @param {Solution["moves"]} moves */
  playIt(id, moves) {
    const { table } = this;
    this.step = 0;
    table.board.unmark("ghost");
    return table.queue(async () => {
      if (table.now.id !== id) return;
      table.played(await play(id, moves), table.history.at, moves[moves.length - 1].piece);
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
