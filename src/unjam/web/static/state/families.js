// What the families say of themselves, asked for once. No script knows a family by name.

/** @import { Family, Piece } from "../types" */

import { families as ask } from "../api.js";
import { say } from "../ui/i18n.js";
import { touched } from "../ui/theme.js";

/** @type {Family[]} */
let all = [];

/** Asks the server, before anything is shown. */
export async function learnFamilies() {
  if (all.length) return;
  all = await ask();
  if (touched()) for (const { words } of all) words.task = words.task_touch ?? words.task;
}

/** Takes what is known already, where no server can be asked. @param {Family[]} known */
export const knowFamilies = (known) => {
  all = known;
};

/** In the order they are shown. */
export const families = () => all;

/** @param {string | null | undefined} name */
export const isFamily = (name) => all.some((each) => each.name === name);

/** The family of that name, or else the first. @param {string | null | undefined} name @returns {Family} */
export const family = (name) => all.find((each) => each.name === name) ?? all[0];

/** Where its levels stand; the first family is at the root. @param {Family} of */
export const homeOf = (of) => (of === all[0] ? "/" : `/puzzles/${of.name}`);

/** An amount in words. @param {Family} of @param {string} metric @param {number} n */
export function counted(of, metric, n) {
  const found = of.metrics.find((each) => each.name === metric) ?? of.metrics[0];
  return say(found.counted, { n });
}

/** What a piece is called within a sentence. @param {Piece} piece @param {Family} of */
export function called(piece, of) {
  return say(of.nouns[piece.kind] ?? of.noun, { label: piece.label || piece.id });
}

/** How many pieces there are to bring home, and how many are. @param {Family} of @param {Piece[]} pieces */
export function homeCount(of, pieces) {
  const found = pieces.filter((p) => p.kind === of.homes);
  return { n: found.filter((p) => p.state === "home").length, all: found.length };
}
