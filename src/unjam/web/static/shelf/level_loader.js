// Loads the scenes and ratings of a shelf's levels while it is shown.

/** @import { Collection, Scene, ShelfItem } from "../types" */

import * as api from "../api.js";
import { saveShelfItem } from "../state/shelves.js";

const MAX_SECONDS = 5; // per level
const SCENES_PER_REQUEST = 40;

/** @type {Map<string, Scene>} */
const scenesById = new Map();

/** @param {string | null} id */
export const sceneOf = (id) => (id ? (scenesById.get(id) ?? null) : null);

/**
 * Loads the missing scenes in batches.
 * @param {ShelfItem[]} items @param {AbortSignal} signal @param {(at: number) => void} onscene
 */
export async function loadScenes(items, signal, onscene) {
  const missing = items.flatMap(({ id }, at) => (id && !scenesById.has(id) ? [{ id, at }] : []));
  for (let from = 0; from < missing.length && !signal.aborted; from += SCENES_PER_REQUEST) {
    const batch = missing.slice(from, from + SCENES_PER_REQUEST);
    const scenes = await api.scenes(batch.map(({ id }) => id));
    batch.forEach(({ id, at }, i) => {
      const scene = scenes[i];
      if (scene) scenesById.set(id, scene);
      if (scene && !signal.aborted) onscene(at);
    });
  }
}

/**
 * Rates the levels one by one and saves the ratings.
 * @param {Collection} shelf @param {AbortSignal} signal @param {(at: number) => void} onrating
 */
export async function loadRatings({ key, slots: items }, signal, onrating) {
  for (const [at, item] of items.entries()) {
    if (!item.id || item.rated) continue;
    try {
      const solution = await api.solve(item.id, { seconds: MAX_SECONDS, signal });
      item.cost = solution.optimal ? solution.cost : null;
      item.level = solution.level;
      item.time = solution.time;
      item.rated = true;
    } catch {
      if (signal.aborted) return;
      continue;
    }
    saveShelfItem(key, at, item);
    onrating(at);
  }
}
