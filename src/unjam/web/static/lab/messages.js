// Texts of the lab: names and explanations of searches, what the skyline shows, how each search ended, which
// was first.

/** @import { Child, Family, InkName, LabSearch, Skyline } from "../types" */

import { formatAmount } from "../state/families.js";
import { h } from "../ui/dom.js";
import { joinSentences, messageText, plural, t } from "../ui/i18n.js";

/**
 * Algorithm -> its name, and how it chooses the next position.
 * @type {Record<string, () => [string, string]>}
 */
const KINDS = {
  bfs: () => [t("Breadth-first"), t("nearest first")],
  astar: () => [t("A*"), t("cost so far +")],
  greedy: () => [t("Greedy"), t("only the estimate")],
  dfs: () => [t("Depth-first"), t("one path to its end")],
  idastar: () => [t("IDA*"), t("deeper each round, by")],
  bidirectional: () => [t("Both ends"), t("start and goals, until they meet")],
  dijkstra: () => [t("Dijkstra"), t("cheapest first")],
  hillclimb: () => [t("Hill climbing"), t("best neighbour next, by")],
};

export const ALGORITHMS = Object.keys(KINDS);

const TITLES = [
  () => t("No search"),
  () => t("One search"),
  () => t("Two searches"),
  () => t("Three searches"),
  () => t("Four searches"),
  () => t("Five searches"),
  () => t("Six searches"),
  () => t("Seven searches"),
  () => t("Eight searches"),
];

/** @param {string} algorithm */
export const algorithmName = (algorithm) => KINDS[algorithm]()[0];

/** @param {string} algorithm */
export const algorithmHint = (algorithm) => KINDS[algorithm]()[1];

/**
 * A search by its algorithm and estimate.
 * @param {{algorithm: string, heuristic: string | null} | null} search
 */
export const searchName = (search) =>
  search?.heuristic
    ? t("{algorithm} by {estimate}", {
        algorithm: algorithmName(search.algorithm),
        estimate: search.heuristic,
      })
    : search
      ? algorithmName(search.algorithm)
      : "";

/** What the colours of a skyline mean. @returns {Partial<Record<InkName, string>>} */
export const inkNames = () => ({
  lit: t("expanded"),
  edge: t("frontier, next to expand"),
  unlit: t("not seen"),
  path: t("the solution"),
});

/** @param {number} searches */
export const labTitle = (searches) => TITLES[searches]();

/**
 * Explains the skyline.
 * @param {Skyline} sky @param {Family} family @param {number} merged the units of one window
 */
export function skylineText({ windows, states, metric, per_window: size }, family, merged) {
  const entry = family.metrics.find((each) => each.name === metric);
  const isShared = !windows || merged > 1;
  return joinSentences(
    isShared
      ? t("There are {states} positions, and every window stands for {n} of them.", {
          states,
          n: size * merged,
        })
      : t("Every window is one of the {n} positions.", { n: states }),
    t("Every tower holds the positions that are {some} from the start.", { some: entry?.some }),
    isShared
      ? t("A search fills the part of a window that it has visited.")
      : t("A search lights up the windows it visits."),
  );
}

/**
 * How a search ends, as shown before and after the slider reaches its end.
 * @param {LabSearch} search @param {Skyline | null} sky @param {Family} family @param {boolean} over
 * @returns {Child[]}
 */
export function resultText(search, sky, family, over) {
  const aside = (/** @type {string} */ words) => h("span", ` · ${words}`);
  const { again = 0, outside = 0 } = search;
  return [
    result(search, sky, family, over),
    again > 0 &&
      aside(plural(again, "{n} repeat is counted, not drawn", "{n} repeats are counted, not drawn")),
    outside > 0 &&
      aside(
        plural(
          outside,
          "{n} position that cannot be reached from the start is not drawn",
          "{n} positions that cannot be reached from the start are not drawn",
        ),
      ),
  ];
}

/**
 * @param {LabSearch} search @param {Skyline | null} sky @param {Family} family @param {boolean} over
 * @returns {Child}
 */
function result({ cost, status, reason, expanded, metric }, sky, family, over) {
  if (status === "gave_up") return t("stopped with {n} expanded: {reason}", { n: expanded, reason });
  if (!expanded) return t("no solution: {reason}", { reason });
  if (cost === null)
    return plural(expanded, "no solution: {n} position expanded", "no solution: {n} positions expanded");
  const costText = formatAmount(family, metric, cost);
  const extra = cost - (sky?.best ?? cost);
  const short = family.equal_costs || !sky ? "" : t(", the fewest possible");
  const rest = extra ? t(", {n} too many", { n: extra }) : short;
  if (!over) return t("ends with {cost}", { cost: costText }) + rest;
  return [h("b", messageText(family.words.ended)), " ", t("in {cost}", { cost: costText }), rest];
}

/** Which search was first. @param {LabSearch[]} searches @param {Skyline} sky @param {Family} family */
export function summaryText(searches, sky, family) {
  const number = t("The numbers show how many positions each search expanded.");
  const done = searches.filter((search) => search.status === "solved");
  if (!done.length) return number;
  const fastest = done.reduce((a, b) => (b.expanded < a.expanded ? b : a));
  const first = done.filter((search) => search.expanded === fastest.expanded);
  if (first.length > 1) {
    const names = [...new Set(first.map((search) => algorithmName(search.algorithm)))].join(", ");
    const tie = t("Tied for first with {n} expanded: {names}.", { n: fastest.expanded, names });
    return joinSentences(number, tie);
  }
  const name = algorithmName(fastest.algorithm);
  const extra = (fastest.cost ?? 0) - (sky.best ?? 0);
  if (extra)
    return joinSentences(
      number,
      t("{name} finished first, but its solution is {n} longer than the shortest.", {
        name,
        n: formatAmount(family, sky.metric, extra),
      }),
    );
  return joinSentences(
    number,
    family.equal_costs
      ? t("{name} finished first.", { name })
      : t("{name} finished first, with the shortest possible solution.", { name }),
  );
}
