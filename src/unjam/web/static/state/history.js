// The wins of the player, saved in the browser: one record for each attempt that was won. The statistics, the
// streak and the difficulty offered for a new level are computed from them.

/** @import { Win } from "../types" */

import { readItem, writeItem } from "./store.js";

const WINS = "unjam.wins";
const MAX_WINS = 3000;
const MAX_CHARACTERS = 1_000_000; // of all ids: a large level has an id of thousands

/** The local date of a time, as 2026-11-16. @param {Date} [time] */
export const localDate = (time = new Date()) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((n) => String(n).padStart(2, "0")).join("-");

/** Every saved win, the newest first. @returns {Win[]} */
export function listWins() {
  const saved = readItem(WINS);
  return Array.isArray(saved) ? saved : [];
}

/**
 * Saves a win. An attempt is recorded once: one that is undone and won again keeps its better result.
 * `begun` is the time the attempt began (`game.clock.begun`), in milliseconds.
 * @param {Omit<Win, "at" | "day">} win
 */
export function recordWin(win) {
  const now = Date.now();
  return addWins([{ ...win, at: now, day: dayOfWin(win, now) }]);
}

/**
 * The local date that the win counts for. A level of the day that was begun before midnight counts for its
 * day.
 * @param {Pick<Win, "date" | "seconds">} win @param {number} now
 */
function dayOfWin({ date, seconds }, now) {
  const begun = localDate(new Date(now - seconds * 1000));
  return date === begun ? begun : localDate(new Date(now));
}

/**
 * Adds wins, for example those of another device; returns how many were new, or null if there is no room for
 * them.
 * @param {Win[]} wins
 */
export function addWins(wins) {
  if (!wins.length) return 0;
  const all = new Map(listWins().map((win) => [keyOf(win), win]));
  let added = 0;
  for (const win of wins) {
    const known = all.get(keyOf(win));
    if (!known) added++;
    if (!known || isBetter(win, known)) all.set(keyOf(win), win);
  }
  const sorted = [...all.values()].sort((a, b) => b.at - a.at);
  return writeItem(WINS, dropOldest(sorted)) ? added : null;
}

/** The same attempt on a level; an older record has no attempt. @param {Win} win */
const keyOf = ({ id, begun, at }) => `${begun ?? at} ${id}`;

/** @param {Win} a @param {Win} b */
const isBetter = (a, b) => a.moves < b.moves;

/**
 * Fills in what was not known yet when an attempt was won, because a search had not ended.
 * @param {Pick<Win, "id" | "begun">} attempt @param {Pick<Win, "best" | "difficulty" | "expected">} known
 */
export function completeWin({ id, begun }, known) {
  const wins = listWins();
  const win = wins.find((each) => each.id === id && each.begun === begun);
  if (!win) return;
  win.best ??= known.best;
  win.difficulty ??= known.difficulty;
  win.expected ??= known.expected;
  writeItem(WINS, wins);
}

/** The wins that are kept: the oldest go, those of levels of the day last. @param {Win[]} wins */
function dropOldest(wins) {
  let size = wins.reduce((sum, { id }) => sum + id.length, 0);
  while (wins.length > MAX_WINS || size > MAX_CHARACTERS) {
    const at = wins.findLastIndex(({ date }) => !date);
    const [{ id }] = wins.splice(at < 0 ? wins.length - 1 : at, 1);
    size -= id.length;
  }
  return wins;
}
