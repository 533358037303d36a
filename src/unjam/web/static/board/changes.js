// What a move changed, as seen on the board.

/** @import { Piece, Scene } from "../types" */

/**
 * The piece that a move changed, and what it was: the one that was moved before those that it took along, but
 * a pushed box before who pushes it.
 * @param {Scene} before @param {Scene} after @param {string} moved which piece the move names
 * @returns {{now?: Piece, was?: Piece}}
 */
export function changed(before, after, moved) {
  const old = new Map(before.pieces.map((p) => [p.id, p]));
  const all = after.pieces.filter((p) => String(old.get(p.id)?.cells) !== String(p.cells));
  const others = all.filter((p) => p.kind !== "player" && old.has(p.id));
  const other = others.find((p) => p.id === moved) ?? others[0];
  const now = other ?? all.find((p) => p.kind === "slab") ?? all[0];
  return { now, was: now && old.get(now.id) };
}

/** How far a piece went: arrows and numbers. @param {Piece} was @param {Piece} now */
export function arrows(was, now) {
  const [dr, dc] = now.cells[0].map((n, i) => n - was.cells[0][i]);
  const run = (/** @type {number} */ n, /** @type {string} */ signs) =>
    n ? signs[Number(n > 0)] + Math.abs(n) : "";
  return run(dr, "↑↓") + run(dc, "←→");
}
