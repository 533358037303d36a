// What the browser remembers: settings, what was solved, the game left off, levels opened from a file.

/** @import { Memory } from "./types" */

const KEY = "unjam";

/** @returns {Partial<Memory>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @template {keyof Memory} K @param {K} name @returns {Memory[K] | null} */
export const recall = (name) => all()[name] ?? null;

/** @template {keyof Memory} K @param {K} name @param {Memory[K]} value */
export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // A full or forbidden store loses the memory, never the game.
  }
}

/** @param {string} id @param {number} cost */
export function solved(id, cost) {
  const done = recall("solved") ?? {};
  const ids = Object.keys(done);
  if (ids.length > 500) delete done[ids[0]];
  done[id] = Math.min(done[id] ?? Infinity, cost);
  remember("solved", done);
}

/** The title of a level opened from a file. @param {string} id */
export const titleOf = (id) => recall("opened")?.levels?.find((level) => level.id === id)?.title ?? null;
