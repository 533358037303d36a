// Mouse and finger at the table of one piece that walks: tap a square, swipe, lead the walker, drag a box.

/** @import { Cell, Way } from "../types" */
/** @import { WalkTable } from "./walk_game.js" */

import { track } from "../board/drag.js";
import { same } from "../board/geometry.js";
import { setVars } from "../ui/dom.js";

const REACH = 20; // pixels after which a swipe has a direction
const [WAIT, PACE] = [400, 140]; // milliseconds: a finger that stays down walks on

/** @param {WalkTable} table */
export function touching(table) {
  const { board } = table;
  const el = board.el;
  let held = false;
  el.addEventListener("pointermove", (e) => {
    if (e.pointerType === "mouse" && !e.buttons && !held) table.point(board.cell(e));
  });
  el.addEventListener("pointerleave", () => held || table.point(null));
  // A swipe is no fling of the browser's, which would swallow the next tap.
  el.addEventListener("touchmove", (e) => held && e.preventDefault(), { passive: false });
  el.addEventListener("pointerdown", (event) => {
    if (event.button || table.won || held || !table.body) return;
    held = true;
    const free = () => {
      held = false;
    };
    const cell = board.cell(event);
    const box = cell && table.boxAt(cell);
    if (event.target instanceof Node && event.target !== el) el.setPointerCapture(event.pointerId);
    if (box) return haul(table, event, box.id, free);
    if (cell && same(cell, board.first(table.walker))) return lead(table, event, free);
    return press(table, event, free);
  });
}

/**
 * A touch on the floor: a tap, or a swipe that walks one step and, while the finger stays down, on and on.
 * @param {WalkTable} table @param {PointerEvent} event @param {() => void} free
 */
function press(table, event, free) {
  const way = table.history.at;
  const cell = table.board.cell(event);
  let from = event;
  let timer = 0;
  /** @type {Cell | null} */
  let going = null;
  const on = () => {
    if (going && !table.pending) table.stride(going, way);
    timer = window.setTimeout(on, PACE);
  };
  const turn = (/** @type {PointerEvent} */ e, /** @type {number} */ reach) => {
    const step = direction(from, e, reach);
    if (!step) return;
    from = e;
    if (going && same(going, step)) return;
    going = step;
    clearTimeout(timer);
    timer = window.setTimeout(on, WAIT);
    table.stride(step, way);
  };
  table.point(cell);
  track(
    event,
    (e) => {
      table.point(null);
      turn(e, REACH);
    },
    (e, moved) => {
      free();
      table.point(null);
      if (e.type === "pointerup" && !moved) table.tap(cell);
      else if (e.type === "pointerup" && !going) turn(e, REACH / 2);
      clearTimeout(timer);
    },
  );
}

/**
 * The direction from one point to another that is far enough.
 * @param {PointerEvent} a @param {PointerEvent} b @param {number} reach @returns {Cell | null}
 */
function direction(a, b, reach) {
  const [dy, dx] = [b.clientY - a.clientY, b.clientX - a.clientX];
  if (Math.max(Math.abs(dx), Math.abs(dy)) < reach) return null;
  return Math.abs(dy) > Math.abs(dx) ? [Math.sign(dy), 0] : [0, Math.sign(dx)];
}

/**
 * Who walks follows the finger, a step at a time.
 * @param {WalkTable} table @param {PointerEvent} event @param {() => void} free
 */
function lead(table, event, free) {
  const { board, walker } = table;
  const el = board.pieces.get(walker);
  const way = table.history.at;
  /** @type {PointerEvent | null} */
  let finger = null;
  let walking = false;
  const follow = async () => {
    walking = true;
    for (let step = ahead(table, finger); step; step = ahead(table, finger))
      if (!(await table.stride(step, way))) break;
    walking = false;
  };
  el?.classList.add("lift");
  const move = (/** @type {PointerEvent} */ e) => {
    finger = e;
    if (!walking) follow();
  };
  track(event, move, () => {
    free();
    finger = null;
    el?.classList.remove("lift");
  });
}

/** The next step towards the finger, if any. @param {WalkTable} table @param {PointerEvent | null} finger */
function ahead({ board, walker }, finger) {
  if (!finger) return null;
  const [row, col] = board.first(walker);
  const [r, c] = board.point(finger);
  const [dr, dc] = [r - 0.5 - row, c - 0.5 - col];
  if (Math.max(Math.abs(dr), Math.abs(dc)) < 0.6) return null;
  return Math.abs(dr) > Math.abs(dc) ? [Math.sign(dr), 0] : [0, Math.sign(dc)];
}

/**
 * A box under the finger: an outline shows where it would be pushed to, dots the way there.
 * @param {WalkTable} table @param {PointerEvent} event @param {string} id @param {() => void} free
 */
function haul(table, event, id, free) {
  const { board } = table;
  const home = board.first(id);
  /** @type {HTMLElement | null} */
  let outline = null;
  /** @type {Way[] | null} */
  let places = null;
  const aim = (/** @type {PointerEvent} */ e) =>
    places ? nearest(home, places, board.point(e)) : board.cell(e);
  track(
    event,
    (e) => {
      if (!outline) {
        if (table.picked !== id) table.pick(id);
        table.ways(id).then((found) => {
          places = found;
        });
        outline = board.shadow();
      }
      const [y, x] = aim(e) ?? home;
      setVars(outline, { x, y });
      table.point([y, x]);
    },
    (e, moved) => {
      free();
      outline?.remove();
      const to = aim(e);
      if (e.type === "pointerup" && !moved) table.tap(home);
      else if (e.type === "pointerup" && to && !same(to, home)) table.send(id, to);
      else table.pick(null);
    },
  );
}

/**
 * The place that the finger is at, or near; where the piece is if it is near none.
 * @param {Cell} home @param {Way[]} places @param {number[]} point @returns {Cell}
 */
function nearest(home, places, [r, c]) {
  const off = (/** @type {readonly number[]} */ [y, x]) => Math.hypot(y + 0.5 - r, x + 0.5 - c);
  const near = places.reduce(
    (best, place) => (off(place) < off(best) ? place : best),
    /** @type {readonly number[]} */ (home),
  );
  return off(near) <= 1 ? [near[0], near[1]] : home;
}
