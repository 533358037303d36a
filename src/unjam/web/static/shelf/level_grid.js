// The cells of a shelf's grid, also for unreadable levels; the progress strip above it; the first unsolved
// level.

/** @import { Collection, Level, LevelMark, ShelfItem } from "../types" */

import { EMPTY_SCENE, thumbnail } from "../board/thumbnail.js";
import { findFamily } from "../state/families.js";
import { levelName } from "../state/level_titles.js";
import { bestResult } from "../state/results.js";
import { actionLink } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { asSentence, messageText, t } from "../ui/i18n.js";
import { levelLabel, statusCaption } from "../ui/level_card.js";
import { sceneOf } from "./level_loader.js";

const MAX_TICKS = 240; // of the strip; where there are more levels, each stands for several

/** An item as a level. @param {ShelfItem} item @param {number} index @returns {Level} */
const toLevel = (item, index) => ({
  ...{ id: item.id, title: levelName(item.title, index), family: item.family ?? null, index },
  ...{ cost: item.cost ?? null, level: item.level ?? null, line: 1, scene: null, cells: item.size },
  ...{ time: item.time ?? null },
  ...{ difficulty: item.level ?? null, other: null, error: null },
});

/** The index of the first unsolved level, or -1. @param {ShelfItem[]} items */
export const firstUnsolved = (items) => items.findIndex(({ id }) => id && !bestResult(id));

/** Has a level a title of its own, not only its number? @param {ShelfItem} item @param {number} at */
const isTitled = ({ title }, at) => Boolean(title) && title !== String(at + 1);

/** @param {ShelfItem[]} items */
export const haveTitles = (items) => items.some(isTitled);

/**
 * @param {Collection} shelf @param {number} at
 * @param {{isNext: boolean, isTitled: boolean}} options isNext: it is the first unsolved; isTitled: there
 * is a line for titles
 */
export function levelCell({ slots: items, family: name }, at, { isNext, isTitled: hasTitles }) {
  const item = items[at];
  const level = toLevel(item, at);
  const family = findFamily(item.family ?? name);
  const props = {
    href: `/play/${item.id}`,
    class: isNext && "next",
    "data-at": at,
    tabindex: "-1",
    title: level.title,
    "aria-label": isTitled(item, at)
      ? t("{n}: {name}", { n: at + 1, name: levelLabel(level, family) })
      : levelLabel(level, family),
  };
  return h(
    "a.level-card",
    props,
    thumbnail(sceneOf(item.id) ?? EMPTY_SCENE),
    statusCaption(level, { number: at + 1, next: isNext }),
    hasTitles && h("small", { "aria-hidden": "true" }, isTitled(item, at) ? level.title : "\xa0"),
  );
}

/**
 * What stands for a level that cannot be read, with the reason.
 * @param {ShelfItem} item @param {number} at @param {(() => void) | null} fix
 */
export function brokenLevel({ title, fault }, at, fix) {
  const more = fault?.more ? t("And {n} more.", { n: fault.more }) : "";
  return [
    h("b.warn", t("{name}, line {line}", { name: levelName(title, at), line: fault?.line ?? 1 })),
    h("span.small", fault && asSentence(messageText(fault.why)), " ", more),
    fix && actionLink(t("Fix in Draw"), "/draw", fix, { class: "small push" }),
  ];
}

/**
 * A strip with one tick per level, or per few levels if there are many.
 * @param {LevelMark[]} marks @param {number} next @param {string} label
 */
export function progressStrip(marks, next, label) {
  const share = Math.ceil(marks.length / MAX_TICKS);
  const ticks = Array.from({ length: Math.ceil(marks.length / share) }, (_, n) => {
    const from = n * share;
    if (next >= from && next < from + share) return h("b.next");
    const mark = commonMark(marks.slice(from, from + share));
    return h("b", { class: mark === "untouched" ? false : mark });
  });
  return h("div.strip", { role: "img", "aria-label": label, vars: { n: ticks.length } }, ticks);
}

/** The mark of several levels: that of all of them, or that some are begun. @param {LevelMark[]} marks */
function commonMark(marks) {
  if (marks.every((mark) => mark === marks[0])) return marks[0];
  return marks.some((mark) => mark === "untouched" || mark === "started") ? "started" : "solved";
}
