// Drags pieces, with those they take along, to the destinations that the server allows; `trackPointer` and
// `preventFling` for any gesture.

/** @import { Cell, Destination, DragHost } from "../types" */
/** @import { Board } from "./board.js" */

import { pieceElement, setVars } from "../ui/dom.js";
import { Lane } from "./lane.js";

/**
 * Makes the pieces of a board draggable; the host knows their destinations and gets the drops.
 * @param {Board} board @param {DragHost} host
 */
export function enableDragging(board, host) {
  let isActive = false;
  preventFling(board.el);
  board.el.addEventListener("pointerdown", (event) => {
    if (event.button || host.isFrozen() || isActive) return;
    isActive = true;
    const release = () => {
      isActive = false;
    };
    const el = pieceElement(event);
    const id = el?.dataset.id;
    if (!el || !id) return trackPress(board, host, event, release);
    host.pick(id);
    return trackPiece(board, host, event, { el, id, release });
  });
}

/**
 * Tracks a press beside the pieces.
 * @param {Board} board @param {DragHost} host @param {PointerEvent} event @param {() => void} release
 */
function trackPress(board, host, event, release) {
  trackPointer(
    event,
    () => {},
    (e, moved) => {
      release();
      if (!moved) host.tap(board.cell(e), null);
    },
  );
}

/**
 * Tracks a piece, with those it takes along, until it is dropped.
 * @param {Board} board @param {DragHost} host @param {PointerEvent} event
 * @param {{el: HTMLElement, id: string, release: () => void}} drag
 */
function trackPiece(board, host, event, { el, id, release }) {
  const start = [Number(el.dataset.y), Number(el.dataset.x)];
  const destinations = host.destinations(id);
  const lane = new Lane(start, board.firstCell(id), destinations);
  const group = movingPieces(board, id, destinations);
  const shift = (/** @type {Cell} */ [y, x]) => {
    for (const piece of group) setVars(piece.el, { x: piece.x + x - start[1], y: piece.y + y - start[0] });
  };
  if (destinations.length) el.classList.add("lift");
  board.el.setPointerCapture(event.pointerId);
  const move = (/** @type {PointerEvent} */ e) => {
    for (const piece of group) piece.el.classList.add("drag");
    const { cellSize } = board;
    const target = [
      start[0] + (e.clientY - event.clientY) / cellSize,
      start[1] + (e.clientX - event.clientX) / cellSize,
    ];
    shift(lane.towards(target));
  };
  trackPointer(event, move, (e, moved) => {
    release();
    el.classList.remove("lift");
    for (const piece of group) piece.el.classList.remove("drag");
    const to = moved && e.type === "pointerup" ? lane.destination : null;
    shift(to ? lane.node : start);
    if (to) host.drop(id, to);
    else if (!moved && e.type === "pointerup") host.tap(board.cell(e), id);
  });
}

/**
 * The elements that move together with a piece, and their cells.
 * @param {Board} board @param {string} id @param {Destination[]} destinations
 */
function movingPieces(board, id, destinations) {
  const along = destinations.flatMap(({ moves }) => (moves.length > 1 ? moves.map((m) => m.piece) : []));
  return [...new Set([id, ...along])].flatMap((name) => {
    const el = board.pieces.get(name);
    return el ? [{ el, x: Number(el.dataset.x), y: Number(el.dataset.y) }] : [];
  });
}

/**
 * Prevents the browser's fling gesture, which would swallow the taps of the next second.
 * @param {HTMLElement} el the element around the pieces
 */
export const preventFling = (el) =>
  el.addEventListener("touchmove", (event) => pieceElement(event) && event.preventDefault(), {
    passive: false,
  });

/**
 * Tracks a pressed pointer until it is released; `move` is called once it has moved a few pixels.
 * @param {PointerEvent} press @param {(e: PointerEvent) => void} move
 * @param {(e: PointerEvent, moved: boolean) => void} end
 */
export function trackPointer(press, move, end) {
  const listeners = new AbortController();
  let moved = false;
  const follow = (/** @type {PointerEvent} */ e) => {
    if (e.pointerId !== press.pointerId) return;
    moved ||= Math.hypot(e.clientX - press.clientX, e.clientY - press.clientY) > 5;
    if (e.type !== "pointermove") {
      listeners.abort();
      end(e, moved);
    } else if (moved) move(e);
  };
  for (const name of /** @type {const} */ (["pointermove", "pointerup", "pointercancel"]))
    addEventListener(name, follow, { signal: listeners.signal });
}
