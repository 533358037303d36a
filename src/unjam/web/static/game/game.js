// Game, the base of all games: opens and resumes a level, queues moves, undo, hints, background search,
// status line, win and dead ends. The server plays the moves. The subclasses in slide_game.js, gap_game.js,
// walk_game.js and placement_game.js add the kinds of motion.

/** @import { Cell, CurrentPosition, Destination, Family, HintTarget, Piece, UndoStep } from "../types" */
/** @import { GameHost, Played, Position, Solution } from "../types" */

import { play, solve } from "../api.js";
import { Board } from "../board/board.js";
import { enableDragging } from "../board/drag.js";
import { shiftTo, sideOf } from "../board/geometry.js";
import { chip } from "../board/piece.js";
import { countHome, pieceName } from "../state/families.js";
import { loadPosition, savePositions } from "../state/last_position.js";
import { findTitle } from "../state/level_titles.js";
import { gameContaining } from "../state/store.js";
import { showStatus } from "../ui/controls.js";
import { focusedElement, h, setChildren } from "../ui/dom.js";
import { joinSentences, messageText, t } from "../ui/i18n.js";
import { searchVerdict } from "../ui/search_messages.js";
import { driveOut } from "./animations.js";
import { Clock } from "./clock.js";
import { adviceAfter, markDeadEnd, showDeadEnd, shownDeadEnd, tellDeadEnd } from "./dead_ends.js";
import { HintSearch } from "./hint_search.js";
import { Hints } from "./hints.js";
import { History } from "./history.js";
import { handleKey } from "./keys.js";
import { loadOrStay, reportError, waitForServer } from "./lost_server.js";
import { LostSince } from "./lost_since.js";
import { saveClock, saveGameState, saveSolution } from "./save.js";

const MAX_SECONDS = 20; // for a hint and for the background search

export class Game {
  /** Is a piece selected before it moves? */
  selectsFirst = false;
  selectedId = /** @type {string | null} */ (null);
  queueEnd = /** @type {Promise<void>} */ (Promise.resolve());
  /** Number of queued actions. */
  pendingActs = 0;
  title = "";
  solution = /** @type {Solution | null} */ (null);
  best = /** @type {number | null} */ (null);
  next = /** @type {string | null} */ (null);
  /** Set when a search ended without a solution. */
  failedSearch = /** @type {Solution | null} */ (null);
  backgroundSearch = new AbortController();

  /** @param {Family} family @param {GameHost} host */
  constructor(family, host) {
    this.family = family;
    this.host = host;
    this.board = new Board();
    this.below = h("p.below", { role: "status" });
    this.history = new History();
    this.clock = new Clock();
    this.hints = new Hints(this);
    this.search = new HintSearch(this);
    this.lostSince = new LostSince(this);
  }

  // -- what subclasses override

  /** The element to show as the board. @returns {HTMLElement} */
  get boardElement() {
    return this.board.el;
  }

  /** A row below the buttons. @returns {HTMLElement | null} */
  extraRow() {
    return null;
  }

  /** Counters instead of the family's. @returns {HTMLElement[] | null} */
  counts() {
    return null;
  }

  /** A press without dragging. @param {Cell | null} _cell @param {string | null} _id */
  tap(_cell, _id) {}

  /** Handles an arrow key; true if it was used. @param {Cell} _step */
  pressArrow(_step) {
    return false;
  }

  /** Do letters select pieces? Then a letter alone never does anything else. */
  get hasLetters() {
    return this.family.motion === "slides";
  }

  // -- state

  get entry() {
    return this.history.current;
  }
  get position() {
    return /** @type {Position} */ (this.history.current?.position);
  }
  get scene() {
    return this.position.scene;
  }
  get start() {
    return this.history.entries[0]?.id;
  }
  /** @returns {CurrentPosition} */
  get currentPosition() {
    return { id: this.entry.id, start: this.start, family: this.family.name, title: this.title };
  }
  get won() {
    return Boolean(this.position?.solved);
  }
  get canUndo() {
    return this.history.at > 0;
  }
  /** Are moves disabled now? */
  get isFrozen() {
    return !this.position || this.won || this.search.running;
  }
  get metric() {
    return this.family.metrics[0].name;
  }

  /** @param {string} id @returns {Destination[]} */
  destinations(id) {
    return (this.position?.destinations ?? []).filter((d) => d.piece === id);
  }

  /** @param {string} id @returns {Piece | undefined} */
  piece(id) {
    return this.scene.pieces.find((p) => p.id === id);
  }

  /** The id of the piece that has the focus. */
  focusedPiece() {
    const id = focusedElement()?.dataset?.id;
    return id && this.board.pieces.has(id) ? id : undefined;
  }

  notifyHost() {
    this.host.onchange?.();
  }

  // -- opening and closing

  /** Opens a level, and resumes its saved game. @param {string} id @param {Position} [preloaded] */
  async open(id, preloaded) {
    this.close();
    const saved = gameContaining(id);
    const start =
      preloaded && (!saved || saved.start === id) ? preloaded : await loadPosition(saved?.start ?? id);
    this.title = start.title ?? findTitle(start.id) ?? t("Untitled level");
    this.best = start.best;
    this.next = start.next;
    this.solution = null;
    this.selectedId = null;
    this.hints.reset(saved);
    this.clock.resume(saved);
    this.history.begin(start);
    if (saved && saved.entries.length > 1) {
      this.history.resume(saved);
      await this.load().catch(() => this.history.begin(start));
    }
    this.show();
    if (!this.host.quiet) savePositions(start, this.position);
    if (!waitForServer(this)) this.searchInBackground();
  }

  close() {
    this.backgroundSearch.abort();
    this.search.stop();
    this.lostSince.close();
    saveClock(this);
  }

  /** Searches for the best solution in the background, for the counter and the rating. */
  async searchInBackground() {
    const id = this.start;
    if (this.backgroundSearch.signal.aborted) this.backgroundSearch = new AbortController();
    try {
      const callbacks = { signal: this.backgroundSearch.signal, onprogress: this.host.onprogress };
      const solution = await solve(id, { seconds: MAX_SECONDS, ...callbacks });
      if (this.start !== id) return;
      this.hints.addSolution(id, solution);
      if (solution.optimal) this.best = solution.cost;
      this.solution = solution;
      saveSolution(this);
      this.notifyHost();
      if (this.won) this.updateStatus(); // the minimum is known now
      const isIdle = !this.history.at && !this.selectedId && !this.position.other;
      if (isIdle && solution.status === "unsolvable") this.showFailedSearch(solution);
    } catch {
      // The page works without the result.
    }
  }

  async load() {
    if (!this.entry.position) this.entry.position = await loadPosition(this.entry.id);
  }

  save() {
    saveGameState(this);
  }

  // -- moving

  listen() {
    enableDragging(this.board, {
      isFrozen: () => this.won,
      destinations: (id) => this.destinations(id),
      pick: (id) => this.select(id),
      drop: (id, to) => this.queueMove(id, to),
      tap: (cell, id) => (this.search.running || !this.position ? undefined : this.tap(cell, id)),
    });
  }

  /**
   * Runs actions one after the other: an action during a request waits for the answer.
   * @template T @param {() => Promise<T>} act @returns {Promise<T>}
   */
  queue(act) {
    const result = this.queueEnd.then(act);
    const settle = () => void this.pendingActs--;
    this.pendingActs++;
    this.queueEnd = result.then(settle, settle);
    return result;
  }

  /** @param {string | null} id */
  select(id) {
    if (this.won || this.search.running) return;
    this.selectedId = id;
    if (this.hints.step) this.hints.clear();
    this.updateMarks();
    this.updateStatus();
    this.notifyHost();
  }

  /** @param {string} id @param {Destination} to */
  queueMove(id, to) {
    return this.queue(() => this.move(id, to));
  }

  /** @param {string} id @param {Destination} to */
  async move(id, to) {
    if (this.isFrozen) return;
    const { history } = this;
    const merge = this.family.merges ? history.mergeTarget(id, to.to) : null;
    if (merge === "back") {
      history.add(history.at - 1);
      await this.load();
      return this.show();
    }
    const at = merge ? history.at - 1 : history.at;
    try {
      const { moves } = merge ?? to;
      await this.showPlayed(await play(history.entries[at].id, moves), at, moves[moves.length - 1].piece);
    } catch (error) {
      this.show();
      reportError(this, error);
    }
  }

  /**
   * Shows the position after moves played from entry `at`.
   * @param {Played} answer @param {number} at @param {string} piece the one that the last move names
   */
  async showPlayed(answer, at, piece) {
    this.history.addPlayed(at, answer, piece);
    this.show();
    this.save();
  }

  /** @param {UndoStep} [unit] */
  undo(unit = "path") {
    return this.goTo(() => this.history.undoIndex(this.family.turn, unit));
  }

  /** @param {UndoStep} [unit] */
  redo(unit = "path") {
    return this.goTo(() => this.history.redoIndex(this.family.turn, unit));
  }

  restart() {
    return this.goTo(() => 0);
  }

  /** Goes to another entry of the history. @param {() => number} index called after earlier actions */
  goTo(index) {
    this.search.stop();
    return this.queue(async () => {
      const to = index();
      if (to === this.history.at || !this.history.entries[to]) return;
      const was = this.history.at;
      this.history.at = to;
      if (!(await loadOrStay(this, was))) return;
      this.hints.updateCount(was, to);
      this.show();
      this.save();
    });
  }

  /** @param {number | null} [seconds] */
  async hint(seconds = MAX_SECONDS) {
    if (!this.isFrozen && !tellDeadEnd(this)) await this.hints.press(seconds);
  }

  /** Handles a key; true if it was used. @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    return handleKey(this, event);
  }

  // -- showing

  /** Draws the current position. */
  show() {
    const { board } = this;
    this.hints.clear();
    this.failedSearch = null;
    if (this.won || (this.selectedId && !this.piece(this.selectedId))) this.selectedId = null;
    board.show(this.scene);
    board.el.classList.toggle("lit", this.won);
    board.unmark("trail");
    this.clock.follow(this);
    if (this.won && this.family.leaves) driveOut(board, () => this.won);
    this.updateMarks();
    this.updateStatus();
    this.notifyHost();
  }

  /** Updates the outlines and dots on the pieces. */
  updateMarks() {
    const { board } = this;
    if (!this.won) board.setClass("gone", []);
    markDeadEnd(this);
  }

  /**
   * @param {string} main @param {string} [rest]
   * @param {{piece?: Piece | null, warn?: boolean, extra?: Node}} [more]
   */
  setStatus(main, rest, { piece, ...more } = {}) {
    showStatus(this.below, main, rest, { ...more, chip: piece && chip(piece) });
  }

  /** Shows the text for the current position in the status line. */
  updateStatus() {
    const { other } = this.position;
    const dead = shownDeadEnd(this);
    if (this.won) return this.showWin();
    const extra = other && h("a.btn", { href: `/play/${other.id}` }, messageText(other.label));
    if (other && extra) return this.setStatus(messageText(other.text), "", { warn: true, extra });
    if (dead) return showDeadEnd(this, dead);
    if (this.host.quiet) return setChildren(this.below);
    return this.showTask();
  }

  showTask() {
    const { task, task_hint, begin } = this.family.words;
    const { goal, scene } = this.position;
    const label = scene.pieces.find((p) => p.kind === "target")?.label;
    const text = goal
      ? messageText(goal.text)
      : messageText(task, { ...countHome(this.family, scene.pieces), label });
    this.setStatus(
      text,
      joinSentences(messageText(goal ? goal.rest : task_hint), this.history.at ? "" : messageText(begin)),
    );
  }

  showWin() {
    const { best } = this;
    const n = this.history.cost(this.metric);
    const rest =
      n <= (best ?? 0) ? t("That is the best possible.") : t("The best possible is {best}.", { best });
    this.setStatus(messageText(this.family.words.won, { n }), best === null ? "" : rest);
  }

  /** Shows the outcome of a search without a solution. @param {Solution} solution */
  showFailedSearch(solution) {
    this.failedSearch = solution;
    const [main, rest] = searchVerdict(solution, this.family);
    this.setStatus(main, joinSentences(rest, adviceAfter(this, solution)));
    this.notifyHost();
  }

  /** @param {Solution} solution @param {number} j which of its moves @returns {HintTarget} */
  hintTarget(solution, j) {
    const move = solution.moves[j];
    const piece = /** @type {Piece} */ (this.piece(move.piece));
    return {
      ids: [piece.id],
      name: pieceName(piece, this.family),
      chip: piece,
      to: shiftTo(piece.cells, move.to),
      side: sideOf(piece.cells[0], move.to),
      words: messageText(solution.words[j]),
    };
  }
}
