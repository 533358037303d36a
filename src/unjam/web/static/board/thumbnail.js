// Small pictures of scenes, of the same shapes as the board, without labels. Units are hundredths of a cell.

/** @import { Cell, Exit, Piece, Scene } from "../types" */

import { family } from "../state/families.js";
import { s, template } from "../ui/dom.js";
import { style } from "../ui/theme.js";
import { blob, border, box, isRect, marked } from "./geometry.js";
import { diamond, landOf, parts } from "./island.js";
import { miniCoat } from "./piece.js";

const RIM = 40;
const LEAST = 680; // the side of a box; a board of fewer than six cells looks smaller
const LEAST_ISLE = 760;

/** An empty tray, where there is nothing to show. @type {Scene} */
export const NOTHING = {
  family: "",
  rows: 6,
  cols: 6,
  floor: [],
  pieces: [],
  waiting: [],
  exit: null,
  goal: null,
  homes: [],
};

/**
 * @param {Scene} scene
 * @param {{numbers?: boolean, label?: string, fit?: boolean}} [options] fit: no larger than the board
 */
export function mini(scene, { numbers = false, label, fit = false } = {}) {
  const isle = family(scene.family).ground === "isle";
  const { view, ground } = isle ? island(scene) : tray(scene, fit);
  return s(
    "svg.mini",
    { viewBox: view.join(" "), ...(label && { role: "img", "aria-label": label }) },
    ground,
    scene.pieces.map((piece) => shape(piece, numbers)),
    scene.homes.map(({ cells }) => s("path.gl", { d: border(cells, 8.5, 10) })),
    scene.waiting.length > 0 && !scene.pieces.length && heap(scene),
  );
}

/** A square about the middle of an area, that large at least. @param {number[]} area @param {number} least */
function square([x, y, w, h], least) {
  const side = Math.max(w, h, least);
  return [x + (w - side) / 2, y + (h - side) / 2, side, side];
}

/** The rim, the floor, the way out and the walls. @param {Scene} scene @param {boolean} fit */
function tray({ rows, cols, floor, exit, homes }, fit) {
  const [width, height] = [cols * 100, rows * 100];
  const area = [-RIM, -RIM, width + 2 * RIM, height + 2 * RIM];
  const [x, y, w, h] = area;
  const goals = exit || homes.length ? [] : marked(floor, "o");
  return {
    view: fit ? area : square(area, LEAST),
    ground: [
      s("rect.wtop", { x, y, width: w, height: h, rx: 60 }),
      s("rect.w", { width, height, rx: 20 }),
      exit && s("rect.w", gap(exit, width, height)),
      marked(floor, "#").map(wall),
      marked(floor, " ").map(([r, c]) => s("rect.wtop", { x: c * 100, y: r * 100, width: 100, height: 100 })),
      goals.map((cell) => diamond(cell, 13)),
    ],
  };
}

/** The part of the rim that is cut out. @param {Exit} exit @param {number} wide @param {number} high */
function gap({ side, first, last }, wide, high) {
  const long = (last - first + 1) * 100;
  if (side === "left" || side === "right")
    return { x: side === "left" ? -RIM : wide - 5, y: first * 100, width: RIM + 5, height: long };
  return { x: first * 100, y: side === "up" ? -RIM : high - 5, width: long, height: RIM + 5 };
}

/** The front of a wall and its top. @param {Cell} cell */
function wall([r, c]) {
  const area = { x: c * 100 + 3.5, y: r * 100 + 3.5, width: 93, rx: 17 };
  return [s("rect.wlo", { ...area, height: 93 }), s("rect.wtop", { ...area, height: 76 })];
}

/** The island as on the board, its walls as full cells. @param {Scene} scene */
function island(scene) {
  style("island");
  const { land, inner, bridges } = parts(scene.floor);
  const whole = blob([...land, ...inner, ...bridges], 0.001);
  const { top, left, w, h } = box(landOf(scene).length ? land : [[0, 0]]);
  const area = [left * 100 - 36, top * 100 - 36, w * 100 + 72, h * 100 + 92];
  const open = new Set(land.map(String));
  const fronts = land.filter(([r, c]) => !open.has(`${r - 1},${c}`));
  return {
    view: square(area, LEAST_ISLE),
    ground: [
      s("path.rim.lo", { d: whole }),
      s("path.rim", { d: whole }),
      s("path.flr", { d: blob(land, -0.003) }),
      s("path.wlo", { d: fronts.map(([r, c]) => `M${c * 100} ${r * 100}h100v17h-100Z`).join("") }),
      s("path.wtop", { d: blob(inner, -0.003) }),
      marked(scene.floor, "o").map((cell) => diamond(cell)),
    ],
  };
}

/** @param {Piece} piece @param {boolean} numbers */
function shape(piece, numbers) {
  const { top, left, w, h } = box(piece.cells);
  const [x, y] = [left * 100, top * 100];
  if (piece.kind === "player") return figure(x, y - 10);
  if (piece.kind === "box") return crate(piece, x, y);
  const props = miniCoat(piece);
  const area = { x: x + 5, y: y + 5, width: w * 100 - 10, height: h * 100 - 10, rx: 20 };
  const middle = { x: x + w * 50, y: y + h * 50 + 17 };
  return [
    isRect(piece.cells)
      ? s("rect", { ...props, ...area })
      : s("path", { ...props, d: border(piece.cells, 5, 20) }),
    numbers && s("text", { ...props, ...middle }, piece.label),
  ];
}

/** @param {Piece} piece @param {number} x @param {number} y */
function crate(piece, x, y) {
  const props = miniCoat(piece);
  const area = { x: x + 7, y: y + 7, width: 86, rx: 15 };
  return [
    s("rect.lo", { ...props, ...area, height: 86 }),
    s("rect", { ...props, ...area, height: 79 }),
    piece.state === "home" && s("path.tick", { d: `M${x + 30} ${y + 47}l15 15 27-31` }),
  ];
}

/** Who pushes the boxes. @param {number} x @param {number} y */
function figure(x, y) {
  const el = /** @type {Element} */ (template("hero").firstElementChild);
  for (const [name, value] of Object.entries({ x, y, width: 100, height: 100 }))
    el.setAttribute(name, String(value));
  return el;
}

/** The waiting pieces in rows, as large as fits. @param {Scene} scene */
function heap(scene) {
  for (let k = 0.9; ; k *= 0.9) {
    let [x, y, tall] = [0.15, 0.15, 0];
    const out = scene.waiting.map((piece) => {
      const { top, left, w, h } = box(piece.cells);
      if (x + w * k > scene.cols) [x, y, tall] = [0.15, y + tall + 0.15, 0];
      const at = [x - left * k, y - top * k].map((n) => (n * 100).toFixed(1));
      x += w * k + 0.15;
      tall = Math.max(tall, h * k);
      const transform = `translate(${at}) scale(${k.toFixed(3)})`;
      return s("path", { ...miniCoat(piece), d: border(piece.cells, 5, 20), transform });
    });
    if (y + tall <= scene.rows || k < 0.05) return out;
  }
}
