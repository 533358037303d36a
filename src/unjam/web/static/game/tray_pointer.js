// Mouse and finger on pieces that are placed: press one and drag it, or click it and then an asterisk.

/** @import { Cell, Piece } from "../types" */
/** @import { PlacedTable } from "./placement_game.js" */

import { noFling, track } from "../board/drag.js";
import { box } from "../board/geometry.js";
import { makePiece } from "../board/piece.js";
import { pieceOf, setVars } from "../ui/dom.js";

const REACH = 0.8; // how near to an asterisk a piece must be let go

/** @param {PlacedTable} table */
export function carriable(table) {
  noFling(table.place);
  table.place.addEventListener("pointerdown", (event) => {
    if (event.button || table.won || table.search.running) return;
    const el = pieceOf(event);
    const id = el?.dataset.id ?? slotOf(event);
    const piece = el && id && !el.classList.contains("locked") ? table.piece(id) : undefined;
    /** @type {Carried | null} */
    let held = null;
    track(
      event,
      (e) => {
        if (!piece) return;
        held ??= new Carried(table, piece);
        held.follow(e);
      },
      async (e, moved) => {
        held?.float.remove();
        if (e.type === "pointercancel") return held?.cancel();
        if (!moved) table.tapped(table.board.cell(e), id);
        await held?.letGo();
      },
    );
  });
}

/** The piece whose place in the tray is under a pointer. @param {Event} event */
const slotOf = (event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-slot]"))?.dataset
    .slot ?? null;

/** A piece in the air. */
class Carried {
  /** @type {Cell} the cell under the finger, and the lower left one of the piece, with fractions */
  at = [0, 0];
  /** @type {Cell} */
  corner = [0, 0];

  /** @param {PlacedTable} table @param {Piece} piece */
  constructor(table, piece) {
    this.table = table;
    const { selected, form } = table.hand;
    const held = selected === piece.id;
    this.piece = held ? { ...piece, cells: form } : piece;
    this.placed = table.scene.pieces.some((p) => p.id === piece.id);
    this.ready = held ? null : table.act("select", { piece: piece.id });
    this.float = makePiece(this.piece, true);
    this.float.classList.add("lift", "floating");
    document.body.append(this.float);
    table.element(piece.id)?.classList.add("lifted");
  }

  cancel() {
    this.table.element(this.piece.id)?.classList.remove("lifted");
  }

  /** @param {PointerEvent} e */
  follow(e) {
    const { board } = this.table;
    const { w, h } = box(this.piece.cells);
    const { u } = board;
    setVars(this.float, { u: `${u}px`, g: "2px" });
    this.float.style.left = `${e.clientX - (w * u) / 2}px`;
    this.float.style.top = `${e.clientY - (h * u) / 2}px`;
    this.at = board.point(e);
    this.corner = [this.at[0] + h / 2 - 1, this.at[1] - w / 2];
  }

  /** Puts it down on the nearest asterisk, takes it off when it is let go beside the board, else back. */
  async letGo() {
    const { table, at, corner } = this;
    await this.ready;
    this.cancel();
    const off = (/** @type {Cell} */ cell) => Math.hypot(cell[0] - corner[0], cell[1] - corner[1]);
    const [near] = [...table.hand.stars].sort((a, b) => off(a) - off(b));
    const { rows, cols } = table.scene;
    if (near && off(near) < REACH) {
      await table.act("preview", { cell: near });
      await table.act("place");
    } else if (Math.min(at[0], at[1]) < -0.5 || at[0] > rows + 0.5 || at[1] > cols + 0.5)
      await table.act("escape");
    else if (this.placed) await table.act("place"); // back where it was
  }
}
