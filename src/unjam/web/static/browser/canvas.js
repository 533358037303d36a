// Draws pictures on a canvas, which does in a browser what needs an imaging library on a server.

/** @import { Film } from "../wire" */

import { GifWriter } from "../ui/gif.js";

const PICTURE_WIDTH = 1200; // pixels
const BREATH = 12; // milliseconds of work after which the page may do something else

/** @param {number} width @param {number} height */
const makeCanvas = (width, height) => Object.assign(document.createElement("canvas"), { width, height });

/** @param {HTMLCanvasElement} canvas */
function pen(canvas) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser draws no pictures.");
  return context;
}

/** @param {Blob} picture an SVG @param {number} [width] that of the picture, if none is given */
async function draw(picture, width) {
  const url = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const wide = width ?? image.naturalWidth;
    const canvas = makeCanvas(wide, Math.round((wide * image.naturalHeight) / image.naturalWidth));
    pen(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {Blob} picture an SVG @returns {Promise<Blob>} */
export async function drawPng(picture) {
  const canvas = await draw(picture, PICTURE_WIDTH);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This picture is too large.")))),
  );
}

/**
 * An animation, of which the handler has said where every drawing is.
 * @param {Film} film @returns {Promise<Blob>}
 */
export async function drawFilm({ width, height, drawings, frames }) {
  const stage = new Stage(width, height, await Promise.all(drawings.map(paint)));
  const samples = [0, frames.length >> 1, frames.length - 1].map((k) => stage.whole(frames[k].places));
  const gif = new GifWriter(...samples);
  let rest = performance.now() + BREATH;
  for (const { places, time } of frames) {
    const { left, top, wide, high } = stage.show(places);
    gif.add(stage.context.getImageData(left, top, wide, high), left, top, time);
    if (performance.now() < rest) continue;
    await new Promise((resolve) => setTimeout(resolve));
    rest = performance.now() + BREATH;
  }
  return gif.end();
}

/** @param {string} drawing an SVG */
const paint = (drawing) => draw(new Blob([drawing], { type: "image/svg+xml" }));

/** @typedef {Film["frames"][number]["places"]} Places */

/** Shows one frame after another, and tells what has changed. */
class Stage {
  /** @type {Places} */
  shown = [];

  /** @param {number} width @param {number} height @param {HTMLCanvasElement[]} drawings */
  constructor(width, height, drawings) {
    this.canvas = makeCanvas(width, height);
    this.context = pen(this.canvas);
    this.drawings = drawings;
  }

  /** The whole of a frame. @param {Places} places */
  whole(places) {
    this.shown = [];
    this.show(places);
    this.shown = [];
    return this.context.getImageData(0, 0, this.canvas.width, this.canvas.height);
  }

  /** Shows a frame; returns the box around what differs from the one before. @param {Places} places */
  show(places) {
    const box = this.changed(places);
    const { left, top, wide, high } = box;
    this.context.save();
    this.context.beginPath();
    this.context.rect(left, top, wide, high);
    this.context.clip();
    this.context.drawImage(this.drawings[0], 0, 0);
    for (const [drawing, x, y] of places) this.context.drawImage(this.drawings[drawing], x, y);
    this.context.restore();
    this.shown = places;
    return box;
  }

  /** @param {Places} places */
  changed(places) {
    const { width, height } = this.canvas;
    if (!this.shown.length) return { left: 0, top: 0, wide: width, high: height };
    const [before, now] = [this.shown, places].map((each) => new Set(each.map(String)));
    const moved = [
      ...this.shown.filter((place) => !now.has(String(place))),
      ...places.filter((place) => !before.has(String(place))),
    ];
    const edge = (/** @type {(box: number[]) => number} */ side) =>
      moved.map((place) => side(this.box(place)));
    const [left, top] = [edge(([x]) => x), edge(([, y]) => y)].map((all) => Math.max(0, Math.min(...all)));
    const right = Math.min(width, Math.max(...edge(([x, , wide]) => x + wide)));
    const low = Math.min(height, Math.max(...edge(([, y, , high]) => y + high)));
    if (left < right && top < low) return { left, top, wide: right - left, high: low - top };
    return { left: 0, top: 0, wide: 1, high: 1 };
  }

  /** @param {Places[number]} place */
  box([drawing, x, y]) {
    const { width, height } = this.drawings[drawing];
    return [x, y, width, height];
  }
}
