// A game at the table: the board, the moves so far, and the line of words below. The server plays the moves.
// This is what all motions share; slides.js, gap.js, walks.js and placed.js are the tables themselves.

/** @import { Aim, Cell, Destination, Family, Filled, Grain, Piece } from "../types" */
/** @import { Played, Position, Solution, TableHost } from "../types" */

import { play, position, solve, why } from "../api.js";
import { Board } from "../board/board.js";
import { draggable } from "../board/drag.js";
import { shifted, sideOf } from "../board/geometry.js";
import { chip } from "../board/piece.js";
import { called, homeCount } from "../state/families.js";
import { titleOf } from "../state/shelves.js";
import { gameWith, keepFewest } from "../state/store.js";
import { line } from "../ui/controls.js";
import { focused, h, put } from "../ui/dom.js";
import { join, say, sentence, t } from "../ui/i18n.js";
import { verdict } from "../ui/search_messages.js";
import { driveOut } from "./exit_animation.js";
import { SearchLine } from "./hint_search.js";
import { Hints } from "./hints.js";
import { History } from "./history.js";
import { pressed } from "./keys.js";
import { filled } from "./main_button.js";
import { keep } from "./save.js";

const PATIENCE = 20; // seconds that a hint, and the search in the background, may take

export class Table {
  /** Is a piece taken in hand before it moves? */
  handed = false;
  picked = /** @type {string | null} */ (null);
  busy = /** @type {Promise<void>} */ (Promise.resolve());
  /** How many acts wait for an answer, or for those before them. */
  pending = 0;
  title = "";
  found = /** @type {Solution | null} */ (null);
  best = /** @type {number | null} */ (null);
  next = /** @type {string | null} */ (null);
  /** A search that ended without a solution. */
  end = /** @type {Solution | null} */ (null);
  background = new AbortController();

  /** @param {Family} family @param {TableHost} host */
  constructor(family, host) {
    this.family = family;
    this.host = host;
    this.board = new Board();
    this.below = h("p.below", { role: "status" });
    this.history = new History();
    this.hints = new Hints(this);
    this.search = new SearchLine(this);
    this.touch();
  }

  // -- what a table has of its own; most have nothing

  /** What stands in the place of the board. @returns {HTMLElement} */
  get place() {
    return this.board.el;
  }

  /** Buttons beside undo, in the place of redo. @returns {HTMLElement[] | null} */
  tools() {
    return null;
  }

  /** A row of its own under the buttons. @returns {HTMLElement | null} */
  extra() {
    return null;
  }

  /** Numbers of its own. @returns {HTMLElement[] | null} */
  counts() {
    return null;
  }

  /** A touch without dragging. @param {Cell | null} _cell @param {string | null} _id */
  tap(_cell, _id) {}

  /** An arrow key; true when it meant something. @param {Cell} _step */
  arrow(_step) {
    return false;
  }

  /** May its letter pick a piece? */
  get lettered() {
    return true;
  }

  // -- as things stand

  get now() {
    return this.history.now;
  }
  get body() {
    return /** @type {Position} */ (this.history.now?.body);
  }
  get scene() {
    return this.body.scene;
  }
  get start() {
    return this.history.entries[0]?.id;
  }
  get won() {
    return Boolean(this.body?.solved);
  }
  get canUndo() {
    return this.history.at > 0;
  }
  get canRestart() {
    return this.history.at > 0;
  }
  /** May nothing be moved now? */
  get idle() {
    return !this.body || this.won || this.search.running;
  }
  get metric() {
    return this.family.metrics[0].name;
  }

  /** @param {string} id @returns {Destination[]} */
  destinations(id) {
    return (this.body?.destinations ?? []).filter((d) => d.piece === id);
  }

  /** @param {string} id @returns {Piece | undefined} */
  piece(id) {
    return this.scene.pieces.find((p) => p.id === id);
  }

  /** The piece on the board that has the focus. */
  focused() {
    const at = focused()?.dataset?.id;
    return at && this.board.pieces.has(at) ? at : undefined;
  }

  changed() {
    this.host.onchange?.();
  }

  // -- opening and leaving

  /** Opens a level, or goes on with the game left off there. @param {string} id @param {Position} [given] */
  async open(id, given) {
    this.close();
    const left = gameWith(id);
    const body = given && (!left || left.start === id) ? given : await position(left?.start ?? id);
    this.title = body.title ?? titleOf(body.id) ?? t("Untitled level");
    this.best = body.best;
    this.next = body.next;
    this.found = null;
    this.picked = null;
    this.hints.forget(left);
    this.history.begin(body);
    if (left && left.entries.length > 1) {
      this.history.resume(left);
      await this.load().catch(() => this.history.begin(body));
    }
    this.show();
    this.look();
  }

  close() {
    this.background.abort();
    this.search.stop();
  }

  /** Looks for the best solution in the background, for the counter and the difficulty. */
  async look() {
    const id = this.start;
    if (this.background.signal.aborted) this.background = new AbortController();
    try {
      const hearing = { signal: this.background.signal, onprogress: this.host.onprogress };
      const found = await solve(id, { seconds: PATIENCE, ...hearing });
      if (this.start !== id) return;
      this.hints.learn(id, found);
      if (found.optimal) this.best = found.cost;
      keepFewest(id, this.best);
      this.found = found;
      this.changed();
      if (this.won) this.tell(); // now it is known what is possible
      const here = !this.history.at && !this.picked && !this.body.other;
      if (here && found.status === "unsolvable") this.ended(found);
    } catch {
      // Nothing is promised before it is proved.
    }
  }

  async load() {
    if (!this.now.body) this.now.body = await position(this.now.id);
  }

  save() {
    keep(this);
  }

  // -- moving

  touch() {
    draggable(this.board, {
      frozen: () => this.won,
      destinations: (id) => this.destinations(id),
      pick: (id) => this.pick(id),
      drop: (id, to) => this.go(id, to),
      tap: (cell, id) => (this.search.running || !this.body ? undefined : this.tap(cell, id)),
    });
  }

  /**
   * One thing after the other: a press during a request waits for its answer.
   * @template T @param {() => Promise<T>} act @returns {Promise<T>}
   */
  queue(act) {
    const done = this.busy.then(act);
    const over = () => void this.pending--;
    this.pending++;
    this.busy = done.then(over, over);
    return done;
  }

  /** @param {string | null} id */
  pick(id) {
    if (this.won || this.search.running) return;
    this.picked = id;
    if (this.hints.step) this.hints.clear();
    this.marks();
    this.tell();
    this.changed();
  }

  /** @param {string} id @param {Destination} to */
  go(id, to) {
    return this.queue(() => this.move(id, to));
  }

  /** @param {string} id @param {Destination} to */
  async move(id, to) {
    if (this.idle) return;
    const { history } = this;
    const merge = this.family.merges ? history.merged(id, to.to) : null;
    if (merge === "back") {
      history.add(history.at - 1);
      await this.load();
      return this.show();
    }
    const at = merge ? history.at - 1 : history.at;
    try {
      const { moves } = merge ?? to;
      await this.played(await play(history.entries[at].id, moves), at, moves[moves.length - 1].piece);
    } catch (error) {
      this.show();
      this.tellLine(why(error));
    }
  }

  /**
   * Shows what the server made of moves from entry `at`.
   * @param {Played} answer @param {number} at @param {string} piece that the last of them moved
   */
  async played(answer, at, piece) {
    this.history.addPlayed(at, answer, piece);
    this.show();
    this.save();
  }

  /** @param {Grain} [grain] how much of it */
  undo(grain = "path") {
    return this.travel(() => this.history.back(this.family.turn, grain));
  }

  /** @param {Grain} [grain] */
  redo(grain = "path") {
    return this.travel(() => this.history.forward(this.family.turn, grain));
  }

  restart() {
    return this.travel(() => 0);
  }

  /** @param {() => number} where */
  travel(where) {
    this.search.stop();
    return this.queue(async () => {
      const to = where();
      if (to === this.history.at || !this.history.entries[to]) return;
      this.hints.turned(this.history.at, to);
      this.history.at = to;
      await this.load();
      this.show();
      this.save();
    });
  }

  /** @param {number | null} [seconds] */
  async hint(seconds = PATIENCE) {
    if (!this.idle) await this.hints.press(seconds);
  }

  /** @param {KeyboardEvent} event @returns {boolean} true when the key meant something here */
  key(event) {
    return pressed(this, event);
  }

  // -- showing

  /** Draws the position as it is now. */
  show() {
    const { board } = this;
    this.hints.clear();
    this.end = null;
    if (this.won || (this.picked && !this.piece(this.picked))) this.picked = null;
    board.show(this.scene);
    board.el.classList.toggle("lit", this.won);
    board.unmark("trail");
    if (this.won && this.family.leaves) driveOut(board, () => this.won);
    this.marks();
    this.tell();
    this.changed();
  }

  /** Rings and dots on the pieces. */
  marks() {
    const { board } = this;
    if (!this.won) board.ring("gone", []);
    board.ring("bad", this.won ? [] : this.guilty());
  }

  /** The pieces on the cells for which the position is a dead end. */
  guilty() {
    const cells = new Set((this.body.dead?.cells ?? []).map(String));
    return this.scene.pieces.filter((p) => p.cells.some((c) => cells.has(String(c)))).map((p) => p.id);
  }

  /**
   * @param {string} main @param {string} [rest]
   * @param {{piece?: Piece | null, warn?: boolean, extra?: Node}} [more]
   */
  tellLine(main, rest, { piece, ...more } = {}) {
    line(this.below, main, rest, { ...more, chip: piece && chip(piece) });
  }

  /** The line below the board, for the position as it is. */
  tell() {
    const { dead, other } = this.body;
    if (this.won) return this.tellWin();
    const extra = other && h("a.btn", { href: `/play/${other.id}` }, say(other.does));
    if (other && extra) return this.tellLine(say(other.said), "", { warn: true, extra });
    if (dead) {
      const rest = this.history.at ? t("Take a move back.") : t("No move can mend it.");
      return this.tellLine(sentence(say(dead.message)), rest, { warn: true });
    }
    if (this.host.quiet) return put(this.below);
    return this.tellTask();
  }

  tellTask() {
    const { task, task_hint, begin } = this.family.words;
    const { goal, scene } = this.body;
    const label = scene.pieces.find((p) => p.kind === "target")?.label;
    const said = goal ? say(goal.said) : say(task, { ...homeCount(this.family, scene.pieces), label });
    this.tellLine(said, join(say(goal ? goal.rest : task_hint), this.history.at ? "" : say(begin)));
  }

  tellWin() {
    const { best } = this;
    const n = this.history.cost(this.metric);
    const rest =
      n <= (best ?? 0) ? t("That is the best possible.") : t("The best possible is {best}.", { best });
    this.tellLine(say(this.family.words.won, { n }), best === null ? "" : rest);
  }

  /** A search ended without a solution. @param {Solution} found */
  ended(found) {
    this.end = found;
    const [main, rest] = verdict(found, this.family);
    const more = found.status === "unsolvable" ? "" : t("Search on begins anew, with more time.");
    this.tellLine(main, join(rest, more));
    this.changed();
  }

  /** What a hint points at. @param {Solution} found @param {number} j which of its moves @returns {Aim} */
  aim(found, j) {
    const move = found.moves[j];
    const piece = /** @type {Piece} */ (this.piece(move.piece));
    return {
      ids: [piece.id],
      name: called(piece, this.family),
      chip: piece,
      to: shifted(piece.cells, move.to),
      side: sideOf(piece.cells[0], move.to),
      words: say(found.words[j]),
    };
  }

  /** The one filled button, as things stand. @returns {Filled} */
  filled() {
    return filled(this);
  }
}
