// The time scale of ratings: a time as a place on its axis, times and factors as text, ticks, the meter with
// a dot, notes of uncertainty.

/** @import { Family, RatingExplanation, Solution } from "../types" */

import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { DIFFICULTIES, difficultyBadge } from "./difficulty.js";

/** The position of a time in per cent; the outer parts are as wide as their neighbours. */
export function percent(/** @type {number} */ seconds, /** @type {number[]} */ borders) {
  const [a, b, c] = borders;
  const marks = [(a * a) / b, a, b, c, (c * c) / b].map(Math.log);
  const time = Math.log(seconds);
  let part = 0;
  while (part < 3 && time >= marks[part + 1]) part++;
  const within = (time - marks[part]) / (marks[part + 1] - marks[part]);
  return Math.min(98, Math.max(2, 25 * (part + within)));
}

/** Rounded to a half, such as 1.5. @param {number} value */
const halves = (value) => (Math.round(2 * value) / 2).toLocaleString(document.documentElement.lang);

/** @param {number} seconds */
export function formatSeconds(seconds) {
  if (seconds < 120) return t("{n} s", { n: Math.round(seconds) });
  if (seconds < 300) return t("{n} min", { n: halves(seconds / 60) });
  if (seconds < 5400) return t("{n} min", { n: Math.round(seconds / 60) });
  return t("{n} h", { n: halves(seconds / 3600) });
}

/** @param {number} by */
export const formatFactor = (by) => {
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 };
  return `× ${by.toLocaleString(document.documentElement.lang, digits)}`;
};

/** The labels of the borders. @param {number[]} borders */
export const ticks = (borders) =>
  h(
    "div.ticks",
    { "aria-hidden": "true" },
    borders.map((border, n) => h("span", { vars: { at: `${25 * (n + 1)}%` } }, formatSeconds(border))),
  );

/**
 * Four parts with a dot, and a band for the times that most people need; the dot is hollow if the time is
 * assumed. After a win a flag marks the player's own time.
 * @param {Solution | null} solution
 * @param {RatingExplanation | null} explanation @param {Family} family @param {string} time in words
 * @param {number | null} [own] the player's seconds
 */
export function difficultyMeter(solution, explanation, family, time, own = null) {
  const at = explanation && percent(explanation.seconds, family.borders);
  const label = at === null ? {} : { role: "img", "aria-label": time };
  const difficulty = solution?.level ?? null;
  return h(
    family.calibrated ? "div.meter" : "div.meter.assumed",
    label,
    DIFFICULTIES.map((each) => h(each === difficulty ? "b.on" : "b")),
    at !== null &&
      solution?.low != null &&
      solution.high != null &&
      band(solution.low, solution.high, family),
    at !== null && h("i", { vars: { at: `${at}%` } }),
    own !== null &&
      h("s", { vars: { at: `${percent(Math.max(1, own), family.borders)}%` } }, h("small", t("you"))),
  );
}

/**
 * The band from the shortest to the longest time.
 * @param {number} low @param {number} high @param {Family} family
 */
function band(low, high, { borders }) {
  const [from, to] = [percent(low, borders), percent(high, borders)];
  return h("u", { vars: { a: `${from}%`, b: `${to - from}%` } });
}

/** Notes that a rating is uncertain. @param {boolean} calibrated @param {boolean} proved */
export const pills = (calibrated, proved) =>
  (!calibrated || !proved) &&
  h(
    "div.pills",
    !calibrated && h("span.pill", t("Not checked against real players")),
    !proved && h("span.pill", t("May not be the fewest moves")),
  );

/** The badge of a level without a rating: empty bars, as high as a badge with words. */
export const unratedBadge = () => {
  const el = difficultyBadge(null);
  if (el.lastChild) el.lastChild.textContent = "\u00a0";
  return el;
};
