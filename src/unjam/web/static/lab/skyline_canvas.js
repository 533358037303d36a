// The pixels of one search: lit windows and the solution on one canvas, the twinkling frontier on another.

/** @import { Inks, InkName, Plan, Recording, Skyline, Window } from "../types" */

import { h } from "../ui/dom.js";
import { EXPANDED, FRONTIER, isDrawn } from "./recording.js";

const NEAR = 10; // pixels above a roof that still mean the roof

export class Panel {
  wall = h("canvas", { "aria-hidden": "true" });
  edge = h("canvas.fr", { "aria-hidden": "true" });
  sky = h("button.sky", this.wall, this.edge);
  /** The event, or the moment, that comes next. */
  next = 0;
  expanded = 0;
  frontier = 0;
  /** Has the search ended, with a solution? */
  out = false;
  drawn = false;
  /** Where the windows go, once the panel is dressed. */
  plan = /** @type {Plan | null} */ (null);
  inks = /** @type {Inks | null} */ (null);
  images = /** @type {ImageData[]} */ ([]);
  pixels = new Uint32Array();
  glow = new Uint32Array();

  /** @param {Skyline} skyline @param {Recording} recording */
  constructor(skyline, recording) {
    this.skyline = skyline;
    this.recording = recording;
    this.search = recording.search;
    this.state = new Uint8Array(skyline.windows ? skyline.states : 0);
  }

  /** Both canvases, ready to paint on. @returns {CanvasRenderingContext2D[]} */
  get brushes() {
    return [this.wall, this.edge].map(
      (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")),
    );
  }

  /** Draws everything anew, in another size or other colours. @param {Plan} plan @param {Inks} inks */
  dress(plan, inks) {
    const { w, h: high } = plan;
    this.plan = plan;
    this.inks = inks;
    for (const canvas of [this.wall, this.edge])
      if (canvas.width !== w || canvas.height !== high) Object.assign(canvas, { width: w, height: high });
    if (!this.skyline.windows) return this.bars();
    this.images = [0, 1].map(() => new ImageData(w, high));
    [this.pixels, this.glow] = this.images.map((image) => new Uint32Array(image.data.buffer));
    for (let n = 0; n < this.skyline.states; n++) this.window(n);
    if (this.out) this.lightPath();
    return this.show();
  }

  show() {
    this.brushes.forEach((brush, i) => {
      if (this.images[i]) brush.putImageData(this.images[i], 0, 0);
    });
  }

  /** @param {Uint32Array} pixels @param {number} n @param {number} colour */
  fill(pixels, n, colour) {
    if (!this.plan) return;
    const { w, h: high, p, c, g, s } = this.plan;
    const floor = this.skyline.floor[n];
    const row = (high - (((floor / c) | 0) + 1) * p) * w;
    const from = row + this.skyline.distance[n] * (c * p + g) + (floor % c) * p;
    for (let y = 0; y < s; y++) for (let i = from + y * w, end = i + s; i < end; i++) pixels[i] = colour;
  }

  /** Paints a window as it is now. @param {number} n */
  window(n) {
    if (!this.inks) return;
    const { lit, unlit, edge } = this.inks.pixel;
    const state = this.state[n];
    this.fill(this.pixels, n, state === EXPANDED ? lit : unlit);
    this.fill(this.glow, n, state === FRONTIER ? edge : 0);
  }

  /** The solution in its own colour. */
  lightPath() {
    for (const n of this.recording.path) {
      this.fill(this.glow, n, 0);
      this.fill(this.pixels, n, this.inks?.pixel.path ?? 0);
    }
  }

  /** @param {number} n @param {number} to */
  turn(n, to) {
    const was = this.state[n];
    if (was === to) return;
    this.expanded += Number(to === EXPANDED) - Number(was === EXPANDED);
    this.frontier += Number(to === FRONTIER) - Number(was === FRONTIER);
    this.state[n] = to;
    this.window(n);
  }

  /** Shows the search after so many expansions. @param {number} v */
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
    const start = this.next;
    let i = start;
    if (this.out && !out) for (const n of this.recording.path) this.window(n);
    for (; i < at.length && at[i] <= v; i++) if (isDrawn(recording, i)) this.turn(number[i], kind[i]);
    for (; i > 0 && at[i - 1] > v; i--) if (isDrawn(recording, i - 1)) this.turn(number[i - 1], was[i - 1]);
    const changed = i !== start || out !== this.out;
    this.next = i;
    this.out = out;
    if (!changed || !this.plan) return;
    if (out) this.lightPath();
    this.show();
  }

  /** @param {number} v @param {boolean} out */
  seekMoment(v, out) {
    const { at } = this.recording;
    let i = this.next;
    while (i + 1 < at.length && at[i + 1] <= v) i++;
    while (i > 0 && at[i] > v) i--;
    const changed = i !== this.next || out !== this.out || !this.drawn;
    this.next = i;
    this.out = out;
    if (changed) this.bars();
  }

  /** What is known of a tower at this moment. @param {number} d */
  tower(d) {
    const { expanded, frontier } = this.recording;
    return { expanded: expanded[d][this.next], frontier: frontier[d][this.next] };
  }

  /** Towers of counts, for spaces with too many positions for windows. */
  bars() {
    if (!this.plan) return;
    this.drawn = true;
    const { w, h: high } = this.plan;
    const [wall, edge] = this.brushes;
    for (const brush of [wall, edge]) brush.clearRect(0, 0, w, high);
    this.expanded = this.frontier = 0;
    this.skyline.towers.forEach((all, d) => {
      const { expanded, frontier } = this.tower(d);
      this.expanded += expanded;
      this.frontier += frontier;
      this.bar(wall, "unlit", d, 0, all);
      this.bar(wall, "lit", d, 0, expanded);
      this.bar(edge, "edge", d, expanded, frontier);
      if (this.out) this.bar(wall, "path", d, 0, this.recording.path[d]);
    });
  }

  /**
   * @param {CanvasRenderingContext2D} on @param {InkName} ink @param {number} d which tower
   * @param {number} below @param {number} n how many
   */
  bar(on, ink, d, below, n) {
    if (!n || !this.plan || !this.inks) return;
    const { w, h: high } = this.plan;
    const { towers, most } = this.skyline;
    const wide = w / towers.length;
    const gap = wide > 4 ? Math.max(1, wide * 0.2) : 0;
    const tall = Math.max(1.5, (n / most) * high);
    on.fillStyle = this.inks.css[ink];
    on.fillRect(d * wide, high - (below / most) * high - tall, wide - gap, tall);
  }

  /**
   * The window, or the tower, at a place given in fractions of the canvas.
   * @param {number} fx @param {number} fy @returns {Window | null}
   */
  find(fx, fy) {
    const { towers, tower, windows } = this.skyline;
    if (!windows || !this.plan)
      return { d: Math.max(0, Math.min(towers.length - 1, Math.floor(fx * towers.length))) };
    const { w, h: high, p, c, g } = this.plan;
    const x = fx * w;
    const d = Math.floor(x / (c * p + g));
    const column = Math.min(c - 1, Math.floor((x - d * (c * p + g)) / p));
    const floor = Math.max(0, Math.floor((high - fy * high) / p)) * c + column;
    const top = (tower[d]?.length ?? 0) - 1;
    const n = floor <= top + c * Math.ceil(NEAR / p) ? tower[d]?.[Math.min(floor, top)] : undefined;
    return n === undefined ? null : { d, n };
  }

  /** The middle of a window, or of a tower, in fractions of the canvas. @param {Window} at */
  middle({ n, d }) {
    if (n === undefined || !this.plan) return [(d + 0.5) / this.skyline.towers.length, 0.4];
    const { w, h: high, p, c, g } = this.plan;
    const floor = this.skyline.floor[n];
    const x = this.skyline.distance[n] * (c * p + g) + (floor % c) * p + p / 2;
    return [x / w, (high - Math.floor(floor / c) * p - p / 2) / high];
  }
}
