// Outlines of sets of cells, for pieces of any shape and for Sokoban's land. Units are cells times `k`.

/** @param {number[][]} cells */
export function box(cells) {
  const rows = cells.map((c) => c[0]);
  const cols = cells.map((c) => c[1]);
  const top = Math.min(...rows);
  const left = Math.min(...cols);
  return { top, left, h: Math.max(...rows) - top + 1, w: Math.max(...cols) - left + 1 };
}

/** @param {number[][]} cells */
export const isRect = (cells) => {
  const { w, h } = box(cells);
  return w * h === cells.length;
};

/**
 * A path over the cells, drawn in by `inset` where no cell of the set adjoins; stroke it with round joins for round corners.
 * @param {number[][]} cells @param {number} inset @param {number} [k] @param {number} [top] @param {number} [left]
 */
export function blob(cells, inset, k = 100, top = 0, left = 0) {
  const set = new Set(cells.map(([r, c]) => `${r},${c}`));
  const has = (/** @type {number} */ r, /** @type {number} */ c) => set.has(`${r},${c}`);
  let d = "";
  const rect = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) => {
    d += `M${+(x * k).toFixed(2)} ${+(y * k).toFixed(2)}h${+(w * k).toFixed(2)}v${+(h * k).toFixed(2)}h${+(-w * k).toFixed(2)}Z`;
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

/** The cell of the set nearest to its middle. @param {number[][]} cells */
export function heart(cells) {
  const r = cells.reduce((a, c) => a + c[0], 0) / cells.length;
  const c = cells.reduce((a, b) => a + b[1], 0) / cells.length;
  const far = (/** @type {number[]} */ cell) => (cell[0] - r) ** 2 + (cell[1] - c) ** 2;
  return cells.reduce((a, b) => (far(b) < far(a) - 1e-9 ? b : a));
}
