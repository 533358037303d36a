// The pieces that wait beside the board. Each has a place of its own for the whole of a level: the first ones
// to the left, the others to the right, in the order of their numbers.

/** @import { Cell, Family, Piece, Scene } from "../types" */

import { edge } from "../board/board.js";
import { box, isRect, shapeOf } from "../board/geometry.js";
import { labelAt, makePiece } from "../board/piece.js";
import { called } from "../state/families.js";
import { h, put, setVars } from "../ui/dom.js";
import { capital, t } from "../ui/i18n.js";

const SCALES = [0.45, 0.4, 0.35, 0.3, 0.26, 0.22, 0.19, 0.16, 0.13, 0.1]; // of a waiting piece
const GAP = 0.05; // between two pieces, as a share of the board's height, and at most
const WIDEST_GAP = 0.5; // so many cells

/**
 * Where a piece waits, and which one does now, in which form.
 * @typedef {{ el: HTMLElement, bed: HTMLElement, piece?: Piece, form: string, w: number, k: number }} Place
 */

export class Trays {
  left = h("div.tray.l", { role: "group", "aria-label": t("Pieces still to place, left") });
  right = h("div.tray.r", { role: "group", "aria-label": t("Pieces still to place, right") });
  /** @type {Map<string, Place>} */
  places = new Map();

  /** @param {Family} family */
  constructor(family) {
    this.family = family;
  }

  /** Another level comes. */
  forget() {
    this.places.clear();
  }

  /**
   * @param {Scene} start of the level @param {Scene} scene as it is now
   * @param {HTMLElement | null} holder computes the size of a cell
   */
  show(start, scene, holder) {
    if (!this.places.size) this.lay(start, holder);
    const waiting = new Map(scene.waiting.map((piece) => [piece.id, piece]));
    for (const [id, place] of this.places) {
      place.piece = waiting.get(id);
      this.fill(place, null);
    }
  }

  /** Gives every piece its place. @param {Scene} start @param {HTMLElement | null} holder */
  lay(start, holder) {
    const pieces = [...start.pieces, ...start.waiting].sort((a, b) => Number(a.label) - Number(b.label));
    const { shrink, sides, widths } = arranged(pieces, start);
    [this.left, this.right].forEach((tray, i) => {
      put(
        tray,
        sides[i].map((column) =>
          h(
            "div.col",
            column.map((piece) => this.place(piece)),
          ),
        ),
      );
      setVars(tray, { shrink, gap: gapOf(start) });
    });
    if (holder) setVars(holder, { lw: widths[0].toFixed(2), rw: widths[1].toFixed(2) });
  }

  /** @param {Piece} piece */
  place(piece) {
    const { w, h: k } = box(piece.cells);
    const number = h("span.no", { "aria-hidden": "true" }, piece.label);
    const bent = !isRect(piece.cells);
    if (bent) setVars(number, labelAt(piece.cells));
    const vars = { w, k, n: bent ? 1 : Math.min(w, k) };
    const bed = h("div.bed", { class: bent ? "cut" : "", vars }, bent && edge(piece.cells), number);
    const el = h("div.slot", { "data-slot": piece.id }, bed);
    this.places.set(piece.id, { el, bed, form: "", w, k });
    return el;
  }

  /** The pieces as they wait, the one in hand as it is turned. @param {string} id @param {Cell[]} form */
  turn(id, form) {
    for (const [each, place] of this.places) this.fill(place, each === id && form.length ? form : null);
  }

  /** Lays the piece in its place, or takes it away. @param {Place} place @param {Cell[] | null} turned */
  fill(place, turned) {
    const { bed, piece } = place;
    const cells = turned ?? piece?.cells ?? [];
    const form = piece ? JSON.stringify(shapeOf(cells)) : "";
    if (form === place.form) return;
    place.form = form;
    const there = bed.querySelector(".pc");
    const focus = there === document.activeElement;
    there?.remove();
    if (!piece) return;
    const el = this.waiting({ ...piece, cells }, place);
    bed.append(el);
    if (focus) el.focus();
  }

  /** @param {Piece} piece @param {Place} place */
  waiting(piece, { w, k }) {
    const el = makePiece(piece, false);
    const { w: wide, h: high } = box(piece.cells);
    el.dataset.id = piece.id;
    setVars(el, { fit: Math.min(1, w / wide, k / high).toFixed(3) });
    const values = { name: called(piece, this.family), w: wide, h: high };
    el.setAttribute("aria-label", capital(t("{name}, {w} wide, {h} high, waiting", values)));
    return el;
  }

  /** Marks the place of the piece in hand. @param {string} id */
  mark(id) {
    for (const [each, { el }] of this.places) el.classList.toggle("now", each === id);
  }
}

/** @param {Scene} scene */
const gapOf = ({ rows }) => Math.min(WIDEST_GAP, GAP * rows);

/**
 * Columns left and right of the board, at the first scale at which they leave it room.
 * @param {Piece[]} pieces @param {Scene} scene
 */
function arranged(pieces, scene) {
  const gap = gapOf(scene);
  const highs = pieces.map((piece) => box(piece.cells).h);
  const all = highs.reduce((sum, k) => sum + k + gap, 0);
  let [half, sum] = [0, 0];
  while (half < pieces.length - 1 && sum + highs[half] / 2 < all / 2 - gap) sum += highs[half++] + gap;
  const halves = [pieces.slice(0, half), pieces.slice(half)];
  for (const shrink of SCALES) {
    const sides = halves.map((side) => columns(side, scene.rows, shrink, gap));
    const widths = sides.map((side) => width(side, shrink, gap));
    const last = shrink === SCALES[SCALES.length - 1];
    if (last || widths[0] + widths[1] <= 0.5 * scene.cols + 1.6) return { shrink, sides, widths };
  }
  throw new Error("no scale");
}

/**
 * As many pieces one under the other as the board is high.
 * @param {Piece[]} pieces @param {number} rows @param {number} shrink @param {number} gap
 */
function columns(pieces, rows, shrink, gap) {
  /** @type {Piece[][]} */
  const found = [];
  let room = 0;
  for (const piece of pieces) {
    const high = box(piece.cells).h * shrink;
    if (!found.length || room < high) {
      found.push([]);
      room = rows;
    }
    found[found.length - 1].push(piece);
    room -= high + gap;
  }
  return found;
}

/** How wide a tray is, in cells. @param {Piece[][]} side @param {number} shrink @param {number} gap */
const width = (side, shrink, gap) =>
  Math.max(
    0.9,
    side.reduce((sum, column) => sum + Math.max(...column.map((p) => box(p.cells).w)) * shrink, 0) +
      (side.length - 1) * gap,
  );
