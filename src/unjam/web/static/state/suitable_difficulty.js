// The difficulty that suits the player's last results, offered for a new level.

/** @import { Family, Win } from "../types" */

import { DIFFICULTIES } from "../rating/difficulty.js";

const MAX_RESULTS = 5; // the last ones count
const MIN_RESULTS = 3;
const MAX_EASY_DETOUR = 1.25; // of the fewest moves
const MIN_HARD_TIME = 3; // of the expected time

/**
 * The difficulty that suits the last five levels that were solved for the first time, null after fewer than
 * three. Each of them votes: for a harder one if it was easy, for an easier one if it was hard, else for its
 * own. The middle vote wins, and of two middle votes the easier.
 * @param {Win[]} wins the newest first @param {Family} family
 */
export function suitableDifficulty(wins, family) {
  const votes = firstWins(wins)
    .filter(({ family: name, difficulty }) => name === family.name && rank(difficulty) >= 0)
    .slice(0, MAX_RESULTS)
    .map((win) => rank(win.difficulty) + stepAfter(win, family))
    .sort((a, b) => a - b);
  if (votes.length < MIN_RESULTS) return null;
  const middle = votes[Math.floor((votes.length - 1) / 2)];
  return DIFFICULTIES[Math.min(Math.max(middle, 0), DIFFICULTIES.length - 1)];
}

/** @param {string | null} difficulty */
const rank = (difficulty) => DIFFICULTIES.indexOf(difficulty ?? "");

/** The first win of every level: a level that is known is easier. @param {Win[]} wins the newest first */
const firstWins = (wins) =>
  [...new Map(wins.map((win) => [win.id, win])).values()].sort((a, b) => b.at - a.at);

/**
 * 1 if the level was easy, -1 if it was hard. Hard is a level that took hints or three times the expected
 * time. Easy is one that took no longer than expected; where that time was never compared with people, one
 * with at most a quarter more moves than the fewest.
 * @param {Win} win @param {Family} family
 */
function stepAfter({ hints, seconds, expected, moves, best }, { calibrated }) {
  if (hints) return -1;
  if (!calibrated || !expected || !seconds) return best !== null && moves <= MAX_EASY_DETOUR * best ? 1 : 0;
  if (seconds > MIN_HARD_TIME * expected) return -1;
  return seconds <= expected ? 1 : 0;
}
