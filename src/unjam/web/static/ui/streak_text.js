// The streak in words.

/** @import { Streak } from "../types" */

import { joinSentences, plural, t } from "./i18n.js";

/** How long the streak is, and what keeps it. @param {Streak} streak */
export const streakText = (streak) =>
  joinSentences(
    streak.length ? plural(streak.length, "Streak: {n} day.", "Streak: {n} days.") : "",
    streakAdvice(streak),
  );

/** What begins or keeps the streak. @param {Streak} streak */
export function streakAdvice({ length, solvedToday, endsToday }) {
  if (!length) return t("Solve the level of today to begin a streak.");
  if (solvedToday) return t("The next level comes tomorrow.");
  if (endsToday) return t("You missed yesterday. It is forgiven if you solve one today.");
  return t("Solve the level of today to go on.");
}
