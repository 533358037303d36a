// The rules of a family in three pictures: the goal, a move, a win. The boards are drawn and moved by the
// same modules as everywhere; a family that describes no rules gets a card made from a level and its
// solution.

/** @import { Family, RulesCard, Scene, Solution } from "../types" */

import { rulesCard, solve } from "../api.js";
import { Board } from "../board/board.js";
import { sideOf } from "../board/geometry.js";
import { makePiece } from "../board/piece.js";
import { driveOut } from "../game/animations.js";
import { UNRATED } from "../rating/difficulty.js";
import { button } from "../ui/controls.js";
import { h, isTouchOnly, setChildren, setVars } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { loadFamilyStyles, loadStyle, prefersNoMotion } from "../ui/theme.js";
import { Replay } from "../watch/replay.js";

const MAX_SECONDS = 2; // to solve a level for a card
const MAX_MOVES = 12; // of a level that is played to its end
const [MAX_DURATION, MAX_STEP, PAUSE] = [2600, 650, 700]; // milliseconds

/**
 * What a card shows: a replay, how many moves the second picture plays, whether the replay ends with a win.
 * @typedef {{replay: Replay, shown: number, sentences: string[], isWon: boolean}} Lesson
 */

/**
 * The card of a family, or of its rules at a level; null if there is nothing to show.
 * @param {Family} family @param {string | null} id of a level, for a family that describes no rules
 */
export async function makeRulesCard(family, id) {
  const [own] = await Promise.all([
    rulesCard(family.name).catch(() => null),
    loadStyle("help"),
    loadFamilyStyles(family),
  ]);
  const lesson = own ? ownLesson(own, family) : id ? await lessonFromLevel(id, family) : null;
  return lesson && new Card(family, lesson);
}

/** @param {RulesCard} card @param {Family} family @returns {Lesson} */
const ownLesson = (card, family) => ({
  replay: new Replay(
    "",
    { ...UNRATED, ...card, status: "solved", optimal: false, expanded: 0, metric: "", cost: 0 },
    family,
  ),
  shown: card.shown,
  sentences: [card.goal, card.move, card.win].map((each) => messageText(each)),
  isWon: true,
});

/**
 * A card from the solution of a level, if the server finds one at once.
 * @param {string} id @param {Family} family @returns {Promise<Lesson | null>}
 */
async function lessonFromLevel(id, family) {
  /** @type {Solution | null} */
  const solution = await solve(id, { seconds: MAX_SECONDS }).catch(() => null);
  if (!solution?.steps.length) return null;
  const { words } = family;
  const isWon = solution.steps.length <= MAX_MOVES;
  const how = messageText(isTouchOnly() ? words.phone : words.desk) || t("Move one piece at a time.");
  const win = isWon
    ? t("That is the win. Fewer moves are better.")
    : t("Go on like this until the goal is reached. Fewer moves are better.");
  const sentences = [messageText(words.call), how, win];
  return { replay: new Replay(id, cut(solution), family), shown: 1, sentences, isWon };
}

/** The first moves of a long solution. @param {Solution} solution @returns {Solution} */
const cut = (solution) => ({ ...solution, steps: solution.steps.slice(0, MAX_MOVES) });

/** The three pictures with their sentences; each plays once, unless the player wants no motion. */
class Card {
  /** Counts the times that the card was played; a later one ends an earlier one. */
  plays = 0;

  /** @param {Family} family @param {Lesson} lesson */
  constructor(family, lesson) {
    this.lesson = lesson;
    const titles = [t("Goal"), t("A move"), lesson.isWon ? t("A win") : t("And on")];
    const [goal, move, win] = titles.map((title, i) => new Panel(family, title, lesson.sentences[i]));
    this.move = move;
    this.win = win;
    this.again = button(t("Show again"), { class: "slim", onclick: () => this.play() }, "again");
    this.again.hidden = prefersNoMotion();
    this.el = h(
      "ol.rules",
      { "data-ground": family.ground },
      [goal, move, win].map((panel) => panel.el),
    );
    goal.showGoal(lesson);
    this.showEnds();
  }

  /** What stays when all has moved, and all there is without motion. */
  showEnds() {
    const { replay, shown, isWon } = this.lesson;
    this.move.show(replay, shown);
    this.win.show(replay, replay.length, isWon);
  }

  /** Plays the second picture, then the third. */
  async play() {
    if (prefersNoMotion()) return;
    const mine = ++this.plays;
    const { replay, shown, isWon } = this.lesson;
    const pace = Math.min(MAX_STEP, MAX_DURATION / replay.length);
    const run = async (/** @type {Panel} */ panel, /** @type {number} */ last) => {
      for (let at = 1; at <= last; at++) {
        await wait(at > 1 ? pace : PAUSE);
        if (mine !== this.plays || !this.el.isConnected) return;
        panel.show(replay, at, isWon && at === replay.length);
      }
    };
    this.move.show(replay, 0);
    this.win.show(replay, 0);
    await run(this.move, shown);
    await run(this.win, replay.length);
  }
}

/** @param {number} duration in milliseconds */
const wait = (duration) => new Promise((done) => setTimeout(done, duration));

/** A picture: a small board, and a sentence below it. */
class Panel {
  board = new Board({ still: true });
  tray = h("div.tray.under", { "aria-hidden": "true" });

  /** @param {Family} family @param {string} title @param {string} sentence */
  constructor(family, title, sentence) {
    this.family = family;
    this.holder = h("div.rule-board", this.board.el, family.motion === "placed" && this.tray);
    this.el = h("li", this.holder, h("p.small", h("b", title), h("br"), sentence));
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { board, holder, tray, family } = this;
    board.unmark();
    // A solution only places its pieces; the player locks them too.
    const isPlaced = family.motion === "placed";
    const pieces = isPlaced ? scene.pieces.map((piece) => ({ ...piece, state: "locked" })) : scene.pieces;
    board.show({ ...scene, pieces });
    board.el.classList.add("glide");
    setVars(holder, { cols: board.cols, rows: board.rows });
    setChildren(
      tray,
      scene.waiting.map((piece) => makePiece(piece, true)),
    );
  }

  /**
   * The finished board unless the board at the start shows its goal; then where the pieces with a goal go.
   * @param {Lesson} lesson
   */
  showGoal({ replay: { scenes, length }, isWon }) {
    const { board } = this;
    const [start, end] = [scenes[0], scenes[length]];
    const showsGoal = start.exit || start.homes.length || start.floor.some((row) => row.includes("o"));
    if (isWon && (start.goal || !showsGoal)) return this.draw({ ...end, waiting: [] });
    this.draw(start);
    if (!isWon || start.homes.length) return;
    const before = new Map(start.pieces.map((piece) => [piece.id, piece]));
    for (const { id, kind, state, cells } of end.pieces) {
      const was = before.get(id);
      if (!was || String(was.cells) === String(cells) || (kind !== "target" && state !== "home")) continue;
      board.addGhost(cells, sideOf(was.cells[0], cells[0]));
    }
  }

  /** @param {Replay} replay @param {number} at @param {boolean} [isWon] */
  show(replay, at, isWon = false) {
    const { board, family } = this;
    board.setClass("gone", []);
    this.draw(replay.scenes[at]);
    board.el.classList.toggle("lit", isWon);
    const { now, was } = at ? replay.change(at) : {};
    if (now && was && !isWon) board.traceGhost(was.cells, sideOf(was.cells[0], now.cells[0]));
    if (isWon && family.leaves && !prefersNoMotion()) driveOut(board, () => board.el.matches(".lit"));
  }
}
