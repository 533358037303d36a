// SkylineCanvas paints the windows of a search on two canvases, one of them with the frontier that twinkles,
// and the way of the solution above them; finds the window under a pointer.

/** @import { Inks, Layout, Recording, Skyline, Window } from "../types" */

import { h, s } from "../ui/dom.js";
import { SearchState } from "./search_state.js";
import { partHeights, windowArea } from "./skyline_layout.js";

export const LONG_WAY = 60; // moves, from which a solution is a thin line
/** How much a solution hides: the longer it is, the less. @param {number} moves */
export const wayOpacity = (moves) => Math.max(0.25, Math.min(1, 200 / moves));

const MAX_ROOF_DISTANCE = 10; // pixels above a roof that still count as the roof

export class SkylineCanvas {
  mainCanvas = h("canvas", { "aria-hidden": "true" });
  frontierCanvas = h("canvas.frontier", { "aria-hidden": "true" });
  way = s("svg.way", { preserveAspectRatio: "none", hidden: true });
  button = h("button.sky", this.mainCanvas, this.frontierCanvas, this.way);
  /** Set by the first repaint. */
  layout = /** @type {Layout | null} */ (null);
  inks = /** @type {Inks | null} */ (null);
  images = /** @type {ImageData[]} */ ([]);
  pixels = /** @type {Uint32Array[]} */ ([]);

  /** @param {Skyline} skyline @param {Recording} recording */
  constructor(skyline, recording) {
    this.skyline = skyline;
    this.search = recording.search;
    this.state = new SearchState(skyline, recording);
  }

  /**
   * Draws everything again, in another size or with other colours.
   * @param {Layout} layout @param {Inks} inks
   */
  repaint(layout, inks) {
    const { width, height } = layout;
    this.layout = layout;
    this.inks = inks;
    for (const canvas of [this.mainCanvas, this.frontierCanvas])
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.images = [0, 1].map(() => new ImageData(width, height));
    this.pixels = this.images.map((image) => new Uint32Array(image.data.buffer));
    this.state.divide(layout);
    this.tower = towerOfWindow(layout);
    for (let window = 0; window < layout.windows; window++) this.paintWindow(window);
    this.layWay();
    this.show();
  }

  show() {
    [this.mainCanvas, this.frontierCanvas].forEach((canvas, i) => {
      if (this.images[i]) canvas.getContext("2d")?.putImageData(this.images[i], 0, 0);
    });
    this.way.toggleAttribute("hidden", !this.state.isSolved);
  }

  /** Fills rows of a window. @param {number} layer @param {number[]} area @param {number} colour */
  fill(layer, [x, y, w, h], colour) {
    const { width } = /** @type {Layout} */ (this.layout);
    const pixels = this.pixels[layer];
    for (let at = y * width + x; h > 0; h--, at += width) pixels.fill(colour, at, at + w);
  }

  /** Paints a window: expanded from below, the frontier on top of it. @param {number} window */
  paintWindow(window) {
    const { layout, inks, state, tower } = this;
    if (!layout || !inks || !tower) return;
    const d = tower[window];
    const { x, y, w, h } = windowArea(layout, d, window - layout.first[d]);
    const [lit, edge] = partHeights(h, state.all[window], [state.lit[window], state.edge[window]]);
    this.fill(0, [x, y, w, h - lit], inks.pixel.unlit);
    this.fill(0, [x, y + h - lit, w, lit], inks.pixel.lit);
    this.fill(1, [x, y, w, h], 0);
    this.fill(1, [x, y + h - lit - edge, w, edge], inks.pixel.edge);
  }

  /** Lays the way of the solution through its windows. */
  layWay() {
    const { layout, state } = this;
    if (!layout || !state.path.length) return;
    const points = state.path.map((unit) => this.middleOf(unit));
    const d = points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");
    const dots = points.map(([x, y]) => `M${x} ${y}h0`).join("");
    const isLong = points.length > LONG_WAY;
    this.way.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    this.way.classList.toggle("long", isLong);
    this.way.replaceChildren(
      ...(isLong ? [] : [s("path.halo", { d }), s("path.dots", { d: dots })]),
      s("path", { d, "stroke-opacity": wayOpacity(points.length) }),
    );
  }

  /** Shows the search after some expansions. @param {number} expansions */
  seek(expansions) {
    const { state } = this;
    const wasSolved = state.isSolved;
    state.seek(expansions);
    const changed = state.takeChanges();
    for (const window of changed) this.paintWindow(window);
    if (changed.length || wasSolved !== state.isSolved) this.show();
  }

  /** The middle of the window of a unit, in pixels. @param {number} unit */
  middleOf(unit) {
    const layout = /** @type {Layout} */ (this.layout);
    const { distance, floor } = this.skyline;
    const { x, y, w, h } = windowArea(layout, distance[unit], Math.floor(floor[unit] / layout.merged));
    return [x + w / 2, y + h / 2];
  }

  /** The units of a window. @param {number} unit one of them */
  unitsBeside(unit) {
    const { skyline, layout } = this;
    const merged = layout?.merged ?? 1;
    const from = Math.floor(skyline.floor[unit] / merged) * merged;
    return skyline.tower[skyline.distance[unit]].slice(from, from + merged);
  }

  /**
   * The first unit of the window at a point given in fractions of the canvas.
   * @param {number} fx @param {number} fy @returns {Window | null}
   */
  find(fx, fy) {
    const { towers, tower } = this.skyline;
    if (!this.layout) return null;
    const { width, height, step, pitchX, pitchY, columns, merged } = this.layout;
    const x = fx * width;
    const d = Math.max(0, Math.floor(x / step));
    if (d >= towers.length) return null;
    const column = Math.min(columns - 1, Math.floor((x - d * step) / pitchX));
    const floor = Math.max(0, Math.floor((height - fy * height) / pitchY)) * columns + column;
    const top = Math.ceil(tower[d].length / merged) - 1;
    const isNear = floor <= top + columns * Math.ceil(MAX_ROOF_DISTANCE / pitchY);
    const n = isNear ? tower[d][Math.min(floor, top) * merged] : undefined;
    return n === undefined ? null : { d, n };
  }

  /** The centre of a window, in fractions of the canvas. @param {Window} at */
  middle({ n }) {
    if (!this.layout) return [0.5, 0.5];
    const [x, y] = this.middleOf(n);
    return [x / this.layout.width, y / this.layout.height];
  }
}

/** The tower of each window. @param {Layout} layout */
export function towerOfWindow({ first, windows }) {
  const tower = new Uint32Array(windows);
  for (let d = 0; d + 1 < first.length; d++) tower.fill(d, first[d], first[d + 1]);
  return tower;
}
