// Trays, the waiting pieces beside the board: arranges their cells in columns at a scale that fits, shows
// each piece as it is turned. Each piece keeps its cell for the whole level: the first ones on the left, the
// others on the right, ordered by number.

/** @import { Cell, Family, Piece, Scene } from "../types" */

import { outlineEdge } from "../board/board.js";
import { boundingBox, isRect, normalize } from "../board/geometry.js";
import { labelPosition, makePiece } from "../board/piece.js";
import { pieceName } from "../state/families.js";
import { h, setChildren, setVars } from "../ui/dom.js";
import { capitalize, t } from "../ui/i18n.js";

const SCALES = [0.45, 0.4, 0.35, 0.3, 0.26, 0.22, 0.19, 0.16, 0.13, 0.1]; // of waiting pieces, tried in order
const GAP_SHARE = 0.05; // between two pieces, as a share of the board's height
const MAX_GAP = 0.5; // cells

/**
 * The cell of a piece in a tray, and the piece in it with its form.
 * @typedef {{ el: HTMLElement, bed: HTMLElement, piece?: Piece, form: string, w: number, k: number }}
 * TrayCell
 */

export class Trays {
  left = h("div.tray.l", { role: "group", "aria-label": t("Pieces still to place, left") });
  right = h("div.tray.r", { role: "group", "aria-label": t("Pieces still to place, right") });
  /** @type {Map<string, TrayCell>} */
  cells = new Map();

  /** @param {Family} family */
  constructor(family) {
    this.family = family;
  }

  /** Prepares for another level. */
  clear() {
    this.cells.clear();
  }

  /**
   * @param {Scene} start of the level @param {Scene} scene as it is now
   * @param {HTMLElement | null} holder computes the size of a cell
   */
  show(start, scene, holder) {
    if (!this.cells.size) this.layOut(start, holder);
    const waiting = new Map(scene.waiting.map((piece) => [piece.id, piece]));
    for (const [id, trayCell] of this.cells) {
      trayCell.piece = waiting.get(id);
      this.fill(trayCell, null);
    }
  }

  /** Gives every piece a cell. @param {Scene} start @param {HTMLElement | null} holder */
  layOut(start, holder) {
    const pieces = [...start.pieces, ...start.waiting].sort((a, b) => Number(a.label) - Number(b.label));
    const { shrink, sides, widths } = arrange(pieces, start);
    [this.left, this.right].forEach((tray, i) => {
      setChildren(
        tray,
        sides[i].map((column) =>
          h(
            "div.col",
            column.map((piece) => this.makeCell(piece)),
          ),
        ),
      );
      setVars(tray, { shrink, gap: gapOf(start) });
    });
    if (holder) setVars(holder, { lw: widths[0].toFixed(2), rw: widths[1].toFixed(2) });
  }

  /** @param {Piece} piece */
  makeCell(piece) {
    const { w, h: k } = boundingBox(piece.cells);
    const number = h("span.number", { "aria-hidden": "true" }, piece.label);
    const isBent = !isRect(piece.cells);
    if (isBent) setVars(number, labelPosition(piece.cells));
    const vars = { w, k, n: isBent ? 1 : Math.min(w, k) };
    const bed = h(
      "div.bed",
      { class: isBent ? "cut" : "", vars },
      isBent && outlineEdge(piece.cells),
      number,
    );
    const el = h("div.tray-cell", { "data-tray": piece.id }, bed);
    this.cells.set(piece.id, { el, bed, form: "", w, k });
    return el;
  }

  /**
   * Shows the waiting pieces, with the selected one as it is turned.
   * @param {string} id @param {Cell[]} form
   */
  showTurned(id, form) {
    for (const [pieceId, trayCell] of this.cells)
      this.fill(trayCell, pieceId === id && form.length ? form : null);
  }

  /** Shows the piece in its cell, or removes it. @param {TrayCell} trayCell @param {Cell[] | null} turned */
  fill(trayCell, turned) {
    const { bed, piece } = trayCell;
    const cells = turned ?? piece?.cells ?? [];
    const form = piece ? JSON.stringify(normalize(cells)) : "";
    if (form === trayCell.form) return;
    trayCell.form = form;
    const old = bed.querySelector(".piece");
    const hadFocus = old === document.activeElement;
    old?.remove();
    if (!piece) return;
    const el = this.makeWaitingPiece({ ...piece, cells }, trayCell);
    bed.append(el);
    if (hadFocus) el.focus();
  }

  /** @param {Piece} piece @param {TrayCell} trayCell */
  makeWaitingPiece(piece, { w, k }) {
    const el = makePiece(piece, false);
    const { w: wide, h: high } = boundingBox(piece.cells);
    el.dataset.id = piece.id;
    setVars(el, { fit: Math.min(1, w / wide, k / high).toFixed(3) });
    const values = { name: pieceName(piece, this.family), w: wide, h: high };
    el.setAttribute("aria-label", capitalize(t("{name}, {w} wide, {h} high, waiting", values)));
    return el;
  }

  /** Marks the cell of the selected piece. @param {string} id */
  mark(id) {
    for (const [pieceId, { el }] of this.cells) el.classList.toggle("now", pieceId === id);
  }
}

/** @param {Scene} scene */
const gapOf = ({ rows }) => Math.min(MAX_GAP, GAP_SHARE * rows);

/**
 * Arranges columns left and right of the board, at the first scale that leaves enough room.
 * @param {Piece[]} pieces @param {Scene} scene
 */
function arrange(pieces, scene) {
  const gap = gapOf(scene);
  const heights = pieces.map((piece) => boundingBox(piece.cells).h);
  const all = heights.reduce((sum, k) => sum + k + gap, 0);
  let [half, sum] = [0, 0];
  while (half < pieces.length - 1 && sum + heights[half] / 2 < all / 2 - gap) sum += heights[half++] + gap;
  const halves = [pieces.slice(0, half), pieces.slice(half)];
  for (const shrink of SCALES) {
    const sides = halves.map((side) => columns(side, scene.rows, shrink, gap));
    const widths = sides.map((side) => width(side, shrink, gap));
    const isLast = shrink === SCALES.at(-1);
    if (isLast || widths[0] + widths[1] <= 0.5 * scene.cols + 1.6) return { shrink, sides, widths };
  }
  throw new Error("no scale");
}

/**
 * Stacks pieces into columns that are as high as the board.
 * @param {Piece[]} pieces @param {number} rows @param {number} shrink @param {number} gap
 */
function columns(pieces, rows, shrink, gap) {
  /** @type {Piece[][]} */
  const result = [];
  let room = 0;
  for (const piece of pieces) {
    const high = boundingBox(piece.cells).h * shrink;
    if (!result.length || room < high) {
      result.push([]);
      room = rows;
    }
    result.at(-1)?.push(piece);
    room -= high + gap;
  }
  return result;
}

/** The width of a tray in cells. @param {Piece[][]} side @param {number} shrink @param {number} gap */
const width = (side, shrink, gap) =>
  Math.max(
    0.9,
    side.reduce((sum, column) => sum + Math.max(...column.map((p) => boundingBox(p.cells).w)) * shrink, 0) +
      (side.length - 1) * gap,
  );
