// Hints in steps: which piece, where to, why (if known), then the move itself; stores known solutions and
// counts hints.

/** @import { HintTarget, SavedGame, Reason, Solution } from "../types" */
/** @import { Game } from "./game.js" */

import { play, reason } from "../api.js";
import { formatAmount } from "../state/families.js";
import { asSentence, messageText, t } from "../ui/i18n.js";
import { reportError } from "./lost_server.js";

const SHORT_SEARCH = 6; // seconds for a proved solution; then any solution will do

export class Hints {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** Number of presses for the current move. */
    this.step = 0;
    /** @type {Reason | null} the reason for the move, once it is loaded */
    this.reason = null;
    /** Number of moves with a hint in this game, and before the player went back to the start. */
    this.used = 0;
    this.usedBeforeRestart = 0;
    /** Number of presses since the level was opened. */
    this.presses = 0;
    /** @type {Map<string, {solution: Solution, index: number}>} position id -> its index in a solution */
    this.solutions = new Map();
  }

  /** Stores a solution under each of its positions. @param {string} id @param {Solution} solution */
  addSolution(id, solution) {
    const ids = [id, ...solution.steps.map((s) => s.id)];
    solution.moves.forEach((_, i) => {
      if (solution.optimal || !this.solutions.has(ids[i])) this.solutions.set(ids[i], { solution, index: i });
    });
  }

  /** Starts or resumes another level. @param {SavedGame | null} saved */
  reset(saved) {
    this.solutions.clear();
    this.presses = 0;
    this.resume(saved);
  }

  /** Restores the number of hints of a saved game. @param {Pick<SavedGame, "at" | "hints"> | null} saved */
  resume(saved) {
    this.used = this.usedBeforeRestart = 0;
    this[saved?.at ? "used" : "usedBeforeRestart"] = saved?.hints ?? 0;
  }

  /** The number of hints to save with the game. */
  get count() {
    return this.used + (this.game.history.at ? 0 : this.usedBeforeRestart);
  }

  /**
   * Resets the count when the player goes back to the start; redo restores it.
   * @param {number} from @param {number} to
   */
  updateCount(from, to) {
    if (!to) [this.usedBeforeRestart, this.used] = [this.used, 0];
    else if (!from) this.used += this.usedBeforeRestart;
  }

  /** Removes the marks of a hint. */
  clear() {
    this.step = 0;
    this.game.board.setClass("hint", []);
    this.reason = null;
    for (const kind of ["ghost", "here"]) this.game.board.unmark(kind);
  }

  /** Will the next press play the move? */
  get willPlay() {
    return this.step === (this.reason ? 3 : 2);
  }

  /** Gives the next step of a hint. @param {number | null} seconds null: as long as the server allows */
  async press(seconds) {
    const { game } = this;
    const { id } = game.entry;
    if (!this.solutions.has(id) && !(await this.search(id, seconds))) return undefined;
    const known = this.solutions.get(id);
    if (!known) return undefined;
    const { willPlay } = this;
    if (!this.step) this.used++;
    this.step++;
    this.presses++;
    const last = lastOfTurn(known.solution, known.index, game.family.turn);
    if (willPlay) return this.playMove(id, known.solution.moves.slice(known.index, last + 1));
    game.selectedId = null;
    game.updateMarks();
    const target = game.hintTarget(known.solution, last);
    game.board.setClass("hint", target.ids);
    if (this.step === 1)
      game.setStatus(t("Look at {name}.", { name: target.name }), t("Press again for the move."), {
        piece: target.chip,
      });
    else if (this.step === 2) await this.showTarget(target, known.solution, known.index);
    else this.showReason(target);
    return game.notifyHost();
  }

  /**
   * Searches for a solution; false if there is none.
   * @param {string} id @param {number | null} seconds
   */
  async search(id, seconds) {
    const { game } = this;
    game.failedSearch = null;
    const short = seconds === null ? null : Math.min(seconds, SHORT_SEARCH);
    let solution = await game.search.run(id, short);
    if (solution?.status === "gave_up" && !solution.moves.length && short !== seconds)
      solution = await game.search.run(id, seconds);
    if (!solution || game.entry.id !== id) return false;
    this.addSolution(id, solution);
    this.step = 0;
    if (!this.solutions.has(id)) game.showFailedSearch(solution);
    return this.solutions.has(id);
  }

  /** @param {HintTarget} target @param {Solution} solution @param {number} i */
  async showTarget(target, solution, i) {
    const { board, family, metric } = this.game;
    // Taking a piece off does not count as a move to go.
    const costs = solution.costs.filter((_, j) => j >= i && solution.steps[j].now.length);
    const left = costs.reduce((sum, cost) => sum + cost[metric], 0);
    const toGo = { left: formatAmount(family, metric, left) };
    board.addGhost(target.to, target.side);
    this.game.setStatus(
      asSentence(target.words),
      solution.optimal
        ? t("{left} to go.", toGo)
        : t("{left} to go this way; there may be a shorter one.", toGo),
      { piece: target.chip },
    );
    const { id } = this.game.entry;
    const answer = await reason(id, solution.moves.slice(i)).catch(() => null);
    if (this.game.entry.id === id && this.step === 2) this.reason = answer;
  }

  /** Shows the reason and highlights its pieces and cells. @param {HintTarget} target */
  showReason({ ids, chip, values }) {
    const { board } = this.game;
    const { message, pieces, cells } = /** @type {Reason} */ (this.reason);
    board.setClass("hint", [...ids, ...pieces]);
    board.mark("here", cells);
    this.game.setStatus("", asSentence(messageText(message, values)), { piece: chip });
  }

  /** @param {string} id @param {Solution["moves"]} moves */
  playMove(id, moves) {
    const { game } = this;
    this.step = 0;
    for (const kind of ["ghost", "here"]) game.board.unmark(kind);
    return game.queue(async () => {
      if (game.entry.id !== id) return;
      const trail = moves.map((move) => ({ [move.piece]: move.to }));
      const played = await play(id, moves).catch((error) => reportError(game, error));
      if (!played) return;
      const answer = { ...played, trail };
      await game.showPlayed(answer, game.history.at, moves[moves.length - 1].piece);
    });
  }
}

/**
 * The index of the last move of the turn that starts with move i.
 * @param {Solution} solution @param {number} i @param {string | null} turn
 */
function lastOfTurn(solution, i, turn) {
  let j = i;
  while (turn && j < solution.moves.length - 1 && !solution.costs[j][turn]) j++;
  return j;
}
