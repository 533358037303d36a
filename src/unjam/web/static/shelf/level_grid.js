// The levels of a shelf as its grid shows them, and the line of ticks above it.

/** @import { Collection, Level, Slot } from "../types" */

import { mini, NOTHING } from "../board/thumbnail.js";
import { family } from "../state/families.js";
import { nameOf } from "../state/shelves.js";
import { bestOf, stateOf } from "../state/store.js";
import { doing } from "../ui/controls.js";
import { h, put } from "../ui/dom.js";
import { say, sentence, t } from "../ui/i18n.js";
import { caption, labelOf } from "../ui/level_status.js";
import { sceneOf } from "./loader.js";

/** A slot as lists speak of levels. @param {Slot} slot @param {number} index @returns {Level} */
export const levelOf = (slot, index) => ({
  ...{ id: slot.id, title: nameOf(slot.title, index), family: slot.family ?? null, index },
  ...{ cost: slot.cost ?? null, level: slot.level ?? null, line: 1, scene: null },
  ...{ other: null, error: null },
});

/** The first level that is not solved yet; -1 where there is none. @param {Slot[]} slots */
export const firstUnsolved = (slots) => slots.findIndex(({ id }) => id && !bestOf(id));

/** @param {Collection} shelf @param {number} at @param {number} next the first unsolved */
export function cell({ slots, family: name }, at, next) {
  const slot = slots[at];
  const level = levelOf(slot, at);
  const of = family(slot.family ?? name);
  const el = h("a.lv", {
    href: `/play/${slot.id}`,
    class: at === next && "next",
    "data-at": at,
    tabindex: "-1",
    title: level.title,
    "aria-label": labelOf(level, of),
  });
  return put(el, mini(sceneOf(slot.id) ?? NOTHING), caption(level, { number: at + 1, next: at === next }));
}

/**
 * A level that cannot be read keeps its row, with the reason.
 * @param {Slot} slot @param {number} at @param {(() => void) | null} fix
 */
export function brokenCell({ title, fault }, at, fix) {
  const more = fault?.more ? t("And {n} more.", { n: fault.more }) : "";
  return h(
    "div.broken",
    { "data-at": at },
    h("b.warn", t("{name}, line {line}", { name: nameOf(title, at), line: fault?.line ?? 1 })),
    h("span.small", fault && sentence(say(fault.why)), " ", more),
    fix && doing(t("Fix in Draw"), "/draw", fix, { class: "small push" }),
  );
}

/**
 * A tick for every level, in the order of the file.
 * @param {Slot[]} slots @param {number} next @param {string} label
 */
export function strip(slots, next, label) {
  const tick = (/** @type {Slot} */ slot, /** @type {number} */ at) => {
    if (at === next) return h("b.next");
    const { mark } = stateOf({ ...slot, cost: slot.cost ?? null });
    return h("b", { class: mark === "untouched" ? false : mark });
  };
  return h("div.strip", { role: "img", "aria-label": label, vars: { n: slots.length } }, slots.map(tick));
}
