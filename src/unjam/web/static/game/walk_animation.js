// A walk as it is seen: square by square along its path, with dots on what is still to go.

/** @import { Cell } from "../types" */
/** @import { Board } from "../board/board.js" */

import { placePiece } from "../board/piece.js";
import { setVars } from "../ui/dom.js";
import { isStill } from "../ui/theme.js";

const [STEP, LONGEST] = [90, 900]; // milliseconds: one step, a whole walk

/**
 * Moves the pieces along the trail; a press or a key ends it, since nobody is made to wait.
 * @param {Board} board @param {Record<string, Cell>[]} trail which pieces are where after each step
 */
export async function stroll(board, trail) {
  if (isStill() || trail.length < 2) return;
  const pace = Math.min(STEP, LONGEST / trail.length);
  const over = new AbortController();
  const hurry = new Promise((go) => {
    for (const name of ["pointerdown", "keydown"])
      addEventListener(name, go, { capture: true, signal: over.signal });
  });
  setVars(board.el, { pace: `${pace}ms` });
  board.el.classList.add("stroll");
  board.mark(
    "dot",
    trail.map((step) => Object.values(step)[0]),
  );
  for (const step of trail) {
    for (const [id, cell] of Object.entries(step)) put(board, id, cell);
    board.stage.querySelector(".dot")?.remove();
    if (await Promise.race([hurry, new Promise((go) => setTimeout(go, pace))])) break;
  }
  over.abort();
  board.el.classList.remove("stroll");
}

/** @param {Board} board @param {string} id @param {Cell} cell */
function put(board, id, cell) {
  const el = board.pieces.get(id);
  const piece = board.scene?.pieces.find((p) => p.id === id);
  if (el && piece) placePiece(el, { ...piece, cells: [cell] });
}
