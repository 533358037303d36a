// What a move changed on the board: the piece before and after (`movedPiece`), and how far it moved, as
// arrows with numbers.

/** @import { Piece, Scene } from "../types" */

/**
 * The piece that moved, now and before. The piece named by the move comes before those it takes along, and a
 * pushed box before the player.
 * @param {Scene} before @param {Scene} after @param {string} pieceId which piece the move names
 * @returns {{now?: Piece, was?: Piece}}
 */
export function movedPiece(before, after, pieceId) {
  const old = new Map(before.pieces.map((p) => [p.id, p]));
  const all = after.pieces.filter((p) => String(old.get(p.id)?.cells) !== String(p.cells));
  const others = all.filter((p) => p.kind !== "player" && old.has(p.id));
  const other = others.find((p) => p.id === pieceId) ?? others[0];
  const now = other ?? all.find((p) => p.kind === "slab") ?? all[0];
  return { now, was: now && old.get(now.id) };
}

/** How far a piece moved, as arrows and numbers. @param {Piece} was @param {Piece} now */
export function moveArrows(was, now) {
  const [dr, dc] = now.cells[0].map((n, i) => n - was.cells[0][i]);
  const run = (/** @type {number} */ n, /** @type {string} */ signs) =>
    n ? signs[Number(n > 0)] + Math.abs(n) : "";
  return run(dr, "↑↓") + run(dc, "←→");
}
