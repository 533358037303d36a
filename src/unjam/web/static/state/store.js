// Reads and writes items in localStorage and sessionStorage (nothing if blocked; if full, the oldest games
// go), settings, and saved games. Every game has its own key, so that two tabs with two levels do not
// overwrite each other.

/** @import { Memory, SavedGame } from "../types" */

const KEY = "unjam";
const GAME = "unjam.game."; // followed by the id of the level
const OPEN = "unjam.open"; // in sessionStorage: the level that is open in this tab
const MAX_GAMES = 500;

/** @param {string} start */
export const gameKey = (start) => GAME + start;

// -- access; without storage, nothing is read or written

/**
 * @template T @param {() => T} act uses localStorage or sessionStorage
 * @param {T} fallback the result if storage is off or full
 */
function withStorage(act, fallback) {
  try {
    return act();
  } catch {
    return fallback;
  }
}

/** The stored value; null if it is missing or not JSON. @param {string} key */
export const readItem = (key) => withStorage(() => JSON.parse(localStorage.getItem(key) ?? "null"), null);

/** @param {string} key */
export const removeItem = (key) => withStorage(() => localStorage.removeItem(key), undefined);

/** The keys that start with a prefix, without it. @param {string} prefix @returns {string[]} */
export const listKeys = (prefix) =>
  withStorage(() => Object.keys(localStorage), [])
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));

/** A text that only this tab stores. @param {string} key */
export const readSession = (key) => withStorage(() => sessionStorage.getItem(key), null);

/** @param {string} key @param {string} text */
export const writeSession = (key, text) => withStorage(() => sessionStorage.setItem(key, text), undefined);

/** Stores a text; false if it does not fit. @param {string} key @param {string} text */
export const tryWrite = (key, text) =>
  withStorage(() => {
    localStorage.setItem(key, text);
    return true;
  }, false);

/**
 * Stores a value, and deletes the oldest games if the storage is full. False if even that is not enough or
 * storage is blocked: then nothing has changed.
 * @param {string} key @param {unknown} value
 */
export function writeItem(key, value) {
  const text = JSON.stringify(value);
  if (tryWrite(key, text)) return true;
  const removed = [];
  for (const game of savedGames().reverse()) {
    if (gameKey(game.start) === key) continue;
    removed.push(game);
    removeItem(gameKey(game.start));
    if (tryWrite(key, text)) return true;
  }
  for (const game of removed) tryWrite(gameKey(game.start), JSON.stringify(game));
  return false;
}

// -- settings and other small values under one key

/** @returns {Partial<Memory>} */
const readMemory = () => readItem(KEY) ?? {};

/** @template {keyof Memory} K @param {K} name @returns {Memory[K] | null} */
export const recall = (name) => readMemory()[name] ?? null;

/** @template {keyof Memory} K @param {K} name @param {Memory[K] | undefined} value */
export const remember = (name, value) => writeItem(KEY, { ...readMemory(), [name]: value });

// -- games

/** The saved game of a level. @param {string | null} start @returns {SavedGame | null} */
export const loadGame = (start) => readItem(GAME + start);

/**
 * The game that a position belongs to: the game of this level, else the game that is open in this tab if it
 * passed through the position.
 * @param {string} id @returns {SavedGame | null}
 */
export function gameContaining(id) {
  const game = loadGame(id);
  if (game) return game;
  const open = loadGame(readSession(OPEN));
  const at = open?.entries.findLastIndex((entry) => entry.id === id) ?? -1;
  return open && at >= 0 ? { ...open, at } : null;
}

/** Every saved game, the newest first. @returns {SavedGame[]} */
export function savedGames() {
  const games = listKeys(GAME).flatMap((start) => loadGame(start) ?? []);
  return games.sort((a, b) => (b.when ?? 0) - (a.when ?? 0));
}

/**
 * The last game that matches: the one open in this tab, else the newest.
 * @param {(game: SavedGame) => boolean} [matches]
 */
export const lastGame = (matches = () => true) =>
  [loadGame(readSession(OPEN)), ...savedGames()].find((game) => game && matches(game)) ?? null;

/**
 * Saves a game and deletes the oldest ones if there are too many. Returns the saved version, newer than the
 * one before; null if it could not be saved.
 * @param {SavedGame} game
 */
export function saveGame(game) {
  const stored = loadGame(game.start);
  const version = { ...game, when: Math.max(Date.now(), (stored?.when ?? 0) + 1) };
  writeSession(OPEN, game.start);
  const oldGames = stored ? [] : savedGames().slice(MAX_GAMES - 1);
  for (const { start } of oldGames) removeItem(gameKey(start));
  return writeItem(gameKey(game.start), version) ? version : null;
}
