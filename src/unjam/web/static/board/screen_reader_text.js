// A board and its pieces in words, for those who hear the page.

/** @import { Cell, Piece, Scene } from "../types" */

import { called, family, homeCount } from "../state/families.js";
import { capital, join, say, t } from "../ui/i18n.js";
import { box } from "./geometry.js";
import { landOf } from "./island.js";

/**
 * Where rows and columns are counted from, and how many there are: an island has them inside its wall.
 * @param {Scene} scene
 */
export function inside(scene) {
  const land = family(scene.family).ground === "isle" ? landOf(scene) : [];
  return land.length ? box(land) : { top: 0, left: 0, w: scene.cols, h: scene.rows };
}

/** A cell as people count. @param {Scene} scene @param {Cell} cell */
export function placeOf(scene, [r, c]) {
  const { top, left } = inside(scene);
  return { row: r - top + 1, column: c - left + 1 };
}

/** A piece, where it lies and how it is. @param {Piece} piece @param {Scene} scene */
export function spokenPiece(piece, scene) {
  const { w, h, ...corner } = box(piece.cells);
  const { row, column } = placeOf(scene, [corner.top, corner.left]);
  const [top, left] = [row - 1, column - 1];
  const rows = h === 1 ? t("row {a}", { a: top + 1 }) : t("rows {a} to {b}", { a: top + 1, b: top + h });
  const columns =
    w === 1 ? t("column {a}", { a: left + 1 }) : t("columns {a} to {b}", { a: left + 1, b: left + w });
  const values = { piece: called(piece, family(scene.family)), rows, columns };
  if (piece.state === "home" && piece.kind !== "target")
    return capital(t("{piece}, {rows}, {columns}, in its place", values));
  if (piece.state === "locked") return capital(t("{piece}, {rows}, {columns}, locked", values));
  return capital(t("{piece}, {rows}, {columns}", values));
}

/** The whole board. @param {Scene} scene */
export function spokenScene(scene) {
  const { w, h } = inside(scene);
  const of = family(scene.family);
  return join(
    t("{family}, {rows} by {cols}.", { family: say(of.title), rows: h, cols: w }),
    exit(scene),
    of.homes ? t("{n} of {all} in place.", homeCount(of, scene.pieces)) : "",
  );
}

/** @param {Scene} scene */
function exit({ exit: gap }) {
  if (!gap) return "";
  const n = gap.first + 1;
  if (gap.side === "left") return t("The exit is left of row {n}.", { n });
  if (gap.side === "right") return t("The exit is right of row {n}.", { n });
  return gap.side === "up"
    ? t("The exit is above column {n}.", { n })
    : t("The exit is below column {n}.", { n });
}
