// What the browser remembers: settings, what was solved, every game that was begun, levels from a file.
// A game has a place of its own, so that two tabs with two levels do not get in each other's way.

/** @import { Best, Game, Memory, Standing } from "../types" */

import { family } from "./families.js";

const KEY = "unjam";
const GAME = "unjam.game."; // and the id of its level
const BEST = "unjam.best."; // and the id of its level
const OPEN = "unjam.open"; // the level whose game is open in this tab
const MOST_GAMES = 500;

/** Where the game of a level is kept. @param {string} start */
export const gameKey = (start) => GAME + start;

/** What is kept under a name, whole; null where it is nothing that can be read. @param {string} key */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** What stands behind a beginning in the names of what is kept. @param {string} first */
export function names(first) {
  try {
    const found = Object.keys(localStorage).filter((key) => key.startsWith(first));
    return found.map((key) => key.slice(first.length));
  } catch {
    return [];
  }
}

/**
 * Keeps something; where there is no room, the oldest games go. False where that is not enough, or forbidden:
 * then everything stays as it was.
 * @param {string} key @param {unknown} value
 */
export function keep(key, value) {
  const text = JSON.stringify(value);
  /** @type {Game[] | undefined} */
  let others;
  /** @type {[string, string][]} */
  const removed = [];
  try {
    for (;;) {
      try {
        localStorage.setItem(key, text);
        return true;
      } catch {
        others ??= games().filter((game) => gameKey(game.start) !== key);
        const oldest = others.pop();
        if (!oldest) break;
        const name = gameKey(oldest.start);
        removed.push([name, localStorage.getItem(name) ?? ""]);
        localStorage.removeItem(name);
      }
    }
    for (const [name, game] of removed) localStorage.setItem(name, game);
  } catch {
    // Nothing may be kept here.
  }
  return false;
}

/** @returns {Partial<Memory>} */
const all = () => read(KEY) ?? {};

/** @template {keyof Memory} K @param {K} name @returns {Memory[K] | null} */
export const recall = (name) => all()[name] ?? null;

/** @template {keyof Memory} K @param {K} name @param {Memory[K] | undefined} value */
export const remember = (name, value) => keep(KEY, { ...all(), [name]: value });

/** The game of a level that was touched. @param {string | null} start @returns {Game | null} */
export const gameOf = (start) => read(GAME + start);

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
  const found = names(GAME).flatMap((start) => gameOf(start) ?? []);
  return found.sort((a, b) => (b.when ?? 0) - (a.when ?? 0));
}

/** The game left off that fits: in this tab, else anywhere. @param {(game: Game) => boolean} [fits] */
export function lastGame(fits = () => true) {
  try {
    return [gameOf(openHere()), ...games()].find((game) => game && fits(game)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps a game, and forgets the oldest where there are too many. The game as it was kept, null where it
 * could not be; every version is newer than the one before.
 * @param {Game} game
 */
export function keepGame(game) {
  const stored = gameOf(game.start);
  const version = { ...game, when: Math.max(Date.now(), (stored?.when ?? 0) + 1) };
  try {
    sessionStorage.setItem(OPEN, game.start);
    const old = stored ? [] : games().slice(MOST_GAMES - 1);
    for (const { start } of old) localStorage.removeItem(GAME + start);
  } catch {
    // As above.
  }
  return keep(gameKey(game.start), version) ? version : null;
}

// -- the best that was done on each level

/** The best result on a level that was solved. @param {string | null} start @returns {Best | null} */
export function bestOf(start) {
  takeOver();
  return read(BEST + start);
}

/**
 * Is a result better? One found alone beats one with hints; then fewer moves, then one with a solution.
 * @param {Best} a @param {Best | null} b
 */
export function isBetter(a, b) {
  if (!b || Boolean(a.hints) !== Boolean(b.hints)) return !b || !a.hints;
  return a.cost === b.cost ? Boolean(a.notation) && !b.notation : a.cost < b.cost;
}

/**
 * Keeps a result where it is better than what was kept, and the fewest moves where they are proved.
 * @param {string} start @param {Best} best @returns {boolean} was it better?
 */
export function keepBest(start, best) {
  const old = bestOf(start);
  const better = isBetter(best, old);
  const fewest = best.fewest ?? old?.fewest ?? null;
  const kept = { ...(better || !old ? best : old), fewest };
  if (better || fewest !== old?.fewest) keep(BEST + start, kept);
  return better;
}

/** Keeps what was proved of a level that was solved. @param {string} start @param {number | null} fewest */
export function keepFewest(start, fewest) {
  const best = fewest === null ? null : bestOf(start);
  if (best) keepBest(start, { ...best, fewest });
}

/**
 * How a level stands: its mark, what you needed, and the fewest where that is proved.
 * @param {{id: string | null, family?: string | null, cost?: number | null}} level @returns {Standing}
 */
export function stateOf({ id, family: name, cost }) {
  const best = id ? bestOf(id) : null;
  const fewest = cost ?? best?.fewest ?? null;
  const yours = best?.cost ?? null;
  if (!best || yours === null) {
    const game = id ? gameOf(id) : null;
    return { mark: game && game.at > 0 ? "begun" : "untouched", yours: null, fewest };
  }
  if (best.hints) return { mark: "hinted", yours, fewest };
  const least = fewest !== null && yours <= fewest && !family(name ?? best.family).equal_costs;
  return { mark: least ? "fewest" : "solved", yours, fewest };
}

/** What was kept before there was more to keep than a number. */
function takeOver() {
  const done = recall("solved");
  if (!done) return;
  for (const [start, cost] of Object.entries(done))
    if (!localStorage.getItem(BEST + start)) keep(BEST + start, { cost, hints: 0, when: 0 });
  remember("solved", undefined);
}
