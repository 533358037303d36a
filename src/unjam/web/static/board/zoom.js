// Zoom of a large board: two fingers, double tap, wheel or buttons; scrolls to the active piece and leaves
// room for the exit's arrow.

/** @import { Cell } from "../types" */
/** @import { Board } from "./board.js" */

import { iconButton } from "../ui/controls.js";
import { focusedElement, h, pieceElement, setVars } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

const [STEP_SCALE, DOUBLE_TAP_SCALE, MAX_SCALE] = [1.6, 2.5, 8]; // factors
const [MAX_TAP_GAP, MAX_TAP_DISTANCE] = [350, 30]; // milliseconds, pixels

/** @typedef {{clientX: number, clientY: number}} ClientPoint */

export class Zoom {
  scale = 1;
  x = 0;
  y = 0;
  /** The fingers on the board, by pointer. @type {Map<number, PointerEvent>} */
  fingers = new Map();
  /** The press of the last tap. @type {PointerEvent | null} */
  lastTap = null;
  isDoubleTap = false;
  lastCell = "";
  isPinching = false;

  /** @param {Board} board @param {HTMLElement} holder */
  constructor(board, holder) {
    this.board = board;
    this.isDrawing = holder.matches(".draw"); // there, every tap draws
    this.viewport = h("div.viewport");
    const at = focusedElement();
    board.el.replaceWith(this.viewport);
    this.viewport.append(board.el);
    if (at && board.el.contains(at)) at.focus({ preventScroll: true });
    this.less = iconButton(t("Zoom out"), { onclick: () => this.step(1 / STEP_SCALE) }, "minus");
    this.more = iconButton(t("Zoom in"), { onclick: () => this.step(STEP_SCALE) }, "plus");
    this.whole = iconButton(t("Whole board"), { onclick: () => this.reset() }, "whole");
    const row = h(
      "div.zooms.row",
      { role: "group", "aria-label": t("Zoom") },
      this.less,
      this.more,
      this.whole,
    );
    (this.viewport.closest(".field") ?? this.viewport).after(row);
    this.listen();
    this.show();
  }

  listen() {
    const { viewport } = this;
    viewport.addEventListener("pointerdown", (e) => e.pointerType === "touch" && this.onDown(e), true);
    viewport.addEventListener("pointermove", (e) => this.fingers.has(e.pointerId) && this.onMove(e), true);
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
      viewport.addEventListener(name, (e) => this.fingers.has(e.pointerId) && this.onUp(e), true);
    viewport.addEventListener("touchmove", (e) => e.touches.length > 1 && e.preventDefault(), {
      passive: false,
    });
    viewport.addEventListener("wheel", (e) => this.onWheel(e), { passive: false });
    viewport.addEventListener("focusin", (e) => {
      const id = pieceElement(e)?.dataset.id;
      if (id) this.reveal(this.board.firstCell(id));
    });
  }

  /** A point relative to the viewport. @param {ClientPoint} point */
  within({ clientX, clientY }) {
    const { left, top } = this.viewport.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** The midpoint of two fingers and their distance. */
  pinch() {
    const [[ax, ay], [bx, by]] = [...this.fingers.values()].map((finger) => this.within(finger));
    return { x: (ax + bx) / 2, y: (ay + by) / 2, far: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 1) {
      const last = this.lastTap;
      this.isPinching = false;
      this.isDoubleTap = Boolean(
        last && event.timeStamp - last.timeStamp < MAX_TAP_GAP && isNear(event, last),
      );
      this.lastTap = event;
      if (this.isDoubleTap) event.stopPropagation();
      return;
    }
    event.stopPropagation();
    this.isPinching = true;
    this.lastTap = null;
    for (const pointerId of this.fingers.keys())
      dispatchEvent(new PointerEvent("pointercancel", { pointerId }));
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (this.fingers.size !== 2) return void this.fingers.set(event.pointerId, event);
    event.stopPropagation();
    const from = this.pinch();
    this.fingers.set(event.pointerId, event);
    const to = this.pinch();
    this.zoomTo((this.scale * to.far) / from.far, [from.x, from.y], [to.x, to.y]);
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    this.fingers.delete(event.pointerId);
    if (this.isPinching || !this.lastTap || event.type !== "pointerup" || this.isDrawing) return;
    if (!isNear(event, this.lastTap)) this.lastTap = null;
    else if (this.isDoubleTap) {
      this.lastTap = null;
      if (this.scale > 1) this.reset();
      else this.zoomTo(DOUBLE_TAP_SCALE, this.within(event));
    }
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey && this.scale === 1) return;
    event.preventDefault();
    if (event.ctrlKey) return this.zoomTo(this.scale * Math.exp(-event.deltaY / 200), this.within(event));
    this.x -= event.deltaX;
    this.y -= event.deltaY;
    return this.show();
  }

  /** Zooms in or out around the active piece. @param {number} by */
  step(by) {
    const { offsetWidth, offsetHeight } = this.viewport;
    const middle = [offsetWidth / 2, offsetHeight / 2];
    const at = this.activeCell();
    this.zoomTo(this.scale * by, at ? this.cellPoint(at) : middle, middle);
  }

  reset() {
    this.scale = 1;
    this.show();
  }

  /** The cell of the player or of the selected piece. @returns {Cell | null} */
  activeCell() {
    const { pieces } = this.board;
    const id = [...pieces].find(([, el]) => el.matches(".hero, .sel"))?.[0];
    return id ? this.board.firstCell(id) : null;
  }

  /** The centre of a cell relative to the viewport. @param {Cell} cell */
  cellPoint([row, col]) {
    const { board } = this;
    const { left, top } = board.well.getBoundingClientRect();
    const clientX = left + (col + board.ox + 0.5) * board.cellSize;
    return this.within({ clientX, clientY: top + (row + board.oy + 0.5) * board.cellSize });
  }

  /** Sets the scale and moves the point `from` to `to`. @param {number} z @param {number[]} from */
  zoomTo(z, from, to = from) {
    const next = Math.max(1, Math.min(MAX_SCALE, z));
    this.x = to[0] - ((from[0] - this.x) * next) / this.scale;
    this.y = to[1] - ((from[1] - this.y) * next) / this.scale;
    this.scale = next;
    this.show();
  }

  /** Scrolls to the active cell whenever it changes. */
  follow() {
    const at = this.activeCell();
    if (at && String(at) !== this.lastCell) this.reveal(at);
    this.lastCell = String(at);
  }

  /** @param {Cell} cell */
  reveal(cell) {
    if (this.scale === 1) return;
    const { offsetWidth, offsetHeight } = this.viewport;
    const [x, y] = this.cellPoint(cell);
    const inside = (/** @type {number} */ at, /** @type {number} */ size) => {
      const edge = Math.min(2.5 * this.board.cellSize, size / 2);
      return Math.max(edge, Math.min(size - edge, at)) - at;
    };
    this.x += inside(x, offsetWidth);
    this.y += inside(y, offsetHeight);
    this.show();
  }

  /** How far the arrow of the exit extends beyond the board on each side, at the current scale. */
  exitOverhang() {
    const { el } = this.board;
    const arrow = this.scale > 1 && el.querySelector(".exit svg")?.getBoundingClientRect();
    if (!arrow) return { left: 0, top: 0, right: 0, bottom: 0 };
    const box = el.getBoundingClientRect();
    const scale = (this.scale * el.offsetWidth) / box.width; // from the scale that is drawn to the new one
    const clamp = (/** @type {number} */ far) => Math.max(0, far * scale);
    return {
      left: clamp(box.left - arrow.left),
      top: clamp(box.top - arrow.top),
      right: clamp(arrow.right - box.right),
      bottom: clamp(arrow.bottom - box.bottom),
    };
  }

  show() {
    const { viewport, scale } = this;
    const out = this.exitOverhang();
    this.x = Math.min(out.left, Math.max(viewport.offsetWidth * (1 - scale) - out.right, this.x));
    this.y = Math.min(out.top, Math.max(viewport.offsetHeight * (1 - scale) - out.bottom, this.y));
    setVars(viewport, { pz: scale, px: `${this.x}px`, py: `${this.y}px` });
    viewport.classList.toggle("in", scale > 1);
    for (const el of [this.less, this.whole]) el.setAttribute("aria-disabled", String(scale === 1));
    this.more.setAttribute("aria-disabled", String(scale === MAX_SCALE));
  }
}

/** @param {ClientPoint} a @param {ClientPoint} b */
const isNear = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) < MAX_TAP_DISTANCE;
