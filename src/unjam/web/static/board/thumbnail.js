// Thumbnails of scenes as SVG, in hundredths of a cell: tray or island, exit, walls, pieces, boxes, player,
// and the heap of waiting pieces.

/** @import { Cell, Exit, Piece, Scene } from "../types" */

import { findFamily } from "../state/families.js";
import { s, template } from "../ui/dom.js";
import { loadStyle } from "../ui/theme.js";
import { blobPath, boundingBox, cellsMarked, isRect, outlinePath } from "./geometry.js";
import { goalMark, islandParts, landCells } from "./island.js";
import { thumbnailPaint } from "./piece.js";

const RIM = 40;
const MIN_SIDE = 680; // so that a board of fewer than six cells looks smaller
const MIN_ISLAND_SIDE = 760;

/** An empty tray. @type {Scene} */
export const EMPTY_SCENE = {
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
export function thumbnail(scene, { numbers = false, label, fit = false } = {}) {
  const isIsland = findFamily(scene.family).ground === "isle";
  const { view, ground } = isIsland ? island(scene, fit) : tray(scene, fit);
  return s(
    "svg.mini",
    { viewBox: view.join(" "), ...(label && { role: "img", "aria-label": label }) },
    ground,
    scene.pieces.map((piece) => pieceShape(piece, numbers)),
    scene.homes.map(({ cells }) => s("path.home-line", { d: outlinePath(cells, 8.5, 10) })),
    scene.waiting.length > 0 && !scene.pieces.length && waitingHeap(scene),
  );
}

/** A square around an area, with a minimum side. @param {number[]} area @param {number} least */
function squareAround([x, y, w, h], least) {
  const side = Math.max(w, h, least);
  return [x + (w - side) / 2, y + (h - side) / 2, side, side];
}

/** The rim, floor, exit and walls. @param {Scene} scene @param {boolean} fit */
function tray({ rows, cols, floor, exit, homes }, fit) {
  const [width, height] = [cols * 100, rows * 100];
  const area = [-RIM, -RIM, width + 2 * RIM, height + 2 * RIM];
  const [x, y, w, h] = area;
  const goals = exit || homes.length ? [] : cellsMarked(floor, "o");
  return {
    view: fit ? area : squareAround(area, MIN_SIDE),
    ground: [
      s("rect.wall-top", { x, y, width: w, height: h, rx: 60 }),
      s("rect.w", { width, height, rx: 20 }),
      exit && s("rect.w", exitGap(exit, width, height)),
      cellsMarked(floor, "#").map(wall),
      cellsMarked(floor, " ").map(([r, c]) =>
        s("rect.wall-top", { x: c * 100, y: r * 100, width: 100, height: 100 }),
      ),
      goals.map((cell) => goalMark(cell, 13)),
    ],
  };
}

/** The gap in the rim. @param {Exit} exit @param {number} wide @param {number} high */
function exitGap({ side, first, last }, wide, high) {
  const long = (last - first + 1) * 100;
  if (side === "left" || side === "right")
    return { x: side === "left" ? -RIM : wide - 5, y: first * 100, width: RIM + 5, height: long };
  return { x: first * 100, y: side === "up" ? -RIM : high - 5, width: long, height: RIM + 5 };
}

/** The front of a wall and its top. @param {Cell} cell */
function wall([r, c]) {
  const area = { x: c * 100 + 3.5, y: r * 100 + 3.5, width: 93, rx: 17 };
  return [s("rect.wall-low", { ...area, height: 93 }), s("rect.wall-top", { ...area, height: 76 })];
}

/** The island, with walls as full cells. @param {Scene} scene @param {boolean} fit */
function island(scene, fit) {
  loadStyle("island");
  const { land, inner, bridges } = islandParts(scene.floor);
  const whole = blobPath([...land, ...inner, ...bridges], 0.001);
  const { top, left, w, h } = boundingBox(landCells(scene).length ? land : [[0, 0]]);
  const area = [left * 100 - 36, top * 100 - 36, w * 100 + 72, h * 100 + 92];
  const open = new Set(land.map(String));
  const fronts = land.filter(([r, c]) => !open.has(`${r - 1},${c}`));
  return {
    view: fit ? area : squareAround(area, MIN_ISLAND_SIDE),
    ground: [
      s("path.rim.lo", { d: whole }),
      s("path.rim", { d: whole }),
      s("path.floor", { d: blobPath(land, -0.003) }),
      s("path.wall-low", { d: fronts.map(([r, c]) => `M${c * 100} ${r * 100}h100v17h-100Z`).join("") }),
      s("path.wall-top", { d: blobPath(inner, -0.003) }),
      cellsMarked(scene.floor, "o").map((cell) => goalMark(cell)),
    ],
  };
}

/** @param {Piece} piece @param {boolean} numbers */
function pieceShape(piece, numbers) {
  const { top, left, w, h } = boundingBox(piece.cells);
  const [x, y] = [left * 100, top * 100];
  if (piece.kind === "player") return playerShape(x, y - 10);
  if (piece.kind === "box") return boxShape(piece, x, y);
  const props = thumbnailPaint(piece);
  const area = { x: x + 5, y: y + 5, width: w * 100 - 10, height: h * 100 - 10, rx: 20 };
  const middle = { x: x + w * 50, y: y + h * 50 + 17 };
  return [
    isRect(piece.cells)
      ? s("rect", { ...props, ...area })
      : s("path", { ...props, d: outlinePath(piece.cells, 5, 20) }),
    numbers && s("text", { ...props, ...middle }, piece.label),
  ];
}

/** @param {Piece} piece @param {number} x @param {number} y */
function boxShape(piece, x, y) {
  const props = thumbnailPaint(piece);
  const area = { x: x + 7, y: y + 7, width: 86, rx: 15 };
  return [
    s("rect.lo", { ...props, ...area, height: 86 }),
    s("rect", { ...props, ...area, height: 79 }),
    piece.state === "home" && s("path.tick", { d: `M${x + 30} ${y + 47}l15 15 27-31` }),
  ];
}

/** The player. @param {number} x @param {number} y */
function playerShape(x, y) {
  const el = /** @type {Element} */ (template("hero").firstElementChild);
  for (const [name, value] of Object.entries({ x, y, width: 100, height: 100 }))
    el.setAttribute(name, String(value));
  return el;
}

/** The waiting pieces in rows, as large as they fit. @param {Scene} scene */
function waitingHeap(scene) {
  for (let k = 0.9; ; k *= 0.9) {
    let [x, y, tall] = [0.15, 0.15, 0];
    const out = scene.waiting.map((piece) => {
      const { top, left, w, h } = boundingBox(piece.cells);
      if (x + w * k > scene.cols) [x, y, tall] = [0.15, y + tall + 0.15, 0];
      const at = [x - left * k, y - top * k].map((n) => (n * 100).toFixed(1));
      x += w * k + 0.15;
      tall = Math.max(tall, h * k);
      const transform = `translate(${at}) scale(${k.toFixed(3)})`;
      return s("path", { ...thumbnailPaint(piece), d: outlinePath(piece.cells, 5, 20), transform });
    });
    if (y + tall <= scene.rows || k < 0.05) return out;
  }
}
