// The player's best result on each level: saves it if it is better; the status of a level that follows from
// it.

/** @import { BestResult, LevelStatus } from "../types" */

import { findFamily } from "./families.js";
import { loadGame, readItem, writeItem } from "./store.js";

const BEST = "unjam.best."; // followed by the id of the level

/** The best result on a level, if it was solved. @param {string | null} start @returns {BestResult | null} */
export const bestResult = (start) => readItem(BEST + start);

/**
 * Is a result better? No hints beats hints; then fewer moves; then one whose moves are known.
 * @param {BestResult} a @param {BestResult | null} b
 */
export function isBetter(a, b) {
  if (!b || Boolean(a.hints) !== Boolean(b.hints)) return !b || !a.hints;
  return a.cost === b.cost ? Boolean(a.notation) && !b.notation : a.cost < b.cost;
}

/**
 * Saves a result if it is better than the old one, and the fewest moves if they are proved.
 * @param {string} start @param {BestResult} best @returns {boolean} was it better?
 */
export function saveBest(start, best) {
  const old = bestResult(start);
  const better = isBetter(best, old);
  const fewest = best.fewest ?? old?.fewest ?? null;
  const result = { ...(better || !old ? best : old), fewest };
  if (better || fewest !== old?.fewest) writeItem(BEST + start, result);
  return better;
}

/**
 * Adds the proved minimum to the result of a solved level.
 * @param {string} start @param {number | null} fewest
 */
export function saveFewest(start, fewest) {
  const best = fewest === null ? null : bestResult(start);
  if (best) saveBest(start, { ...best, fewest });
}

/**
 * The status of a level: its mark, the player's moves, and the fewest if that is proved.
 * @param {{id: string | null, family?: string | null, cost?: number | null}} level @returns {LevelStatus}
 */
export function levelStatus({ id, family: name, cost }) {
  const best = id ? bestResult(id) : null;
  const fewest = cost ?? best?.fewest ?? null;
  const yours = best?.cost ?? null;
  if (!best || yours === null) {
    const game = id ? loadGame(id) : null;
    return { mark: game && game.at > 0 ? "started" : "untouched", yours: null, fewest };
  }
  if (best.hints) return { mark: "hinted", yours, fewest };
  const isFewest = fewest !== null && yours <= fewest && !findFamily(name ?? best.family).equal_costs;
  return { mark: isFewest ? "fewest" : "solved", yours, fewest };
}
