// What the lab says: names of searches, how they ended, which was first.

/** @import { Child, Family, LabSearch, Skyline } from "../types" */

import { counted } from "../state/families.js";
import { h } from "../ui/dom.js";
import { join, plural, say, t } from "../ui/i18n.js";

/** Algorithm -> its name, and how it chooses. @type {Record<string, () => [string, string]>} */
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
export const nameOf = (algorithm) => KINDS[algorithm]()[0];

/** @param {string} algorithm */
export const howOf = (algorithm) => KINDS[algorithm]()[1];

/** @param {number} searches */
export const titleFor = (searches) => TITLES[searches]();

/** What the skyline shows. @param {Skyline} sky @param {Family} of */
export function leadFor({ windows, states, metric }, of) {
  const found = of.metrics.find((each) => each.name === metric);
  return join(
    windows
      ? t("Every window is one of the {n} positions.", { n: states })
      : t("{n} positions, too many for windows: every tower shows how many.", { n: states }),
    t("Every tower is {some} from the start.", { some: found?.some }),
    t("A search turns on the lights."),
  );
}

/**
 * How a search ends, before and after it has; less is known while there is no skyline.
 * @param {LabSearch} search @param {Skyline | null} sky @param {Family} of @param {boolean} over
 * @returns {Child[]}
 */
export function endOf(search, sky, of, over) {
  const aside = (/** @type {string} */ words) => h("span.aside", ` · ${words}`);
  const { again = 0, outside = 0 } = search;
  return [
    result(search, sky, of, over),
    again > 0 &&
      aside(plural(again, "{n} repeat is counted, not drawn", "{n} repeats are counted, not drawn")),
    outside > 0 &&
      aside(
        plural(
          outside,
          "{n} position out of the start’s reach is not drawn",
          "{n} positions out of the start’s reach are not drawn",
        ),
      ),
  ];
}

/**
 * @param {LabSearch} search @param {Skyline | null} sky @param {Family} of @param {boolean} over
 * @returns {Child}
 */
function result({ cost, status, reason, expanded, metric }, sky, of, over) {
  if (status === "gave_up") return t("stopped with {n} so far: {reason}", { n: expanded, reason });
  if (!expanded) return t("no solution: {reason}", { reason });
  if (cost === null)
    return plural(expanded, "no solution: {n} position expanded", "no solution: {n} positions expanded");
  const paid = counted(of, metric, cost);
  const extra = cost - (sky?.best ?? cost);
  const short = of.equal_costs || !sky ? "" : t(", the shortest");
  const rest = extra ? t(", {n} too many", { n: extra }) : short;
  if (!over) return t("ends with {cost}", { cost: paid }) + rest;
  return [h("b", say(of.words.ended)), " ", t("in {cost}", { cost: paid }), rest];
}

/** Which search was first. @param {LabSearch[]} searches @param {Skyline} sky @param {Family} of */
export function summaryOf(searches, sky, of) {
  const number = t("The number is what each search expanded before it was done.");
  const done = searches.filter((search) => search.status === "solved");
  if (!done.length) return number;
  const quick = done.reduce((a, b) => (b.expanded < a.expanded ? b : a));
  const first = done.filter((search) => search.expanded === quick.expanded);
  if (first.length > 1) {
    const names = [...new Set(first.map((search) => nameOf(search.algorithm)))].join(", ");
    return join(number, t("First with {n}: {names}.", { n: quick.expanded, names }));
  }
  const name = nameOf(quick.algorithm);
  const extra = (quick.cost ?? 0) - (sky.best ?? 0);
  if (extra)
    return join(number, t("{name} is first, but {n} too long.", { name, n: counted(of, sky.metric, extra) }));
  return join(
    number,
    of.equal_costs
      ? t("{name} is first.", { name })
      : t("{name} is first, and as short as can be.", { name }),
  );
}
