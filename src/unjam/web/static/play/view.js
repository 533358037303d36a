// The Play view: lays out board, buttons, counters, rating card and the moves so far; copies links, also the
// one that generates the level again.

/** @import { App, Metric, View, ViewOptions } from "../types" */
/** @import { Game } from "../game/game.js" */

import { currentPath, fullLink, setAddress } from "../addresses.js";
import { chip } from "../board/piece.js";
import { createGame } from "../game/create_game.js";
import { followTabs } from "../game/tab_sync.js";
import { difficultyBadge } from "../rating/difficulty.js";
import { RatingCard } from "../rating/rating_card.js";
import { findFamily, formatAmount } from "../state/families.js";
import { generatedLevel, generatePath } from "../state/generated_levels.js";
import { levelLink } from "../state/link_title.js";
import { bestResult } from "../state/results.js";
import { recall } from "../state/store.js";
import { actionLink, button, iconButton, repeatWhileHeld } from "../ui/controls.js";
import { h, isTouchOnly, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { isLocal, loadStyle } from "../ui/theme.js";
import { Announcer } from "./announcer.js";
import { ClockDisplay } from "./clock_display.js";
import { MainButton } from "./main_button.js";
import { PieceFocus } from "./piece_focus.js";
import { PlaylistBar } from "./playlist_bar.js";

const MAX_LISTED = 200;

/** @param {HTMLElement} view @param {ViewOptions} options @returns {Promise<View>} */
export async function playView(view, { id, position, app, isCurrent }) {
  const family = findFamily(position.family);
  /** @type {Awaited<ReturnType<typeof import("../game/play_recorder.js").recordGame>>} */
  let recording = null;
  const [game] = await Promise.all([
    createGame(family, {
      onchange: () => {
        if (!game.position) return;
        play.update();
        focus.update();
        announcer.update();
        recording?.update();
      },
      onblocked: (piece, side) => announcer.explainBlocked(piece, side),
      onprogress: (progress) => play.card.wait(progress),
    }),
    loadStyle("rating"),
  ]);
  const goalPanel = position.goal || position.scene.goal ? await import("./goal_panel.js") : null;
  const play = new Play(game, app, goalPanel?.showGoal);
  const announcer = new Announcer(game);
  const focus = new PieceFocus(game);
  game.below.after(announcer.el);
  const leaveTabs = followTabs(game, id);
  await game.open(id, position);
  let isClosed = false;
  const close = () => {
    isClosed = true;
    leaveTabs();
    play.close();
    recording?.end();
    recording = null;
    game.close();
  };
  if (isCurrent()) {
    // The game that this position belongs to.
    if (game.start !== id && currentPath() === `/play/${id}`) setAddress(`/play/${game.start}`, true);
    play.update();
    setChildren(view, play.main);
    app.introduce(family, game.start);
    play.playlistBar.load(game.start, family);
    import("../game/play_recorder.js").then(async ({ recordGame }) => {
      const result = await recordGame(game);
      if (!isClosed) recording = result;
    });
  }
  return {
    currentPosition: () => game.currentPosition,
    next: () => void app.next(game),
    hasLetters: game.hasLetters,
    key: (event) => focus.key(event) || game.key(event),
    close,
  };
}

class Play {
  title = h("h1");
  badge = h("div");
  counts = h("div.counts");
  goal = h("div.row.goalrow", { hidden: true });
  /** The result after a win. */
  result = h("section.win", { hidden: true, "aria-label": t("Your result") });
  /** Was a position shown that is not won? Then a win is new. */
  wasOpen = false;
  hasAskedWhy = false;
  /** Fills it; loaded after the first move. @type {Promise<import("./win_panel.js").WinPanel> | null} */
  winPanel = null;
  /** The seconds that the player needed, after a win. */
  own = /** @type {number | null} */ (null);
  /** After a level of the day: the streak, and the result to share. */
  dailyResult = h("div", { hidden: true });
  seedLink = h("span", { hidden: true });
  moveList = h("ol.log", { tabindex: "0", "aria-label": t("Your moves") });
  moves = h("div.stack.tight.wide", h("h2.small.dim.desk", t("Your moves")), this.moveList);

  /** @param {Game} game @param {App} app @param {typeof import("./goal_panel.js").showGoal} [showGoal] */
  constructor(game, app, showGoal) {
    const { family } = game;
    this.app = app;
    this.game = game;
    this.showGoal = showGoal;
    this.playlistBar = new PlaylistBar(family);
    this.clock = new ClockDisplay(game.clock);
    this.mainButton = new MainButton(game, app);
    this.card = new RatingCard(family, {
      more: () => this.explain(),
      stop: () => game.backgroundSearch.abort(),
      again: () => game.searchInBackground(),
    });
    this.undo = repeatWhileHeld(iconButton(t("Undo"), { title: t("Undo (Ctrl+Z)") }, "undo"), () =>
      game.undo(),
    );
    this.redo = repeatWhileHeld(iconButton(t("Redo"), { title: t("Redo (Ctrl+Y)") }, "redo"), () =>
      game.redo(),
    );
    const restart = { title: t("Start again (Home)"), onclick: () => game.restart() };
    this.restart = iconButton(t("Start again"), restart, "again");
    this.main = this.layOut(app);
  }

  /** @param {App} app */
  layOut(app) {
    const { game } = this;
    const { motion, ground, words, editor } = game.family;
    const links = [
      actionLink(t("Watch the solution"), "/watch", () => app.go(`/watch/${game.entry.id}`)),
      editor && actionLink(t("Edit a copy"), "/draw", () => app.go(`/draw/${game.entry.id}`)),
      actionLink(t("Copy link"), "#share", () => copyLink(game, app)),
      this.seedLink,
    ];
    return h(
      "div.play",
      { "data-motion": motion, "data-ground": ground },
      h(
        "div.head",
        h("div.stack.tight", this.playlistBar.el, this.title),
        h("div.badge-row", this.badge, this.clock.el),
      ),
      h("div.mid", game.boardElement, game.below),
      h(
        "div.side.stack",
        h("div.dock.row", this.undo, this.redo, this.restart, this.mainButton.el),
        this.dailyResult,
        game.extraRow(),
        this.result,
        this.counts,
        this.goal,
        this.card.el,
        this.moves,
        h("div.links.small", links),
        h("p.small.dim.desk", messageText(isTouchOnly() ? words.phone : words.play)),
      ),
    );
  }

  /** Shows the current state of the game. */
  update() {
    const { game } = this;
    const { history, family, solution } = game;
    this.title.textContent = game.title;
    this.playlistBar.update(game.start);
    document.title = `${game.title} · unjam`;
    const best = this.isRevealed ? game.best : null;
    const fewest = best === null ? "" : formatAmount(family, game.metric, best);
    const level = solution?.level ?? generatedLevel(game.start)?.level; // known at once if it was made so
    setChildren(this.badge, difficultyBadge(level ?? null, fewest));
    if (game.won) this.own = recall("settings")?.clock === "hidden" ? null : game.clock.seconds;
    this.card.show(solution, this.isRevealed, this.own);
    this.updateResult();
    if (game.won && this.wasOpen) this.celebrate();
    this.wasOpen = !game.won;
    this.clock.update();
    this.showDailyResult();
    this.undo.toggleAttribute("disabled", !game.canUndo);
    this.redo.toggleAttribute("disabled", !history.canRedo);
    this.restart.toggleAttribute("disabled", !game.canUndo);
    this.mainButton.update();
    setChildren(this.counts, game.counts() ?? family.counts.map((name) => counter(game, name, best)));
    this.listMoves();
    this.showGoal?.(game, this.goal);
    showSeedLink(game, this.seedLink);
    game.board.fit(this.main);
  }

  /**
   * May the page say what makes the level hard, and how few moves are enough? Not before the player has
   * solved it, or asked why.
   */
  get isRevealed() {
    return this.hasAskedWhy || this.game.won || Boolean(bestResult(this.game.start));
  }

  explain() {
    this.hasAskedWhy = true;
    this.update();
    this.card.el.querySelector("a")?.focus(); // the link is a new one; the dialog gives the focus back to it
    return this.app.rating(this.game.start, this.game.solution);
  }

  async updateResult() {
    if (!this.game.won && !this.game.history.at && !this.winPanel) return;
    this.winPanel ??= this.loadWinPanel();
    (await this.winPanel).update();
  }

  async loadWinPanel() {
    const [{ WinPanel }] = await Promise.all([import("./win_panel.js"), loadStyle("win")]);
    return new WinPanel(this.game, this.app, this.result);
  }

  async celebrate() {
    this.winPanel ??= this.loadWinPanel();
    (await this.winPanel).celebrate();
  }

  async showDailyResult() {
    const { game, dailyResult } = this;
    const isSolved = game.won && Boolean(generatedLevel(game.start)?.date);
    if (isSolved === !dailyResult.hidden) return;
    dailyResult.hidden = !isSolved;
    if (!isSolved) return setChildren(dailyResult);
    const { DailyResult } = await import("./daily_result.js");
    setChildren(dailyResult, new DailyResult(game).el);
  }

  close() {
    this.winPanel?.then((panel) => panel.end());
    this.clock.close();
  }

  listMoves() {
    const { history, family } = this.game;
    const moves = history.playedEntries.flatMap(({ piece, arrow }) =>
      piece && arrow ? [{ piece, arrow }] : [],
    );
    this.moves.hidden = !family.logged || !moves.length;
    setChildren(
      this.moveList,
      moves.slice(-MAX_LISTED).map(({ piece, arrow }) => h("li", chip(piece), h("span.num.small", arrow))),
    );
    this.moveList.scrollTop = this.moveList.scrollHeight;
  }
}

/** @param {Game} game @param {App} app */
async function copyLink(game, app) {
  try {
    await navigator.clipboard.writeText(levelLink(game.entry.id, game.currentPosition));
    const extra = button(t("Id and text"), { class: "slim push", onclick: () => app.share() });
    if (isLocal()) game.setStatus(t("Link copied."), t("Only this computer can open it."), { extra });
    else game.setStatus(t("Link copied."), t("It opens this position."));
  } catch {
    await app.share();
  }
}

/**
 * The cost so far in one metric, and the minimum if it is known and no secret.
 * @param {Game} game @param {string} name @param {number | null} best
 */
function counter(game, name, best) {
  const { family } = game;
  const metric = /** @type {Metric} */ (family.metrics.find((each) => each.name === name));
  const minimum = name === game.metric && best !== null && [h("br"), t("best possible {n}", { n: best })];
  const cost = h("span.count.num", { id: `count-${name}` }, game.history.cost(name));
  return h("span", cost, h("span.dim.small", messageText(metric.label), minimum));
}

/** Shows the link that generates this level again. @param {Game} game @param {HTMLElement} el */
function showSeedLink(game, el) {
  const level = generatedLevel(game.start);
  if (!level || level.date || !el.hidden) return;
  const path = generatePath(level);
  const link = fullLink(path);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => game.setStatus(t("Link copied."), t("Anyone who opens it gets the same level.")),
      () => game.setStatus(link),
    );
  setChildren(el, actionLink(t("Link to this seed"), path, copy));
  el.hidden = false;
}
