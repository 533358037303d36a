// What the browser remembers: settings, what was solved, every game that was begun, levels from a file.
// A game has a place of its own, so that two tabs with two levels do not get in each other's way.

/** @import { Game, Memory } from "./types" */

const KEY = "unjam";
const GAME = "unjam.game."; // and the id of its level
const OPEN = "unjam.open"; // the level whose game is open in this tab
const MOST_GAMES = 500;

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

/** The title of a level opened from a file, or of the game that came to this position. @param {string} id */
export const titleOf = (id) =>
  recall("opened")?.levels?.find((level) => level.id === id)?.title ?? gameWith(id)?.title ?? null;

/** The game of a level that was touched. @param {string | null} start @returns {Game | null} */
export function gameOf(start) {
  try {
    return JSON.parse(localStorage.getItem(GAME + start) ?? "null");
  } catch {
    return null;
  }
}

const openHere = () => {
  try {
    return sessionStorage.getItem(OPEN);
  } catch {
    return null;
  }
};

/**
 * The game that a position belongs to: that of the level itself, or the one open in this tab where it came
 * to it, as it stands there.
 * @param {string} id @returns {Game | null}
 */
export function gameWith(id) {
  const own = gameOf(id);
  if (own) return own;
  const open = gameOf(openHere());
  const at = open ? open.entries.map((entry) => entry.id).lastIndexOf(id) : -1;
  return open && at >= 0 ? { ...open, at } : null;
}

/** @returns {Game[]} every game, the newest first */
function games() {
  const starts = Object.keys(localStorage).filter((key) => key.startsWith(GAME));
  const found = starts.flatMap((key) => gameOf(key.slice(GAME.length)) ?? []);
  return found.sort((a, b) => (b.when ?? 0) - (a.when ?? 0));
}

/** The game left off: in this tab, else anywhere. @returns {Game | null} */
export function lastGame() {
  try {
    return gameOf(openHere()) ?? games()[0] ?? null;
  } catch {
    return null;
  }
}

/** Keeps a game; where there is no room, the oldest go. @param {Game} game */
export function keepGame(game) {
  try {
    sessionStorage.setItem(OPEN, game.start);
    const text = JSON.stringify({ ...game, when: Date.now() });
    const old = gameOf(game.start) ? [] : games().slice(MOST_GAMES - 1);
    for (const { start } of old) localStorage.removeItem(GAME + start);
    for (;;) {
      try {
        return localStorage.setItem(GAME + game.start, text);
      } catch (error) {
        const oldest = games().pop();
        if (!oldest) throw error;
        localStorage.removeItem(GAME + oldest.start);
      }
    }
  } catch {
    // As above.
  }
}
