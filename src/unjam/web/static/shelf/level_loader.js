// Loads the scenes of the levels that are in the page, and rates all levels, those in the window first. New
// ratings are saved together every few seconds, for a large shelf takes long to write.

/** @import { Collection, Scene, ShelfItem } from "../types" */

import * as api from "../api.js";
import { saveShelfItems } from "../state/shelves.js";

const MAX_SECONDS = 5; // per level
const SCENES_PER_REQUEST = 40;
const SAVE_AFTER = 2_000; // milliseconds

/** @type {Map<string, Scene>} */
const scenesById = new Map();

/** @param {string | null} id */
export const sceneOf = (id) => (id ? (scenesById.get(id) ?? null) : null);

export class LevelLoader {
  cancel = new AbortController();
  isLoadingScenes = false;
  /** Ids of levels without a scene, indices of levels without a rating. @type {Set<string | number>} */
  failed = new Set();
  /** @type {Map<number, ShelfItem>} */
  unsaved = new Map();
  timer = 0;

  /**
   * @param {Collection} shelf
   * @param {{shown: () => number[], visible: () => number[]}} grid the indices in the page and in the window
   * @param {{onscene: (at: number) => void, onrating: (at: number) => void}} callbacks
   */
  constructor(shelf, grid, callbacks) {
    this.shelf = shelf;
    this.grid = grid;
    this.callbacks = callbacks;
  }

  /** Loads what is missing; what cannot be loaded is tried again the next time. */
  start() {
    this.loadScenes().then(() => this.loadRatings());
  }

  close() {
    this.cancel.abort();
    this.save();
  }

  /** Loads the scenes that the page lacks, in batches. */
  async loadScenes() {
    if (this.isLoadingScenes) return;
    this.isLoadingScenes = true;
    const { signal } = this.cancel;
    for (let batch = this.missingScenes(); batch.length; batch = this.missingScenes()) {
      const scenes = await api.scenes(batch.map(({ id }) => id)).catch(() => []);
      if (signal.aborted) return;
      for (const [n, { id, at }] of batch.entries()) {
        const scene = scenes[n];
        if (scene) scenesById.set(id, scene);
        else this.failed.add(id);
        if (scene) this.callbacks.onscene(at);
      }
    }
    this.isLoadingScenes = false;
  }

  missingScenes() {
    const missing = this.grid.shown().flatMap((at) => {
      const { id } = this.shelf.slots[at];
      return id && !scenesById.has(id) && !this.failed.has(id) ? [{ id, at }] : [];
    });
    return missing.slice(0, SCENES_PER_REQUEST);
  }

  /** Rates the levels one by one. */
  async loadRatings() {
    const { signal } = this.cancel;
    for (let at = this.nextUnrated(); at >= 0 && !signal.aborted; at = this.nextUnrated()) {
      const item = this.shelf.slots[at];
      try {
        const solution = await api.solve(item.id ?? "", { seconds: MAX_SECONDS, signal });
        item.cost = solution.optimal ? solution.cost : null;
        item.level = solution.level;
        item.time = solution.time;
        item.rated = true;
      } catch {
        this.failed.add(at);
        continue;
      }
      this.unsaved.set(at, item);
      this.timer ||= window.setTimeout(() => this.save(), SAVE_AFTER);
      this.callbacks.onrating(at);
    }
  }

  /** The next level to rate: the first in the window, else the first after it, else the first; -1 if none. */
  nextUnrated() {
    const { slots: items } = this.shelf;
    const isUnrated = (/** @type {number} */ at) => items[at].id && !items[at].rated && !this.failed.has(at);
    const visible = this.grid.visible();
    const first = visible.find(isUnrated);
    if (first !== undefined) return first;
    const start = (visible.at(-1) ?? -1) + 1;
    for (let n = 0; n < items.length; n++) {
      const at = (start + n) % items.length;
      if (isUnrated(at)) return at;
    }
    return -1;
  }

  save() {
    clearTimeout(this.timer);
    this.timer = 0;
    saveShelfItems(this.shelf.key, this.unsaved);
    this.unsaved.clear();
  }
}
