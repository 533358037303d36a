// Where something would land on the board of a drawing, as the editors of src/unjam decide it too.

/** @import { Cell, Editor, Piece, Tool } from "../types" */
/** @import { Board } from "../board/board.js" */

import { box, same } from "../board/geometry.js";
import { setVars } from "../ui/dom.js";

/** @param {Cell} first @param {number} wide @param {number} high @returns {Cell[]} */
export const rectangle = ([row, col], wide, high) =>
  Array.from({ length: wide * high }, (_, n) => [row + Math.floor(n / wide), col + (n % wide)]);

/**
 * Whether the cells are on the board and nothing stands on them but the piece itself.
 * @param {Board} board @param {Editor} editor @param {Cell[]} cells @param {Piece} [own]
 */
export function fits({ scene }, editor, cells, own) {
  const closed = editor.paints ? "#" : "# "; // a board that is painted has no holes
  const taken = scene?.pieces.filter((piece) => piece !== own).flatMap((piece) => piece.cells) ?? [];
  return cells.every((cell) => {
    const floor = scene?.floor[cell[0]]?.[cell[1]];
    return floor !== undefined && !closed.includes(floor) && !taken.some((each) => same(each, cell));
  });
}

/**
 * The cells that a tool would cover, and whether they are free; what does not fit lying may stand upright.
 * @param {Board} board @param {Editor} editor @param {Tool} tool @param {Cell} cell
 */
export function landing(board, editor, tool, cell) {
  const lying = rectangle(cell, tool.wide, tool.high);
  if (editor.paints || tool.mark || tool.icon) return { cells: lying, free: true }; // the editor decides
  const own = tool.unique ? board.scene?.pieces.find((piece) => piece.kind === tool.piece?.kind) : undefined;
  if (fits(board, editor, lying, own)) return { cells: lying, free: true };
  const upright = rectangle(cell, tool.high, tool.wide);
  if (tool.turns && fits(board, editor, upright, own)) return { cells: upright, free: true };
  return { cells: lying, free: false };
}

/**
 * Puts the shadow round the cells, as far as they are on the board, in amber where they are not free.
 * @param {Board} board @param {HTMLElement} shadow @param {Cell[]} cells @param {boolean} free
 */
export function outline({ scene }, shadow, cells, free) {
  const { rows, cols } = scene ?? { rows: 0, cols: 0 };
  const seen = cells.filter(([r, c]) => r >= 0 && c >= 0 && r < rows && c < cols);
  const { top, left, w, h } = box(seen.length ? seen : [[0, 0]]);
  shadow.classList.toggle("refused", !free);
  setVars(shadow, { x: left, y: top, w, k: h });
}
