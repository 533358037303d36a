// Moves pieces with a mouse or a finger along the places the server said they can go to.

import { setVars } from "./dom.js";
import { same } from "./shapes.js";

/**
 * Lets the pieces of a board be dragged. `host.ways(id)` gives the places of a piece, `host.drop` is told where it lands,
 * `host.pick` that it was pressed, `host.tap` where the board was touched without dragging. With `host.steps` a piece
 * follows the finger step by step, each a move of its own.
 * @param {import("./board.js").Board} board
 * @param {{ways: (id: string) => any[], drop: (id: string, way: any) => void, pick: (id: string) => void, tap: (cell: number[] | null, id: string | null) => void, steps?: (id: string) => boolean, step?: (id: string, way: any) => Promise<boolean>, frozen: () => boolean}} host
 */
export function draggable(board, host) {
  let held = false;

  board.el.addEventListener("pointerdown", (event) => {
    if (event.button || host.frozen() || held) return;
    held = true;
    const el = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-id]"));
    const id = el?.dataset.id ?? null;
    if (!el || !id) {
      track(
        event,
        () => {},
        (e, moved) => {
          held = false;
          if (!moved) host.tap(board.cell(e), null);
        },
      );
      return;
    }
    host.pick(id);
    const places = host.ways(id);
    const stepping = host.steps?.(id) ?? false;
    const start = [Number(el.dataset.y), Number(el.dataset.x)];
    const origin = first(board, id);
    const lane = { node: start, nodes: new Map([[key(start), null]]) };
    for (const { to, ...way } of places)
      lane.nodes.set(key([start[0] + to[0] - origin[0], start[1] + to[1] - origin[1]]), { to, ...way });
    const along = new Set(
      places.flatMap((way) => (way.moves.length > 1 ? way.moves.map((/** @type {any} */ m) => m.piece) : [])),
    );
    const group = (stepping ? [] : [id, ...[...along].filter((other) => other !== id)]).map((name) => {
      const one = /** @type {HTMLElement} */ (board.pieces.get(name));
      return { el: one, x: Number(one.dataset.x), y: Number(one.dataset.y) };
    });
    const shift = (/** @type {number} */ y, /** @type {number} */ x) => {
      for (const one of group) setVars(one.el, { x: one.x + x - start[1], y: one.y + y - start[0] });
    };
    if (places.length || stepping) el.classList.add("lift");
    board.el.setPointerCapture(event.pointerId);
    /** @type {PointerEvent | null} */
    let finger = null;
    let walking = false;
    /** Walks towards the finger, a step at a time. */
    const follow = async () => {
      walking = true;
      while (finger) {
        const here = first(board, id);
        const [dr, dc] = board.point(finger).map((n, i) => n - 0.5 - here[i]);
        const step = Math.abs(dr) > Math.abs(dc) ? [Math.sign(dr), 0] : [0, Math.sign(dc)];
        if (Math.max(Math.abs(dr), Math.abs(dc)) < 0.6) break;
        const way = host.ways(id).find((w) => same(w.to, [here[0] + step[0], here[1] + step[1]]));
        if (!way || !(await host.step?.(id, way))) break;
      }
      walking = false;
    };
    track(
      event,
      (e) => {
        if (stepping) {
          finger = e;
          if (!walking) follow();
          return;
        }
        for (const one of group) one.el.classList.add("drag");
        const [y, x] = towards(lane, [
          start[0] + (e.clientY - event.clientY) / board.u,
          start[1] + (e.clientX - event.clientX) / board.u,
        ]);
        shift(y, x);
      },
      (e, moved) => {
        held = false;
        finger = null;
        el.classList.remove("lift");
        for (const one of group) one.el.classList.remove("drag");
        shift(start[0], start[1]);
        const way = lane.nodes.get(key(lane.node));
        if (e.type !== "pointerup" || (stepping && moved)) return;
        if (!moved) host.tap(board.cell(e), id);
        else if (way) {
          shift(lane.node[0], lane.node[1]);
          host.drop(id, way);
        }
      },
    );
  });
}

/** Follows a pointer that was pressed until it is lifted; `move` is told from the moment it has gone a little way. @param {PointerEvent} pressed @param {(e: PointerEvent) => void} move @param {(e: PointerEvent, moved: boolean) => void} end */
export function track(pressed, move, end) {
  const over = new AbortController();
  let moved = false;
  for (const name of ["move", "up", "cancel"])
    addEventListener(
      `pointer${name}`,
      (event) => {
        const e = /** @type {PointerEvent} */ (event);
        if (e.pointerId !== pressed.pointerId) return;
        moved ||= Math.hypot(e.clientX - pressed.clientX, e.clientY - pressed.clientY) > 5;
        if (name !== "move") {
          over.abort();
          end(e, moved);
        } else if (moved) move(e);
      },
      { signal: over.signal },
    );
}

const key = (/** @type {number[]} */ cell) => `${cell[0]},${cell[1]}`;

/** The first cell of a piece. @param {import("./board.js").Board} board @param {string} id @returns {number[]} */
export const first = (board, id) => board.scene?.pieces.find((p) => p.id === id)?.cells[0] ?? [0, 0];

/**
 * Where the piece is drawn when the finger wants it at `want`: from place to place among those allowed, and part of the
 * way to the next one; it stops dead where there is none.
 * @param {{node: number[], nodes: Map<string, any>}} held @param {number[]} want
 */
function towards(held, want) {
  for (let n = 0; n < 200; n++) {
    const { d, axes } = off(held.node, want);
    const axis = axes.find(
      (a) => Math.abs(d[a]) > 0.5 && held.nodes.has(key(beside(held.node, a, Math.sign(d[a])))),
    );
    if (axis === undefined) break;
    held.node = beside(held.node, axis, Math.sign(d[axis]));
  }
  const { d, axes } = off(held.node, want);
  const at = [...held.node];
  for (const a of axes)
    if (d[a] && held.nodes.has(key(beside(held.node, a, Math.sign(d[a]))))) {
      at[a] += Math.sign(d[a]) * Math.min(Math.abs(d[a]), 0.5);
      break;
    }
  return at;
}

/** How far the finger is off, and the axes, the further one first. @param {number[]} node @param {number[]} want */
const off = (node, want) => {
  const d = [want[0] - node[0], want[1] - node[1]];
  return { d, axes: Math.abs(d[0]) > Math.abs(d[1]) ? [0, 1] : [1, 0] };
};

const beside = (/** @type {number[]} */ node, /** @type {number} */ axis, /** @type {number} */ sign) =>
  axis === 0 ? [node[0] + sign, node[1]] : [node[0], node[1] + sign];
