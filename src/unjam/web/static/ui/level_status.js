// How a level stands with the player: a line below its thumbnail, and the same in words.
// Each state has a shape of its own.

/** @import { Family, Level, Mark, Standing } from "../types" */

import { counted } from "../state/families.js";
import { stateOf } from "../state/store.js";
import { h, s } from "./dom.js";
import { t } from "./i18n.js";

const BULB =
  "M6 12.6h4M6.7 14.6h2.6M8 1.6a4.2 4.2 0 0 0-2.5 7.5c.5.4.8.9.8 1.5h3.4c0-.6.3-1.1.8-1.5" +
  "A4.2 4.2 0 0 0 8 1.6Z";

/** @type {Record<Mark, () => (Element | false)[]>} */
const SHAPES = {
  untouched: () => [],
  begun: () => [s("circle.o", { cx: 8, cy: 8, r: 6.3 }), s("path.f", { d: "M8 3.6a4.4 4.4 0 0 1 0 8.8Z" })],
  solved: () => [s("path.t", { d: "m3 8.6 3.3 3.3L13 4.8" })],
  fewest: () => [s("circle.f", { cx: 8, cy: 8, r: 7.2 }), s("path.n", { d: "m4.7 8.3 2.4 2.4 4.3-5" })],
  hinted: () => [s("path.t", { d: BULB })],
};

/** The shape of a state alone. @param {Mark} mark */
export const shapeOf = (mark) =>
  mark !== "untouched" && s(`svg.mk.${mark}`, { viewBox: "0 0 16 16" }, SHAPES[mark]());

/**
 * The line below a thumbnail: perhaps its number, the mark, your count and the fewest.
 * @param {Parameters<typeof stateOf>[0]} level
 * @param {{number?: number, next?: boolean}} [options] next: the first unsolved
 */
export function caption(level, { number, next = false } = {}) {
  const { mark, yours, fewest } = stateOf(level);
  const one = mark === "fewest" || yours === fewest;
  return h(
    "span.cap.num",
    { "aria-hidden": "true", "data-mark": mark },
    number !== undefined && h("u", number),
    shapeOf(mark),
    next && h("b", t("Next")),
    yours,
    fewest !== null && !(one && yours !== null) && h("i", yours === null ? fewest : `/ ${fewest}`),
  );
}

/** A level and how it stands, in words, for the label of its link. @param {Level} level @param {Family} of */
export function labelOf(level, of) {
  const { mark, yours, fewest } = stateOf(level);
  const title = level.title || t("Level {n}", { n: level.index + 1 });
  const cost = fewest === null ? "" : counted(of, of.metrics[0].name, fewest);
  const name = cost ? t("{title}, {cost}", { title, cost }) : title;
  return stood(mark, name, yours === null ? "" : counted(of, of.metrics[0].name, yours));
}

/** @param {Standing["mark"]} mark @param {string} name @param {string} yours */
function stood(mark, name, yours) {
  if (mark === "begun") return t("{name}, begun", { name });
  if (mark === "fewest") return t("{name}, solved with the fewest", { name });
  if (mark === "hinted") return t("{name}, solved with {yours} and hints", { name, yours });
  return mark === "solved"
    ? t("{name}, solved with {yours}", { name, yours })
    : t("{name}, not played", { name });
}
