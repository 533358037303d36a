// The moves of a game so far, and those taken back.

/** @import { Cell, Destination, Entry, Game, Grain, Played, Position } from "../types" */

import { arrows, changed } from "../board/changes.js";
import { same } from "../board/geometry.js";

const LONGEST = 2000; // entries that are remembered

export class History {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    this.at = 0;
  }

  /** @param {Position} body */
  begin(body) {
    this.entries = [{ id: body.id, body }];
    this.at = 0;
  }

  /** Goes on with a game left off. @param {Pick<Game, "entries" | "at">} left */
  resume(left) {
    this.entries = [this.entries[0], ...left.entries.slice(1)];
    this.at = Math.min(left.at, left.entries.length - 1);
  }

  get now() {
    return this.entries[this.at];
  }

  /** The entry before this one. */
  get before() {
    return this.entries[this.at - 1];
  }

  /** The entries played so far, without the start. */
  get played() {
    return this.entries.slice(1, this.at + 1);
  }

  get canRedo() {
    return this.at < this.entries.length - 1;
  }

  /** What was paid so far. @param {string} metric */
  cost(metric) {
    return this.played.reduce((sum, entry) => sum + (entry.costs?.[metric] ?? 0), 0);
  }

  /**
   * Where undo leads: one step back; to before the last one that counts in `turn`; or to before the whole
   * path that was clicked or dragged last.
   * @param {string | null} turn @param {Grain} grain
   */
  back(turn, grain) {
    const { entries, at } = this;
    const { way } = entries[at];
    if (grain === "path" && way !== undefined) return way;
    let to = at - 1;
    while (turn && grain !== "step" && to > 0 && !entries[to + 1].costs?.[turn]) {
      if (grain === "path" && entries[to].way !== undefined) break;
      to--;
    }
    return to;
  }

  /** Where redo leads. @param {string | null} turn @param {Grain} grain */
  forward(turn, grain) {
    const { entries, at } = this;
    const way = entries[at + 1]?.way;
    let to = at + 1;
    if (grain === "path" && way !== undefined) {
      while (entries[to + 1]?.way === way) to++;
      return to;
    }
    while (turn && grain !== "step" && to < entries.length - 1 && !entries[to].costs?.[turn]) {
      if (grain === "path" && entries[to + 1].way !== undefined) break;
      to++;
    }
    return to;
  }

  /**
   * Forgets what was taken back, and adds what was played from entry `at`.
   * @param {number} at @param {Entry[]} entries
   */
  add(at, ...entries) {
    this.entries.length = at + 1;
    this.entries.push(...entries);
    this.at = this.entries.length - 1;
  }

  /**
   * Adds the moves that the server played from entry `at`.
   * @param {number} at @param {Played} answer @param {string} piece that the last of them moved
   */
  addPlayed(at, { position, words, costs, ids }, piece) {
    const from = this.entries[at].body;
    const seen = from ? traced(from, position, piece) : {};
    const added = ids.map((id, i) => ({ id, words: words[i], costs: costs[i] }));
    Object.assign(added[added.length - 1], { body: position, ...seen });
    this.add(at, ...added);
  }

  /**
   * Where a piece that has just moved could have gone at once: both are one move then; back home, none.
   * @param {string} id @param {Cell} to @returns {Destination | "back" | null}
   */
  merged(id, to) {
    const { now } = this;
    const before = this.before?.body;
    if (!before || now.piece?.id !== id) return null;
    const origin = before.scene.pieces.find((p) => p.id === id)?.cells[0];
    if (origin && same(origin, to)) return "back";
    return before.destinations.find((d) => d.piece === id && same(d.to, to)) ?? null;
  }

  /** What is remembered of the entries: enough to go on, but no scenes. */
  kept() {
    const some = this.entries.slice(0, LONGEST);
    return some.map(({ body: _, ...entry }) => entry);
  }
}

/**
 * Which piece moved, and how far, as seen on the board.
 * @param {Position} before @param {Position} after @param {string} piece
 */
function traced(before, after, piece) {
  const { now, was = now } = changed(before.scene, after.scene, piece);
  return now && was ? { piece: { ...now, cells: [] }, arrow: arrows(was, now) } : {};
}
