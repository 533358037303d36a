// Board draws a scene (floor, walls, exit, homes, aims, pieces), moves pieces, adds marks, ghosts and
// shadows, and finds the cell under a pointer. Knows no rules.

/** @import { Cell, Piece, Scene } from "../types" */
/** @import { Zoom } from "./zoom.js" */

import { findFamily } from "../state/families.js";
import { h, icon, s, setVars } from "../ui/dom.js";
import { boundingBox, cellsMarked, distance, isRect, normalize, outlinePath } from "./geometry.js";
import { drawIsland, islandSize } from "./island.js";
import { homeOutline, makePiece, placePiece } from "./piece.js";
import { describePiece, describeScene } from "./screen_reader_text.js";

const MIN_CELL_PIXELS = 30; // below that, a board can be zoomed

export class Board {
  /** @type {Zoom | null} */
  zoom = null;

  /** @param {{still?: boolean}} [options] still: not interactive */
  constructor({ still = false } = {}) {
    this.still = still;
    this.el = h("div.board");
    this.well = h("div.well");
    this.stage = this.well;
    /** @type {Map<string, HTMLElement>} */
    this.pieces = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    this.ground = "";
    this.cols = this.rows = 6;
    this.oy = this.ox = 0;
  }

  /** Draws the scene and moves the pieces that are already shown. @param {Scene} scene */
  show(scene) {
    const ground = JSON.stringify([scene.family, scene.floor, scene.exit, scene.homes]);
    if (ground !== this.ground) this.layOut(scene);
    this.ground = ground;
    this.scene = scene;
    const ids = new Set(scene.pieces.map((p) => p.id));
    const removed = [...this.pieces].filter(([id]) => !ids.has(id)).map(([, el]) => el);
    for (const el of removed) this.pieces.delete(el.dataset.id ?? "");
    for (const piece of scene.pieces) this.showPiece(piece, removed);
    for (const el of removed) el.remove();
    const home = new Set(scene.pieces.filter((p) => p.state === "home").map((p) => p.id));
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.stage.querySelectorAll(".home-outline")))
      el.classList.toggle("in", home.has(el.dataset.home ?? ""));
    this.el.setAttribute("aria-label", describeScene(scene));
    this.el.setAttribute("role", this.still ? "img" : "application");
  }

  /** @param {Piece} piece @param {HTMLElement[]} removed elements without a piece */
  showPiece(piece, removed) {
    const appearance = JSON.stringify([
      piece.kind,
      normalize(piece.cells),
      piece.style,
      piece.hue,
      piece.light,
      piece.state === "locked",
      piece.label,
    ]);
    let el = this.pieces.get(piece.id) ?? pushedBox(piece, removed);
    if (el?.dataset.look !== appearance) {
      el?.remove();
      el = makePiece(piece, this.still);
      el.dataset.look = appearance;
      this.stage.append(el);
    }
    this.pieces.set(piece.id, el);
    el.dataset.id = piece.id;
    placePiece(el, piece);
    if (this.still || !this.scene) return;
    if (!(el instanceof HTMLButtonElement)) el.setAttribute("role", "img");
    el.setAttribute("aria-label", describePiece(piece, this.scene));
  }

  /** The floor, walls, exit and goals. @param {Scene} scene */
  layOut(scene) {
    this.pieces.clear();
    this.well.replaceChildren();
    this.el.replaceChildren(this.well);
    const isIsland = findFamily(scene.family).ground === "isle";
    this.el.className = isIsland ? "island" : "board";
    this.stage = isIsland ? h("div.stage") : this.well;
    if (isIsland) this.layOutIsland(scene);
    else this.layOutTray(scene);
    for (const home of scene.homes) {
      const piece = scene.pieces.find((p) => p.id === home.piece);
      if (piece) this.stage.append(homeOutline(home, piece));
    }
  }

  /** @param {Scene} scene */
  layOutIsland(scene) {
    Object.assign(this, islandSize(scene));
    setVars(this.stage, { ox: this.ox, oy: this.oy });
    this.well.append(drawIsland(scene), this.stage);
  }

  /** @param {Scene} scene */
  layOutTray({ rows, cols, floor, exit, homes, family: name }) {
    Object.assign(this, { rows, cols, oy: 0, ox: 0 });
    const layOut = (/** @type {string} */ mark, /** @type {string} */ tag) =>
      this.well.append(...cellsMarked(floor, mark).map(([y, x]) => h(tag, { vars: { x, y } })));
    layOut("#", "i.piece.wall");
    layOut(" ", "i.hole");
    if (!exit) return homes.length ? undefined : layOut("o", "i.aim");
    const { side, first, last } = exit;
    const colour = findFamily(name).leaves ? "" : "blue";
    const vars = { first, n: last - first + 1 };
    this.well.append(h("i", { class: `exit ${side} ${colour}`, vars }, icon(side)));
  }

  /** Sets the size of the board on the element that computes --u. @param {HTMLElement} holder */
  fit(holder) {
    setVars(holder, { cols: this.cols, rows: this.rows });
    holder.classList.toggle("small-board", this.cols < 4);
    holder.classList.toggle("low", this.scene?.exit?.side === "down");
    const { clientWidth, clientHeight } = document.documentElement;
    const isLarge = Math.min(clientWidth / this.cols, clientHeight / this.rows) < MIN_CELL_PIXELS;
    holder.classList.toggle("zoomable", isLarge);
    if (!isLarge) this.zoom?.reset();
    else if (this.zoom) this.zoom.follow();
    else if (!holder.matches(".start")) this.enableZoom(holder);
  }

  /** Enables zooming for a board of many cells. @param {HTMLElement} holder */
  async enableZoom(holder) {
    const { Zoom } = await import("./zoom.js");
    if (this.el.parentNode) this.zoom ??= new Zoom(this, holder);
  }

  /** The side of a cell in pixels. */
  get cellSize() {
    const scale = this.el.getBoundingClientRect().width / (this.el.offsetWidth || 1);
    return (scale * parseFloat(getComputedStyle(this.well).width)) / this.cols;
  }

  /** The cell under a pointer, with fractions. @param {{clientX: number, clientY: number}} at */
  point(at) {
    const area = this.well.getBoundingClientRect();
    return [
      (at.clientY - area.top) / this.cellSize - this.oy,
      (at.clientX - area.left) / this.cellSize - this.ox,
    ];
  }

  /**
   * The cell under a pointer, or null outside.
   * @param {{clientX: number, clientY: number}} at @returns {Cell | null}
   */
  cell(at) {
    const [r, c] = this.point(at).map(Math.floor);
    const { rows, cols } = this.scene ?? { rows: 0, cols: 0 };
    return r >= 0 && c >= 0 && r < rows && c < cols ? [r, c] : null;
  }

  /** The cell on the board that is nearest to a pointer. @param {{clientX: number, clientY: number}} at */
  nearestCell(at) {
    const { rows, cols } = this.scene ?? { rows: 1, cols: 1 };
    const [r, c] = this.point(at).map(Math.floor);
    return [Math.max(0, Math.min(rows - 1, r)), Math.max(0, Math.min(cols - 1, c))];
  }

  /** The first cell of a piece. @param {string} id @returns {Cell} */
  firstCell(id) {
    return this.scene?.pieces.find((p) => p.id === id)?.cells[0] ?? [0, 0];
  }

  /** Removes every mark of a class, or all. @param {string} [kind] */
  unmark(kind) {
    for (const el of this.stage.querySelectorAll(kind ? `.mark.${kind}` : ".mark")) el.remove();
  }

  /** @param {string} kind @param {Cell[]} cells */
  mark(kind, cells) {
    for (const [y, x] of cells) this.stage.append(h("i", { class: `mark ${kind}`, vars: { x, y } }));
  }

  /**
   * A dashed outline where a piece goes.
   * @param {Cell[]} cells @param {string} [side] an arrow to that side
   */
  addGhost(cells, side) {
    this.stage.append(makeGhost(cells, side, ""));
  }

  /** A dashed outline where a piece was, below the pieces. @param {Cell[]} cells @param {string} side */
  traceGhost(cells, side) {
    this.stage.prepend(makeGhost(cells, side, "was"));
  }

  /** An outline of what would be dropped, one cell large at first. */
  addShadow() {
    const el = h("i.mark.drop", { vars: { w: 1, k: 1, x: 0, y: 0 } });
    this.stage.append(el);
    return el;
  }

  /** @param {string} name @param {string[]} ids the pieces that get the class; all others lose it */
  setClass(name, ids) {
    for (const [id, el] of this.pieces) el.classList.toggle(name, ids.includes(id));
  }
}

/** @param {Cell[]} cells @param {string | undefined} side @param {string} more */
function makeGhost(cells, side, more) {
  const { top, left, w, h: high } = boundingBox(cells);
  const vars = { x: left, y: top, w, k: high };
  const shape = isRect(cells) ? false : outlineEdge(cells);
  return h("i", { class: `mark ghost ${shape && "cut"} ${more}`, vars }, shape, side && icon(`arrow${side}`));
}

/** A line along the edge of a piece that is not a rectangle. @param {Cell[]} cells */
export function outlineEdge(cells) {
  const { w, h: high } = boundingBox(cells);
  const d = outlinePath(normalize(cells), 7, 14);
  return s("svg.edge", { viewBox: `0 0 ${w * 100} ${high * 100}` }, s("path", { d }));
}

/**
 * A box's id is its cell, so a pushed box has a new id. Its element is the nearest one removed.
 * @param {Piece} piece @param {HTMLElement[]} removed
 */
function pushedBox(piece, removed) {
  if (piece.kind !== "box") return undefined;
  const off = (/** @type {HTMLElement} */ el) =>
    distance([Number(el.dataset.y), Number(el.dataset.x)], piece.cells[0]);
  const [nearest] = removed.filter((el) => el.dataset.kind === "box").sort((a, b) => off(a) - off(b));
  if (nearest) removed.splice(removed.indexOf(nearest), 1);
  return nearest;
}
