// The keys of Draw: a cursor on the board, and a digit for every tool.

/** @import { Cell, Edit } from "../types" */
/** @import { Board } from "../board/board.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { Palette } from "./palette.js" */

import { ARROWS } from "../board/geometry.js";
import { isTyping, setVars } from "../ui/dom.js";

/** @type {Record<string, string>} */
const EDITS = { enter: "put", " ": "put", delete: "erase", backspace: "erase", t: "turn" };

export class DrawKeys {
  /** @type {Cell} */
  cursor = [0, 0];

  /** @param {Board} board @param {Drawing} drawing @param {Palette} palette */
  constructor(board, drawing, palette) {
    this.board = board;
    this.drawing = drawing;
    this.palette = palette;
  }

  /** Moves the cursor to a cell that was pressed. @param {Cell} cell */
  moveTo(cell) {
    this.cursor = cell;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isTyping() || event.altKey) return false;
    const key = event.key.toLowerCase();
    if (key === "y" || key === "z") {
      if (key === "y" || event.shiftKey) this.drawing.redo();
      else this.drawing.undo();
      return true;
    }
    if (event.ctrlKey || event.metaKey) return false;
    if (this.palette.key(event.key)) return true;
    if (document.activeElement !== this.board.el || !this.drawing.sketch) return false;
    if (event.key in ARROWS) return this.move(ARROWS[event.key], event.shiftKey);
    return key in EDITS && this.edit(EDITS[key]);
  }

  /**
   * @param {Cell} step
   * @param {boolean} grows add the cell to the piece under the cursor, with a tool that can
   */
  move(step, grows) {
    const from = this.cursor;
    const { rows, cols } = /** @type {NonNullable<Board["scene"]>} */ (this.board.scene);
    this.cursor = [rows, cols].map((n, i) => Math.max(0, Math.min(n - 1, this.cursor[i] + step[i])));
    const { tool } = this.palette;
    if (grows && tool.grows && this.cursor.some((n, i) => n !== from[i]))
      this.drawing
        .edit({ edit: "put", tool: tool.name, cell: from, to: this.cursor })
        .then(() => this.point());
    this.point();
    return true;
  }

  /** @param {string} name */
  edit(name) {
    const { tool } = this.palette;
    const erases = name === "erase" || (name === "put" && tool.erases);
    /** @type {Edit} */
    const edit = { edit: erases ? "erase" : name, cell: this.cursor };
    if (edit.edit === "put") edit.tool = tool.name;
    this.drawing.edit(edit).then(() => this.point());
    return true;
  }

  /** Shows the cursor. */
  point() {
    this.board.unmark("drop");
    setVars(this.board.addShadow(), { x: this.cursor[1], y: this.cursor[0] });
  }
}
