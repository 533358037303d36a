// History of a game, including undone moves: its entries, their costs, where undo and redo lead, merged
// moves, what is saved.

/** @import { Cell, Destination, Entry, SavedGame, UndoStep, Played, Position } from "../types" */

import { isSame } from "../board/geometry.js";
import { moveArrows, movedPiece } from "../board/moved_piece.js";

const MAX_SAVED = 2000; // entries

export class History {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    this.at = 0;
  }

  /** @param {Position} position */
  begin(position) {
    this.entries = [{ id: position.id, position }];
    this.at = 0;
  }

  /** Resumes a saved game. @param {Pick<SavedGame, "entries" | "at">} saved */
  resume(saved) {
    this.entries = [this.entries[0], ...saved.entries.slice(1)];
    this.at = Math.min(saved.at, saved.entries.length - 1);
  }

  get current() {
    return this.entries[this.at];
  }

  /** The entries up to now, without the start. */
  get playedEntries() {
    return this.entries.slice(1, this.at + 1);
  }

  get canRedo() {
    return this.at < this.entries.length - 1;
  }

  /** The cost so far. @param {string} metric */
  cost(metric) {
    return this.playedEntries.reduce((sum, entry) => sum + (entry.costs?.[metric] ?? 0), 0);
  }

  /**
   * The index that undo leads to: one step back, before the last move that counts in `turn`, or before the
   * last path that was clicked or dragged.
   * @param {string | null} turn @param {UndoStep} unit
   */
  undoIndex(turn, unit) {
    const { entries, at } = this;
    const { way } = entries[at];
    if (unit === "path" && way !== undefined) return way;
    let to = at - 1;
    while (turn && unit !== "step" && to > 0 && !entries[to + 1].costs?.[turn]) {
      if (unit === "path" && entries[to].way !== undefined) break;
      to--;
    }
    return to;
  }

  /** The index that redo leads to. @param {string | null} turn @param {UndoStep} unit */
  redoIndex(turn, unit) {
    const { entries, at } = this;
    const way = entries[at + 1]?.way;
    let to = at + 1;
    if (unit === "path" && way !== undefined) {
      while (entries[to + 1]?.way === way) to++;
      return to;
    }
    while (turn && unit !== "step" && to < entries.length - 1 && !entries[to].costs?.[turn]) {
      if (unit === "path" && entries[to + 1].way !== undefined) break;
      to++;
    }
    return to;
  }

  /**
   * Drops the undone entries and adds new ones after entry `at`.
   * @param {number} at @param {Entry[]} entries
   */
  add(at, ...entries) {
    this.entries.length = at + 1;
    this.entries.push(...entries);
    this.at = this.entries.length - 1;
  }

  /**
   * Adds the moves that the server played from entry `at`.
   * @param {number} at @param {Played} answer @param {string} piece the one that the last move names
   */
  addPlayed(at, { position, words, costs, ids }, piece) {
    const from = this.entries[at].position;
    const move = from ? describeMove(from, position, piece) : {};
    const added = ids.map((id, i) => ({ id, words: words[i], costs: costs[i] }));
    Object.assign(added[added.length - 1], { position, ...move });
    this.add(at, ...added);
  }

  /**
   * Two moves of the same piece in a row count as one: returns the combined destination, or "back" if the
   * piece returns to where it was.
   * @param {string} id @param {Cell} to @returns {Destination | "back" | null}
   */
  mergeTarget(id, to) {
    const { current } = this;
    const before = this.entries[this.at - 1]?.position;
    if (!before || current.piece?.id !== id) return null;
    const origin = before.scene.pieces.find((p) => p.id === id)?.cells[0];
    if (origin && isSame(origin, to)) return "back";
    return before.destinations.find((d) => d.piece === id && isSame(d.to, to)) ?? null;
  }

  /** The entries to save, without their positions. */
  toSave() {
    const entries = this.entries.slice(0, MAX_SAVED);
    return entries.map(({ position: _, ...entry }) => entry);
  }
}

/**
 * The piece that moved, and how far.
 * @param {Position} before @param {Position} after @param {string} piece
 */
function describeMove(before, after, piece) {
  const { now, was = now } = movedPiece(before.scene, after.scene, piece);
  return now && was ? { piece: { ...now, cells: [] }, arrow: moveArrows(was, now) } : {};
}
