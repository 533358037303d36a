// The positions of the game that was played last, where it starts and where it is: its board can be shown
// while the server does not answer.

/** @import { Position } from "../types" */

import { position } from "../api.js";
import { readItem, tryWrite } from "./store.js";

const KEY = "unjam.position";
const MAX_LENGTH = 300_000; // characters; a vast board is not stored

/** @returns {Position[]} */
const stored = () => readItem(KEY) ?? [];

/** @param {...(Position | undefined)} positions */
export function savePositions(...positions) {
  const text = JSON.stringify(positions.filter(Boolean));
  if (text.length <= MAX_LENGTH) tryWrite(KEY, text);
}

/** The position that was stored last; with an id, only that one. @param {string} [id] */
export const storedPosition = (id) => stored().findLast((each) => each.id === (id ?? each.id)) ?? null;

/**
 * The position with this id, from the server, or as it was stored.
 * @param {string} id @returns {Promise<Position>}
 */
export const loadPosition = (id) =>
  position(id).catch((error) => {
    const known = error.status ? null : storedPosition(id);
    if (!known) throw error;
    return known;
  });
