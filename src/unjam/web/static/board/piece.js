// The element of a piece: shape, label, cross of a locked piece, place; its colour for other elements, chips,
// thumbnails, and outlines of homes.

/** @import { Cell, Home, Paint, Piece, Props } from "../types" */

import { h, icon, s, setVars, template } from "../ui/dom.js";
import { loadStyle } from "../ui/theme.js";
import { blobPath, boundingBox, isRect, middleCell, outlinePath } from "./geometry.js";

const HOME = 175; // the hue of a box on a goal
const ROUND = 0.36; // corner radius of pieces that are not rectangles, in cells

/** @param {Piece} piece @param {boolean} still not interactive @returns {HTMLElement} */
export function makePiece(piece, still) {
  const { w, h: high } = boundingBox(piece.cells);
  const tag = still || piece.kind === "box" ? "div" : "button";
  const props = { "data-kind": piece.kind, vars: { w, k: high, ...paintVars(piece) } };
  if (piece.kind === "player") return h(tag, { ...props, class: "hero" }, template("hero"));
  const label = piece.kind === "box" ? null : h("span", piece.label || piece.id);
  const isBent = !isRect(piece.cells);
  if (isBent && label) setVars(label, labelPosition(piece.cells));
  return h(
    tag,
    { ...props, class: classes(piece, w, high).filter(Boolean).join(" ") },
    piece.kind === "box" && icon("tick"),
    isBent && outline(piece),
    piece.state === "locked" && cross(piece.cells),
    label,
  );
}

/** The position of the label on a piece that is not a rectangle. @param {Cell[]} cells */
export function labelPosition(cells) {
  const { top, left } = boundingBox(cells);
  const [r, c] = middleCell(cells);
  return { lx: c - left + 0.465, ly: r - top + 0.465 };
}

/** @param {Piece} piece @param {number} w @param {number} high */
function classes(piece, w, high) {
  const names = ["piece"];
  if (piece.kind === "car" || piece.style === "target") {
    const size = Math.max(w, high) > 2 ? "truck" : w * high > 1 ? "car" : "";
    names.push(size, high > w ? "v" : "", piece.style);
  } else if (["tile", "box", "slab"].includes(piece.kind))
    names.push(
      piece.kind,
      ...(piece.kind === "slab" ? [piece.state, Math.min(w, high) > 1 ? "" : "thin"] : []),
    );
  else names.push("block", piece.style === "big" ? "big" : "");
  if (piece.pattern && piece.style !== "target") names.push(`p${piece.pattern}`);
  if (piece.light) names.push(piece.style);
  return isRect(piece.cells) ? names : [...names, "poly"];
}

/** The shape of a piece that is not a rectangle. @param {Piece} piece */
function outline({ cells }) {
  const { top, left, w, h: high } = boundingBox(cells);
  const d = blobPath(cells, 0.035 + ROUND / 2, 100, top, left);
  const stroke = { "stroke-width": ROUND * 100, "stroke-linejoin": "round" };
  return s(
    "svg.body",
    { viewBox: `3.5 3.5 ${w * 100 - 7} ${high * 100 - 7}` },
    s("path.ring", { d, "stroke-linejoin": "round" }),
    s("path.base", { d, ...stroke, transform: "translate(0 4)" }),
    s("path.fill", { d, ...stroke }),
  );
}

/** The white cross of a locked piece, with a gap around its number. @param {Cell[]} cells */
function cross(cells) {
  const { top, left, w, h: high } = boundingBox(cells);
  const labelCell = isRect(cells) ? null : middleCell(cells);
  const thin = Math.min(w, high) === 1;
  const arms = labelCell
    ? cells.map((cell) => crossStrokes(cell[1] - left, cell[0] - top, 1, 1, 0.24, cell === labelCell ? 1 : 0))
    : [crossStrokes(0, 0, w, high, thin ? 0.17 : 0.36, w * high === 1 ? 0.27 : thin ? 0.41 : 0.5)];
  const outer = { d: arms.map((arm) => arm[0]).join("") };
  const inner = { d: arms.map((arm) => arm[1]).join("") };
  return s(
    "svg.cross",
    { viewBox: `3.5 3.5 ${w * 100 - 7} ${high * 100 - 7}` },
    s("path.dark", outer),
    s("path.dark.in", inner),
    s("path", outer),
    s("path.in", inner),
  );
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
];

/**
 * Two paths: from each corner to the gap in the middle, and within the gap. In hundredths of a cell.
 * @param {number} x @param {number} y @param {number} w @param {number} high
 * @param {number} inset @param {number} hole its radius
 */
function crossStrokes(x, y, w, high, inset, hole) {
  const [dx, dy] = [w / 2 - inset, high / 2 - inset];
  const part = Math.min(1, hole / Math.hypot(dx, dy));
  const line = (/** @type {number} */ from, /** @type {number} */ to) =>
    CORNERS.map(([p, q]) => {
      const at = (/** @type {number} */ n) =>
        `${Math.round((x + w / 2 + p * dx * n) * 100)} ${Math.round((y + high / 2 + q * dy * n) * 100)}`;
      return from > to ? `M${at(from)}L${at(to)}` : "";
    }).join("");
  return [line(1, part), line(part, 0)];
}

/**
 * Moves the element to the cells of its piece and updates its state.
 * @param {HTMLElement} el @param {Piece} piece
 */
export function placePiece(el, piece) {
  const { top, left } = boundingBox(piece.cells);
  if (piece.kind === "player" && el.dataset.x !== undefined) turnPlayer(el, top, left);
  el.dataset.x = String(left);
  el.dataset.y = String(top);
  const home = piece.state === "home";
  setVars(el, { x: left, y: top, ...(piece.kind === "box" ? { h: home ? HOME : piece.hue } : {}) });
  el.classList.toggle("home", piece.kind === "box" && home);
  el.classList.toggle("ok", piece.kind === "tile" && home);
}

/**
 * Turns the player towards the direction it walks.
 * @param {HTMLElement} el @param {number} top @param {number} left
 */
function turnPlayer(el, top, left) {
  const dx = left - Number(el.dataset.x);
  const dy = top - Number(el.dataset.y);
  if (!dx && !dy) return;
  el.classList.toggle("w", dx < 0);
  el.classList.toggle("back", dy < 0 && !dx);
  el.classList.toggle("front", dy > 0 && !dx);
}

/** The colour of a piece as CSS variables. @param {Omit<Paint, "pattern">} paint */
const paintVars = ({ hue, tone, light, chroma }) => ({
  h: hue,
  t: tone,
  ...(light && { l: light, c: chroma }),
});

/**
 * Properties that paint any element in the colour of a piece.
 * @param {Omit<Paint, "pattern">} paint @param {string} [more] classes @returns {Props}
 */
export const paintProps = (paint, more = "") => ({
  class: `${more} ${paint.light || ["target", "big"].includes(paint.style) ? paint.style : ""}`,
  vars: paintVars(paint),
});

/** The same for thumbnails, where a box on a goal has another hue. @param {Piece} piece */
export const thumbnailPaint = (piece) =>
  paintProps(piece.kind === "box" && piece.state === "home" ? { ...piece, hue: HOME } : piece, "hue");

/** A chip with the letter and colour of a piece, for lists of moves. @param {Piece} piece */
export function chip(piece) {
  const name = piece.label || piece.id;
  return h("b", paintProps(piece, `piece chip ${name.length > 2 ? "long" : ""}`), name);
}

/**
 * The home of a piece: an outline with its letter, in front of the pieces.
 * @param {Home} home @param {Piece} piece that belongs there
 */
export function homeOutline({ cells }, piece) {
  loadStyle("goals");
  const { top: y, left: x, w, h: k } = boundingBox(cells);
  const d = outlinePath(cells, 8.5, 10);
  return h(
    "i.home-outline",
    { "aria-hidden": "true", "data-home": piece.id, vars: { x, y, w, k } },
    s(
      "svg.body",
      { viewBox: `${x * 100} ${y * 100} ${w * 100} ${k * 100}` },
      s("path", { d }),
      s("path.line", { d }),
    ),
    h("b", paintProps(piece, "hue tag"), piece.label || piece.id, icon("tick")),
  );
}
