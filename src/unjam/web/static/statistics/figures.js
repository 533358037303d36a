// The figures of the statistics, computed from the player's wins.

/** @import { BestResult, Family, Win } from "../types" */

import { DIFFICULTIES } from "../rating/difficulty.js";
import { findFamily, isFamily } from "../state/families.js";
import { generatedLevel } from "../state/generated_levels.js";
import { listWins } from "../state/history.js";
import { bestResult } from "../state/results.js";
import { listKeys } from "../state/store.js";

/** A win, or the best result on a level that was solved before wins were recorded: without its time. */
/** @typedef {Omit<Win, "seconds"> & {seconds: number | null}} SolvedLevel */

/**
 * Figures of some levels: how many were solved, with the fewest moves, and the median of the player's times
 * and of the expected times, both of the wins without hints for which both are known.
 * @typedef {{solved: number, fewest: number | null, seconds: number | null, expected: number | null}} Figures
 */

/**
 * Every win, the newest first.
 * @param {Map<string, string | null>} shipped the difficulties of the shipped levels, by id
 * @returns {SolvedLevel[]}
 */
export function solvedLevels(shipped) {
  const wins = listWins().filter(({ family }) => isFamily(family));
  const known = new Set(wins.map(({ id }) => id));
  const older = listKeys("unjam.best.")
    .filter((id) => !known.has(id))
    .flatMap((id) => fromBestResult(id, bestResult(id)) ?? []);
  return [...wins, ...older]
    .map((win) => ({
      ...win,
      difficulty: shipped.get(win.id) ?? win.difficulty,
      best: win.best ?? bestResult(win.id)?.fewest ?? null, // it may have been proved later
    }))
    .sort((a, b) => b.at - a.at);
}

/** @param {string} id @param {BestResult | null} best @returns {SolvedLevel | null} */
function fromBestResult(id, best) {
  if (!best?.family || !isFamily(best.family)) return null;
  const { family, title = "", cost: moves, fewest = null, hints, when: at } = best;
  const { level: difficulty = null, date = null } = generatedLevel(id) ?? {};
  const unknown = { expected: null, seconds: null, lost: null, day: "" };
  return { ...unknown, id, family, title, difficulty, moves, best: fewest, hints, date, at };
}

/** @param {SolvedLevel[]} wins @returns {Figures} */
export function figuresOf(wins) {
  const comparable = wins.filter((win) => isTimed(win) && !win.hints);
  const countable = wins.filter(({ family }) => !findFamily(family).equal_costs);
  return {
    solved: countLevels(wins),
    fewest: wins.length && !countable.length ? null : countLevels(countable.filter(isFewest)),
    seconds: median(comparable.map(({ seconds }) => Number(seconds))),
    expected: median(comparable.map(({ expected }) => Number(expected))),
  };
}

/** The number of different levels. @param {SolvedLevel[]} wins */
const countLevels = (wins) => new Set(wins.map(({ id }) => id)).size;

/** Is the time of a win known, and the time that people need? @param {SolvedLevel} win */
export const isTimed = ({ seconds, expected }) => Boolean(seconds) && Boolean(expected);

/** Was a level solved with the fewest moves and without hints? @param {SolvedLevel} win */
export const isFewest = ({ moves, best, hints }) => !hints && best !== null && moves <= best;

/** The middle value, of two the mean; null for none. @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (!sorted.length) return null;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

/**
 * The wins of each difficulty, in order; those without a difficulty last, under null.
 * @param {SolvedLevel[]} wins @returns {[string | null, SolvedLevel[]][]}
 */
export const byDifficulty = (wins) =>
  [...DIFFICULTIES, null].map((name) => [name, wins.filter((win) => (win.difficulty ?? null) === name)]);

/**
 * The wins of each family.
 * @param {SolvedLevel[]} wins @param {Family[]} families @returns {[Family, SolvedLevel[]][]}
 */
export const byFamily = (wins, families) =>
  families.map((family) => [family, wins.filter((win) => win.family === family.name)]);
