// The dialog with the player's best solutions of a shelf.

/** @import { Collection, Family } from "../types" */

import { formatAmount } from "../state/families.js";
import { levelName } from "../state/level_titles.js";
import { bestResult, levelStatus } from "../state/results.js";
import { button } from "../ui/controls.js";
import { copy, openDialog } from "../ui/dialogs.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { statusIcon } from "../ui/level_card.js";
import { loadStyle } from "../ui/theme.js";

/** @param {Collection} shelf @param {Family} family */
export async function solutionsDialog({ slots: items }, family) {
  await loadStyle("dialogs");
  const status = h("p.small.dim", { role: "status" });
  const rows = items.flatMap((item, at) => {
    const best = bestResult(item.id);
    if (!best || !item.id) return [];
    const { notation } = best;
    const name = levelName(item.title, at);
    const watch = {
      href: `/watch/${item.id}?mine`,
      class: "small",
      "aria-label": t("Watch {name}", { name }),
    };
    return [
      h(
        "li.row",
        h("b.num.dim", at + 1),
        statusIcon(levelStatus(item).mark),
        h("span", name, h("br"), h("small", formatAmount(family, family.metrics[0].name, best.cost))),
        h("span.push"),
        notation && h("a", watch, t("Watch")),
        notation &&
          button(t("Copy"), {
            class: "slim",
            "aria-label": t("Copy the moves of {name}", { name }),
            onclick: () => copy(status, notation, t("Moves copied.")),
          }),
      ),
    ];
  });
  const empty = h("p.dim", t("No level on this shelf is solved yet."));
  const dialog = openDialog(t("My solutions"), rows.length ? h("ul.solutions", rows) : empty, status);
  dialog.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a")) dialog.close();
  });
}
