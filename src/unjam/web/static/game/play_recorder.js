// What a server may keep of a play, where the player allows it; docs/plays.md says it all.

/** @import { Kind, PlayEvent } from "../types" */
/** @import { Table } from "./game.js" */

import * as api from "../api.js";
import { recall, remember } from "../state/store.js";
import { h } from "../ui/dom.js";
import { join, t } from "../ui/i18n.js";
import { style } from "../ui/theme.js";

const PAUSE = 4000; // milliseconds between two batches
const MOST = 100; // events of one

/** @type {Promise<boolean> | undefined} */
let keeping;

/** Was the server started to keep plays? */
export const kept = () => {
  keeping ??= api.keepsPlays().catch(() => false);
  return keeping;
};

const allowed = () => recall("settings")?.plays === "yes";

/** Asks once whether plays may be kept; whoever closes the sheet has said no. */
async function ask() {
  if (recall("settings")?.plays) return;
  const answer = (/** @type {"no" | "yes"} */ plays) =>
    remember("settings", { ...recall("settings"), plays });
  const [{ sheet }] = await Promise.all([import("../dialogs/dialogs.js"), style("dialogs")]);
  if (document.querySelector("dialog[open]")) return; // some other time
  answer("no");
  const choose = (/** @type {"no" | "yes"} */ plays) => {
    answer(plays);
    dialog.close();
  };
  const dialog = sheet(
    t("May this server learn from how you play?"),
    h(
      "div.stack.asked",
      h(
        "p",
        join(
          t("It would keep the level, your moves and their times, undos, hints and whether you give up."),
          t("That shows how hard a level really is."),
        ),
      ),
      h(
        "p",
        join(
          t("It keeps no name, no address and nothing about your device."),
          t("You can change your mind in the settings at any time."),
        ),
      ),
      h(
        "div.row",
        h("button.btn", { onclick: () => choose("yes") }, t("Yes, keep my plays")),
        h("button.btn", { onclick: () => choose("no") }, t("No, keep nothing")),
      ),
    ),
  );
  await new Promise((done) => dialog.addEventListener("close", done));
}

/** Follows a game from now on, where the server keeps plays. @param {Table} table */
export async function follow(table) {
  if (!(await kept())) return null;
  const play = new Play(table);
  ask().then(() => play.begin());
  return play;
}

/** One sitting at one level: what happens in it, and what was sent of it. */
class Play {
  id = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");
  began = performance.now();
  /** @type {PlayEvent[]} what waits to be sent; `first` is the number of the first of them */
  events = [];
  first = 0;
  timer = 0;
  /** @type {string[]} the positions of the game when it was last looked at, and where in them it stood */
  ids = [];
  at = 0;
  /** Presses of the button, each an act of its own. */
  hints = 0;
  won = false;
  begun = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.level = table.start;
    this.look();
    this.hidden = () => document.visibilityState === "hidden" && this.send(true);
    document.addEventListener("visibilitychange", this.hidden);
  }

  /** From here on it counts: the question is answered. */
  begin() {
    if (this.begun) return;
    this.began = performance.now();
    this.note("start", this.table.now.id);
  }

  /** Keeps in mind how the game stands. */
  look() {
    const { history, hints, won } = this.table;
    this.ids = history.entries.map(({ id }) => id);
    this.at = history.at;
    this.hints = hints.presses;
    this.won = won;
  }

  /** @param {Kind} kind @param {string} position */
  note(kind, position) {
    if (!allowed()) return;
    if (!this.begun && kind !== "start") this.note("start", this.ids[this.at]);
    this.begun = true;
    this.events.push({ at: Math.round(performance.now() - this.began), kind, position });
    if (this.events.length >= MOST) this.send();
    else this.timer ||= setTimeout(() => this.send(), PAUSE);
  }

  /** The game has changed, or may have. */
  seen() {
    const { history, hints, won, now, start } = this.table;
    if (start !== this.level) return;
    const ids = history.entries.map(({ id }) => id);
    const other = ids.findIndex((id, i) => id !== this.ids[i]);
    const fresh = other < 0 ? ids.length : other; // the first entry that was not there before
    const moved = history.at !== this.at;
    if (moved && fresh > history.at && ids.length >= this.ids.length) this.travelled(history.at);
    else {
      for (let n = this.hints; n < hints.presses; n++) this.note("hint", this.ids[this.at]);
      if (moved && fresh > history.at) this.note("move", now.id); // a piece went back where it came from
      for (const id of ids.slice(fresh, history.at + 1)) this.note("move", id);
    }
    if (won && !this.won) this.note("win", now.id);
    this.look();
  }

  /** @param {number} to the entry gone to, among those that were there */
  travelled(to) {
    const back = to || this.at === 1 ? "undo" : "restart";
    this.note(to > this.at ? "redo" : back, this.table.now.id);
  }

  /** The view is left. */
  left() {
    const watching = location.pathname.startsWith("/watch");
    if (!this.won) this.note(watching ? "give_up" : "leave", this.table.now.id);
    document.removeEventListener("visibilitychange", this.hidden);
    this.send(true);
  }

  /** @param {boolean} [last] perhaps there is no other time */
  send(last = false) {
    clearTimeout(this.timer);
    this.timer = 0;
    const events = this.events.splice(0, MOST);
    if (!events.length || !allowed()) return;
    const batch = { play: this.id, level: this.level, first: this.first, events };
    this.first += events.length;
    if (last) api.leavePlay(batch);
    else api.sendPlay(batch).catch(() => {}); // a play that is not kept is no trouble
  }
}
