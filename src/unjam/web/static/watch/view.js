// Watch: the best solution, move by move, at your own pace.

/** @import { App, Opening, Replayed, Scene, Solution, View } from "../types" */

import { isAbort, replay, solve, why } from "../api.js";
import { Board } from "../board/board.js";
import { sideOf } from "../board/geometry.js";
import { makePiece } from "../board/piece.js";
import { spokenScene } from "../board/screen_reader_text.js";
import { counted, family } from "../state/families.js";
import { titleOf } from "../state/shelves.js";
import { bestOf, gameWith, keepGame } from "../state/store.js";
import { difficulty, doing, iconButton, press, rated, relabel, seg } from "../ui/controls.js";
import { h, icon, put, setVars } from "../ui/dom.js";
import { join, plural, say, t } from "../ui/i18n.js";
import { heard, verdict } from "../ui/search_messages.js";
import { isStill } from "../ui/theme.js";
import { Replay } from "./replay.js";
import { keepPlace, leavePlace, readPlace } from "./resume.js";
import { Timeline } from "./timeline.js";

const STEP = 500; // milliseconds a move
const SHORT = 6; // seconds: where nothing is proved by then, any way will do

/** @param {HTMLElement} view @param {Opening} opening @returns {Promise<View>} */
export async function watchView(view, opening) {
  const watch = new Watch(opening);
  put(view, watch.main);
  watch.board.size(watch.main);
  watch.look();
  return {
    here: () => watch.here(),
    key: (event) => watch.key(event),
    close: () => watch.close(),
  };
}

class Watch {
  /** @type {Replay | null} */
  replay = null;
  /** What was found so far, and whether a search ended without a solution. */
  known = /** @type {Solution | null} */ (null);
  ended = false;
  at = 0;
  playing = false;
  speed = 1;
  timer = 0;
  control = new AbortController();
  /** Where a reload goes on. */
  place = readPlace();

  /** @param {Opening} opening */
  constructor({ id, body, app }) {
    this.id = id;
    this.of = family(body.family);
    this.game = gameWith(id);
    this.mine = new URLSearchParams(location.search).has("mine") ? bestOf(id)?.notation : undefined;
    this.name = body.title ?? titleOf(id) ?? t("Untitled level");
    document.title = `${t("Watch {name}", { name: this.name })} · unjam`;
    this.board = new Board({ still: true });
    this.board.show(body.scene);
    this.board.el.classList.add("glide");
    this.timeline = new Timeline((to) => this.step(to));
    this.title = h("h1", t("Searching"));
    this.rating = h("div", difficulty(null));
    this.note = h("p.dim", { role: "status" });
    this.proof = h("p.small.dim");
    this.go = h("button.btn.go", { id: "filled", onclick: () => this.toggle() });
    this.tray = this.of.motion === "placed" ? h("div.tray.under", { "aria-hidden": "true" }) : null;
    /** @type {[number, string][]} */
    const speeds = [
      [0.5, "½×"],
      [1, "1×"],
      [3, "3×"],
    ];
    this.speeds = seg(t("Speed"), speeds, 1, (v) => this.pace(v), ".push");
    this.main = this.lay(app);
    this.relabel();
  }

  /** @param {App} app */
  lay(app) {
    const { id, of, name, timeline } = this;
    const back = `/play/${this.here().start}`;
    const crumb = h("a.small.dim.desk", { href: back }, `${say(of.title)} · ${name}`);
    const links = [
      doing(t("Play from here"), back, () => this.playFromHere(app), { id: "play-from-here" }),
      this.other(),
      doing(t("How hard is it"), "#rating", () => app.rating(id)),
      doing(t("Share"), "#share", app.share),
    ];
    return h(
      "div.play.watch",
      { "data-ground": of.ground },
      h("div.head", h("div.stack.tight", crumb, this.title), this.rating),
      h("div.mid", this.board.el, h("div.deck", timeline.score, this.dock())),
      h("div.side.stack", this.note, this.tray, timeline.list, h("div.links.small", links), this.proof),
    );
  }

  /** Leads from the best solution to your own, and back. */
  other() {
    const { id, mine } = this;
    if (mine) return h("a", { href: `/watch/${id}` }, t("Watch the best"));
    return bestOf(id)?.notation && h("a", { href: `/watch/${id}?mine` }, t("Watch mine"));
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
      this.go,
      iconButton(
        t("One move on"),
        { title: t("One move on (→)"), onclick: () => this.step(this.at + 1) },
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

  here() {
    const { id, of } = this;
    return { id: this.replay?.ids[this.at] ?? id, start: this.game?.start ?? id, family: of.name };
  }

  /** The game goes on with the moves that were watched. @param {App} app */
  playFromHere(app) {
    const { start, family: name } = this.here();
    if (this.replay && this.at) {
      const from = this.game?.entries.findLastIndex((entry) => entry.id === this.id) ?? -1;
      const played = this.game && from >= 0 ? this.game.entries.slice(0, from + 1) : [{ id: this.id }];
      const entries = [...played, ...this.replay.entries(this.at)];
      const hints = (this.game?.hints ?? 0) + this.at; // what was watched was not found alone
      keepGame({ start, title: this.name, family: name, entries, at: entries.length - 1, won: false, hints });
    }
    app.go(`/play/${start}`);
  }

  close() {
    this.control.abort();
    clearInterval(this.timer);
    leavePlace();
  }

  // -- searching

  /**
   * Any good way will do to begin with; where there is none, the server takes all the time it allows.
   * @param {number | null} [seconds]
   * @returns {Promise<void>}
   */
  async look(seconds = SHORT) {
    const { signal } = this.control;
    const hearing = heard(this.of, (main, rest) => put(this.note, h("b", main), " ", rest));
    try {
      if (this.mine) return this.own(await replay(this.id, this.mine));
      const found = await solve(this.id, { seconds, signal, ...hearing });
      if (found.moves.length || found.status === "solved") return this.found(found);
      if (found.status === "unsolvable") return this.fail(t("No solution"), verdict(found, this.of));
      if (seconds) return this.look(null);
      return this.unfound(t("Gave up"), verdict(found, this.of));
    } catch (error) {
      return isAbort(error)
        ? this.unfound(t("Stopped"), [t("The search was called off.")])
        : this.fail(t("No solution to watch"), [why(error)]);
    }
  }

  /** Searches anew, as long as the server allows. */
  searchOn() {
    this.control = new AbortController();
    this.ended = false;
    this.replay = null;
    this.pause();
    this.title.textContent = t("Searching");
    return this.look(null);
  }

  /**
   * No solution yet: what was found before, or else the offer to search on.
   * @param {string} title @param {string[]} sentences
   */
  unfound(title, sentences) {
    if (!this.main.isConnected) return;
    if (this.known) return this.found(this.known);
    this.ended = true;
    this.title.textContent = title;
    put(this.note, join(...sentences, t("Search on begins anew, with more time.")));
    this.relabel();
  }

  /** The reader's own solution. @param {Replayed} line */
  own(line) {
    const nothing = { level: null, time: null, why: null, calibrated: null, account: null, reason: null };
    this.found({ ...nothing, ...line, status: "solved", optimal: false, expanded: 0 });
    const best = bestOf(this.id);
    const cost = counted(this.of, line.metric, line.cost);
    const rest = best && best.fewest != null && t("The best possible is {best}.", { best: best.fewest });
    put(this.rating, h("span.small", t("Your solution, {cost}", { cost })));
    put(this.proof, rest);
  }

  /** @param {Solution} found */
  found(found) {
    const { id, of } = this;
    this.known = found;
    this.replay = new Replay(id, found, of);
    put(this.rating, rated(found, counted(of, found.metric, found.cost ?? 0)));
    const more = !found.optimal && doing(t("Look for a shorter one"), "#search", () => this.searchOn());
    put(this.proof, proofOf(found), " ", more, " ", h("a", { href: `/lab/${id}` }, t("See the search")));
    if (!found.moves.length) {
      this.title.textContent = t("Solved already");
      put(this.note, t("There is nothing left to do."));
      return;
    }
    this.timeline.lay(this.replay);
    this.begin();
  }

  /** Begins at the start, or where it was before a reload; by itself unless the reader wants no motion. */
  begin() {
    const { at, playing } = this.place ?? { at: 0, playing: true };
    this.place = null;
    this.show(Math.min(at, this.last));
    if (playing && !isStill()) this.play();
  }

  /** @param {string} title @param {string[]} sentences */
  fail(title, sentences) {
    this.title.textContent = title;
    put(this.note, join(...sentences));
    if (this.of.editor)
      this.go.replaceWith(h("a.btn.go", { href: `/draw/${this.id}` }, icon("edit"), t("Edit a copy")));
    else this.go.remove();
  }

  // -- playing

  play() {
    clearInterval(this.timer);
    this.playing = true;
    this.timer = window.setInterval(() => {
      if (this.at < this.last) this.show(this.at + 1);
      else this.pause();
    }, STEP / this.speed);
    this.relabel();
    this.keepPlace();
  }

  pause() {
    clearInterval(this.timer);
    this.playing = false;
    this.relabel();
    this.keepPlace();
  }

  keepPlace() {
    if (this.replay) keepPlace({ at: this.at, playing: this.playing });
  }

  toggle() {
    if (this.ended) return void this.searchOn();
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
  pace(speed) {
    this.speed = speed;
    press(this.speeds, speed);
    setVars(this.board.el, { speed });
    if (this.playing) this.play();
  }

  relabel() {
    if (this.ended) relabel(this.go, "hint", t("Search on"));
    else if (!this.replay) relabel(this.go, "stop", t("Stop"));
    else if (this.playing) relabel(this.go, "pause", t("Pause"));
    else if (this.at >= this.last) relabel(this.go, "again", t("Again"));
    else relabel(this.go, "play", t("Play"));
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
    board.el.classList.toggle("lit", at === all && replay.found.status === "solved");
    if (at) this.trace(replay);
    if (this.tray) put(this.tray, waiting(scene));
    this.title.textContent = at ? replay.title(at) : this.name;
    const next = at < all ? t("Next: {words}.", { words: replay.brief(at + 1) }) : t("Done.");
    put(this.note, t("Move {at} of {all}.", { at, all }), " ", next);
    this.timeline.show(replay, at);
    const words = at ? replay.words(at) : "";
    const label = t("Position after move {at} of {all}: {words}", { at, all, words });
    board.el.setAttribute("aria-label", at ? label : spokenScene(scene));
    this.relabel();
    this.keepPlace();
  }

  /** Where the piece that moved stood before. @param {Replay} replay */
  trace(replay) {
    const { now, was } = replay.change(this.at);
    if (was && now) this.board.trace(was.cells, sideOf(was.cells[0], now.cells[0]));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.replay) return false;
    const on = document.activeElement;
    const button = on instanceof HTMLButtonElement && on !== this.go;
    if (button && (event.key === " " || event.key === "Enter")) return false;
    if (on instanceof HTMLAnchorElement && event.key === "Enter") return false; // Space does nothing on it
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
    1: () => this.pace(0.5),
    2: () => this.pace(1),
    3: () => this.pace(3),
  };
}

/** @param {Scene} scene */
const waiting = (scene) => scene.waiting.map((piece) => makePiece(piece, true));

/** What is proven about a solution. @param {Solution} found */
function proofOf(found) {
  if (!found.optimal) return t("A good way; whether a shorter one exists is not proved.");
  return join(
    t("No shorter solution exists."),
    plural(found.expanded, "The search expanded {n} position.", "The search expanded {n} positions."),
  );
}
