// Animations on the board: a walk along a path, and a piece that leaves through the exit.

/** @import { Cell } from "../types" */
/** @import { Board } from "../board/board.js" */

import { boundingBox } from "../board/geometry.js";
import { placePiece } from "../board/piece.js";
import { h, setVars } from "../ui/dom.js";
import { prefersNoMotion } from "../ui/theme.js";

const [STEP, MAX_DURATION] = [90, 900]; // milliseconds

/**
 * Animates a walk cell by cell, with dots on the rest of the path; any press or key skips the rest.
 * @param {Board} board @param {Record<string, Cell>[]} trail which pieces are where after each step
 */
export async function animateWalk(board, trail) {
  if (prefersNoMotion() || trail.length < 2) return;
  const pace = Math.min(STEP, MAX_DURATION / trail.length);
  const listeners = new AbortController();
  const interruption = new Promise((go) => {
    for (const name of ["pointerdown", "keydown"])
      addEventListener(name, go, { capture: true, signal: listeners.signal });
  });
  setVars(board.el, { pace: `${pace}ms` });
  board.el.classList.add("walking");
  board.mark(
    "dot",
    trail.map((step) => Object.values(step)[0]),
  );
  for (const step of trail) {
    for (const [id, cell] of Object.entries(step)) movePiece(board, id, cell);
    board.stage.querySelector(".dot")?.remove();
    if (await Promise.race([interruption, new Promise((go) => setTimeout(go, pace))])) break;
  }
  listeners.abort();
  board.el.classList.remove("walking");
}

/** @param {Board} board @param {string} id @param {Cell} cell */
function movePiece(board, id, cell) {
  const el = board.pieces.get(id);
  const piece = board.scene?.pieces.find((p) => p.id === id);
  if (el && piece) placePiece(el, { ...piece, cells: [cell] });
}

/**
 * Animates a win: the piece leaves through the exit and draws a trail.
 * @param {Board} board @param {() => boolean} isStillWon false if the move was undone before the next frame
 */
export function driveOut(board, isStillWon) {
  const { exit, pieces } = board.scene ?? { exit: null, pieces: [] };
  const target = pieces.find((p) => p.kind === "target");
  const el = target && board.pieces.get(target.id);
  if (!exit || !target || !el) return;
  const { top: y, left: x, w, h: high } = boundingBox(target.cells);
  const direction = ["right", "down"].includes(exit.side) ? 1 : -1;
  const isHorizontal = ["left", "right"].includes(exit.side);
  const back = direction > 0 ? -2 : (isHorizontal ? w : high) - 1;
  requestAnimationFrame(() => {
    if (!isStillWon()) return;
    el.classList.add("gone");
    setVars(el, isHorizontal ? { x: x + direction * (w + 0.6) } : { y: y + direction * (high + 0.6) });
  });
  const vars = { x: isHorizontal ? x + back : x, y: isHorizontal ? y : y + back, w: 3 };
  board.stage.append(h(isHorizontal ? "i.mark.trail" : "i.mark.trail.v", { vars }));
}
