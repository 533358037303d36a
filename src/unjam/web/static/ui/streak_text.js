// The streak in words.

/** @import { Streak } from "../types" */

import { joinSentences, plural, t } from "./i18n.js";

/** How long the streak is, and what keeps it. @param {Streak} streak */
export function streakText({ length, solvedToday, endsToday }) {
  if (!length) return t("Solve the level of today to begin a streak.");
  const n = plural(length, "Streak: {n} day.", "Streak: {n} days.");
  if (solvedToday) return joinSentences(n, t("The next level comes tomorrow."));
  if (endsToday) return joinSentences(n, t("You missed yesterday. It is forgiven if you solve one today."));
  return joinSentences(n, t("Solve the level of today to go on."));
}
