// The line below the title of a family: the streak, and links to the calendar and the statistics.

/** @import { Family } from "../types" */

import { listWins, localDate } from "../state/history.js";
import { findStreak } from "../state/streak.js";
import { h } from "../ui/dom.js";
import { plural, t } from "../ui/i18n.js";

/** @param {Family} family */
export function returnLinks(family) {
  const { length, solvedToday } = findStreak(listWins(), localDate());
  const streak = plural(length, "Streak: {n} day", "Streak: {n} days");
  return h(
    "p.small.links.return-links",
    length > 0 && h(solvedToday ? "b" : "span", streak),
    family.sizes.length > 0 && h("a", { href: `/calendar/${family.name}` }, t("Levels of other days")),
    h("a", { href: "/statistics" }, t("Statistics")),
  );
}
