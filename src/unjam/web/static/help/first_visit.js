// Whether the player opens a level of a family for the first time: then its rules are shown, once.

import { bestResult } from "../state/results.js";
import { lastGame, listKeys, readItem, writeItem } from "../state/store.js";

const SEEN = "unjam.rules"; // the names of the families whose rules were shown

/** Has the player moved in a level of the family, or solved one? @param {string} family */
const hasPlayed = (family) =>
  lastGame((game) => game.family === family) !== null ||
  listKeys("unjam.best.").some((id) => bestResult(id)?.family === family);

/** True once for each family; false without storage, which could not tell. @param {string} family */
export function isFirstVisit(family) {
  const seen = /** @type {string[]} */ (readItem(SEEN) ?? []);
  if (seen.includes(family)) return false;
  return writeItem(SEEN, [...seen, family]) && !hasPlayed(family);
}
