// Small pictures of scenes, without labels.

/** @import { Cell, Piece, Scene } from "../types" */

import { s } from "../dom.js";
import { family } from "../families.js";
import { landOf } from "./island.js";
import { miniCoat } from "./piece.js";
import { blob, box, isRect } from "./shapes.js";

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
};

/** @param {Scene} scene @param {{numbers?: boolean, label?: string}} [options] */
export function mini(scene, { numbers = false, label } = {}) {
  const isle = family(scene.family).ground === "isle";
  const land = isle ? landOf(scene) : [];
  const whole = { top: 0, left: 0, w: scene.cols, h: scene.rows };
  const { top, left, w, h } = land.length ? box(land) : whole;
  const side = Math.max(w, h);
  const x = left + (w - side) / 2 - 0.5;
  const y = top + (h - side) / 2 - 0.5;
  return s(
    "svg.mini",
    { viewBox: `${x} ${y} ${side + 1} ${side + 1}`, ...(label && { role: "img", "aria-label": label }) },
    s("rect.w", { x: -0.1, y: -0.1, width: scene.cols + 0.2, height: scene.rows + 0.2, rx: 0.35 }),
    scene.floor.flatMap((row, r) => [...row].map((mark, c) => ground(mark, [r, c], isle))),
    scene.pieces.map((piece) => shape(piece, numbers)),
    scene.waiting.length > 0 && !scene.pieces.length && heap(scene),
  );
}

/** @param {string} mark @param {Cell} cell @param {boolean} isle */
function ground(mark, [y, x], isle) {
  if (mark === "#") return s("rect.wtop", { x, y, width: 1.02, height: 1.02 });
  return mark === "o" && isle && s("circle.gdot", { cx: x + 0.5, cy: y + 0.5, r: 0.2 });
}

/** @param {Piece} piece @param {boolean} numbers */
function shape(piece, numbers) {
  const { top, left, w, h } = box(piece.cells);
  const props = miniCoat(piece);
  if (piece.kind === "player") return s("circle.robe", { cx: left + 0.5, cy: top + 0.5, r: 0.36 });
  if (!isRect(piece.cells)) return s("path", { ...props, d: blob(piece.cells, 0.06, 1) });
  const area = { x: left + 0.06, y: top + 0.06, width: w - 0.12, height: h - 0.12, rx: 0.24 };
  return [
    s("rect", { ...props, ...area }),
    numbers && s("text", { x: left + w / 2, y: top + h / 2 + 0.17 }, piece.label),
  ];
}

/** The waiting pieces in rows, as large as fits. @param {Scene} scene */
function heap(scene) {
  for (let k = 0.9; ; k *= 0.9) {
    let [x, y, tall] = [0.15, 0.15, 0];
    const out = scene.waiting.map((piece) => {
      const { top, left, w, h } = box(piece.cells);
      if (x + w * k > scene.cols) [x, y, tall] = [0.15, y + tall + 0.15, 0];
      const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(3)})`;
      x += w * k + 0.15;
      tall = Math.max(tall, h * k);
      const vars = { h: piece.hue, t: piece.tone };
      return s("path.hue", { vars, d: blob(piece.cells, 0.06, 1, top, left), transform });
    });
    if (y + tall <= scene.rows || k < 0.05) return out;
  }
}
