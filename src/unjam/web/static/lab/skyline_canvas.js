// SkylineCanvas paints one search after some expansions: windows or bars, the solution, the twinkling
// frontier; finds the window under a pointer.

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
  /** Set by the first repaint. */
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
    const { width, height } = layout;
    this.layout = layout;
    this.inks = inks;
    for (const canvas of [this.mainCanvas, this.frontierCanvas])
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    if (!this.skyline.windows) return this.paintBars();
    this.images = [0, 1].map(() => new ImageData(width, height));
    [this.pixels, this.frontierPixels] = this.images.map((image) => new Uint32Array(image.data.buffer));
    for (let n = 0; n < this.skyline.states; n++) this.paintWindow(n);
    if (this.isSolved) this.lightPath();
    return this.show();
  }

  show() {
    this.contexts.forEach((context, i) => {
      if (this.images[i]) context.putImageData(this.images[i], 0, 0);
    });
  }

  /** Fills the window of a position. @param {Uint32Array} pixels @param {number} n @param {number} colour */
  fill(pixels, n, colour) {
    if (!this.layout) return;
    const { width, height, pitch, columns, gap, side } = this.layout;
    const floor = this.skyline.floor[n];
    const row = (height - (((floor / columns) | 0) + 1) * pitch) * width;
    const from = row + this.skyline.distance[n] * (columns * pitch + gap) + (floor % columns) * pitch;
    for (let y = 0; y < side; y++) pixels.fill(colour, from + y * width, from + y * width + side);
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

  /** Shows the search after some expansions. @param {number} expanded */
  seek(expanded) {
    const { search } = this;
    const isSolved = expanded >= search.expanded && search.cost !== null;
    if (this.skyline.windows) this.seekEvent(expanded, isSolved);
    else this.seekSample(expanded, isSolved);
  }

  /** @param {number} expanded @param {boolean} isSolved */
  seekEvent(expanded, isSolved) {
    const { recording } = this;
    const { at, kind, number, was } = recording;
    const start = this.nextEvent;
    let i = start;
    if (this.isSolved && !isSolved) for (const n of recording.path) this.paintWindow(n);
    for (; i < at.length && at[i] <= expanded; i++)
      if (isDrawn(recording, i)) this.setState(number[i], kind[i]);
    for (; i > 0 && at[i - 1] > expanded; i--)
      if (isDrawn(recording, i - 1)) this.setState(number[i - 1], was[i - 1]);
    const changed = i !== start || isSolved !== this.isSolved;
    this.nextEvent = i;
    this.isSolved = isSolved;
    if (!changed || !this.layout) return;
    if (isSolved) this.lightPath();
    this.show();
  }

  /** @param {number} expanded @param {boolean} isSolved */
  seekSample(expanded, isSolved) {
    const { at } = this.recording;
    let i = this.nextEvent;
    while (i + 1 < at.length && at[i + 1] <= expanded) i++;
    while (i > 0 && at[i] > expanded) i--;
    const changed = i !== this.nextEvent || isSolved !== this.isSolved || !this.hasBars;
    this.nextEvent = i;
    this.isSolved = isSolved;
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
    const { width, height } = this.layout;
    const [main, edge] = this.contexts;
    for (const context of [main, edge]) context.clearRect(0, 0, width, height);
    this.expanded = this.frontier = 0;
    this.skyline.towers.forEach((all, d) => {
      const { expanded, frontier } = this.tower(d);
      this.expanded += expanded;
      this.frontier += frontier;
      this.paintBar(main, "unlit", d, 0, all);
      this.paintBar(main, "lit", d, 0, expanded);
      this.paintBar(edge, "edge", d, expanded, frontier);
      if (this.isSolved) this.paintBar(main, "path", d, 0, this.recording.path[d]);
    });
  }

  /**
   * Paints part of a tower.
   * @param {CanvasRenderingContext2D} context @param {InkName} ink @param {number} d which tower
   * @param {number} below the number of positions below this part @param {number} n its own number
   */
  paintBar(context, ink, d, below, n) {
    if (!n || !this.layout || !this.inks) return;
    const { width, height } = this.layout;
    const { towers, most } = this.skyline;
    const pitch = width / towers.length;
    const gap = pitch > 4 ? Math.max(1, pitch * 0.2) : 0;
    const high = Math.max(1.5, (n / most) * height);
    context.fillStyle = this.inks.css[ink];
    context.fillRect(d * pitch, height - (below / most) * height - high, pitch - gap, high);
  }

  /**
   * The window or tower at a point given in fractions of the canvas.
   * @param {number} fx @param {number} fy @returns {Window | null}
   */
  find(fx, fy) {
    const { towers, tower, windows } = this.skyline;
    if (!windows || !this.layout)
      return { d: Math.max(0, Math.min(towers.length - 1, Math.floor(fx * towers.length))) };
    const { width, height, pitch, columns, gap } = this.layout;
    const x = fx * width;
    const d = Math.floor(x / (columns * pitch + gap));
    const column = Math.min(columns - 1, Math.floor((x - d * (columns * pitch + gap)) / pitch));
    const floor = Math.max(0, Math.floor((height - fy * height) / pitch)) * columns + column;
    const top = (tower[d]?.length ?? 0) - 1;
    const isNear = floor <= top + columns * Math.ceil(MAX_ROOF_DISTANCE / pitch);
    const n = isNear ? tower[d]?.[Math.min(floor, top)] : undefined;
    return n === undefined ? null : { d, n };
  }

  /** The centre of a window or tower, in fractions of the canvas. @param {Window} at */
  middle({ n, d }) {
    if (n === undefined || !this.layout) return [(d + 0.5) / this.skyline.towers.length, 0.4];
    const { width, height, pitch, columns, gap } = this.layout;
    const floor = this.skyline.floor[n];
    const x = d * (columns * pitch + gap) + ((floor % columns) + 0.5) * pitch;
    return [x / width, (height - (Math.floor(floor / columns) + 0.5) * pitch) / height];
  }
}
