// Sheets of paper with levels: each with its number, its title and its difficulty.

/** @import { ShelfItem } from "../types" */

import { difficultyBadge } from "../rating/difficulty.js";
import { levelName } from "../state/level_titles.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** Levels on a page -> columns and rows. @type {Record<number, [number, number]>} */
export const LAYOUTS = { 1: [1, 1], 2: [1, 2], 4: [2, 2], 6: [2, 3], 9: [3, 3], 12: [3, 4] };

/** A level to print, and its index on the shelf. @typedef {{at: number, item: ShelfItem}} PrintedLevel */

/**
 * @param {PrintedLevel[]} levels
 * @param {{name: string, perPage: number, withTitles: boolean, withDifficulty: boolean,
 * picture: (id: string, label: string) => HTMLElement}} options
 */
export function levelSheets(levels, { name, perPage, withTitles, withDifficulty, picture }) {
  const [columns, rows] = LAYOUTS[perPage];
  const count = Math.ceil(levels.length / perPage);
  return Array.from({ length: count }, (_, n) =>
    h(
      "section.sheet-page",
      { "aria-label": t("Page {n} of {all}", { n: n + 1, all: count }) },
      h(
        "div.sheet-body",
        h("header", h("b", name), h("span", t("Page {n} of {all}", { n: n + 1, all: count }))),
        h(
          "div.sheet-levels",
          { vars: { columns, rows } },
          levels.slice(n * perPage, (n + 1) * perPage).map(({ at, item }) => {
            const title = levelName(item.title, at);
            const hasTitle = withTitles && title !== levelName(null, at);
            return h(
              "figure",
              h(
                "figcaption",
                h("b", at + 1),
                hasTitle && h("span", title),
                withDifficulty && item.level && difficultyBadge(item.level),
              ),
              picture(item.id ?? "", title),
            );
          }),
        ),
      ),
    ),
  );
}
