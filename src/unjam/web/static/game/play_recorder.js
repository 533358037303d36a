// Records plays for the server: asks the player's consent once, notes moves, undo, redo and hints with their
// times, sends batches; see docs/plays.md.

/** @import { PlayEventKind, PlayEvent } from "../types" */
/** @import { Game } from "./game.js" */

import { currentPath } from "../addresses.js";
import * as api from "../api.js";
import { recall, remember } from "../state/store.js";
import { h } from "../ui/dom.js";
import { joinSentences, t } from "../ui/i18n.js";
import { loadStyle } from "../ui/theme.js";

const PAUSE = 4000; // milliseconds between two batches
const MAX_EVENTS = 100; // per batch

/** @type {Promise<boolean> | undefined} */
let recordingAnswer;

/** Does the server record plays? */
export const isRecording = () => {
  recordingAnswer ??= api.recordsPlays().catch(() => false);
  return recordingAnswer;
};

const isAllowed = () => recall("settings")?.plays === "yes";

/** Asks the player once for permission; closing the dialog means no. */
async function askConsent() {
  if (recall("settings")?.plays) return;
  const answer = (/** @type {"no" | "yes"} */ plays) =>
    remember("settings", { ...recall("settings"), plays });
  const [{ openDialog }] = await Promise.all([import("../ui/dialogs.js"), loadStyle("dialogs")]);
  if (document.querySelector("dialog[open]")) return; // ask another time
  answer("no");
  const choose = (/** @type {"no" | "yes"} */ plays) => {
    answer(plays);
    dialog.close();
  };
  const dialog = openDialog(
    t("May this server learn from how you play?"),
    h(
      "div.stack.consent",
      h(
        "p",
        joinSentences(
          t("It would record the level, your moves and their times, undos, hints and whether you give up."),
          t("That shows how hard a level really is."),
        ),
      ),
      h(
        "p",
        joinSentences(
          t("It records no name, no address and nothing about your device."),
          t("You can change your mind in the settings at any time."),
        ),
      ),
      h(
        "div.row",
        h("button.btn", { onclick: () => choose("yes") }, t("Yes, record my plays")),
        h("button.btn", { onclick: () => choose("no") }, t("No, record nothing")),
      ),
    ),
  );
  await new Promise((done) => dialog.addEventListener("close", done));
}

/** Records a game if the server records plays. @param {Game} game */
export async function recordGame(game) {
  if (!(await isRecording())) return null;
  const play = new PlayRecording(game);
  askConsent().then(() => play.start());
  return play;
}

/** One play of one level: its events, and how many of them were sent. */
class PlayRecording {
  id = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");
  startTime = performance.now();
  /** @type {PlayEvent[]} not sent yet; `first` is the number of the first of them */
  events = [];
  first = 0;
  timer = 0;
  /** @type {string[]} the positions of the game at the last snapshot, and the index of the current one */
  ids = [];
  at = 0;
  /** Number of hint presses at the last snapshot. */
  hints = 0;
  won = false;
  hasStarted = false;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.level = game.start;
    this.snapshot();
    this.hidden = () => document.visibilityState === "hidden" && this.send(true);
    document.addEventListener("visibilitychange", this.hidden);
  }

  /** Starts the clock once the player has answered. */
  start() {
    if (this.hasStarted) return;
    this.startTime = performance.now();
    this.note("start", this.game.entry.id);
  }

  /** Remembers the state of the game. */
  snapshot() {
    const { history, hints, won } = this.game;
    this.ids = history.entries.map(({ id }) => id);
    this.at = history.at;
    this.hints = hints.presses;
    this.won = won;
  }

  /** @param {PlayEventKind} kind @param {string} position */
  note(kind, position) {
    if (!isAllowed()) return;
    if (!this.hasStarted && kind !== "start") this.note("start", this.ids[this.at]);
    this.hasStarted = true;
    this.events.push({ at: Math.round(performance.now() - this.startTime), kind, position });
    if (this.events.length >= MAX_EVENTS) this.send();
    else this.timer ||= setTimeout(() => this.send(), PAUSE);
  }

  /** Notes what has changed in the game. */
  update() {
    const { history, hints, won, entry, start } = this.game;
    if (start !== this.level) return;
    const ids = history.entries.map(({ id }) => id);
    const other = ids.findIndex((id, i) => id !== this.ids[i]);
    const firstNew = other < 0 ? ids.length : other;
    const moved = history.at !== this.at;
    if (moved && firstNew > history.at && ids.length >= this.ids.length) this.noteUndoOrRedo(history.at);
    else {
      for (let n = this.hints; n < hints.presses; n++) this.note("hint", this.ids[this.at]);
      if (moved && firstNew > history.at) this.note("move", entry.id); // a piece went back to where it was
      for (const id of ids.slice(firstNew, history.at + 1)) this.note("move", id);
    }
    if (won && !this.won) this.note("win", entry.id);
    this.snapshot();
  }

  /** @param {number} to the index of the entry that is current now */
  noteUndoOrRedo(to) {
    const back = to || this.at === 1 ? "undo" : "restart";
    this.note(to > this.at ? "redo" : back, this.game.entry.id);
  }

  /** The player leaves the view. */
  end() {
    const watching = currentPath().startsWith("/watch");
    if (!this.won) this.note(watching ? "give_up" : "leave", this.game.entry.id);
    document.removeEventListener("visibilitychange", this.hidden);
    this.send(true);
  }

  /** @param {boolean} [isLast] may this be the last chance to send? */
  send(isLast = false) {
    clearTimeout(this.timer);
    this.timer = 0;
    const events = this.events.splice(0, MAX_EVENTS);
    if (!events.length || !isAllowed()) return;
    const batch = { play: this.id, level: this.level, first: this.first, events };
    this.first += events.length;
    if (isLast) api.sendPlayOnExit(batch);
    else api.sendPlay(batch).catch(() => {}); // losing a recording does no harm
  }
}
