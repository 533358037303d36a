// The four difficulties: their names, the badge with four bars and its tooltip, and the range of times people
// need.

/** @import { Family, Solution } from "../types" */

import { h } from "../ui/dom.js";
import { asSentence, joinSentences, messageText, t } from "../ui/i18n.js";

export const DIFFICULTIES = ["beginner", "intermediate", "advanced", "expert"];

/** The part of a solution that is missing without a rating. */
export const UNRATED = {
  ...{ level: null, score: null, low: null, high: null, time: null, expected: null },
  ...{ why: null, calibrated: null, explanation: null, reason: null },
};

/** The name of a difficulty. @param {string | null} difficulty */
export function difficultyName(difficulty) {
  if (difficulty === "beginner") return t("Beginner");
  if (difficulty === "intermediate") return t("Intermediate");
  if (difficulty === "advanced") return t("Advanced");
  return difficulty === "expert" ? t("Expert") : t("Not rated yet");
}

/**
 * The badge of a solved level, with the time people need and the reason as a tooltip.
 * @param {Solution | null} solution @param {string} [rest]
 */
export function ratedDifficulty(solution, rest = "") {
  if (!solution?.level) return difficultyBadge(null, rest);
  const assumed =
    solution.calibrated === false
      ? t("This time is an estimate that was not checked against real players.")
      : "";
  const title = joinSentences(
    solution.expected ? asSentence(messageText(solution.expected)) : "",
    solution.why ? asSentence(messageText(solution.why)) : "",
    assumed,
  );
  return difficultyBadge(solution.level, rest, title, messageText(solution.time));
}

/**
 * Four bars and a word.
 * @param {string | null} difficulty @param {string} [rest] @param {string} [title] @param {string} [time]
 */
export function difficultyBadge(difficulty, rest = "", title = "", time = "") {
  const at = DIFFICULTIES.indexOf(difficulty ?? "");
  const bars = DIFFICULTIES.map((_, n) => h(n <= at ? "b.on" : "b"));
  const name = difficultyName(difficulty);
  return h(
    "span.difficulty",
    title ? { title } : {},
    h("i", { "aria-hidden": "true" }, bars),
    h(
      difficulty ? "span" : "span.dim",
      name,
      time && h("span.time", ` · ${time}`),
      rest && h("span.rest", ` · ${rest}`),
    ),
  );
}

/** The time people need for the n-th difficulty, from 0. @param {Family} family @param {number} n */
export function timeRange({ borders, calibrated }, n) {
  if (!calibrated) return "";
  if (n === borders.length) return t("longer");
  const seconds = borders[n];
  const time = seconds > 90 ? t("{n} min", { n: seconds / 60 }) : t("{n} s", { n: seconds });
  return n ? t("up to {time}", { time }) : t("under {time}", { time });
}
