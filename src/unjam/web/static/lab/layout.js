// The layout of the windows on a canvas, and their colours.

/** @import { InkName, Inks, Layout, Skyline } from "../types" */

import { h } from "../ui/dom.js";

const ASPECT = 222 / 310; // height to width
const MAX_PITCH = 18; // CSS pixels from window to window

/** @type {InkName[]} */
export const INKS = ["lit", "edge", "unlit", "path"];

/**
 * @param {Skyline} sky @param {number} width in CSS pixels @param {number} ratio device pixels to one of them
 * @returns {Layout}
 */
export function computeLayout(sky, width, ratio) {
  for (let scale = ratio; ; scale *= 1.25) {
    const w = Math.max(40, Math.round(width * scale));
    const high = Math.round(w * ASPECT);
    const best = fitColumns(sky, w, high, Math.round(MAX_PITCH * ratio));
    if (best.p < 1 && scale <= 14) continue;
    const s = best.p < 3 ? Math.max(1, best.p) : best.p - Math.max(1, Math.round(best.p / 5));
    return { w, h: high, ...best, s };
  }
}

/**
 * Finds the number of columns per tower that gives the largest windows.
 * @param {Skyline} sky @param {number} w @param {number} high @param {number} largest
 */
function fitColumns({ towers: { length: towers }, most }, w, high, largest) {
  let best = { p: 0, c: 1, g: 0 };
  for (let c = 1; c <= most && c * towers <= w; c++) {
    const floors = Math.ceil(most / c);
    let p = Math.min(Math.floor(high / floors), Math.floor((w + 3) / (towers * (c + 0.6))), largest);
    if (p < 1 && floors <= high) p = 1;
    if (p <= best.p) continue;
    const room = Math.floor((w - towers * c * p) / (towers - 1));
    best = { p, c, g: towers > 1 ? Math.min(Math.max(Math.round(p * 0.6), c * p), room) : 0 };
  }
  return best;
}

/** Reads the four colours, as pixels and as CSS. @param {HTMLElement} samples one element for each */
export function readInks(samples) {
  const canvas = h("canvas", { width: 1, height: 1 });
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  /** @type {Inks} */
  const inks = {
    pixel: { lit: 0, edge: 0, unlit: 0, path: 0 },
    css: { lit: "", edge: "", unlit: "", path: "" },
  };
  INKS.forEach((name, i) => {
    const colour = getComputedStyle(samples.children[i]).backgroundColor;
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    [inks.pixel[name]] = new Uint32Array(ink.getImageData(0, 0, 1, 1).data.buffer);
    inks.css[name] = colour;
  });
  return inks;
}
