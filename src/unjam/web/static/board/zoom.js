// A board of many cells comes closer: with two fingers, two taps, the wheel, or the buttons below it.

/** @import { Cell } from "../types" */
/** @import { Board } from "./board.js" */

import { iconButton } from "../ui/controls.js";
import { focused, h, pieceOf, setVars } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

const [STEP, CLOSE, MOST] = [1.6, 2.5, 8]; // of one press, of two taps, at most
const [QUICK, NEAR] = [350, 30]; // milliseconds and pixels within which two taps are one act

/** @typedef {{clientX: number, clientY: number}} Spot */

export class Zoom {
  z = 1;
  x = 0;
  y = 0;
  /** The fingers on the board, by pointer. @type {Map<number, PointerEvent>} */
  fingers = new Map();
  /** The press of the last tap. @type {PointerEvent | null} */
  tapped = null;
  twice = false;
  seen = "";
  pinched = false;

  /** @param {Board} board @param {HTMLElement} holder */
  constructor(board, holder) {
    this.board = board;
    this.drawn = holder.matches(".draw"); // there every tap draws
    this.port = h("div.port");
    const at = focused();
    board.el.replaceWith(this.port);
    this.port.append(board.el);
    if (at && board.el.contains(at)) at.focus({ preventScroll: true });
    this.less = iconButton(t("Zoom out"), { onclick: () => this.step(1 / STEP) }, "minus");
    this.more = iconButton(t("Zoom in"), { onclick: () => this.step(STEP) }, "plus");
    this.whole = iconButton(t("Whole board"), { onclick: () => this.reset() }, "whole");
    const row = h(
      "div.zooms.row",
      { role: "group", "aria-label": t("Zoom") },
      this.less,
      this.more,
      this.whole,
    );
    (this.port.closest(".field") ?? this.port).after(row);
    this.listen();
    this.show();
  }

  listen() {
    const { port } = this;
    port.addEventListener("pointerdown", (e) => e.pointerType === "touch" && this.down(e), true);
    port.addEventListener("pointermove", (e) => this.fingers.has(e.pointerId) && this.move(e), true);
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
      port.addEventListener(name, (e) => this.fingers.has(e.pointerId) && this.up(e), true);
    port.addEventListener("touchmove", (e) => e.touches.length > 1 && e.preventDefault(), { passive: false });
    port.addEventListener("wheel", (e) => this.roll(e), { passive: false });
    port.addEventListener("focusin", (e) => {
      const id = pieceOf(e)?.dataset.id;
      if (id) this.reveal(this.board.first(id));
    });
  }

  /** A place within the port. @param {Spot} spot */
  within({ clientX, clientY }) {
    const { left, top } = this.port.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** The middle of two fingers, and how far apart they are. */
  span() {
    const [[ax, ay], [bx, by]] = [...this.fingers.values()].map((finger) => this.within(finger));
    return { x: (ax + bx) / 2, y: (ay + by) / 2, far: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 1) {
      const last = this.tapped;
      this.pinched = false;
      this.twice = Boolean(last && event.timeStamp - last.timeStamp < QUICK && near(event, last));
      this.tapped = event;
      if (this.twice) event.stopPropagation();
      return;
    }
    event.stopPropagation();
    this.pinched = true;
    this.tapped = null;
    for (const pointerId of this.fingers.keys())
      dispatchEvent(new PointerEvent("pointercancel", { pointerId }));
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.fingers.size !== 2) return void this.fingers.set(event.pointerId, event);
    event.stopPropagation();
    const from = this.span();
    this.fingers.set(event.pointerId, event);
    const to = this.span();
    this.turn((this.z * to.far) / from.far, [from.x, from.y], [to.x, to.y]);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (this.pinched || !this.tapped || event.type !== "pointerup" || this.drawn) return;
    if (!near(event, this.tapped)) this.tapped = null;
    else if (this.twice) {
      this.tapped = null;
      if (this.z > 1) this.reset();
      else this.turn(CLOSE, this.within(event));
    }
  }

  /** @param {WheelEvent} event */
  roll(event) {
    if (!event.ctrlKey && this.z === 1) return;
    event.preventDefault();
    if (event.ctrlKey) return this.turn(this.z * Math.exp(-event.deltaY / 200), this.within(event));
    this.x -= event.deltaX;
    this.y -= event.deltaY;
    return this.show();
  }

  /** Closer or farther, about the piece at hand. @param {number} by */
  step(by) {
    const { offsetWidth, offsetHeight } = this.port;
    const middle = [offsetWidth / 2, offsetHeight / 2];
    const at = this.hand();
    this.turn(this.z * by, at ? this.spot(at) : middle, middle);
  }

  reset() {
    this.z = 1;
    this.show();
  }

  /** The cell of who walks, or of the piece that is picked. @returns {Cell | null} */
  hand() {
    const { pieces } = this.board;
    const id = [...pieces].find(([, el]) => el.matches(".hero, .sel"))?.[0];
    return id ? this.board.first(id) : null;
  }

  /** The middle of a cell within the port. @param {Cell} cell */
  spot([row, col]) {
    const { board } = this;
    const { left, top } = board.well.getBoundingClientRect();
    const clientX = left + (col + board.ox + 0.5) * board.u;
    return this.within({ clientX, clientY: top + (row + board.oy + 0.5) * board.u });
  }

  /** So near; what lay at one place lies at the other then. @param {number} z @param {number[]} from */
  turn(z, from, to = from) {
    const next = Math.max(1, Math.min(MOST, z));
    this.x = to[0] - ((from[0] - this.x) * next) / this.z;
    this.y = to[1] - ((from[1] - this.y) * next) / this.z;
    this.z = next;
    this.show();
  }

  /** Keeps who walks in view, at every step; else one looks where one likes. */
  follow() {
    const at = this.hand();
    if (at && String(at) !== this.seen) this.reveal(at);
    this.seen = String(at);
  }

  /** @param {Cell} cell */
  reveal(cell) {
    if (this.z === 1) return;
    const { offsetWidth, offsetHeight } = this.port;
    const [x, y] = this.spot(cell);
    const inside = (/** @type {number} */ at, /** @type {number} */ size) => {
      const edge = Math.min(2.5 * this.board.u, size / 2);
      return Math.max(edge, Math.min(size - edge, at)) - at;
    };
    this.x += inside(x, offsetWidth);
    this.y += inside(y, offsetHeight);
    this.show();
  }

  /** How far the arrow of the exit stands out of the board on each side, as near as it is now. */
  beyond() {
    const { el } = this.board;
    const arrow = this.z > 1 && el.querySelector(".exit svg")?.getBoundingClientRect();
    if (!arrow) return { left: 0, top: 0, right: 0, bottom: 0 };
    const box = el.getBoundingClientRect();
    const scale = (this.z * el.offsetWidth) / box.width; // from what is drawn to what is wished
    const most = (/** @type {number} */ far) => Math.max(0, far * scale);
    return {
      left: most(box.left - arrow.left),
      top: most(box.top - arrow.top),
      right: most(arrow.right - box.right),
      bottom: most(arrow.bottom - box.bottom),
    };
  }

  show() {
    const { port, z } = this;
    const out = this.beyond();
    this.x = Math.min(out.left, Math.max(port.offsetWidth * (1 - z) - out.right, this.x));
    this.y = Math.min(out.top, Math.max(port.offsetHeight * (1 - z) - out.bottom, this.y));
    setVars(port, { pz: z, px: `${this.x}px`, py: `${this.y}px` });
    port.classList.toggle("in", z > 1);
    for (const el of [this.less, this.whole]) el.setAttribute("aria-disabled", String(z === 1));
    this.more.setAttribute("aria-disabled", String(z === MOST));
  }
}

/** @param {Spot} a @param {Spot} b */
const near = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) < NEAR;
