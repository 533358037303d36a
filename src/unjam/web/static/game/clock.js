// Clock, the time that the player has spent on the current attempt. It counts while the tab is visible
// and the player is active: a break without any key, touch or movement of the mouse counts for two
// minutes at most.

/** @import { SavedGame } from "../types" */
/** @import { Game } from "./game.js" */

const MAX_BREAK = 120_000; // milliseconds; people think that long without touching anything
const ACTIVITY = ["pointerdown", "pointermove", "keydown", "wheel"];

export class Clock {
  /** When the attempt began, in milliseconds since 1970: it names the attempt. */
  begun = Date.now();
  /** Counted milliseconds up to `mark`. */
  total = 0;
  mark = 0;
  /** Nothing is counted after this time unless the player is active again. */
  end = 0;
  isRunning = false;
  /** Was this attempt won? From the start of the level, another one begins then. */
  isOver = false;
  control = new AbortController();

  /** The seconds played so far. */
  get seconds() {
    this.count();
    return Math.round(this.total / 1000);
  }

  /** What is saved with the game. */
  get saved() {
    return { seconds: this.seconds, begun: this.begun };
  }

  /** Begins a new attempt, or continues a saved one; counts nothing until it is started. */
  resume(/** @type {Pick<SavedGame, "seconds" | "begun"> | null} */ saved = null) {
    this.stop();
    this.isOver = false;
    this.begun = saved?.begun ?? Date.now();
    this.total = (saved?.seconds ?? 0) * 1000;
  }

  /** Counts from now on. */
  start() {
    if (this.isRunning) return;
    this.isRunning = true;
    this.setActive();
    this.control = new AbortController();
    const { signal } = this.control;
    for (const name of ACTIVITY)
      addEventListener(name, () => this.setActive(), { signal, capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.setActive(), { signal });
  }

  /** Stops counting, for example after a win. */
  stop() {
    this.count();
    this.isRunning = false;
    this.control.abort();
  }

  /** Starts and stops with the game. On the home page it starts with the first move. @param {Game} game */
  follow({ won, history, host }) {
    if (won) {
      this.isOver = true;
      return this.stop();
    }
    if (this.isOver && !history.at) this.resume();
    if (!host.quiet) this.start();
  }

  /** Adds what has passed since the last call and may be counted. */
  count() {
    const now = performance.now();
    if (this.isRunning) this.total += Math.max(0, Math.min(now, this.end) - this.mark);
    this.mark = now;
  }

  /** The player has done something, or the tab was shown or hidden. */
  setActive() {
    this.count();
    this.end = document.hidden ? 0 : this.mark + MAX_BREAK;
  }
}
