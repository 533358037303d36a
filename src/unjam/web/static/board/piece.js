// One piece as an element, and its colour on anything else.

/** @import { Cell, Paint, Piece, Props } from "../types" */

import { h, icon, s, setVars, template } from "../ui/dom.js";
import { blob, box, heart, isRect } from "./geometry.js";

const HOME = 175; // the hue of a box in its place
const ROUND = 0.36; // of the corners of a piece of any shape

/** @param {Piece} piece @param {boolean} still a picture that nobody touches @returns {HTMLElement} */
export function makePiece(piece, still) {
  const { w, h: high } = box(piece.cells);
  const tag = still || piece.kind === "box" ? "div" : "button";
  const props = { "data-kind": piece.kind, vars: { w, k: high, ...tint(piece) } };
  if (piece.kind === "player") return h(tag, { ...props, class: "hero" }, template("hero"));
  const label = piece.kind === "box" ? null : h("span", piece.label || piece.id);
  const many = !isRect(piece.cells);
  if (many && label) setVars(label, labelAt(piece.cells));
  return h(
    tag,
    { ...props, class: classes(piece, w, high).filter(Boolean).join(" ") },
    piece.kind === "box" && icon("tick"),
    many && outline(piece),
    piece.state === "locked" && cross(piece.cells),
    label,
  );
}

/** Where the label of a piece of any shape stands. @param {Cell[]} cells */
export function labelAt(cells) {
  const { top, left } = box(cells);
  const [r, c] = heart(cells);
  return { lx: c - left + 0.465, ly: r - top + 0.465 };
}

/** @param {Piece} piece @param {number} w @param {number} high */
function classes(piece, w, high) {
  const found = ["pc"];
  if (piece.kind === "car" || piece.style === "target") {
    const size = Math.max(w, high) > 2 ? "truck" : w * high > 1 ? "car" : "";
    found.push(size, high > w ? "v" : "", piece.style);
  } else if (["tile", "box", "slab"].includes(piece.kind))
    found.push(
      piece.kind,
      ...(piece.kind === "slab" ? [piece.state, Math.min(w, high) > 1 ? "" : "thin"] : []),
    );
  else found.push("block", piece.style === "big" ? "big" : "");
  if (piece.pattern && piece.style !== "target") found.push(`p${piece.pattern}`);
  if (piece.light) found.push(piece.style);
  return isRect(piece.cells) ? found : [...found, "poly"];
}

/** The outline of a piece that is no rectangle. @param {Piece} piece */
function outline({ cells }) {
  const { top, left, w, h: high } = box(cells);
  const d = blob(cells, 0.035 + ROUND / 2, 100, top, left);
  const stroke = { "stroke-width": ROUND * 100, "stroke-linejoin": "round" };
  return s(
    "svg.body",
    { viewBox: `3.5 3.5 ${w * 100 - 7} ${high * 100 - 7}` },
    s("path.o", { d, "stroke-linejoin": "round" }),
    s("path.d", { d, ...stroke, transform: "translate(0 4)" }),
    s("path.f", { d, ...stroke }),
  );
}

/** The white cross of a locked piece, broken round its number. @param {Cell[]} cells */
function cross(cells) {
  const { top, left, w, h: high } = box(cells);
  const one = isRect(cells) ? null : heart(cells);
  const thin = Math.min(w, high) === 1;
  const arms = one
    ? cells.map((cell) => strokes(cell[1] - left, cell[0] - top, 1, 1, 0.24, cell === one ? 1 : 0))
    : [strokes(0, 0, w, high, thin ? 0.17 : 0.36, w * high === 1 ? 0.27 : thin ? 0.41 : 0.5)];
  const outer = { d: arms.map((arm) => arm[0]).join("") };
  const inner = { d: arms.map((arm) => arm[1]).join("") };
  return s(
    "svg.x",
    { viewBox: `3.5 3.5 ${w * 100 - 7} ${high * 100 - 7}` },
    s("path.dk", outer),
    s("path.dk.in", inner),
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
 * From each corner to the hole in the middle, and from there on; in hundredths of a cell.
 * @param {number} x @param {number} y @param {number} w @param {number} high
 * @param {number} inset @param {number} hole its radius
 */
function strokes(x, y, w, high, inset, hole) {
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

/** Puts a piece in its place, as it is now. @param {HTMLElement} el @param {Piece} piece */
export function placePiece(el, piece) {
  const { top, left } = box(piece.cells);
  if (piece.kind === "player" && el.dataset.x !== undefined) face(el, top, left);
  el.dataset.x = String(left);
  el.dataset.y = String(top);
  const home = piece.state === "home";
  setVars(el, { x: left, y: top, ...(piece.kind === "box" ? { h: home ? HOME : piece.hue } : {}) });
  el.classList.toggle("home", piece.kind === "box" && home);
  el.classList.toggle("ok", piece.kind === "tile" && home);
}

/** The player looks where it walks. @param {HTMLElement} el @param {number} top @param {number} left */
function face(el, top, left) {
  const dx = left - Number(el.dataset.x);
  const dy = top - Number(el.dataset.y);
  if (!dx && !dy) return;
  el.classList.toggle("w", dx < 0);
  el.classList.toggle("back", dy < 0 && !dx);
  el.classList.toggle("front", dy > 0 && !dx);
}

/** @typedef {Omit<Paint, "pattern">} Coat */

/** Its colour as variables. @param {Coat} paint */
const tint = ({ hue, tone, light, chroma }) => ({ h: hue, t: tone, ...(light && { l: light, c: chroma }) });

/**
 * The colour of a piece on anything else: a class of its own where it has one, hue and tone.
 * @param {Coat} paint @param {string} [more] classes @returns {Props}
 */
export const coat = (paint, more = "") => ({
  class: `${more} ${paint.light || ["target", "big"].includes(paint.style) ? paint.style : ""}`,
  vars: tint(paint),
});

/** The same in small pictures, where a box in its place has another hue. @param {Piece} piece */
export const miniCoat = (piece) =>
  coat(piece.kind === "box" && piece.state === "home" ? { ...piece, hue: HOME } : piece, "hue");

/** A letter on its colour, as in lists of moves. @param {Piece} piece */
export function chip(piece) {
  const name = piece.label || piece.id;
  return h("b", coat(piece, `pc chip ${name.length > 2 ? "long" : ""}`), name);
}
