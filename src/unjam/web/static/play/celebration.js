// The motion of a win: a light runs around the rim, and a wave goes through the pieces, both from where the
// level was solved. Nothing moves for players who prefer that.

/** @import { Cell } from "../types" */
/** @import { Board } from "../board/board.js" */

import { h } from "../ui/dom.js";
import { prefersNoMotion } from "../ui/theme.js";

const HOP = 420; // milliseconds
const PER_CELL = 55; // delay of the wave for each cell of distance

/**
 * @param {Board} board @param {Cell | null} from the cell that was moved to last
 * @param {boolean} leaves does the target leave the board?
 */
export function celebrate(board, from, leaves) {
  const { scene } = board;
  if (prefersNoMotion() || !scene) return;
  const [row, col] = from ?? [scene.rows / 2, scene.cols / 2];
  const light = h("i.win-light", { "aria-hidden": "true" });
  light.addEventListener("animationend", () => light.remove());
  board.el.append(light);
  for (const piece of scene.pieces) {
    const el = board.pieces.get(piece.id);
    if (!el || (leaves && piece.kind === "target")) continue;
    const distance = Math.min(...piece.cells.map(([r, c]) => Math.hypot(r - row, c - col)));
    el.animate(
      { scale: [1, 1.09, 0.985, 1], filter: ["none", "brightness(1.12)", "none", "none"] },
      { duration: HOP, delay: 120 + PER_CELL * distance, easing: "ease-out" },
    );
  }
}
