// Draws one search: expanded windows and the solution on one canvas, the twinkling frontier on another.

/** @import { Inks, InkName, Layout, Recording, Skyline, Window } from "../types" */

import { h } from "../ui/dom.js";
import { EXPANDED, FRONTIER, isDrawn } from "./recording.js";

const MAX_ROOF_DISTANCE = 10; // pixels above a roof that still count as the roof

export class SkylineCanvas {
  mainCanvas = h("canvas", { "aria-hidden": "true" });
  frontierCanvas = h("canvas.frontier", { "aria-hidden": "true" });
  button = h("button.sky", this.mainCanvas, this.frontierCanvas);
  /** Index of the next event or sample. */
  nextEvent = 0;
  expanded = 0;
  frontier = 0;
  /** Has the search ended with a solution? */
  isSolved = false;
  hasBars = false;
  /** The layout, once known. */
  layout = /** @type {Layout | null} */ (null);
  inks = /** @type {Inks | null} */ (null);
  images = /** @type {ImageData[]} */ ([]);
  pixels = new Uint32Array();
  frontierPixels = new Uint32Array();

  /** @param {Skyline} skyline @param {Recording} recording */
  constructor(skyline, recording) {
    this.skyline = skyline;
    this.recording = recording;
    this.search = recording.search;
    this.state = new Uint8Array(skyline.windows ? skyline.states : 0);
  }

  /** @returns {CanvasRenderingContext2D[]} */
  get contexts() {
    return [this.mainCanvas, this.frontierCanvas].map(
      (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")),
    );
  }

  /**
   * Draws everything again, in another size or with other colours.
   * @param {Layout} layout @param {Inks} inks
   */
  repaint(layout, inks) {
    const { w, h: high } = layout;
    this.layout = layout;
    this.inks = inks;
    for (const canvas of [this.mainCanvas, this.frontierCanvas])
      if (canvas.width !== w || canvas.height !== high) Object.assign(canvas, { width: w, height: high });
    if (!this.skyline.windows) return this.paintBars();
    this.images = [0, 1].map(() => new ImageData(w, high));
    [this.pixels, this.frontierPixels] = this.images.map((image) => new Uint32Array(image.data.buffer));
    for (let n = 0; n < this.skyline.states; n++) this.paintWindow(n);
    if (this.isSolved) this.lightPath();
    return this.show();
  }

  show() {
    this.contexts.forEach((brush, i) => {
      if (this.images[i]) brush.putImageData(this.images[i], 0, 0);
    });
  }

  /** @param {Uint32Array} pixels @param {number} n @param {number} colour */
  fill(pixels, n, colour) {
    if (!this.layout) return;
    const { w, h: high, p, c, g, s } = this.layout;
    const floor = this.skyline.floor[n];
    const row = (high - (((floor / c) | 0) + 1) * p) * w;
    const from = row + this.skyline.distance[n] * (c * p + g) + (floor % c) * p;
    for (let y = 0; y < s; y++) for (let i = from + y * w, end = i + s; i < end; i++) pixels[i] = colour;
  }

  /** Paints a window in its current state. @param {number} n */
  paintWindow(n) {
    if (!this.inks) return;
    const { lit, unlit, edge } = this.inks.pixel;
    const state = this.state[n];
    this.fill(this.pixels, n, state === EXPANDED ? lit : unlit);
    this.fill(this.frontierPixels, n, state === FRONTIER ? edge : 0);
  }

  /** Paints the solution in its own colour. */
  lightPath() {
    for (const n of this.recording.path) {
      this.fill(this.frontierPixels, n, 0);
      this.fill(this.pixels, n, this.inks?.pixel.path ?? 0);
    }
  }

  /** @param {number} n @param {number} to */
  setState(n, to) {
    const was = this.state[n];
    if (was === to) return;
    this.expanded += Number(to === EXPANDED) - Number(was === EXPANDED);
    this.frontier += Number(to === FRONTIER) - Number(was === FRONTIER);
    this.state[n] = to;
    this.paintWindow(n);
  }

  /** Shows the search after `v` expansions. @param {number} v */
  seek(v) {
    const { search } = this;
    const to = Math.min(v, search.expanded);
    const out = to >= search.expanded && search.cost !== null;
    if (this.skyline.windows) this.seekEvent(to, out);
    else this.seekMoment(to, out);
  }

  /** @param {number} v @param {boolean} out */
  seekEvent(v, out) {
    const { recording } = this;
    const { at, kind, number, was } = recording;
    const start = this.nextEvent;
    let i = start;
    if (this.isSolved && !out) for (const n of this.recording.path) this.paintWindow(n);
    for (; i < at.length && at[i] <= v; i++) if (isDrawn(recording, i)) this.setState(number[i], kind[i]);
    for (; i > 0 && at[i - 1] > v; i--)
      if (isDrawn(recording, i - 1)) this.setState(number[i - 1], was[i - 1]);
    const changed = i !== start || out !== this.isSolved;
    this.nextEvent = i;
    this.isSolved = out;
    if (!changed || !this.layout) return;
    if (out) this.lightPath();
    this.show();
  }

  /** @param {number} v @param {boolean} out */
  seekMoment(v, out) {
    const { at } = this.recording;
    let i = this.nextEvent;
    while (i + 1 < at.length && at[i + 1] <= v) i++;
    while (i > 0 && at[i] > v) i--;
    const changed = i !== this.nextEvent || out !== this.isSolved || !this.hasBars;
    this.nextEvent = i;
    this.isSolved = out;
    if (changed) this.paintBars();
  }

  /** The counts of a tower at the current moment. @param {number} d */
  tower(d) {
    const { expanded, frontier } = this.recording;
    return { expanded: expanded[d][this.nextEvent], frontier: frontier[d][this.nextEvent] };
  }

  /** Paints towers as bars, when there are too many positions for windows. */
  paintBars() {
    if (!this.layout) return;
    this.hasBars = true;
    const { w, h: high } = this.layout;
    const [mainCanvas, edge] = this.contexts;
    for (const brush of [mainCanvas, edge]) brush.clearRect(0, 0, w, high);
    this.expanded = this.frontier = 0;
    this.skyline.towers.forEach((all, d) => {
      const { expanded, frontier } = this.tower(d);
      this.expanded += expanded;
      this.frontier += frontier;
      this.paintBar(mainCanvas, "unlit", d, 0, all);
      this.paintBar(mainCanvas, "lit", d, 0, expanded);
      this.paintBar(edge, "edge", d, expanded, frontier);
      if (this.isSolved) this.paintBar(mainCanvas, "path", d, 0, this.recording.path[d]);
    });
  }

  /**
   * @param {CanvasRenderingContext2D} on @param {InkName} ink @param {number} d which tower
   * @param {number} below @param {number} n how many
   */
  paintBar(on, ink, d, below, n) {
    if (!n || !this.layout || !this.inks) return;
    const { w, h: high } = this.layout;
    const { towers, most } = this.skyline;
    const wide = w / towers.length;
    const gap = wide > 4 ? Math.max(1, wide * 0.2) : 0;
    const tall = Math.max(1.5, (n / most) * high);
    on.fillStyle = this.inks.css[ink];
    on.fillRect(d * wide, high - (below / most) * high - tall, wide - gap, tall);
  }

  /**
   * The window or tower at a point given in fractions of the canvas.
   * @param {number} fx @param {number} fy @returns {Window | null}
   */
  find(fx, fy) {
    const { towers, tower, windows } = this.skyline;
    if (!windows || !this.layout)
      return { d: Math.max(0, Math.min(towers.length - 1, Math.floor(fx * towers.length))) };
    const { w, h: high, p, c, g } = this.layout;
    const x = fx * w;
    const d = Math.floor(x / (c * p + g));
    const column = Math.min(c - 1, Math.floor((x - d * (c * p + g)) / p));
    const floor = Math.max(0, Math.floor((high - fy * high) / p)) * c + column;
    const top = (tower[d]?.length ?? 0) - 1;
    const n =
      floor <= top + c * Math.ceil(MAX_ROOF_DISTANCE / p) ? tower[d]?.[Math.min(floor, top)] : undefined;
    return n === undefined ? null : { d, n };
  }

  /** The centre of a window or tower, in fractions of the canvas. @param {Window} at */
  middle({ n, d }) {
    if (n === undefined || !this.layout) return [(d + 0.5) / this.skyline.towers.length, 0.4];
    const { w, h: high, p, c, g } = this.layout;
    const floor = this.skyline.floor[n];
    const x = this.skyline.distance[n] * (c * p + g) + (floor % c) * p + p / 2;
    return [x / w, (high - Math.floor(floor / c) * p - p / 2) / high];
  }
}
