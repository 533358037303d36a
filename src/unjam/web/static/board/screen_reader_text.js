// Descriptions for screen readers: the board, its exit, and each piece with its rows and columns.

/** @import { Cell, Piece, Scene } from "../types" */

import { countHome, findFamily, pieceName } from "../state/families.js";
import { capitalize, joinSentences, messageText, t } from "../ui/i18n.js";
import { boundingBox } from "./geometry.js";
import { landCells } from "./island.js";

/**
 * The area in which rows and columns are counted: on an island, inside its walls.
 * @param {Scene} scene
 */
export function playArea(scene) {
  const land = findFamily(scene.family).ground === "isle" ? landCells(scene) : [];
  return land.length ? boundingBox(land) : { top: 0, left: 0, w: scene.cols, h: scene.rows };
}

/** The row and column of a cell, from 1. @param {Scene} scene @param {Cell} cell */
export function rowAndColumn(scene, [r, c]) {
  const { top, left } = playArea(scene);
  return { row: r - top + 1, column: c - left + 1 };
}

/** @param {Piece} piece @param {Scene} scene */
export function describePiece(piece, scene) {
  const { w, h, ...corner } = boundingBox(piece.cells);
  const { row, column } = rowAndColumn(scene, [corner.top, corner.left]);
  const [top, left] = [row - 1, column - 1];
  const rows = h === 1 ? t("row {a}", { a: top + 1 }) : t("rows {a} to {b}", { a: top + 1, b: top + h });
  const columns =
    w === 1 ? t("column {a}", { a: left + 1 }) : t("columns {a} to {b}", { a: left + 1, b: left + w });
  const values = { piece: pieceName(piece, findFamily(scene.family)), rows, columns };
  if (piece.state === "home" && piece.kind !== "target")
    return capitalize(t("{piece}, {rows}, {columns}, in its place", values));
  if (piece.state === "locked") return capitalize(t("{piece}, {rows}, {columns}, locked", values));
  return capitalize(t("{piece}, {rows}, {columns}", values));
}

/** @param {Scene} scene */
export function describeScene(scene) {
  const { w, h } = playArea(scene);
  const family = findFamily(scene.family);
  return joinSentences(
    t("{family}, {rows} by {cols}.", { family: messageText(family.title), rows: h, cols: w }),
    describeExit(scene),
    family.homes ? t("{n} of {all} in place.", countHome(family, scene.pieces)) : "",
  );
}

/** @param {Scene} scene */
function describeExit({ exit }) {
  if (!exit) return "";
  const n = exit.first + 1;
  if (exit.side === "left") return t("The exit is left of row {n}.", { n });
  if (exit.side === "right") return t("The exit is right of row {n}.", { n });
  return exit.side === "up"
    ? t("The exit is above column {n}.", { n })
    : t("The exit is below column {n}.", { n });
}
