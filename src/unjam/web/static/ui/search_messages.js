// Messages about a search: while it waits, while it runs, and if it ends without a solution.

/** @import { Family, Progress, Solution } from "../types" */

import { formatAmount } from "../state/families.js";
import { joinSentences, messageText, plural, t } from "./i18n.js";

/**
 * Callbacks for a search that show its progress.
 * @param {Family} family @param {(main: string, rest: string, progress?: Progress) => void} show
 */
export const searchCallbacks = (family, show) => ({
  onplace: (/** @type {number} */ n) =>
    show(t("Waiting for a free core."), t("Number {n} in the queue.", { n })),
  onprogress: (/** @type {Progress} */ p) => {
    const count = plural(p.expanded, "{n} position so far.", "{n} positions so far.");
    const bound = p.bound ? t("At least {cost}.", { cost: formatAmount(family, "", p.bound) }) : "";
    show(t("Searching,"), joinSentences(count, bound, t("{s} s", { s: Math.round(p.seconds) })), p);
  },
});

/**
 * The outcome of a search without a proved solution.
 * @param {Solution} solution @param {Family} family @returns {[string, string]}
 */
export function searchVerdict(solution, family) {
  const n = solution.expanded;
  if (solution.status === "unsolvable")
    return [
      t("No solution:"),
      n > 1 ? t("all {n} positions expanded.", { n }) : messageText(solution.reason),
    ];
  const rest =
    solution.cost === null
      ? t("It is not known whether a solution exists.")
      : t("A solution in {cost} is known; it may not be the best.", {
          cost: formatAmount(family, solution.metric, solution.cost),
        });
  return [t("Stopped after {n} positions.", { n }), rest];
}
