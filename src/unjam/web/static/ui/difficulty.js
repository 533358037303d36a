// The four difficulties: their names, and the badge with four bars.

/** @import { Solution } from "../types" */

import { h } from "./dom.js";
import { asSentence, joinSentences, messageText, t } from "./i18n.js";

export const DIFFICULTIES = ["beginner", "intermediate", "advanced", "expert"];

/** The name of a difficulty. @param {string | null} level */
export function difficultyName(level) {
  if (level === "beginner") return t("Beginner");
  if (level === "intermediate") return t("Intermediate");
  if (level === "advanced") return t("Advanced");
  return level === "expert" ? t("Expert") : t("Not rated yet");
}

/**
 * The badge of a solved level, with the time people need and the reason as a tooltip.
 * @param {Solution | null} solution @param {string} [rest]
 */
export function ratedDifficulty(solution, rest = "") {
  if (!solution?.level) return difficultyBadge(null, rest);
  const assumed = solution.calibrated === false ? t("The time is assumed: not calibrated on people.") : "";
  const title = joinSentences(solution.why ? asSentence(messageText(solution.why)) : "", assumed);
  return difficultyBadge(solution.level, rest, title, messageText(solution.time));
}

/**
 * Four bars and a word.
 * @param {string | null} level @param {string} [rest] @param {string} [title] @param {string} [time]
 */
export function difficultyBadge(level, rest = "", title = "", time = "") {
  const at = DIFFICULTIES.indexOf(level ?? "");
  const bars = DIFFICULTIES.map((_, n) => h(n <= at ? "b.on" : "b"));
  const name = difficultyName(level);
  return h(
    "span.difficulty",
    title ? { title } : {},
    h("i", { "aria-hidden": "true" }, bars),
    h(
      level ? "span" : "span.dim",
      name,
      time && h("span.time", ` · ${time}`),
      rest && h("span.rest", ` · ${rest}`),
    ),
  );
}
