// Where a piece is drawn while a finger holds it.

/** @import { Cell, Destination } from "../types" */

import { same } from "./geometry.js";

const SIDES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];
const REACH = 0.75; // how near to a place a piece must be let go, where it does not slide from cell to cell

const key = (/** @type {Cell} */ cell) => `${cell[0]},${cell[1]}`;

/** @param {Cell} node @param {number} axis @param {number} sign @returns {Cell} */
const beside = (node, axis, sign) => (axis === 0 ? [node[0] + sign, node[1]] : [node[0], node[1] + sign]);

/** Can all places be reached from the start by single steps? @param {Cell} start @param {Cell[]} places */
function linked(start, places) {
  const left = new Set(places.map(key));
  const stack = [start];
  for (let at = stack.pop(); at; at = stack.pop())
    for (const [r, c] of SIDES)
      if (left.delete(key([at[0] + r, at[1] + c]))) stack.push([at[0] + r, at[1] + c]);
  left.delete(key(start));
  return left.size === 0;
}

export class Lane {
  /**
   * @param {Cell} start where the piece is drawn @param {Cell} first its first cell
   * @param {Destination[]} places
   */
  constructor(start, first, places) {
    this.start = start;
    this.node = start;
    /** @type {Map<string, {at: Cell, to: Destination | null}>} */
    this.nodes = new Map([[key(start), { at: start, to: null }]]);
    for (const to of places) {
      const at = [start[0] + to.to[0] - first[0], start[1] + to.to[1] - first[1]];
      this.nodes.set(key(at), { at, to });
    }
    // A piece whose places do not adjoin (it jumps, it is carried) follows the finger freely.
    this.free = !linked(
      start,
      [...this.nodes.values()].map(({ at }) => at),
    );
  }

  /** Where the piece goes if it is let go now; null where it came from. */
  get destination() {
    return this.nodes.get(key(this.node))?.to ?? null;
  }

  /** Where the piece is drawn when the finger wants it there. @param {Cell} want @returns {Cell} */
  towards(want) {
    return this.free ? this.carried(want) : this.along(want);
  }

  /** @param {Cell} want */
  carried(want) {
    const off = (/** @type {Cell} */ at) => Math.hypot(at[0] - want[0], at[1] - want[1]);
    const [near] = [...this.nodes.values()].map(({ at }) => at).sort((a, b) => off(a) - off(b));
    this.node = off(near) < REACH ? near : this.start;
    return want;
  }

  /**
   * From place to place, and part of the way to the next one; it stops dead where there is none.
   * @param {Cell} want
   */
  along(want) {
    for (let n = 0; n < 200; n++) {
      const next = this.next(want, 0.5);
      if (!next) break;
      this.node = next.cell;
    }
    const next = this.next(want, 0);
    if (!next) return this.node;
    const at = [...this.node];
    at[next.axis] += next.sign * Math.min(Math.abs(want[next.axis] - at[next.axis]), 0.5);
    return at;
  }

  /**
   * The place beside this one towards the finger, if it is off by more than `least`; the further axis first.
   * @param {Cell} want @param {number} least
   */
  next(want, least) {
    const d = [want[0] - this.node[0], want[1] - this.node[1]];
    for (const axis of Math.abs(d[0]) > Math.abs(d[1]) ? [0, 1] : [1, 0]) {
      const sign = Math.sign(d[axis]);
      const cell = beside(this.node, axis, sign);
      if (Math.abs(d[axis]) > least && this.nodes.has(key(cell))) return { axis, sign, cell };
    }
    return null;
  }
}

/**
 * The place that an arrow key leads to: one step away, or the nearest on that side where places lie apart.
 * @param {Cell} from @param {Destination[]} places @param {Cell} step
 */
export function onSide(from, places, step) {
  const found = places.find(({ to }) => same(to, [from[0] + step[0], from[1] + step[1]]));
  const spots = places.map(({ to }) => to);
  if (found || linked(from, spots)) return found;
  const ahead = (/** @type {Destination} */ { to }) =>
    (to[0] - from[0]) * step[0] + (to[1] - from[1]) * step[1];
  const aside = (/** @type {Destination} */ { to }) =>
    (to[0] - from[0]) * step[1] - (to[1] - from[1]) * step[0];
  return places.filter((p) => ahead(p) > 0 && !aside(p)).sort((a, b) => ahead(a) - ahead(b))[0];
}
