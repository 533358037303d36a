// Computes how the towers fill a panel and how many units one window stands for (`computeLayout`), which
// pixels a window has (`windowArea`), and reads the colours from the style sheet (`readInks`).

/** @import { Area, InkName, Inks, Layout, Skyline } from "../types" */

import { h } from "../ui/dom.js";

const ASPECT = 222 / 310; // height to width
const MAX_PITCH = 18; // CSS pixels from window to window
const MIN_PITCH = 3.5; // of windows that stand for several units
const MIN_SINGLE = 2; // of windows that stand for one position; smaller ones are merged
const GAP = 0.22; // between two towers, as a share of a tower
const MAX_STRETCH = 2.2; // height to width of a window
const MIN_STEP = 6; // pixels from tower to tower, from which there is a gap

/** @type {InkName[]} */
export const INKS = ["lit", "edge", "unlit", "path", "first", "second", "page", "ink", "dim"];

/**
 * @param {Skyline} sky @param {number} cssWidth @param {number} ratio device pixels to one CSS pixel
 * @returns {Layout}
 */
export function computeLayout(sky, cssWidth, ratio) {
  const width = Math.max(40, Math.round(cssWidth * ratio));
  const height = Math.round(width * ASPECT);
  const least = MIN_PITCH * ratio;
  let merged = 1;
  let fit = fitColumns(sky, merged, width, height);
  const isSmall = Math.min(fit.pitchX, fit.pitchY) < (sky.windows ? MIN_SINGLE * ratio : least);
  while (isSmall && Math.min(fit.pitchX, fit.pitchY) < least && (fit.columns > 1 || fit.pitchY < least)) {
    merged = Math.ceil(merged * 1.15);
    fit = fitColumns(sky, merged, width, height);
  }
  const first = new Uint32Array(sky.towers.length + 1);
  sky.tower.forEach((units, d) => {
    first[d + 1] = first[d] + Math.ceil(units.length / merged);
  });
  return { width, height, merged, first, windows: first[sky.towers.length], ...limitSize(fit, ratio) };
}

/**
 * Finds the number of columns per tower that gives the largest windows; they fill the panel.
 * @param {Skyline} sky @param {number} merged @param {number} width @param {number} height
 */
function fitColumns({ towers, most: units }, merged, width, height) {
  const step = width / towers.length;
  const gap = step >= MIN_STEP ? step * GAP : 0;
  const most = Math.ceil(units / merged);
  let best = { columns: 1, step, pitchX: step - gap, pitchY: height / most };
  for (let columns = 2; columns <= most && best.pitchX > best.pitchY; columns++) {
    const next = {
      columns,
      step,
      pitchX: (step - gap) / columns,
      pitchY: height / Math.ceil(most / columns),
    };
    if (Math.min(next.pitchX, next.pitchY) <= best.pitchY) continue;
    best = next;
  }
  return best;
}

/**
 * Makes windows no larger than MAX_PITCH.
 * @param {ReturnType<typeof fitColumns>} fit @param {number} ratio
 */
function limitSize(fit, ratio) {
  const largest = Math.round(MAX_PITCH * ratio);
  const pitchX = Math.min(fit.pitchX, largest);
  const pitchY = Math.min(fit.pitchY, largest, Math.max(MAX_STRETCH * pitchX, 2 * MIN_PITCH * ratio));
  const step = pitchX < largest ? fit.step : Math.min(fit.step, 2 * fit.columns * largest);
  const small = Math.min(pitchX, pitchY);
  const between = (/** @type {number} */ pitch) => (pitch < 3 ? 0 : Math.max(1, Math.round(small / 5)));
  return { columns: fit.columns, step, pitchX, pitchY, gapX: between(pitchX), gapY: between(pitchY) };
}

/**
 * The pixels of a window, given its tower and its index there.
 * @param {Layout} layout @param {number} d @param {number} i @returns {Area}
 */
export function windowArea({ height, columns, step, pitchX, pitchY, gapX, gapY }, d, i) {
  const row = Math.floor(i / columns);
  const x = d * step + (i % columns) * pitchX;
  const left = Math.round(x);
  const low = height - Math.round(row * pitchY);
  const right = Math.max(left + 1, Math.round(x + pitchX) - gapX);
  const top = Math.min(low - 1, height - Math.round((row + 1) * pitchY) + gapY);
  return { x: left, y: top, w: right - left, h: low - top };
}

/**
 * The heights of some parts of a window that stand on each other; a part that is there has a pixel, and what
 * is missing is seen, where there are enough pixels.
 * @param {number} h @param {number} all @param {number[]} parts @returns {number[]}
 */
export function partHeights(h, all, parts) {
  const out = parts.map((n) => (n ? Math.max(1, Math.round((n / all) * h)) : 0));
  const sum = parts.reduce((a, b) => a + b, 0);
  const room = sum < all && h > out.filter(Boolean).length ? h - 1 : h;
  for (let over = out.reduce((a, b) => a + b, 0) - room; over > 0; over--) {
    const largest = out.indexOf(Math.max(...out));
    out[largest]--;
  }
  return out;
}

/**
 * Reads the colours, as pixels and as CSS.
 * @param {HTMLElement} samples one element for each @returns {Inks}
 */
export function readInks(samples) {
  const canvas = h("canvas", { width: 1, height: 1 });
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const pixel = /** @type {Record<InkName, number>} */ ({});
  const css = /** @type {Record<InkName, string>} */ ({});
  INKS.forEach((name, i) => {
    ink.fillStyle = getComputedStyle(samples.children[i]).backgroundColor;
    ink.fillRect(0, 0, 1, 1);
    const { data } = ink.getImageData(0, 0, 1, 1);
    [pixel[name]] = new Uint32Array(data.buffer);
    css[name] = `#${[...data.slice(0, 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  });
  return { pixel, css };
}
