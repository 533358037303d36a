// Mouse and touch for walking: tap a cell, swipe (repeats while held), drag the player step by step, drag a
// box to a reachable cell.

/** @import { Cell, ReachableCell } from "../types" */
/** @import { WalkGame } from "./walk_game.js" */

import { trackPointer } from "../board/drag.js";
import { isSame } from "../board/geometry.js";
import { setVars } from "../ui/dom.js";

const REACH = 20; // pixels after which a swipe has a direction
const [WAIT, PACE] = [400, 140]; // milliseconds until a held swipe repeats, and between repeats

/** @param {WalkGame} game */
export function attachWalkPointer(game) {
  const { board } = game;
  const el = board.el;
  let isActive = false;
  el.addEventListener("pointermove", (e) => {
    if (e.pointerType === "mouse" && !e.buttons && !isActive) game.point(board.cell(e));
  });
  el.addEventListener("pointerleave", () => isActive || game.point(null));
  // Prevents the browser's fling gesture, which would swallow the next tap.
  el.addEventListener("touchmove", (e) => isActive && e.preventDefault(), { passive: false });
  el.addEventListener("pointerdown", (event) => {
    if (event.button || game.won || isActive || !game.position) return;
    isActive = true;
    const release = () => {
      isActive = false;
    };
    const cell = board.cell(event);
    const box = cell && game.boxAt(cell);
    if (event.target instanceof Node && event.target !== el) el.setPointerCapture(event.pointerId);
    if (box) return trackBox(game, event, box.id, release);
    if (cell && isSame(cell, board.firstCell(game.walker))) return trackWalker(game, event, release);
    return trackPress(game, event, release);
  });
}

/**
 * Tracks a press on the floor: a tap, or a swipe that repeats while it is held.
 * @param {WalkGame} game @param {PointerEvent} event @param {() => void} release
 */
function trackPress(game, event, release) {
  const pathStart = game.history.at;
  const cell = game.board.cell(event);
  let from = event;
  let timer = 0;
  /** @type {Cell | null} */
  let heading = null;
  const repeat = () => {
    if (heading && !game.pendingActs) game.step(heading, pathStart);
    timer = window.setTimeout(repeat, PACE);
  };
  const turn = (/** @type {PointerEvent} */ e, /** @type {number} */ reach) => {
    const step = direction(from, e, reach);
    if (!step) return;
    from = e;
    if (heading && isSame(heading, step)) return;
    heading = step;
    clearTimeout(timer);
    timer = window.setTimeout(repeat, WAIT);
    game.step(step, pathStart);
  };
  game.point(cell);
  trackPointer(
    event,
    (e) => {
      game.point(null);
      turn(e, REACH);
    },
    (e, moved) => {
      release();
      game.point(null);
      if (e.type === "pointerup" && !moved) game.tap(cell);
      else if (e.type === "pointerup" && !heading) turn(e, REACH / 2);
      clearTimeout(timer);
    },
  );
}

/**
 * The direction from one point to another, if they are far enough apart.
 * @param {PointerEvent} a @param {PointerEvent} b @param {number} reach @returns {Cell | null}
 */
function direction(a, b, reach) {
  const [dy, dx] = [b.clientY - a.clientY, b.clientX - a.clientX];
  if (Math.max(Math.abs(dx), Math.abs(dy)) < reach) return null;
  return Math.abs(dy) > Math.abs(dx) ? [Math.sign(dy), 0] : [0, Math.sign(dx)];
}

/**
 * The player follows the pointer, one step at a time.
 * @param {WalkGame} game @param {PointerEvent} event @param {() => void} release
 */
function trackWalker(game, event, release) {
  const { board, walker } = game;
  const el = board.pieces.get(walker);
  const pathStart = game.history.at;
  /** @type {PointerEvent | null} */
  let pointer = null;
  let isWalking = false;
  const follow = async () => {
    isWalking = true;
    for (let step = nextStep(game, pointer); step; step = nextStep(game, pointer))
      if (!(await game.step(step, pathStart))) break;
    isWalking = false;
  };
  el?.classList.add("lift");
  const move = (/** @type {PointerEvent} */ e) => {
    pointer = e;
    if (!isWalking) follow();
  };
  trackPointer(event, move, () => {
    release();
    pointer = null;
    el?.classList.remove("lift");
  });
}

/** The next step towards the pointer, if any. @param {WalkGame} game @param {PointerEvent | null} pointer */
function nextStep({ board, walker }, pointer) {
  if (!pointer) return null;
  const [row, col] = board.firstCell(walker);
  const [r, c] = board.point(pointer);
  const [dr, dc] = [r - 0.5 - row, c - 0.5 - col];
  if (Math.max(Math.abs(dr), Math.abs(dc)) < 0.6) return null;
  return Math.abs(dr) > Math.abs(dc) ? [Math.sign(dr), 0] : [0, Math.sign(dc)];
}

/**
 * Tracks a box: an outline shows where it would be pushed to, dots show the path.
 * @param {WalkGame} game @param {PointerEvent} event @param {string} id @param {() => void} release
 */
function trackBox(game, event, id, release) {
  const { board } = game;
  const home = board.firstCell(id);
  /** @type {HTMLElement | null} */
  let outline = null;
  /** @type {ReachableCell[] | null} */
  let targets = null;
  const targetCell = (/** @type {PointerEvent} */ e) =>
    targets ? nearest(home, targets, board.point(e)) : board.cell(e);
  trackPointer(
    event,
    (e) => {
      if (!outline) {
        if (game.selectedId !== id) game.select(id);
        game.reachable(id).then((cells) => {
          targets = cells;
        });
        outline = board.addShadow();
      }
      const [y, x] = targetCell(e) ?? home;
      setVars(outline, { x, y });
      game.point([y, x]);
    },
    (e, moved) => {
      release();
      outline?.remove();
      const to = targetCell(e);
      if (e.type === "pointerup" && !moved) game.tap(home);
      else if (e.type === "pointerup" && to && !isSame(to, home)) game.moveTo(id, to);
      else game.select(null);
    },
  );
}

/**
 * The target nearest to the pointer; the box's own cell if none is near.
 * @param {Cell} home @param {ReachableCell[]} targets @param {number[]} point @returns {Cell}
 */
function nearest(home, targets, [r, c]) {
  const off = (/** @type {readonly number[]} */ [y, x]) => Math.hypot(y + 0.5 - r, x + 0.5 - c);
  const near = targets.reduce(
    (best, cell) => (off(cell) < off(best) ? cell : best),
    /** @type {readonly number[]} */ (home),
  );
  return off(near) <= 1 ? [near[0], near[1]] : home;
}
