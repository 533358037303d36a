// The Watch view: searches for the best solution or shows the player's own, plays it move by move (speed,
// keys, reload), continues it as a game.

/** @import { App, ViewOptions, Replayed, Scene, Solution, View } from "../types" */

import { currentQuery } from "../addresses.js";
import { errorText, isAbort, replay, solve } from "../api.js";
import { Board } from "../board/board.js";
import { sideOf } from "../board/geometry.js";
import { makePiece } from "../board/piece.js";
import { describeScene } from "../board/screen_reader_text.js";
import { difficultyBadge, ratedDifficulty, UNRATED } from "../rating/difficulty.js";
import { findFamily, formatAmount } from "../state/families.js";
import { findTitle } from "../state/level_titles.js";
import { bestResult } from "../state/results.js";
import { gameContaining, saveGame } from "../state/store.js";
import { actionLink, iconButton, segmentedControl, setLabel, setPressed } from "../ui/controls.js";
import { h, icon, setChildren, setVars } from "../ui/dom.js";
import { joinSentences, messageText, plural, t } from "../ui/i18n.js";
import { searchCallbacks, searchVerdict } from "../ui/search_messages.js";
import { prefersNoMotion } from "../ui/theme.js";
import { Replay } from "./replay.js";
import { Timeline } from "./timeline.js";
import { clearWatchState, loadWatchState, saveWatchState } from "./watch_state.js";

const MOVE_DURATION = 500; // milliseconds
const SHORT_SEARCH = 6; // seconds for a proved solution; then any solution will do

/** @param {HTMLElement} view @param {ViewOptions} options @returns {Promise<View>} */
export async function watchView(view, options) {
  const watch = new Watch(options);
  setChildren(view, watch.main);
  watch.board.fit(watch.main);
  watch.search();
  return {
    currentPosition: () => watch.currentPosition(),
    key: (event) => watch.key(event),
    close: () => watch.close(),
  };
}

class Watch {
  /** @type {Replay | null} */
  replay = null;
  /** The best solution so far, and whether the last search failed. */
  bestKnown = /** @type {Solution | null} */ (null);
  hasFailed = false;
  at = 0;
  playing = false;
  speed = 1;
  timer = 0;
  control = new AbortController();
  /** Where a reload continues. */
  resumeState = loadWatchState();

  /** @param {ViewOptions} options */
  constructor({ id, position, app }) {
    this.id = id;
    this.family = findFamily(position.family);
    this.game = gameContaining(id);
    this.ownNotation = currentQuery().has("mine") ? bestResult(id)?.notation : undefined;
    this.name = position.title ?? findTitle(id) ?? t("Untitled level");
    const title = t("Watch {name}", { name: this.name });
    document.title = `${title} · unjam`;
    this.board = new Board({ still: true });
    this.board.show(position.scene);
    this.board.el.classList.add("glide");
    this.timeline = new Timeline((to) => this.step(to));
    this.title = h("h1", t("Searching"));
    this.rating = h("div", difficultyBadge(null));
    this.note = h("p.dim", { role: "status" });
    this.proof = h("p.small.dim");
    this.playButton = h("button.btn.go", { id: "main-button", onclick: () => this.toggle() });
    this.tray = this.family.motion === "placed" ? h("div.tray.under", { "aria-hidden": "true" }) : null;
    /** @type {[number, string][]} */
    const speeds = [
      [0.5, "½×"],
      [1, "1×"],
      [3, "3×"],
    ];
    this.speeds = segmentedControl(t("Speed"), speeds, 1, (v) => this.setSpeed(v), ".push");
    this.main = this.layOut(app);
    this.updateButton();
  }

  /** @param {App} app */
  layOut(app) {
    const { id, family, name, timeline } = this;
    const back = `/play/${this.currentPosition().start}`;
    const crumb = h("a.small.dim.desk", { href: back }, `${messageText(family.title)} · ${name}`);
    const links = [
      actionLink(t("Play from here"), back, () => this.playFromHere(app), { id: "play-from-here" }),
      this.otherSolutionLink(),
      actionLink(t("How hard is it"), "#rating", () => app.rating(id)),
      actionLink(t("Share"), "#share", app.share),
    ];
    return h(
      "div.play.watch",
      { "data-ground": family.ground },
      h("div.head", h("div.stack.tight", crumb, this.title), this.rating),
      h("div.mid", this.board.el, h("div.deck", timeline.slider, this.dock())),
      h("div.side.stack", this.note, this.tray, timeline.list, h("div.links.small", links), this.proof),
    );
  }

  /** A link between the best solution and the player's own. */
  otherSolutionLink() {
    const { id, ownNotation } = this;
    if (ownNotation) return h("a", { href: `/watch/${id}` }, t("Watch the best"));
    return bestResult(id)?.notation && h("a", { href: `/watch/${id}?mine` }, t("Watch mine"));
  }

  dock() {
    return h(
      "div.dock.row",
      iconButton(
        t("To the start"),
        { class: "bare desk", title: t("To the start (Home)"), onclick: () => this.step(0) },
        "first",
      ),
      iconButton(
        t("One move back"),
        { title: t("One move back (←)"), onclick: () => this.step(this.at - 1) },
        "left",
      ),
      this.playButton,
      iconButton(
        t("One move forward"),
        { title: t("One move forward (→)"), onclick: () => this.step(this.at + 1) },
        "right",
      ),
      iconButton(
        t("To the end"),
        { class: "bare desk", title: t("To the end (End)"), onclick: () => this.step(this.last) },
        "last",
      ),
      this.speeds,
    );
  }

  get last() {
    return this.replay?.length ?? 0;
  }

  currentPosition() {
    const { id, family, name: title } = this;
    return { id: this.replay?.ids[this.at] ?? id, start: this.game?.start ?? id, family: family.name, title };
  }

  /** Continues the game with the moves that were watched. @param {App} app */
  playFromHere(app) {
    const { start, family: name } = this.currentPosition();
    if (this.replay && this.at) {
      const from = this.game?.entries.findLastIndex((entry) => entry.id === this.id) ?? -1;
      const played = this.game && from >= 0 ? this.game.entries.slice(0, from + 1) : [{ id: this.id }];
      const entries = [...played, ...this.replay.entries(this.at)];
      const hints = (this.game?.hints ?? 0) + this.at; // watched moves count as hints
      const game = { ...this.game, start, title: this.name, family: name, won: false, hints };
      saveGame({ ...game, entries, at: entries.length - 1 });
    }
    app.go(`/play/${start}`);
  }

  close() {
    this.control.abort();
    clearInterval(this.timer);
    clearWatchState();
  }

  // -- searching

  /**
   * Starts with a short search; if it finds nothing, the server takes all the time it allows.
   * @param {number | null} [seconds]
   * @returns {Promise<void>}
   */
  async search(seconds = SHORT_SEARCH) {
    const { signal } = this.control;
    const callbacks = searchCallbacks(this.family, (main, rest) =>
      setChildren(this.note, h("b", main), " ", rest),
    );
    try {
      if (this.ownNotation) return this.showOwnSolution(await replay(this.id, this.ownNotation));
      const solution = await solve(this.id, { seconds, signal, ...callbacks });
      if (solution.moves.length || solution.status === "solved") return this.showSolution(solution);
      if (solution.status === "unsolvable")
        return this.fail(t("No solution"), searchVerdict(solution, this.family));
      if (seconds) return this.search(null);
      return this.showNoSolution(t("Gave up"), searchVerdict(solution, this.family));
    } catch (error) {
      return isAbort(error)
        ? this.showNoSolution(t("Stopped"), [t("The search was stopped.")])
        : this.fail(t("No solution to watch"), [errorText(error)]);
    }
  }

  /** Searches again, as long as the server allows. */
  searchOn() {
    this.control = new AbortController();
    this.hasFailed = false;
    this.replay = null;
    this.pause();
    this.title.textContent = t("Searching");
    return this.search(null);
  }

  /**
   * Shows the last solution, else offers to search on.
   * @param {string} title @param {string[]} sentences
   */
  showNoSolution(title, sentences) {
    if (!this.main.isConnected) return;
    if (this.bestKnown) return this.showSolution(this.bestKnown);
    this.hasFailed = true;
    this.title.textContent = title;
    setChildren(this.note, joinSentences(...sentences, t("“Keep searching” starts again with more time.")));
    this.updateButton();
  }

  /** Shows the player's own solution. @param {Replayed} line */
  showOwnSolution(line) {
    this.showSolution({ ...UNRATED, ...line, status: "solved", optimal: false, expanded: 0 });
    const best = bestResult(this.id);
    const cost = formatAmount(this.family, line.metric, line.cost);
    const rest = best && best.fewest != null && t("The best possible is {best}.", { best: best.fewest });
    setChildren(this.rating, h("span.small", t("Your solution, {cost}", { cost })));
    setChildren(this.proof, rest);
  }

  /** @param {Solution} solution */
  showSolution(solution) {
    const { id, family } = this;
    this.bestKnown = solution;
    this.replay = new Replay(id, solution, family);
    setChildren(
      this.rating,
      ratedDifficulty(solution, formatAmount(family, solution.metric, solution.cost ?? 0)),
    );
    const more =
      !solution.optimal && actionLink(t("Look for a shorter one"), "#search", () => this.searchOn());
    setChildren(
      this.proof,
      proofOf(solution),
      " ",
      more,
      " ",
      h("a", { href: `/lab/${id}` }, t("See the search")),
    );
    if (!solution.moves.length) {
      this.title.textContent = t("Solved already");
      setChildren(this.note, t("There is nothing left to do."));
      return;
    }
    this.timeline.layOut(this.replay);
    this.begin();
  }

  /** Starts at the beginning or where it was before a reload, and plays unless the player wants no motion. */
  begin() {
    const { at, playing } = this.resumeState ?? { at: 0, playing: true };
    this.resumeState = null;
    this.show(Math.min(at, this.last));
    if (playing && !prefersNoMotion()) this.play();
  }

  /** @param {string} title @param {string[]} sentences */
  fail(title, sentences) {
    this.title.textContent = title;
    setChildren(this.note, joinSentences(...sentences));
    if (this.family.editor)
      this.playButton.replaceWith(
        h("a.btn.go", { href: `/draw/${this.id}` }, icon("edit"), t("Edit a copy")),
      );
    else this.playButton.remove();
  }

  // -- playing

  play() {
    clearInterval(this.timer);
    this.playing = true;
    this.timer = window.setInterval(() => {
      if (this.at < this.last) this.show(this.at + 1);
      else this.pause();
    }, MOVE_DURATION / this.speed);
    this.updateButton();
    this.saveState();
  }

  pause() {
    clearInterval(this.timer);
    this.playing = false;
    this.updateButton();
    this.saveState();
  }

  saveState() {
    if (this.replay) saveWatchState({ at: this.at, playing: this.playing });
  }

  toggle() {
    if (this.hasFailed) return void this.searchOn();
    if (!this.replay) return this.control.abort();
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.show(0);
    return this.play();
  }

  /** @param {number} to */
  step(to) {
    if (!this.replay) return;
    this.pause();
    this.show(Math.max(0, Math.min(this.last, to)));
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    setPressed(this.speeds, speed);
    setVars(this.board.el, { speed });
    if (this.playing) this.play();
  }

  updateButton() {
    if (this.hasFailed) setLabel(this.playButton, "hint", t("Keep searching"));
    else if (!this.replay) setLabel(this.playButton, "stop", t("Stop"));
    else if (this.playing) setLabel(this.playButton, "pause", t("Pause"));
    else if (this.at >= this.last) setLabel(this.playButton, "again", t("Again"));
    else setLabel(this.playButton, "play", t("Play"));
  }

  /** @param {number} at */
  show(at) {
    const { replay, board } = this;
    if (!replay) return;
    this.at = at;
    const all = this.last;
    const scene = replay.scenes[at];
    board.unmark();
    board.show(scene);
    board.el.classList.toggle("lit", at === all && replay.solution.status === "solved");
    if (at) this.showTrace(replay);
    if (this.tray) setChildren(this.tray, waiting(scene));
    this.title.textContent = at ? replay.moveTitle(at) : this.name;
    const next = at < all ? t("Next: {words}.", { words: replay.shortText(at + 1) }) : t("Done.");
    setChildren(this.note, t("Move {at} of {all}.", { at, all }), " ", next);
    this.timeline.show(replay, at);
    const words = at ? replay.moveText(at) : "";
    const label = t("Position after move {at} of {all}: {words}", { at, all, words });
    board.el.setAttribute("aria-label", at ? label : describeScene(scene));
    this.updateButton();
    this.saveState();
  }

  /** Shows where the moved piece was before. @param {Replay} replay */
  showTrace(replay) {
    const { now, was } = replay.change(this.at);
    if (was && now) this.board.traceGhost(was.cells, sideOf(was.cells[0], now.cells[0]));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.replay) return false;
    const focused = document.activeElement;
    const isOtherButton = focused instanceof HTMLButtonElement && focused !== this.playButton;
    if (isOtherButton && (event.key === " " || event.key === "Enter")) return false;
    if (focused instanceof HTMLAnchorElement && event.key === "Enter") return false;
    const act = this.keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    act?.();
    return Boolean(act);
  }

  /** @type {Record<string, () => void>} */
  keys = {
    " ": () => this.toggle(),
    r: () => {
      this.show(0);
      this.play();
    },
    ArrowRight: () => this.step(this.at + 1),
    ArrowLeft: () => this.step(this.at - 1),
    Home: () => this.step(0),
    End: () => this.step(this.last),
    1: () => this.setSpeed(0.5),
    2: () => this.setSpeed(1),
    3: () => this.setSpeed(3),
  };
}

/** @param {Scene} scene */
const waiting = (scene) => scene.waiting.map((piece) => makePiece(piece, true));

/** What is proved about a solution. @param {Solution} solution */
function proofOf(solution) {
  if (!solution.optimal) return t("A good solution; a shorter one may exist.");
  return joinSentences(
    t("No shorter solution exists."),
    plural(solution.expanded, "The search expanded {n} position.", "The search expanded {n} positions."),
  );
}
