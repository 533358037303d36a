// EditPreview shows, while something is dragged in Draw, what would become of the drawing: the server makes
// the edit without keeping it. What is outlined is what will be placed; a refusal says why before the drop.

/** @import { Cell, Edit, Preview } from "../types" */
/** @import { Board } from "../board/board.js" */
/** @import { Drawing } from "./drawing.js" */

import { previewEdit } from "../api.js";
import { boundingBox, isRect } from "../board/geometry.js";
import { h } from "../ui/dom.js";

export class EditPreview {
  /** The edit to ask about next, which replaces an older one. @type {Edit | null} */
  next = null;
  isActive = false;
  isAsking = false;
  lastAsked = "";

  /**
   * @param {Board} board @param {Drawing} drawing
   * @param {(refused: Preview["refused"]) => void} onrefuse called with the reason, or null if there is none
   */
  constructor(board, drawing, onrefuse) {
    this.board = board;
    this.drawing = drawing;
    this.onrefuse = onrefuse;
  }

  /** @param {Edit} edit @param {string} [pieceId] the piece that fades if the edit takes it off the board */
  show(edit, pieceId = "") {
    const key = JSON.stringify(edit);
    if (this.isActive && key === this.lastAsked) return;
    this.isActive = true;
    this.lastAsked = key;
    this.next = edit;
    this.pieceId = pieceId;
    if (!this.isAsking) this.ask();
  }

  async ask() {
    this.isAsking = true;
    while (this.next) {
      const edit = this.next;
      this.next = null;
      await this.drawing.lastRequest;
      const { text, family } = this.drawing;
      const preview = await previewEdit({ text, ...edit, family: family.name }).catch(() => null);
      if (preview && this.isActive && !this.next) this.draw(preview);
    }
    this.isAsking = false;
  }

  /** @param {Preview} preview */
  draw({ cells, refused }) {
    const { board } = this;
    board.unmark("drop");
    for (const el of shadows(cells)) {
      el.classList.toggle("refused", Boolean(refused));
      board.stage.append(el);
    }
    board.setClass("leaving", !cells.length && this.pieceId ? [this.pieceId] : []);
    this.onrefuse(refused);
  }

  /** Removes the preview, when the drag ends. */
  clear() {
    if (!this.isActive) return;
    this.isActive = false;
    this.next = null;
    this.board.unmark("drop");
    this.board.setClass("leaving", []);
    this.onrefuse(null);
  }
}

/** One outline around a rectangle, else one for each cell. @param {Cell[]} cells */
function shadows(cells) {
  if (!cells.length) return [];
  const { top, left, w, h: high } = boundingBox(cells);
  if (isRect(cells)) return [h("i.mark.drop", { vars: { x: left, y: top, w, k: high } })];
  return cells.map(([y, x]) => h("i.mark.drop", { vars: { x, y, w: 1, k: 1 } }));
}
