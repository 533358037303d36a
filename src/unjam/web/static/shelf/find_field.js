// The field that finds a level of a shelf by its number or by words of its title, also where its cell is not
// in the page.

/** @import { ShelfItem } from "../types" */

import { levelName } from "../state/level_titles.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/**
 * @param {ShelfItem[]} items @param {() => number} current the index of the selected level
 * @param {(at: number) => void} found @param {() => void} missed
 */
export function findField(items, current, found, missed) {
  const label = t("Find by number or title");
  const el = h("input.find", { type: "search", "aria-label": label, placeholder: t("Number or title") });
  el.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation(); // the focus moves to a cell, where Enter would play
    const at = findLevel(items, el.value, current());
    if (at >= 0) found(at);
    else if (el.value.trim()) missed();
  });
  return el;
}

/**
 * The index of the level with that number, else of the next one with these words in its title; -1 if none.
 * @param {ShelfItem[]} items @param {string} text @param {number} current
 */
export function findLevel(items, text, current) {
  const words = text.trim().toLowerCase();
  if (!words) return -1;
  if (/^\d+$/.test(words) && items[Number(words) - 1]) return Number(words) - 1;
  for (let n = 1; n <= items.length; n++) {
    const at = (current + n) % items.length;
    if (levelName(items[at].title, at).toLowerCase().includes(words)) return at;
  }
  return -1;
}
