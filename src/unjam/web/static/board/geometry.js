// Geometry of cells: steps of the arrow keys, distances, bounding boxes, shifted cells, cells by mark, and
// outlines as SVG paths.

/** @import { Cell, Side } from "../types" */

/** The steps of the arrow keys. @type {Record<string, Cell>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** The steps to the four neighbours of a cell. */
export const STEPS = Object.values(ARROWS);

/** @param {Cell[]} cells */
export function boundingBox(cells) {
  const rows = cells.map((c) => c[0]);
  const cols = cells.map((c) => c[1]);
  const top = Math.min(...rows);
  const left = Math.min(...cols);
  return { top, left, h: Math.max(...rows) - top + 1, w: Math.max(...cols) - left + 1 };
}

/** @param {Cell} a @param {Cell} b */
export const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The distance in steps. @param {Cell} a @param {Cell} b */
export const distance = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

/** The direction from one cell to another. @param {Cell} from @param {Cell} to @returns {Side} */
export function sideOf(from, to) {
  const [dr, dc] = [to[0] - from[0], to[1] - from[1]];
  if (Math.abs(dr) > Math.abs(dc)) return dr < 0 ? "up" : "down";
  return dc < 0 ? "left" : "right";
}

/**
 * Moves the cells so that the first one is at `to`.
 * @param {Cell[]} cells @param {Cell} to @returns {Cell[]}
 */
export const shiftTo = (cells, to) =>
  cells.map(([r, c]) => [r + to[0] - cells[0][0], c + to[1] - cells[0][1]]);

/** @param {Cell[]} cells */
export const isRect = (cells) => {
  const { w, h } = boundingBox(cells);
  return w * h === cells.length;
};

/** The cells relative to the corner of their bounding box. @param {Cell[]} cells */
export function normalize(cells) {
  const { top, left } = boundingBox(cells);
  return cells.map(([r, c]) => [r - top, c - left]);
}

/**
 * The cells of a floor with one of the marks.
 * @param {string[]} floor @param {string} marks @returns {Cell[]}
 */
export const cellsMarked = (floor, marks) =>
  floor.flatMap((row, r) => [...row].flatMap((mark, c) => (marks.includes(mark) ? [[r, c]] : [])));

/**
 * A path that fills the cells, inset where there is no neighbour. Stroke it with round joins for round
 * corners.
 * @param {Cell[]} cells @param {number} inset
 * @param {number} [k] @param {number} [top] @param {number} [left]
 */
export function blobPath(cells, inset, k = 100, top = 0, left = 0) {
  const set = new Set(cells.map(String));
  const has = (/** @type {number} */ r, /** @type {number} */ c) => set.has(`${r},${c}`);
  let d = "";
  const rect = (/** @type {number[]} */ ...sides) => {
    const [x, y, w, h] = sides.map((n) => +(n * k).toFixed(2));
    d += `M${x} ${y}h${w}v${h}h${-w}Z`;
  };
  for (const [r, c] of cells) {
    const x = c - left;
    const y = r - top;
    rect(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset);
    if (has(r, c + 1)) rect(x + 0.5, y + inset, 1, 1 - 2 * inset);
    if (has(r + 1, c)) rect(x + inset, y + 0.5, 1 - 2 * inset, 1);
    if (has(r, c + 1) && has(r + 1, c) && has(r + 1, c + 1)) rect(x + 0.5, y + 0.5, 1, 1);
  }
  return d;
}

const AHEAD = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];

/**
 * The outline of the cells, inset and with round corners, in hundredths of a cell.
 * @param {Cell[]} cells @param {number} inset @param {number} round
 */
export function outlinePath(cells, inset, round) {
  const set = new Set(cells.map(String));
  /** Where an edge begins, and whether it goes right, down, left or up, with the cells on its right. */
  const edges = new Set();
  for (const [r, c] of cells)
    AHEAD.forEach(([dr, dc], n) => {
      if (!set.has(`${r - dc},${c + dr}`)) edges.add(`${r + (n > 1 ? 1 : 0)},${c + (n % 3 ? 1 : 0)},${n}`);
    });
  let d = "";
  for (const first of edges) {
    let [r, c, n] = first.split(",").map(Number);
    let pen = "M";
    const on = (/** @type {number} */ k) => {
      const edge = `${r},${c},${(n + k) % 4}`;
      return edge === first || edges.has(edge);
    };
    do {
      edges.delete(`${r},${c},${n}`);
      [r, c] = [r + AHEAD[n][0], c + AHEAD[n][1]];
      const [ay, ax] = AHEAD[n];
      const turn = [1, 0, 3].find(on) ?? 0;
      n = (n + turn) % 4;
      if (!turn) continue;
      const [by, bx] = AHEAD[n];
      const [x, y] = [c * 100 - (ay + by) * inset, r * 100 + (ax + bx) * inset];
      d += `${pen}${x - ax * round} ${y - ay * round}Q${x} ${y} ${x + bx * round} ${y + by * round}`;
      pen = "L";
    } while (`${r},${c},${n}` !== first);
    d += "Z";
  }
  return d;
}

const CORNERS = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
];

/**
 * A path that fills the cells, with round outer corners, in hundredths of a cell.
 * @param {Cell[]} cells @param {number} round
 */
export function roundedPath(cells, round) {
  const set = new Set(cells.map(String));
  const arc = (/** @type {number} */ n, /** @type {number} */ dx, /** @type {number} */ dy) =>
    `a${n} ${n} 0 0 1 ${n * dx} ${n * dy}`;
  const paths = cells.map(([r, c]) => {
    const [a, b, d, e] = CORNERS.map(([y, x]) =>
      set.has(`${r + y},${c}`) || set.has(`${r},${c + x}`) ? 0 : round,
    );
    const [x, y] = [c * 100 - 0.5, r * 100 - 0.5];
    const top = `M${x + a} ${y}H${x + 101 - b}${arc(b, 1, 1)}V${y + 101 - d}${arc(d, -1, 1)}`;
    return `${top}H${x + e}${arc(e, -1, -1)}V${y + a}${arc(a, 1, -1)}Z`;
  });
  return paths.join("");
}

/** The cell nearest to the centre. @param {Cell[]} cells */
export function middleCell(cells) {
  const r = cells.reduce((a, c) => a + c[0], 0) / cells.length;
  const c = cells.reduce((a, b) => a + b[1], 0) / cells.length;
  const off = (/** @type {Cell} */ cell) => (cell[0] - r) ** 2 + (cell[1] - c) ** 2;
  return cells.reduce((a, b) => (off(b) < off(a) - 1e-9 ? b : a));
}
