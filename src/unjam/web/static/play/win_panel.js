// WinPanel, the player's result after a win: time and moves against the expected ones, the moves that were
// lost and a way back to each of them, and what to play next. It stays while the player looks back.

/** @import { App, Entry, Review, Run, Win } from "../types" */
/** @import { Game } from "../game/game.js" */

import { reviewGame } from "../api.js";
import { saveLost } from "../state/history.js";
import { similarLevels } from "../state/similar_levels.js";
import { recall } from "../state/store.js";
import { actionLink, button } from "../ui/controls.js";
import { h, icon, keepFocus, setChildren } from "../ui/dom.js";
import { formatClock } from "../ui/duration.js";
import { joinSentences, messageText, plural, t } from "../ui/i18n.js";
import { prefersNoMotion } from "../ui/theme.js";
import { celebrate } from "./celebration.js";
import { drawSkyline, lostHere, lostMoves } from "./win_skyline.js";

const MAX_TURNS = 2000; // that the server reviews
const MAX_RUNS = 3; // listed at first
const MAX_REPLAYED = 12; // moves of one moment
const [PAUSE, PACE] = [700, 550]; // milliseconds before a replay and between its moves

export class WinPanel {
  /** The last entry of the game that was won, and its index. @type {Entry | null} */
  entry = null;
  index = 0;
  /** The attempt that was won. @type {Pick<Win, "id" | "begun" | "moves" | "seconds" | "hints"> | null} */
  win = null;
  /** @type {Review | null} */
  review = null;
  isFailed = false;
  listsAll = false;
  control = new AbortController();
  facts = h("div.win-facts");
  verdict = h("p.small.win-verdict", { role: "status" });
  skyline = h("div.win-chart");
  runs = h("ul.win-runs");
  actions = h("div.row.win-actions");
  /** What the actions depend on: they are drawn anew only if it changes. */
  shownActions = "";

  /** @param {Game} game @param {App} app @param {HTMLElement} el where the result is shown */
  constructor(game, app, el) {
    this.game = game;
    this.app = app;
    this.el = el;
    setChildren(el, this.facts, this.skyline, this.verdict, this.runs, this.actions);
  }

  /** Shows the result of a game that was won, until the player plays it otherwise. */
  update() {
    const { game } = this;
    if (game.won && game.entry !== this.entry) this.begin();
    const isShown = this.entry !== null && game.history.entries[this.index] === this.entry;
    this.el.hidden = !isShown;
    if (!isShown) return this.end();
    this.showFacts();
    this.showActions();
    this.markMoment();
  }

  begin() {
    this.end();
    const { game } = this;
    const { history, metric, clock, hints, start, entry } = game;
    const { begun, seconds } = clock.saved;
    Object.assign(this, { entry, index: history.at });
    this.win = { id: start, moves: history.cost(metric), hints: hints.used, begun, seconds };
    this.search();
  }

  end() {
    this.control.abort();
    Object.assign(this, { entry: null, win: null, review: null, isFailed: false, listsAll: false });
  }

  /** Asks which moves were lost. */
  async search() {
    const { game, win, index } = this;
    const ids = game.history.entries.slice(1, index + 1).map(({ id }) => id);
    this.control = new AbortController();
    const { signal } = this.control;
    this.showReview();
    if (!win || !ids.length || ids.length > MAX_TURNS) return;
    const review = await reviewGame(win.id, ids, { signal }).catch(() => null);
    if (signal.aborted) return;
    Object.assign(this, { review, isFailed: !review }); // the rest of the result does not need it
    if (review) saveLost(win, lostMoves(review));
    this.showReview();
    this.update();
  }

  /** The motion of a win starts at the piece that was moved last. */
  celebrate() {
    const { entry, scene, board, family } = this.game;
    const piece = scene.pieces.find(({ id }) => id === entry.piece?.id);
    celebrate(board, piece?.cells[0] ?? null, family.leaves);
  }

  // -- time and moves

  /** The moves of this game, as the review counts them: pieces that were taken off again are moves too. */
  get moves() {
    return this.review?.cost ?? this.win?.moves ?? 0;
  }

  /** The fewest moves known. */
  get best() {
    const { game, review } = this;
    if (review && (review.proved || game.best === null)) return review.best;
    return game.best ?? game.solution?.cost ?? null;
  }

  showFacts() {
    const { game, win, best, moves } = this;
    const { family, solution } = game;
    if (!win) return;
    const isHidden = recall("settings")?.clock === "hidden";
    const isShort = family.equal_costs && !this.review;
    setChildren(
      this.facts,
      !isShort && fact(moves, t("your moves"), fewestText(moves, best)),
      !isHidden &&
        fact(
          formatClock(win.seconds),
          t("your time"),
          solution?.time ? t("most people: {time}", { time: messageText(solution.time) }) : "",
        ),
    );
  }

  // -- lost moves

  showReview() {
    const { review, win } = this;
    this.skyline.classList.toggle("waiting", !review);
    this.skyline.hidden = this.isFailed || this.index > MAX_TURNS;
    if (!win || !review) {
      setChildren(this.verdict, this.skyline.hidden ? "" : t("Looking for moves that were lost."));
      return setChildren(this.runs);
    }
    setChildren(
      this.skyline,
      drawSkyline(review, (run) => this.replay(run)),
    );
    setChildren(this.verdict, verdictOf(review, win.hints));
    return this.listRuns();
  }

  listRuns() {
    const runs = this.review?.runs ?? [];
    const longest = runs.toSorted((a, b) => b.count - a.count).slice(0, MAX_RUNS);
    const shown = this.listsAll ? runs : runs.filter((run) => longest.includes(run));
    setChildren(
      this.runs,
      shown.map((run) => h("li", this.runButton(run))),
      shown.length < runs.length && h("li.small", this.moreLink(runs.length - shown.length)),
    );
    this.markMoment();
  }

  /** @param {Run} run */
  runButton(run) {
    const place = t("after move {n}", { n: run.first });
    return h(
      "button.btn.slim.win-run",
      { "data-first": run.first, title: t("Show this moment again"), onclick: () => this.replay(run) },
      icon("again"),
      h("span", h("b", lostHere(run)), h("span.dim", run.first ? place : t("at the start"))),
    );
  }

  /** @param {number} n how many are not shown */
  moreLink(n) {
    return actionLink(plural(n, "{n} more place", "{n} more places"), "#more", () => {
      this.listsAll = true;
      this.listRuns();
    });
  }

  /** Marks the moment that the player looks at. */
  markMoment() {
    const { at } = this.game.history;
    for (const el of this.runs.querySelectorAll("button"))
      el.setAttribute("aria-pressed", String(el.dataset.first === String(at)));
  }

  /**
   * Goes to the position before the lost moves, shows them, and returns there, so that the player can try
   * another way. Whatever the player does meanwhile ends it.
   * @param {Run} run
   */
  async replay({ first, count }) {
    const { game } = this;
    const { history } = game;
    const other = new AbortController();
    const { signal } = other;
    for (const type of ["click", "keydown"])
      document.addEventListener(type, () => other.abort(), { capture: true, signal });
    game.boardElement.scrollIntoView({ block: "nearest" });
    await game.goTo(() => first);
    const last = first + Math.min(count, MAX_REPLAYED);
    const words = plural(count, "This move was lost.", "{n} moves were lost from here.");
    const tell = () => game.setStatus(words, t("Redo shows them; or play on another way."));
    tell();
    if (prefersNoMotion()) return other.abort();
    for (let at = first; at < last; at++) {
      await wait(at === first ? PAUSE : PACE);
      if (signal.aborted || history.at !== at || !this.entry) return other.abort();
      await game.goTo(() => at + 1);
      if (history.at === at + 1 && !game.won) game.setStatus(words);
    }
    await wait(PAUSE);
    const isOver = !signal.aborted && history.at === last && this.entry;
    other.abort();
    if (!isOver) return;
    await game.goTo(() => first);
    tell();
  }

  // -- what to play next

  showActions() {
    const { game, best, moves, review } = this;
    const isShorter = best !== null && best < moves && (review !== null || !game.family.equal_costs);
    const level = game.solution?.level ?? null;
    const { same, harder } = similarLevels(game.family, level, game.scene, game.start);
    const restart = async () => {
      game.boardElement.scrollIntoView({ block: "nearest" });
      await game.restart();
      game.updateStatus(); // what was said of a lost moment is over, also where that was the start
    };
    const shown = JSON.stringify([game.won, isShorter && best, same, harder]);
    if (shown === this.shownActions) return;
    this.shownActions = shown;
    const list = [
      isShorter && button(t("Try for {n}", { n: best }), { class: "slim", onclick: restart }, "again"),
      !game.won &&
        button(t("Back to the end"), { class: "slim", onclick: () => game.goTo(() => this.index) }),
      same && h("a.btn.slim", { href: same }, t("A new one as hard")),
      harder && h("a.btn.slim", { href: harder }, t("A bit harder")),
    ];
    keepFocus(this.actions, () => setChildren(this.actions, list));
  }
}

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * A number, what it counts, and what it is compared with.
 * @param {string | number} value @param {string} label @param {string} rest
 */
const fact = (value, label, rest) =>
  h("div", h("b.num", value), h("span.small", label, rest && [h("br"), h("span.dim", rest)]));

/** @param {number} moves @param {number | null} best */
function fewestText(moves, best) {
  if (best === null) return "";
  return moves <= best ? t("the fewest") : t("fewest {n}", { n: best });
}

/** What was lost, in a sentence. @param {Review} review @param {number} hints */
function verdictOf(review, hints) {
  const lost = lostMoves(review);
  const words = lost
    ? plural(lost, "After {n} move the goal was no nearer.", "After {n} moves the goal was no nearer.")
    : t("Every move brought the goal nearer.");
  return joinSentences(
    words,
    review.proved ? "" : t("Measured by the best solution known; there may be a shorter one."),
    hints ? plural(hints, "You had {n} hint.", "You had {n} hints.") : "",
  );
}
