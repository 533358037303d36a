// What the browser stores: settings, saved games, best results. Every game has its own key, so that two tabs
// with
// two levels do not overwrite each other.

/** @import { BestResult, SavedGame, Memory, LevelStatus } from "../types" */

import { findFamily } from "./families.js";

const KEY = "unjam";
const GAME = "unjam.game."; // followed by the id of the level
const BEST = "unjam.best."; // followed by the id of the level
const OPEN = "unjam.open"; // in sessionStorage: the level that is open in this tab
const MAX_GAMES = 500;

/** @param {string} start */
export const gameKey = (start) => GAME + start;

/** The stored value; null if it is missing or not JSON. @param {string} key */
export function readItem(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The keys that start with a prefix, without it. @param {string} prefix */
export function listKeys(prefix) {
  try {
    const result = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return result.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/**
 * Stores a value, and deletes the oldest games if the storage is full. False if even that is not enough or
 * storage is blocked: then nothing has changed.
 * @param {string} key @param {unknown} value
 */
export function writeItem(key, value) {
  const text = JSON.stringify(value);
  /** @type {SavedGame[] | undefined} */
  let others;
  /** @type {[string, string][]} */
  const removed = [];
  try {
    for (;;) {
      try {
        localStorage.setItem(key, text);
        return true;
      } catch {
        others ??= savedGames().filter((game) => gameKey(game.start) !== key);
        const oldest = others.pop();
        if (!oldest) break;
        const name = gameKey(oldest.start);
        removed.push([name, localStorage.getItem(name) ?? ""]);
        localStorage.removeItem(name);
      }
    }
    for (const [name, game] of removed) localStorage.setItem(name, game);
  } catch {
    // Storage is blocked.
  }
  return false;
}

/** @returns {Partial<Memory>} */
const all = () => readItem(KEY) ?? {};

/** @template {keyof Memory} K @param {K} name @returns {Memory[K] | null} */
export const recall = (name) => all()[name] ?? null;

/** @template {keyof Memory} K @param {K} name @param {Memory[K] | undefined} value */
export const remember = (name, value) => writeItem(KEY, { ...all(), [name]: value });

/** The saved game of a level. @param {string | null} start @returns {SavedGame | null} */
export const loadGame = (start) => readItem(GAME + start);

const openLevelId = () => {
  try {
    return sessionStorage.getItem(OPEN);
  } catch {
    return null;
  }
};

/**
 * The game that a position belongs to: the game of this level, else the game that is open in this tab if it
 * passed through the position.
 * @param {string} id @returns {SavedGame | null}
 */
export function gameContaining(id) {
  const game = loadGame(id);
  if (game) return game;
  const open = loadGame(openLevelId());
  const at = open ? open.entries.map((entry) => entry.id).lastIndexOf(id) : -1;
  return open && at >= 0 ? { ...open, at } : null;
}

/** Every saved game, the newest first. @returns {SavedGame[]} */
function savedGames() {
  const result = listKeys(GAME).flatMap((start) => loadGame(start) ?? []);
  return result.sort((a, b) => (b.when ?? 0) - (a.when ?? 0));
}

/**
 * The last game that matches: the one open in this tab, else the newest.
 * @param {(game: SavedGame) => boolean} [fits]
 */
export function lastGame(fits = () => true) {
  try {
    return [loadGame(openLevelId()), ...savedGames()].find((game) => game && fits(game)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Saves a game and deletes the oldest ones if there are too many. Returns the saved version, newer than the
 * one before; null if it could not be saved.
 * @param {SavedGame} game
 */
export function saveGame(game) {
  const stored = loadGame(game.start);
  const version = { ...game, when: Math.max(Date.now(), (stored?.when ?? 0) + 1) };
  try {
    sessionStorage.setItem(OPEN, game.start);
    const old = stored ? [] : savedGames().slice(MAX_GAMES - 1);
    for (const { start } of old) localStorage.removeItem(GAME + start);
  } catch {
    // Storage is blocked.
  }
  return writeItem(gameKey(game.start), version) ? version : null;
}

// -- best results

/** The best result on a level, if it was solved. @param {string | null} start @returns {BestResult | null} */
export function bestResult(start) {
  return readItem(BEST + start);
}

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
  const least = fewest !== null && yours <= fewest && !findFamily(name ?? best.family).equal_costs;
  return { mark: least ? "fewest" : "solved", yours, fewest };
}
