// Draws pictures on a canvas, which does in a browser what needs an imaging library on a server.

import { GifWriter } from "../ui/gif.js";

const PICTURE_WIDTH = 1200; // pixels
const FILM_WIDTH = 420;
const GROUND = "#fff";
const MOVE_TIME = 50; // hundredths of a second
const HOLD_TIME = 160;

/** @param {Blob} picture an SVG @param {number} width @param {string} [ground] the colour behind it */
async function draw(picture, width, ground = "") {
  const url = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser draws no pictures.");
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {Blob} picture an SVG @returns {Promise<Blob>} */
export async function drawPng(picture) {
  const { canvas } = await draw(picture, PICTURE_WIDTH);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This picture is too large.")))),
  );
}

/**
 * An animation of some positions.
 * @param {number} count @param {(k: number) => Promise<Blob>} picture each as an SVG @returns {Promise<Blob>}
 */
export async function drawFilm(count, picture) {
  const frame = async (/** @type {number} */ k) => {
    const { canvas, context } = await draw(await picture(k), FILM_WIDTH, GROUND);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const film = new GifWriter(await frame(0), await frame(count - 1));
  for (let k = 0; k < count; k++) film.add(await frame(k), k % (count - 1) ? MOVE_TIME : HOLD_TIME);
  return film.end();
}
