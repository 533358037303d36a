// My solutions: the best of each level of a shelf, to be watched or copied.

/** @import { Collection, Family } from "../types" */

import { copy, sheet } from "../dialogs/dialogs.js";
import { counted } from "../state/families.js";
import { nameOf } from "../state/shelves.js";
import { bestOf, stateOf } from "../state/store.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { shapeOf } from "../ui/level_status.js";
import { style } from "../ui/theme.js";

/** @param {Collection} shelf @param {Family} of */
export async function solutionsSheet({ slots }, of) {
  await style("dialogs");
  const said = h("p.small.dim", { role: "status" });
  const rows = slots.flatMap((slot, at) => {
    const best = bestOf(slot.id);
    if (!best || !slot.id) return [];
    const { notation } = best;
    const name = nameOf(slot.title, at);
    const watch = {
      href: `/watch/${slot.id}?mine`,
      class: "small",
      "aria-label": t("Watch {name}", { name }),
    };
    return [
      h(
        "li.row",
        h("b.num.dim", at + 1),
        shapeOf(stateOf(slot).mark),
        h("span", name, h("br"), h("small", counted(of, of.metrics[0].name, best.cost))),
        h("span.push"),
        notation && h("a", watch, t("Watch")),
        notation &&
          button(t("Copy"), {
            class: "slim",
            "aria-label": t("Copy the moves of {name}", { name }),
            onclick: () => copy(said, notation, t("The moves are copied.")),
          }),
      ),
    ];
  });
  const empty = h("p.dim", t("No level of this shelf is solved yet."));
  const dialog = sheet(t("My solutions"), rows.length ? h("ul.mine", rows) : empty, said);
  dialog.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a")) dialog.close();
  });
}
