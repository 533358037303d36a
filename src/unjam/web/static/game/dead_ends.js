// Dead ends, positions from which no moves solve the level: the pieces to mark.

/** @import { Position } from "../types" */

/** The pieces that make the position a dead end. @param {Position} position */
export function deadPieces({ dead, scene }) {
  const cells = new Set((dead?.cells ?? []).map(String));
  return scene.pieces.filter((p) => p.cells.some((c) => cells.has(String(c)))).map((p) => p.id);
}
