// All figures of the searches, as a table.

/** @import { LabSearch } from "../types" */

import { h } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { algorithmName } from "./messages.js";
import { formatFigure } from "./search_panel.js";

/** @param {LabSearch[]} searches @param {string} metric */
export function figuresTable(searches, metric) {
  const columns = [
    { name: messageText({ text: metric, values: {} }), value: (/** @type {LabSearch} */ s) => s.cost },
    { name: t("expanded"), value: (/** @type {LabSearch} */ s) => s.expanded },
    { name: t("generated"), value: (/** @type {LabSearch} */ s) => s.generated },
    { name: t("largest frontier"), value: (/** @type {LabSearch} */ s) => s.max_frontier },
  ];
  const row = (/** @type {LabSearch} */ search) =>
    h(
      "tr",
      h(
        "th",
        { scope: "row" },
        algorithmName(search.algorithm),
        search.heuristic && h("small", ` ${search.heuristic}`),
      ),
      columns.map(({ value }, i) => {
        const n = value(search);
        const proven = i === 0 && search.optimal && h("small", ` ${t("proven")}`);
        return h("td.num", n === null ? "–" : formatFigure(search, n), proven);
      }),
    );
  const head = [t("search"), ...columns.map(({ name }) => name)];
  return h(
    "details",
    h("summary.small", t("All figures")),
    h(
      "div.wide",
      { tabindex: "0", role: "region", "aria-label": t("All figures") },
      h(
        "table",
        h(
          "thead",
          h(
            "tr",
            head.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h("tbody", searches.map(row)),
      ),
    ),
  );
}
