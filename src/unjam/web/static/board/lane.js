// Lane: where a dragged piece is drawn and dropped, along connected cells or freely; also the destination
// that an arrow key means.

/** @import { Cell, Destination } from "../types" */

import { isSame, STEPS } from "./geometry.js";

const MAX_DISTANCE = 0.75; // cells; how near to a destination a piece that moves freely must be dropped

/** @param {Cell} node @param {number} axis @param {number} sign @returns {Cell} */
const neighbour = (node, axis, sign) => (axis === 0 ? [node[0] + sign, node[1]] : [node[0], node[1] + sign]);

/** Can all cells be reached from the start in single steps? @param {Cell} start @param {Cell[]} cells */
function areConnected(start, cells) {
  const left = new Set(cells.map(String));
  const stack = [start];
  for (let at = stack.pop(); at; at = stack.pop())
    for (const [r, c] of STEPS)
      if (left.delete(String([at[0] + r, at[1] + c]))) stack.push([at[0] + r, at[1] + c]);
  left.delete(String(start));
  return left.size === 0;
}

export class Lane {
  /**
   * @param {Cell} start where the piece is drawn @param {Cell} first its first cell
   * @param {Destination[]} destinations
   */
  constructor(start, first, destinations) {
    this.start = start;
    this.node = start;
    /** @type {Map<string, {at: Cell, to: Destination | null}>} */
    this.nodes = new Map([[String(start), { at: start, to: null }]]);
    for (const to of destinations) {
      const at = [start[0] + to.to[0] - first[0], start[1] + to.to[1] - first[1]];
      this.nodes.set(String(at), { at, to });
    }
    // A piece whose destinations are not connected (it jumps) follows the pointer freely.
    this.isFree = !areConnected(
      start,
      [...this.nodes.values()].map(({ at }) => at),
    );
  }

  /** The destination if the piece is dropped now; null for where it started. */
  get destination() {
    return this.nodes.get(String(this.node))?.to ?? null;
  }

  /** Where the piece is drawn when the pointer is at `target`. @param {Cell} target @returns {Cell} */
  towards(target) {
    return this.isFree ? this.dragFreely(target) : this.slideAlong(target);
  }

  /** @param {Cell} target */
  dragFreely(target) {
    const off = (/** @type {Cell} */ at) => Math.hypot(at[0] - target[0], at[1] - target[1]);
    const [near] = [...this.nodes.values()].map(({ at }) => at).sort((a, b) => off(a) - off(b));
    this.node = off(near) < MAX_DISTANCE ? near : this.start;
    return target;
  }

  /**
   * Moves from cell to cell, and part of the way to the next one if there is one.
   * @param {Cell} target
   */
  slideAlong(target) {
    for (let n = 0; n < 200; n++) {
      const next = this.nextNode(target, 0.5);
      if (!next) break;
      this.node = next.cell;
    }
    const next = this.nextNode(target, 0);
    if (!next) return this.node;
    const at = [...this.node];
    at[next.axis] += next.sign * Math.min(Math.abs(target[next.axis] - at[next.axis]), 0.5);
    return at;
  }

  /**
   * The next cell towards the pointer, if it is more than `least` away. Tries the longer axis first.
   * @param {Cell} target @param {number} least
   */
  nextNode(target, least) {
    const d = [target[0] - this.node[0], target[1] - this.node[1]];
    for (const axis of Math.abs(d[0]) > Math.abs(d[1]) ? [0, 1] : [1, 0]) {
      const sign = Math.sign(d[axis]);
      const cell = neighbour(this.node, axis, sign);
      if (Math.abs(d[axis]) > least && this.nodes.has(String(cell))) return { axis, sign, cell };
    }
    return null;
  }
}

/**
 * The destination for an arrow key: one step away, or the nearest on that side if they are not connected.
 * @param {Cell} from @param {Destination[]} destinations @param {Cell} step
 */
export function destinationTowards(from, destinations, step) {
  const adjacent = destinations.find(({ to }) => isSame(to, [from[0] + step[0], from[1] + step[1]]));
  const cells = destinations.map(({ to }) => to);
  if (adjacent || areConnected(from, cells)) return adjacent;
  const ahead = (/** @type {Destination} */ { to }) =>
    (to[0] - from[0]) * step[0] + (to[1] - from[1]) * step[1];
  const aside = (/** @type {Destination} */ { to }) =>
    (to[0] - from[0]) * step[1] - (to[1] - from[1]) * step[0];
  return destinations.filter((p) => ahead(p) > 0 && !aside(p)).sort((a, b) => ahead(a) - ahead(b))[0];
}
