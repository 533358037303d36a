// The pieces that wait beside the board: half of them to its left, half to its right.

/** @import { Family, Piece, Scene } from "../types" */

import { makePiece } from "../board/piece.js";
import { box } from "../board/shapes.js";
import { h, put, setVars } from "../dom.js";
import { called } from "../families.js";
import { capital, t } from "../words.js";

const SCALES = [0.7, 0.6, 0.5]; // of a waiting piece, the first at which all fit beside the board
const GAP = 0.6; // between two pieces, in cells

export class Trays {
  left = h("div.tray.l", { role: "group", "aria-label": t("Pieces still to place, left") });
  right = h("div.tray.r", { role: "group", "aria-label": t("Pieces still to place, right") });
  /** Scale and widths are kept for the whole of a level, so that nothing jumps. */
  shrink = 0;
  widths = /** @type {number[]} */ ([]);

  /** @param {Family} family */
  constructor(family) {
    this.family = family;
  }

  /** Another level comes. */
  forget() {
    this.shrink = 0;
    this.widths = [];
  }

  /** @param {Scene} scene @param {HTMLElement | null} holder computes the size of a cell */
  show({ waiting, rows }, holder) {
    const sides = shared(waiting);
    const tall = sides.map(height);
    this.shrink ||= SCALES.find((k) => Math.max(...tall) * k < rows + 0.5) ?? SCALES[SCALES.length - 1];
    [this.left, this.right].forEach((tray, i) => {
      put(
        tray,
        sides[i].map((piece) => this.waiting(piece)),
      );
      setVars(tray, { shrink: this.shrink });
    });
    if (!this.widths.length) this.widths = sides.map((side, i) => this.width(side, tall[i], rows));
    const [lw, rw] = this.widths;
    if (holder) setVars(holder, { lw: lw.toFixed(2), rw: rw.toFixed(2) });
  }

  /** @param {Piece} piece */
  waiting(piece) {
    const el = makePiece(piece, false);
    const { w, h: high } = box(piece.cells);
    el.dataset.id = piece.id;
    const values = { name: called(piece, this.family), w, h: high };
    el.setAttribute("aria-label", capital(t("{name}, {w} wide, {h} high, waiting", values)));
    return el;
  }

  /** How wide a tray has to be, in cells. @param {Piece[]} side @param {number} tall @param {number} rows */
  width(side, tall, rows) {
    const columns = Math.max(1, Math.ceil((tall * this.shrink) / (rows + 0.5)));
    const widest = Math.max(0, ...side.map((p) => box(p.cells).w));
    return Math.max(1.2, columns * widest * this.shrink + (columns - 1) * GAP);
  }
}

/** @param {Piece[]} side */
const height = (side) => side.reduce((sum, piece) => sum + box(piece.cells).h + GAP, 0);

/** Large ones first, each to the side that is less full. @param {Piece[]} pieces @returns {Piece[][]} */
function shared(pieces) {
  /** @type {[Piece[], Piece[]]} */
  const [left, right] = [[], []];
  for (const piece of [...pieces].sort((a, b) => b.cells.length - a.cells.length))
    (height(left) <= height(right) ? left : right).push(piece);
  return [left, right];
}
