// In words, how much longer and harder a level is than another: "+4 moves, a minute longer".

/** @import { Family } from "../types" */

import { formatAmount } from "../state/families.js";
import { plural } from "../ui/i18n.js";

/**
 * The length of a level's solution and the time that people need.
 * @typedef {{metric: string, cost: number, score: number | null}} Measures
 */

const LEAST = 1.03; // the ratio of two times below which they count as the same

/** @param {Measures} before @param {Measures} now @param {Family} family @returns {string[]} */
export function differences(before, now, family) {
  const parts = [];
  const by = now.cost - before.cost;
  if (by && now.metric === before.metric)
    parts.push(`${by > 0 ? "+" : "−"}${formatAmount(family, now.metric, Math.abs(by))}`);
  const time = timeDifference(before.score, now.score);
  if (time) parts.push(time);
  return parts;
}

/** @param {number | null} before @param {number | null} now */
function timeDifference(before, now) {
  if (!before || !now || Math.max(before / now, now / before) < LEAST) return "";
  const seconds = Math.abs(now - before);
  const isLonger = now > before;
  const rounded = seconds < 10 ? Math.round(seconds) : 5 * Math.round(seconds / 5);
  if (!rounded) return "";
  if (rounded < 60) return isLonger ? secondsLonger(rounded) : secondsShorter(rounded);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return isLonger ? minutesLonger(minutes) : minutesShorter(minutes);
  const hours = Math.round(seconds / 3600);
  return isLonger ? hoursLonger(hours) : hoursShorter(hours);
}

/** @param {number} n */
const secondsLonger = (n) => plural(n, "{n} second longer", "{n} seconds longer");
/** @param {number} n */
const secondsShorter = (n) => plural(n, "{n} second shorter", "{n} seconds shorter");
/** @param {number} n */
const minutesLonger = (n) => plural(n, "a minute longer", "{n} minutes longer");
/** @param {number} n */
const minutesShorter = (n) => plural(n, "a minute shorter", "{n} minutes shorter");
/** @param {number} n */
const hoursLonger = (n) => plural(n, "an hour longer", "{n} hours longer");
/** @param {number} n */
const hoursShorter = (n) => plural(n, "an hour shorter", "{n} hours shorter");
