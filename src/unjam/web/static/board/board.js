// Draws a scene: the tray, its floor, the pieces and the marks on them. Knows no rule of any puzzle.

/** @import { Cell, Piece, Scene } from "../types" */
/** @import { Zoom } from "./zoom.js" */

import { family } from "../state/families.js";
import { h, icon, s, setVars } from "../ui/dom.js";
import { style } from "../ui/theme.js";
import { border, box, far, isRect, marked, shapeOf } from "./geometry.js";
import { homeMark } from "./homes.js";
import { coast, drawIsland } from "./island.js";
import { makePiece, placePiece } from "./piece.js";
import { spokenPiece, spokenScene } from "./screen_reader_text.js";

const SMALL = 30; // pixels of the window for a cell

export class Board {
  /** @type {Zoom | null} */
  zoom = null;

  /** @param {{still?: boolean}} [options] still: a picture that nobody touches */
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

  /** Draws the scene, moving the pieces that are already there. @param {Scene} scene */
  show(scene) {
    const ground = JSON.stringify([scene.family, scene.floor, scene.exit, scene.homes]);
    if (ground !== this.ground) this.lay(scene);
    this.ground = ground;
    this.scene = scene;
    const ids = new Set(scene.pieces.map((p) => p.id));
    const gone = [...this.pieces].filter(([id]) => !ids.has(id)).map(([, el]) => el);
    for (const el of gone) this.pieces.delete(el.dataset.id ?? "");
    for (const piece of scene.pieces) this.showPiece(piece, gone);
    for (const el of gone) el.remove();
    const home = new Set(scene.pieces.filter((p) => p.state === "home").map((p) => p.id));
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.stage.querySelectorAll(".due")))
      el.classList.toggle("in", home.has(el.dataset.home ?? ""));
    this.el.setAttribute("aria-label", spokenScene(scene));
    this.el.setAttribute("role", this.still ? "img" : "application");
  }

  /** @param {Piece} piece @param {HTMLElement[]} gone elements whose piece is there no more */
  showPiece(piece, gone) {
    const look = JSON.stringify([
      piece.kind,
      shapeOf(piece.cells),
      piece.style,
      piece.hue,
      piece.light,
      piece.state === "locked",
      piece.label,
    ]);
    let el = this.pieces.get(piece.id) ?? pushed(piece, gone);
    if (el?.dataset.look !== look) {
      el?.remove();
      el = makePiece(piece, this.still);
      el.dataset.look = look;
      this.stage.append(el);
    }
    this.pieces.set(piece.id, el);
    el.dataset.id = piece.id;
    placePiece(el, piece);
    if (this.still || !this.scene) return;
    if (!(el instanceof HTMLButtonElement)) el.setAttribute("role", "img");
    el.setAttribute("aria-label", spokenPiece(piece, this.scene));
  }

  /** The floor, walls, exit and goals. @param {Scene} scene */
  lay(scene) {
    this.pieces.clear();
    this.well.replaceChildren();
    this.el.replaceChildren(this.well);
    const isle = family(scene.family).ground === "isle";
    this.el.className = isle ? "isle" : "board";
    this.stage = isle ? h("div.stage") : this.well;
    if (isle) this.layIsland(scene);
    else this.layTray(scene);
    for (const home of scene.homes) {
      const piece = scene.pieces.find((p) => p.id === home.piece);
      if (piece) this.stage.append(homeMark(home, piece));
    }
  }

  /** @param {Scene} scene */
  layIsland(scene) {
    Object.assign(this, coast(scene));
    setVars(this.stage, { ox: this.ox, oy: this.oy });
    this.well.append(drawIsland(scene), this.stage);
  }

  /** @param {Scene} scene */
  layTray({ rows, cols, floor, exit, homes, family: name }) {
    Object.assign(this, { rows, cols, oy: 0, ox: 0 });
    const lay = (/** @type {string} */ mark, /** @type {string} */ tag) =>
      this.well.append(...marked(floor, mark).map(([y, x]) => h(tag, { vars: { x, y } })));
    lay("#", "i.pc.wall");
    lay(" ", "i.hole");
    if (!exit) return homes.length ? undefined : lay("o", "i.aim");
    const { side, first, last } = exit;
    const colour = family(name).leaves ? "" : "blue";
    const vars = { first, n: last - first + 1 };
    this.well.append(h("i", { class: `exit ${side} ${colour}`, vars }, icon(side)));
  }

  /** Sets the size of the board on the element that computes --u. @param {HTMLElement} holder */
  size(holder) {
    setVars(holder, { cols: this.cols, rows: this.rows });
    holder.classList.toggle("small-board", this.cols < 4);
    holder.classList.toggle("low", this.scene?.exit?.side === "down");
    const { clientWidth, clientHeight } = document.documentElement; // of the window, whatever stands in it
    const vast = Math.min(clientWidth / this.cols, clientHeight / this.rows) < SMALL;
    holder.classList.toggle("vast", vast);
    if (!vast) this.zoom?.reset();
    else if (this.zoom) this.zoom.follow();
    else if (!holder.matches(".start")) this.come(holder);
  }

  /** Lets a board of many cells come closer. @param {HTMLElement} holder */
  async come(holder) {
    const [{ Zoom }] = await Promise.all([import("./zoom.js"), style("zoom")]);
    if (this.el.parentNode) this.zoom ??= new Zoom(this, holder);
  }

  /** The pixel side of a cell. */
  get u() {
    const scale = this.el.getBoundingClientRect().width / (this.el.offsetWidth || 1);
    return (scale * parseFloat(getComputedStyle(this.well).width)) / this.cols;
  }

  /** The cell under a pointer, fractions included. @param {{clientX: number, clientY: number}} at */
  point(at) {
    const area = this.well.getBoundingClientRect();
    return [(at.clientY - area.top) / this.u - this.oy, (at.clientX - area.left) / this.u - this.ox];
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

  /** The first cell of a piece. @param {string} id @returns {Cell} */
  first(id) {
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
  ghost(cells, side) {
    this.stage.append(ghost(cells, side, ""));
  }

  /** The same where a piece stood, drawn under the pieces. @param {Cell[]} cells @param {string} side */
  trace(cells, side) {
    this.stage.prepend(ghost(cells, side, "was"));
  }

  /** The outline of what would be put down. @param {number} w @param {number} k how wide and high */
  shadow(w = 1, k = 1) {
    const el = h("i.mark.drop", { vars: { w, k, x: 0, y: 0 } });
    this.stage.append(el);
    return el;
  }

  /** @param {string} name @param {string[]} ids the pieces that get the class; all others lose it */
  ring(name, ids) {
    for (const [id, el] of this.pieces) el.classList.toggle(name, ids.includes(id));
  }
}

/** @param {Cell[]} cells @param {string | undefined} side @param {string} more */
function ghost(cells, side, more) {
  const { top, left, w, h: high } = box(cells);
  const vars = { x: left, y: top, w, k: high };
  const shape = isRect(cells) ? false : edge(cells);
  return h("i", { class: `mark ghost ${shape && "cut"} ${more}`, vars }, shape, side && icon(`arrow${side}`));
}

/** A line along the edge of a piece of any shape, over its rectangle. @param {Cell[]} cells */
export function edge(cells) {
  const { w, h: high } = box(cells);
  const d = border(shapeOf(cells), 7, 14);
  return s("svg.edge", { viewBox: `0 0 ${w * 100} ${high * 100}` }, s("path", { d }));
}

/**
 * A box is known by its place: the one that was pushed here is the nearest that is gone.
 * @param {Piece} piece @param {HTMLElement[]} gone
 */
function pushed(piece, gone) {
  if (piece.kind !== "box") return undefined;
  const off = (/** @type {HTMLElement} */ el) =>
    far([Number(el.dataset.y), Number(el.dataset.x)], piece.cells[0]);
  const [nearest] = gone.filter((el) => el.dataset.kind === "box").sort((a, b) => off(a) - off(b));
  if (nearest) gone.splice(gone.indexOf(nearest), 1);
  return nearest;
}
