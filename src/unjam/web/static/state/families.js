// The puzzle families as the server describes them, loaded once; their home pages, amounts with units, names
// of pieces. No script knows a family by name.

/** @import { Family, Piece } from "../types" */

import { families as fetchFamilies } from "../api.js";
import { isTouchOnly } from "../ui/dom.js";
import { messageText } from "../ui/i18n.js";

/** @type {Family[]} */
let all = [];

/** Loads the families from the server, once. */
export async function loadFamilies() {
  if (all.length) return;
  all = await fetchFamilies();
  if (isTouchOnly()) for (const { words } of all) words.task = words.task_touch ?? words.task;
}

/** Sets the families where there is no server, as in a notebook. @param {Family[]} list */
export const setFamilies = (list) => {
  all = list;
};

/** The families in display order. */
export const families = () => all;

/** @param {string | null | undefined} name */
export const isFamily = (name) => all.some((each) => each.name === name);

/** The family with that name, else the first. @param {string | null | undefined} name @returns {Family} */
export const findFamily = (name) => all.find((each) => each.name === name) ?? all[0];

/** The address of a family's page; the first family is at the root. @param {Family} family */
export const homePath = (family) => (family === all[0] ? "/" : `/puzzles/${family.name}`);

/**
 * An amount with its unit, such as "12 moves".
 * @param {Family} family @param {string} metric @param {number} n
 */
export function formatAmount(family, metric, n) {
  const { counted } = family.metrics.find((each) => each.name === metric) ?? family.metrics[0];
  return messageText(counted, { n });
}

/** The name of a piece within a sentence. @param {Piece} piece @param {Family} family */
export function pieceName(piece, family) {
  return messageText(family.nouns[piece.kind] ?? family.noun, { label: piece.label || piece.id });
}

/** How many of the pieces that have a goal have reached it. @param {Family} family @param {Piece[]} pieces */
export function countHome(family, pieces) {
  const withGoal = pieces.filter((p) => p.kind === family.homes);
  return { n: withGoal.filter((p) => p.state === "home").length, all: withGoal.length };
}
