// Computes size and columns of the windows on a canvas (`computeLayout`), and reads their four colours from
// the style sheet (`readInks`).

/** @import { InkName, Inks, Layout, Skyline } from "../types" */

import { h } from "../ui/dom.js";

const ASPECT = 222 / 310; // height to width
const MAX_PITCH = 18; // CSS pixels from window to window

/** @type {InkName[]} */
export const INKS = ["lit", "edge", "unlit", "path"];

/**
 * @param {Skyline} sky @param {number} cssWidth @param {number} ratio device pixels to one CSS pixel
 * @returns {Layout}
 */
export function computeLayout(sky, cssWidth, ratio) {
  for (let scale = ratio; ; scale *= 1.25) {
    const width = Math.max(40, Math.round(cssWidth * scale));
    const height = Math.round(width * ASPECT);
    const best = fitColumns(sky, width, height, Math.round(MAX_PITCH * ratio));
    const { pitch } = best;
    if (pitch < 1 && scale <= 14) continue;
    const side = pitch < 3 ? Math.max(1, pitch) : pitch - Math.max(1, Math.round(pitch / 5));
    return { width, height, ...best, side };
  }
}

/**
 * Finds the number of columns per tower that gives the largest windows.
 * @param {Skyline} sky @param {number} width @param {number} height @param {number} maxPitch
 */
function fitColumns({ towers: { length: towers }, most }, width, height, maxPitch) {
  let best = { pitch: 0, columns: 1, gap: 0 };
  for (let columns = 1; columns <= most && columns * towers <= width; columns++) {
    const floors = Math.ceil(most / columns);
    const widest = Math.floor((width + 3) / (towers * (columns + 0.6)));
    let pitch = Math.min(Math.floor(height / floors), widest, maxPitch);
    if (pitch < 1 && floors <= height) pitch = 1;
    if (pitch <= best.pitch) continue;
    const room = Math.floor((width - towers * columns * pitch) / (towers - 1));
    const gap = towers > 1 ? Math.min(Math.max(Math.round(pitch * 0.6), columns * pitch), room) : 0;
    best = { pitch, columns, gap };
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
