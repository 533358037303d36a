// The cells of a shelf's grid, also for unreadable levels, and the progress strip above it; the first
// unsolved level.

/** @import { Collection, Level, ShelfItem } from "../types" */

import { EMPTY_SCENE, thumbnail } from "../board/thumbnail.js";
import { findFamily } from "../state/families.js";
import { levelName } from "../state/level_titles.js";
import { bestResult, levelStatus } from "../state/results.js";
import { actionLink } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { asSentence, messageText, t } from "../ui/i18n.js";
import { levelLabel, statusCaption } from "../ui/level_card.js";
import { sceneOf } from "./level_loader.js";

/** An item as a level. @param {ShelfItem} item @param {number} index @returns {Level} */
const toLevel = (item, index) => ({
  ...{ id: item.id, title: levelName(item.title, index), family: item.family ?? null, index },
  ...{ cost: item.cost ?? null, level: item.level ?? null, line: 1, scene: null },
  ...{ time: item.time ?? null },
  ...{ difficulty: item.level ?? null, other: null, error: null },
});

/** The index of the first unsolved level, or -1. @param {ShelfItem[]} items */
export const firstUnsolved = (items) => items.findIndex(({ id }) => id && !bestResult(id));

/** @param {Collection} shelf @param {number} at @param {number} next the first unsolved */
export function levelCell({ slots: items, family: name }, at, next) {
  const item = items[at];
  const level = toLevel(item, at);
  const family = findFamily(item.family ?? name);
  const el = h("a.level-card", {
    href: `/play/${item.id}`,
    class: at === next && "next",
    "data-at": at,
    tabindex: "-1",
    title: level.title,
    "aria-label": levelLabel(level, family),
  });
  return setChildren(
    el,
    thumbnail(sceneOf(item.id) ?? EMPTY_SCENE),
    statusCaption(level, { number: at + 1, next: at === next }),
  );
}

/**
 * The cell of a level that cannot be read, with the reason.
 * @param {ShelfItem} item @param {number} at @param {(() => void) | null} fix
 */
export function brokenCell({ title, fault }, at, fix) {
  const more = fault?.more ? t("And {n} more.", { n: fault.more }) : "";
  return h(
    "div.broken",
    { "data-at": at },
    h("b.warn", t("{name}, line {line}", { name: levelName(title, at), line: fault?.line ?? 1 })),
    h("span.small", fault && asSentence(messageText(fault.why)), " ", more),
    fix && actionLink(t("Fix in Draw"), "/draw", fix, { class: "small push" }),
  );
}

/**
 * A strip with one tick per level.
 * @param {ShelfItem[]} items @param {number} next @param {string} label
 */
export function progressStrip(items, next, label) {
  const tick = (/** @type {ShelfItem} */ item, /** @type {number} */ at) => {
    if (at === next) return h("b.next");
    const { mark } = levelStatus({ ...item, cost: item.cost ?? null });
    return h("b", { class: mark === "untouched" ? false : mark });
  };
  return h("div.strip", { role: "img", "aria-label": label, vars: { n: items.length } }, items.map(tick));
}
