// A board and its pieces in words, for those who hear the page.

/** @import { Piece, Scene } from "../types" */

import { called, family, homeCount } from "../families.js";
import { capital, join, say, t } from "../words.js";
import { box } from "./shapes.js";

/** A piece, where it lies and how it is. @param {Piece} piece @param {string} name of its family */
export function spokenPiece(piece, name) {
  const { top, left, w, h } = box(piece.cells);
  const rows = h === 1 ? t("row {a}", { a: top + 1 }) : t("rows {a} to {b}", { a: top + 1, b: top + h });
  const columns =
    w === 1 ? t("column {a}", { a: left + 1 }) : t("columns {a} to {b}", { a: left + 1, b: left + w });
  const values = { piece: called(piece, family(name)), rows, columns };
  if (piece.state === "home" && piece.kind !== "target")
    return capital(t("{piece}, {rows}, {columns}, in its place", values));
  if (piece.state === "locked") return capital(t("{piece}, {rows}, {columns}, locked", values));
  return capital(t("{piece}, {rows}, {columns}", values));
}

/** The whole board. @param {Scene} scene */
export function spokenScene(scene) {
  const { rows, cols, pieces } = scene;
  const of = family(scene.family);
  return join(
    t("{family}, {rows} by {cols}.", { family: say(of.title), rows, cols }),
    exit(scene),
    of.homes ? t("{n} of {all} in place.", homeCount(of, pieces)) : "",
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
