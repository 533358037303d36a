// Mouse and touch in Draw: puts, paints, stretches, moves, turns and erases with the selected tool; outlines
// the cells where it would land.

/** @import { Cell, Edit, Editor, Piece, Tool } from "../types" */
/** @import { Board } from "../board/board.js" */

import { trackPointer } from "../board/drag.js";
import { boundingBox, isSame } from "../board/geometry.js";
import { setVars } from "../ui/dom.js";

/**
 * @typedef {{editor: Editor, tool: Tool, edit: (edit: Edit) => void, onpress: (cell: Cell) => void}}
 * ToolState what the family allows, the selected tool, and callbacks for edits and for the pressed cell
 */

/**
 * Drags a tool from the palette onto the board.
 * @param {Board} board @param {PointerEvent} event @param {{tool: Tool, editor: Editor}} toolState
 * @param {(cell: Cell) => void} drop
 */
export function dragTool(board, event, { tool, editor }, drop) {
  /** @type {HTMLElement | null} */
  let shadow = null;
  trackPointer(
    event,
    (e) => {
      shadow ??= board.addShadow();
      const cell = board.cell(e);
      shadow.hidden = !cell;
      if (!cell) return;
      const { cells, free } = cellsCovered(board, editor, tool, cell);
      outline(board, shadow, cells, free);
    },
    (e, moved) => {
      shadow?.remove();
      const cell = board.cell(e);
      if (moved && cell && e.type === "pointerup") drop(cell);
    },
  );
}

/** @param {Board} board @param {() => ToolState | null} toolState null before the first sketch */
export function enableDrawing(board, toolState) {
  board.el.addEventListener("pointerdown", (event) => {
    const cell = board.cell(event);
    const state = toolState();
    if (event.button || !cell || !state) return;
    event.preventDefault();
    board.el.focus({ preventScroll: true });
    state.onpress(cell);
    board.el.setPointerCapture(event.pointerId);
    const stroke = { board, event, cell, piece: pieceAt(board, cell), ...state };
    const paints = state.editor.paints && (!stroke.piece || state.tool.over);
    if (paints || state.tool.erases) paint(stroke);
    else if (state.tool.stretches && !stroke.piece) stretch(stroke);
    else movePiece(stroke);
  });
}

/** @typedef {ToolState & {board: Board, event: PointerEvent, cell: Cell, piece: Piece | undefined}} Stroke */

/** @param {Board} board @param {Cell} cell */
const pieceAt = (board, cell) => board.scene?.pieces.find((p) => p.cells.some((c) => isSame(c, cell)));

/** Draws or erases every cell that the pointer crosses. @param {Stroke} stroke */
function paint({ board, event, cell, tool, edit }) {
  const paintCell = (/** @type {Cell} */ at) =>
    edit(tool.erases ? { edit: "erase", cell: at } : { edit: "put", tool: tool.name, cell: at });
  let last = cell;
  paintCell(cell);
  trackPointer(
    event,
    (e) => {
      const here = board.cell(e);
      if (!here || isSame(here, last)) return;
      last = here;
      paintCell(here);
    },
    () => {},
  );
}

/** Draws a rectangle from one cell to the other. @param {Stroke} stroke */
function stretch({ board, event, cell, tool, editor, edit }) {
  /** @type {HTMLElement | null} */
  let shadow = null;
  let last = cell;
  trackPointer(
    event,
    (e) => {
      shadow ??= board.addShadow();
      last = board.cell(e) ?? last;
      const { top, left, w, h } = boundingBox([cell, last]);
      const cells = rectangle([top, left], w, h);
      outline(board, shadow, cells, fits(board, editor, cells));
    },
    (e) => {
      shadow?.remove();
      if (e.type === "pointerup") edit({ edit: "put", tool: tool.name, cell, to: board.cell(e) ?? last });
    },
  );
}

/**
 * Moves the pressed piece; a click uses the tool instead.
 * @param {Stroke} stroke
 */
function movePiece({ board, event, cell, piece, tool, editor, edit }) {
  /** @type {HTMLElement | null} */
  let shadow = null;
  const wall = board.scene?.floor[cell[0]]?.[cell[1]] === "#";
  const move = (/** @type {PointerEvent} */ e) => {
    if (!piece) return;
    const here = board.cell(e);
    shadow ??= board.addShadow();
    shadow.hidden = !here;
    if (!here) return;
    const cells = piece.cells.map(([r, c]) => [r + here[0] - cell[0], c + here[1] - cell[1]]);
    const swaps = !tool.drops && tool.on_piece === "put"; // it swaps places with the piece there
    outline(board, shadow, cells, swaps || fits(board, editor, cells, piece));
  };
  trackPointer(event, move, (e, moved) => {
    shadow?.remove();
    if (e.type !== "pointerup") return;
    const here = board.cell(e);
    if (!moved && piece && tool.on_piece !== "put") edit({ edit: tool.on_piece, cell });
    else if (!moved) edit({ edit: "put", tool: tool.name, cell });
    else if (piece || wall) edit({ edit: "move", cell, ...(here ? { to: here } : {}) });
  });
}

// -- where a tool or piece would land; the editors in Python follow the same rules

/** @param {Cell} first @param {number} wide @param {number} high @returns {Cell[]} */
const rectangle = ([row, col], wide, high) =>
  Array.from({ length: wide * high }, (_, n) => [row + Math.floor(n / wide), col + (n % wide)]);

/**
 * Are the cells on the board and free, apart from the moving piece itself?
 * @param {Board} board @param {Editor} editor @param {Cell[]} cells @param {Piece} [movingPiece]
 */
function fits({ scene }, editor, cells, movingPiece) {
  const blocked = editor.paints ? "#" : "# "; // a painted board has no holes
  const occupied =
    scene?.pieces.filter((piece) => piece !== movingPiece).flatMap((piece) => piece.cells) ?? [];
  return cells.every((cell) => {
    const floor = scene?.floor[cell[0]]?.[cell[1]];
    return floor !== undefined && !blocked.includes(floor) && !occupied.some((each) => isSame(each, cell));
  });
}

/**
 * The cells that a tool would cover and whether they are free. A piece that does not fit may be turned.
 * @param {Board} board @param {Editor} editor @param {Tool} tool @param {Cell} cell
 */
function cellsCovered(board, editor, tool, cell) {
  const flat = rectangle(cell, tool.wide, tool.high);
  if (editor.paints || tool.mark || tool.icon) return { cells: flat, free: true }; // the editor decides
  const movingPiece = tool.unique
    ? board.scene?.pieces.find((piece) => piece.kind === tool.piece?.kind)
    : undefined;
  if (fits(board, editor, flat, movingPiece)) return { cells: flat, free: true };
  const upright = rectangle(cell, tool.high, tool.wide);
  if (tool.turns && fits(board, editor, upright, movingPiece)) return { cells: upright, free: true };
  return { cells: flat, free: false };
}

/**
 * Moves the shadow to the cells that are on the board; amber if they are not free.
 * @param {Board} board @param {HTMLElement} shadow @param {Cell[]} cells @param {boolean} free
 */
function outline({ scene }, shadow, cells, free) {
  const { rows, cols } = scene ?? { rows: 0, cols: 0 };
  const visible = cells.filter(([r, c]) => r >= 0 && c >= 0 && r < rows && c < cols);
  const { top, left, w, h } = boundingBox(visible.length ? visible : [[0, 0]]);
  shadow.classList.toggle("refused", !free);
  setVars(shadow, { x: left, y: top, w, k: h });
}
