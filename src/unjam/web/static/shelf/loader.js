// What a shelf learns while it is looked at: how its levels look, and one by one how hard they are.

/** @import { Collection, Scene, Slot } from "../types" */

import * as api from "../api.js";
import { keepSlot } from "../state/shelves.js";

const PATIENCE = 5; // seconds for the rating of one level
const AT_ONCE = 40; // scenes in one request

/** @type {Map<string, Scene>} */
const seen = new Map();

/** @param {string | null} id */
export const sceneOf = (id) => (id ? (seen.get(id) ?? null) : null);

/**
 * Asks for the scenes that are not known yet, in the order of the shelf.
 * @param {Slot[]} slots @param {AbortSignal} left @param {(at: number) => void} drawn
 */
export async function learnScenes(slots, left, drawn) {
  const wanted = slots.flatMap(({ id }, at) => (id && !seen.has(id) ? [{ id, at }] : []));
  for (let from = 0; from < wanted.length && !left.aborted; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE);
    const scenes = await api.scenes(some.map(({ id }) => id));
    some.forEach(({ id, at }, i) => {
      const scene = scenes[i];
      if (scene) seen.set(id, scene);
      if (scene && !left.aborted) drawn(at);
    });
  }
}

/**
 * Ratings arrive one by one, and stay.
 * @param {Collection} shelf @param {AbortSignal} left @param {(at: number) => void} known
 */
export async function learnRatings({ key, slots }, left, known) {
  for (const [at, slot] of slots.entries()) {
    if (!slot.id || slot.rated) continue;
    try {
      const found = await api.solve(slot.id, { seconds: PATIENCE, signal: left });
      slot.cost = found.optimal ? found.cost : null;
      slot.level = found.level;
      slot.rated = true;
    } catch {
      if (left.aborted) return;
      continue;
    }
    keepSlot(key, at, slot);
    known(at);
  }
}
