// Moves pieces with a mouse or a finger to the places the server said they can go to.

/** @import { Cell, Destination, DragHost } from "../types" */
/** @import { Board } from "./board.js" */

import { pieceOf, setVars } from "../ui/dom.js";
import { Lane } from "./lane.js";

/**
 * Lets the pieces of a board be dragged; the host says where they may go and hears where they went.
 * @param {Board} board @param {DragHost} host
 */
export function draggable(board, host) {
  let held = false;
  noFling(board.el);
  board.el.addEventListener("pointerdown", (event) => {
    if (event.button || host.frozen() || held) return;
    held = true;
    const free = () => {
      held = false;
    };
    const el = pieceOf(event);
    const id = el?.dataset.id;
    if (!el || !id) return press(board, host, event, free);
    host.pick(id);
    return slide(board, host, event, { el, id, free });
  });
}

/**
 * A touch beside the pieces.
 * @param {Board} board @param {DragHost} host @param {PointerEvent} event @param {() => void} free
 */
function press(board, host, event, free) {
  track(
    event,
    () => {},
    (e, moved) => {
      free();
      if (!moved) host.tap(board.cell(e), null);
    },
  );
}

/**
 * A piece under the finger, with those it takes along, until it is let go.
 * @param {Board} board @param {DragHost} host @param {PointerEvent} event
 * @param {{el: HTMLElement, id: string, free: () => void}} held
 */
function slide(board, host, event, { el, id, free }) {
  const start = [Number(el.dataset.y), Number(el.dataset.x)];
  const places = host.destinations(id);
  const lane = new Lane(start, board.first(id), places);
  const group = together(board, id, places);
  const shift = (/** @type {Cell} */ [y, x]) => {
    for (const one of group) setVars(one.el, { x: one.x + x - start[1], y: one.y + y - start[0] });
  };
  if (places.length) el.classList.add("lift");
  board.el.setPointerCapture(event.pointerId);
  const move = (/** @type {PointerEvent} */ e) => {
    for (const one of group) one.el.classList.add("drag");
    const { u } = board;
    const want = [start[0] + (e.clientY - event.clientY) / u, start[1] + (e.clientX - event.clientX) / u];
    shift(lane.towards(want));
  };
  track(event, move, (e, moved) => {
    free();
    el.classList.remove("lift");
    for (const one of group) one.el.classList.remove("drag");
    const to = moved && e.type === "pointerup" ? lane.destination : null;
    shift(to ? lane.node : start);
    if (to) host.drop(id, to);
    else if (!moved && e.type === "pointerup") host.tap(board.cell(e), id);
  });
}

/**
 * The pieces that go along with one, and where they are drawn.
 * @param {Board} board @param {string} id @param {Destination[]} places
 */
function together(board, id, places) {
  const along = places.flatMap(({ moves }) => (moves.length > 1 ? moves.map((m) => m.piece) : []));
  return [...new Set([id, ...along])].flatMap((name) => {
    const el = board.pieces.get(name);
    return el ? [{ el, x: Number(el.dataset.x), y: Number(el.dataset.y) }] : [];
  });
}

/**
 * A piece let go in motion is no fling of the browser's, which would swallow the taps of the next second.
 * @param {HTMLElement} el what holds the pieces
 */
export const noFling = (el) =>
  el.addEventListener("touchmove", (event) => pieceOf(event) && event.preventDefault(), { passive: false });

/**
 * Follows a pointer that was pressed until it is lifted; `move` is told from the moment it has gone a little.
 * @param {PointerEvent} pressed @param {(e: PointerEvent) => void} move
 * @param {(e: PointerEvent, moved: boolean) => void} end
 */
export function track(pressed, move, end) {
  const over = new AbortController();
  let moved = false;
  const follow = (/** @type {PointerEvent} */ e) => {
    if (e.pointerId !== pressed.pointerId) return;
    moved ||= Math.hypot(e.clientX - pressed.clientX, e.clientY - pressed.clientY) > 5;
    if (e.type !== "pointermove") {
      over.abort();
      end(e, moved);
    } else if (moved) move(e);
  };
  addEventListener("pointermove", follow, { signal: over.signal });
  addEventListener("pointerup", follow, { signal: over.signal });
  addEventListener("pointercancel", follow, { signal: over.signal });
}
