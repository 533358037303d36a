// Draws a board as an island, bounded by its walls instead of a rim: its size, land, inner walls, shadows and
// goals.

/** @import { Cell, Scene } from "../types" */

import { s } from "../ui/dom.js";
import { blobPath, boundingBox, cellsMarked, roundedPath, STEPS } from "./geometry.js";

const RIM = 0.4; // land beyond the outermost floor, in cells
let islands = 0; // drawn so far: each needs ids of its own
const AROUND = [-1, 0, 1].flatMap((r) => [-1, 0, 1].map((c) => [r, c]));

/** The floor cells. @param {Scene} scene */
export const landCells = (scene) => cellsMarked(scene.floor, ".o");

/** The size of the island, and the offset of its first cell. @param {Scene} scene */
export function islandSize(scene) {
  const land = landCells(scene);
  const { top, left, w, h } = boundingBox(land.length ? land : [[0, 0]]);
  return { cols: w + 2 * RIM, rows: h + 2 * RIM + 0.24, ox: RIM - left, oy: RIM - top };
}

/** @param {Scene} scene */
export function drawIsland(scene) {
  const { cols, rows, ox, oy } = islandSize(scene);
  const { land, inner, bridges } = islandParts(scene.floor);
  const ground = [...land, ...inner];
  const whole = blobPath([...ground, ...bridges], 0.001);
  const clip = `floor-${++islands}`;
  return s(
    "svg.land",
    { viewBox: `${-ox * 100} ${-oy * 100} ${cols * 100} ${rows * 100}` },
    s("path.rim.lo", { d: whole }),
    s("path.rim", { d: whole }),
    s("clipPath", { id: clip }, s("path", { d: roundedPath(ground, 18) })),
    floor(land, ground, inner, clip),
    cellsMarked(scene.floor, "o").map((cell) => goalMark(cell)),
    inner.length > 0 && walls(inner),
  );
}

/** The floor cells, the walls inside, and the outer walls that are filled. @param {string[]} floor */
export function islandParts(floor) {
  const open = cellsMarked(floor, ".o");
  const land = open.length ? open : [[0, 0]];
  const at = (/** @type {number} */ r, /** @type {number} */ c) => floor[r]?.[c] ?? " ";
  const free = (/** @type {number} */ r, /** @type {number} */ c) => ".o".includes(at(r, c));
  const outer = outerCells(floor);
  const walls = cellsMarked(floor, "#");
  // Walls between two rooms and the core of thick walls are filled; the outermost wall is only a rim.
  const bridges = walls.filter(([r, c]) => {
    if (!outer.has(`${r},${c}`)) return false;
    const between = (free(r - 1, c) && free(r + 1, c)) || (free(r, c - 1) && free(r, c + 1));
    return between || !AROUND.some(([dr, dc]) => at(r + dr, c + dc) === " ");
  });
  return { land, inner: walls.filter(([r, c]) => !outer.has(`${r},${c}`)), bridges };
}

/**
 * @param {Cell[]} land @param {Cell[]} ground @param {Cell[]} inner @param {string} clip the id of its shape
 */
function floor(land, ground, inner, clip) {
  const solid = new Set([...land, ...inner].map(String));
  const shadowed = land.filter(([r, c]) => !solid.has(`${r - 1},${c}`));
  const strip = (/** @type {number} */ y, /** @type {number} */ tall) =>
    shadowed.map(([r, c]) => `M${c * 100 - 0.5} ${r * 100 + y}h101v${tall}h-101Z`).join("");
  return s(
    "g",
    { "clip-path": `url(#${clip})` },
    s("path.floor", { d: blobPath(ground, -0.003) }),
    land.map(([r, c]) => s("rect.cell", { x: c * 100 + 4, y: r * 100 + 4, width: 92, height: 92, rx: 12 })),
    s("path.wall-front", { d: strip(-1, 16), "stroke-width": 0 }),
    s("path.cast", { d: strip(15, 9), "stroke-width": 0 }),
  );
}

/** A goal. @param {Cell} cell @param {number} [half] of its side */
export const goalMark = ([r, c], half = 24) =>
  s(
    "g",
    { transform: `translate(${c * 100 + 50} ${r * 100 + 50})` },
    s("rect.goalmark", {
      x: -half,
      y: -half,
      width: 2 * half,
      height: 2 * half,
      rx: 9,
      transform: "rotate(45)",
    }),
    half > 20 && s("circle.gdot", { r: 8 }),
  );

/** The inner walls: shadow, front face, top face. @param {Cell[]} inner */
function walls(inner) {
  const path = { d: blobPath(inner, 0.2), "stroke-width": 40 };
  return [
    s("path.cast", { ...path, transform: "translate(0 24)" }),
    s("path.wall-front", { ...path, transform: "translate(0 14)" }),
    s("path.wall-top", path),
  ];
}

/** The cells of walls and empty space connected to the outside. @param {string[]} floor */
function outerCells(floor) {
  const rows = floor.length;
  const cols = floor[0]?.length ?? 0;
  const seen = new Set();
  /** @type {Cell[]} */
  const stack = [];
  for (let r = -1; r <= rows; r++) stack.push([r, -1], [r, cols]);
  for (let c = 0; c < cols; c++) stack.push([-1, c], [rows, c]);
  for (let cell = stack.pop(); cell; cell = stack.pop())
    for (const [dr, dc] of STEPS) {
      const [r, c] = [cell[0] + dr, cell[1] + dc];
      const mark = floor[r]?.[c];
      if (mark === undefined || mark === "." || mark === "o" || seen.has(`${r},${c}`)) continue;
      seen.add(`${r},${c}`);
      stack.push([r, c]);
    }
  return seen;
}
