// What is said of a search: while it waits, while it runs, and when it ends without a solution.

/** @import { Family, Progress, Solution } from "../types" */

import { counted } from "../state/families.js";
import { join, plural, say, t } from "./i18n.js";

/**
 * What to hear a search in the family's first metric with.
 * @param {Family} of @param {(main: string, rest: string, progress?: Progress) => void} tell
 */
export const heard = (of, tell) => ({
  onplace: (/** @type {number} */ n) => tell(t("Waiting for a free core."), t("Place {n} in line.", { n })),
  onprogress: (/** @type {Progress} */ p) => {
    const found = plural(p.expanded, "{n} position so far.", "{n} positions so far.");
    const least = p.bound ? t("At least {cost}.", { cost: counted(of, "", p.bound) }) : "";
    tell(t("Searching,"), join(found, least, t("{s} s", { s: Math.round(p.seconds) })), p);
  },
});

/**
 * How a search without a proven solution ended.
 * @param {Solution} found @param {Family} of @returns {[string, string]}
 */
export function verdict(found, of) {
  const n = found.expanded;
  if (found.status === "unsolvable")
    return [t("No solution:"), n > 1 ? t("all {n} positions expanded.", { n }) : say(found.reason)];
  const rest =
    found.cost === null
      ? t("Not proved either way.")
      : t("A solution in {cost} is known; whether it is the best is not proved.", {
          cost: counted(of, found.metric, found.cost),
        });
  return [t("Stopped after {n} positions.", { n }), rest];
}
