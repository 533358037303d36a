// The hand on the board of a drawing: puts, paints, moves, turns and erases with the tool it holds.

/** @import { Cell, Edit, Editor, Piece, Tool } from "../types" */
/** @import { Board } from "../board/board.js" */

import { track } from "../board/drag.js";
import { box, same } from "../board/geometry.js";
import { fits, landing, outline, rectangle } from "./preview.js";

/**
 * @typedef {{editor: Editor, tool: Tool, edit: (what: Edit) => void, at: (cell: Cell) => void}} Held
 * what the family allows, the tool in hand, what to do with edits, and where the hand was last
 */

/**
 * Drags a tool from the palette onto the board.
 * @param {Board} board @param {PointerEvent} event @param {{tool: Tool, editor: Editor}} held
 * @param {(cell: Cell) => void} drop
 */
export function dragTool(board, event, { tool, editor }, drop) {
  /** @type {HTMLElement | null} */
  let shadow = null;
  track(
    event,
    (e) => {
      shadow ??= board.shadow();
      const cell = board.cell(e);
      shadow.hidden = !cell;
      if (!cell) return;
      const { cells, free } = landing(board, editor, tool, cell);
      outline(board, shadow, cells, free);
    },
    (e, moved) => {
      shadow?.remove();
      const cell = board.cell(e);
      if (moved && cell && e.type === "pointerup") drop(cell);
    },
  );
}

/** @param {Board} board @param {() => Held | null} held null while there is nothing to draw on */
export function drawable(board, held) {
  board.el.addEventListener("pointerdown", (event) => {
    const cell = board.cell(event);
    const now = held();
    if (event.button || !cell || !now) return;
    event.preventDefault();
    board.el.focus({ preventScroll: true });
    now.at(cell);
    board.el.setPointerCapture(event.pointerId);
    const stroke = { board, event, cell, piece: pieceAt(board, cell), ...now };
    const paints = now.editor.paints && (!stroke.piece || now.tool.over);
    if (paints || now.tool.erases) paint(stroke);
    else if (now.tool.stretches && !stroke.piece) stretch(stroke);
    else carry(stroke);
  });
}

/** @typedef {Held & {board: Board, event: PointerEvent, cell: Cell, piece: Piece | undefined}} Stroke */

/** @param {Board} board @param {Cell} cell */
const pieceAt = (board, cell) => board.scene?.pieces.find((p) => p.cells.some((c) => same(c, cell)));

/** Puts or erases on every cell that the pointer crosses. @param {Stroke} stroke */
function paint({ board, event, cell, tool, edit }) {
  const dab = (/** @type {Cell} */ at) =>
    edit(tool.erases ? { edit: "erase", cell: at } : { edit: "put", tool: tool.name, cell: at });
  let last = cell;
  dab(cell);
  track(
    event,
    (e) => {
      const here = board.cell(e);
      if (!here || same(here, last)) return;
      last = here;
      dab(here);
    },
    () => {},
  );
}

/** Covers what is dragged over, from one cell to the other. @param {Stroke} stroke */
function stretch({ board, event, cell, tool, editor, edit }) {
  /** @type {HTMLElement | null} */
  let shadow = null;
  let last = cell;
  track(
    event,
    (e) => {
      shadow ??= board.shadow();
      last = board.cell(e) ?? last;
      const { top, left, w, h } = box([cell, last]);
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
 * Moves what is pressed; a click puts the tool there, or does to a piece what the tool does.
 * @param {Stroke} stroke
 */
function carry({ board, event, cell, piece, tool, editor, edit }) {
  /** @type {HTMLElement | null} */
  let shadow = null;
  const wall = board.scene?.floor[cell[0]]?.[cell[1]] === "#";
  const move = (/** @type {PointerEvent} */ e) => {
    if (!piece) return;
    const here = board.cell(e);
    shadow ??= board.shadow();
    shadow.hidden = !here;
    if (!here) return;
    const cells = piece.cells.map(([r, c]) => [r + here[0] - cell[0], c + here[1] - cell[1]]);
    const swaps = !tool.drops && tool.on_piece === "put"; // it changes places with what stands there
    outline(board, shadow, cells, swaps || fits(board, editor, cells, piece));
  };
  track(event, move, (e, moved) => {
    shadow?.remove();
    if (e.type !== "pointerup") return;
    const here = board.cell(e);
    if (!moved && piece && tool.on_piece !== "put") edit({ edit: tool.on_piece, cell });
    else if (!moved) edit({ edit: "put", tool: tool.name, cell });
    else if (piece || wall) edit({ edit: "move", cell, ...(here ? { to: here } : {}) });
  });
}
