// Mouse and touch in Draw: puts, paints, stretches, grows, moves, turns and erases with the selected tool.
// What an edit would do, and whether it is possible, is up to the server: see preview.js.

/** @import { Cell, Edit, Editor, Piece, Tool } from "../types" */
/** @import { Board } from "../board/board.js" */
/** @import { EditPreview } from "./preview.js" */
/** @import { Stroke } from "./drawing.js" */

import { trackPointer } from "../board/drag.js";
import { isSame } from "../board/geometry.js";

/**
 * @typedef {{editor: Editor, tool: Tool, edit: (edit: Edit, stroke?: Stroke) => void, preview: EditPreview,
 *   onpress: (cell: Cell) => void}} ToolState
 * what the family allows, the selected tool, and callbacks for edits and for the pressed cell
 */

/**
 * Drags a tool from the palette onto the board.
 * @param {Board} board @param {PointerEvent} event @param {{tool: Tool, preview: EditPreview}} toolState
 * @param {(cell: Cell) => void} drop
 */
export function dragTool(board, event, { tool, preview }, drop) {
  trackPointer(
    event,
    (e) => {
      const cell = board.cell(e);
      if (cell) preview.show({ edit: "put", tool: tool.name, cell });
      else preview.clear();
    },
    (e, moved) => {
      preview.clear();
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
    const press = { board, event, cell, piece: pieceAt(board, cell), ...state };
    const paints = state.editor.paints && (!press.piece || state.tool.over);
    if (state.tool.grows) grow(press);
    else if (paints || state.tool.erases) paint(press);
    else if (state.tool.stretches && !press.piece) stretch(press);
    else movePiece(press);
  });
}

/** @typedef {ToolState & {board: Board, event: PointerEvent, cell: Cell, piece: Piece | undefined}} Press */

/** @param {Board} board @param {Cell} cell */
const pieceAt = (board, cell) => board.scene?.pieces.find((p) => p.cells.some((c) => isSame(c, cell)));

/**
 * Calls `act` for every cell that the pointer crosses, also those between two of its events.
 * @param {Press} press @param {(cell: Cell) => void} act @param {(moved: boolean) => void} [end]
 */
function trackCells({ board, event, cell }, act, end = () => {}) {
  let last = cell;
  trackPointer(
    event,
    (e) => {
      const here = board.cell(e);
      if (!here) return;
      for (const step of cellsBetween(last, here)) act(step);
      last = here;
    },
    (e, moved) => end(moved && e.type === "pointerup"),
  );
}

/** The cells from one to another, each beside the one before. @param {Cell} from @param {Cell} to */
function cellsBetween([row, col], to) {
  const cells = [];
  while (row !== to[0] || col !== to[1]) {
    const [down, right] = [to[0] - row, to[1] - col];
    if (Math.abs(down) > Math.abs(right)) row += Math.sign(down);
    else col += Math.sign(right);
    cells.push([row, col]);
  }
  return cells;
}

/** Draws or erases every cell that the pointer crosses, as one step of undo. @param {Press} press */
function paint(press) {
  const { cell, tool, edit } = press;
  const stroke = { isSaved: false };
  const paintCell = (/** @type {Cell} */ at) =>
    edit(tool.erases ? { edit: "erase", cell: at } : { edit: "put", tool: tool.name, cell: at }, stroke);
  paintCell(cell);
  trackCells(press, paintCell);
}

/** Paints a piece cell by cell; a click on a cell of a piece takes the cell away. @param {Press} press */
function grow(press) {
  const { cell, piece, tool, edit } = press;
  const stroke = { isSaved: false };
  const put = (/** @type {Cell} */ to) => edit({ edit: "put", tool: tool.name, cell, to }, stroke);
  const start = () => edit({ edit: "put", tool: tool.name, cell }, stroke);
  let hasGrown = false;
  if (!piece) start();
  trackCells(
    press,
    (to) => {
      hasGrown = true;
      put(to);
    },
    (moved) => piece && !moved && !hasGrown && start(),
  );
}

/** Draws a rectangle from one cell to the other. @param {Press} press */
function stretch({ board, event, cell, tool, preview, edit }) {
  const put = (/** @type {PointerEvent} */ e) => ({
    ...{ edit: "put", tool: tool.name, cell },
    to: board.nearestCell(e),
  });
  trackPointer(
    event,
    (e) => preview.show(put(e)),
    (e) => {
      preview.clear();
      if (e.type === "pointerup") edit(put(e));
    },
  );
}

/** Moves the pressed piece; a click uses the tool instead. @param {Press} press */
function movePiece({ board, event, cell, piece, tool, preview, edit }) {
  const canMove = piece || board.scene?.floor[cell[0]]?.[cell[1]] === "#";
  const move = (/** @type {PointerEvent} */ e) => {
    const here = board.cell(e);
    return { edit: "move", cell, ...(here ? { to: here } : {}) };
  };
  trackPointer(
    event,
    (e) => canMove && preview.show(move(e), piece?.id),
    (e, moved) => {
      preview.clear();
      if (e.type !== "pointerup") return;
      if (moved) canMove && edit(move(e));
      else if (piece && tool.on_piece !== "put") edit({ edit: tool.on_piece, cell });
      else edit({ edit: "put", tool: tool.name, cell });
    },
  );
}
