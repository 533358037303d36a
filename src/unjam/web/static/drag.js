// Moves pieces with a mouse or a finger along the places the server said they can go to.

import { setVars } from "./dom.js";

/**
 * Lets the pieces of a board be dragged. `host.ways(id)` gives the places of a piece, `host.drop` is told where it lands,
 * `host.pick` that it was pressed, `host.tap` where the board was touched without dragging. With `host.steps` a piece
 * follows the finger step by step, each a move of its own.
 * @param {import("./board.js").Board} board
 * @param {{ways: (id: string) => any[], drop: (id: string, way: any) => void, pick: (id: string) => void, tap: (cell: number[] | null, id: string | null) => void, steps?: (id: string) => boolean, step?: (id: string, way: any) => Promise<boolean>, frozen: () => boolean}} host
 */
export function draggable(board, host) {
  /** @type {any} */
  let held = null;

  board.el.addEventListener("pointerdown", (event) => {
    if (event.button || host.frozen() || held) return;
    const el = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-id]"));
    const id = el?.dataset.id ?? null;
    held = { pointer: event.pointerId, id, el, x: event.clientX, y: event.clientY, moved: false, node: null, group: [], way: null };
    if (!el || !id) return;
    host.pick(id);
    const places = host.ways(id);
    held.stepping = host.steps?.(id) ?? false;
    held.start = [Number(el.dataset.y), Number(el.dataset.x)];
    held.node = held.start;
    const origin = first(board, id);
    held.nodes = new Map([[key(held.start), null]]);
    for (const way of places) held.nodes.set(key([held.start[0] + way.to[0] - origin[0], held.start[1] + way.to[1] - origin[1]]), way);
    const along = new Set(places.flatMap((way) => (way.moves.length > 1 ? way.moves.map((/** @type {any} */ m) => m.piece) : [])));
    held.group = (held.stepping ? [] : [id, ...[...along].filter((other) => other !== id)]).map((name) => {
      const one = /** @type {HTMLElement} */ (board.pieces.get(name));
      return { el: one, x: Number(one.dataset.x), y: Number(one.dataset.y) };
    });
    if (places.length || held.stepping) el.classList.add("lift");
    board.el.setPointerCapture(event.pointerId);
  });

  board.el.addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId || !held.el) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.moved && Math.hypot(dx, dy) < 5) return;
    held.moved = true;
    if (held.stepping) {
      held.last = { clientX: event.clientX, clientY: event.clientY };
      follow();
      return;
    }
    const u = board.u;
    const want = [held.start[0] + dy / u, held.start[1] + dx / u];
    const [y, x] = towards(held, want);
    for (const one of held.group) {
      one.el.classList.add("drag");
      setVars(one.el, { x: one.x + x - held.start[1], y: one.y + y - held.start[0] });
    }
  });

  const end = (/** @type {PointerEvent} */ event) => {
    if (held?.pointer !== event.pointerId) return;
    const { el, id, moved, node, nodes, group, start, stepping } = held;
    held = null;
    el?.classList.remove("lift");
    for (const one of group) {
      one.el.classList.remove("drag");
      setVars(one.el, { x: one.x, y: one.y });
    }
    if (stepping && moved) return;
    const way = node && key(node) !== key(start) ? nodes.get(key(node)) : null;
    if (event.type === "pointerup" && moved && way) {
      for (const one of group) setVars(one.el, { x: one.x + node[1] - start[1], y: one.y + node[0] - start[0] });
      host.drop(id, way);
    } else if (event.type === "pointerup" && !moved) host.tap(board.cell(event), id);
  };
  board.el.addEventListener("pointerup", end);
  board.el.addEventListener("pointercancel", end);

  let walking = false;
  async function follow() {
    if (walking) return;
    walking = true;
    while (held?.stepping && held.last) {
      const here = first(board, held.id);
      const [r, c] = board.point(held.last);
      const dr = r - 0.5 - here[0];
      const dc = c - 0.5 - here[1];
      const step = Math.abs(dr) > Math.abs(dc) ? [Math.sign(dr), 0] : [0, Math.sign(dc)];
      if (Math.max(Math.abs(dr), Math.abs(dc)) < 0.6) break;
      const id = held.id;
      const way = host.ways(id).find((w) => w.to[0] === here[0] + step[0] && w.to[1] === here[1] + step[1]);
      if (!way || !(await host.step?.(id, way))) break;
    }
    walking = false;
  }
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
    const d = [want[0] - held.node[0], want[1] - held.node[1]];
    const axes = Math.abs(d[0]) > Math.abs(d[1]) ? [0, 1] : [1, 0];
    const axis = axes.find((a) => Math.abs(d[a]) > 0.5 && held.nodes.has(key(beside(held.node, a, Math.sign(d[a])))));
    if (axis === undefined) break;
    held.node = beside(held.node, axis, Math.sign(d[axis]));
  }
  const d = [want[0] - held.node[0], want[1] - held.node[1]];
  const axes = Math.abs(d[0]) > Math.abs(d[1]) ? [0, 1] : [1, 0];
  const at = [...held.node];
  for (const a of axes)
    if (d[a] && held.nodes.has(key(beside(held.node, a, Math.sign(d[a]))))) {
      at[a] += Math.sign(d[a]) * Math.min(Math.abs(d[a]), 0.5);
      break;
    }
  return at;
}

const beside = (/** @type {number[]} */ node, /** @type {number} */ axis, /** @type {number} */ sign) => (axis === 0 ? [node[0] + sign, node[1]] : [node[0], node[1] + sign]);
