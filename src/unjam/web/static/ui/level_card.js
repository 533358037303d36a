// A level as a card: its thumbnail, and below it an icon for its status, the player's moves and the fewest.

/** @import { Family, Level, LevelMark, LevelStatus } from "../types" */

import { thumbnail } from "../board/thumbnail.js";
import { formatAmount } from "../state/families.js";
import { levelStatus } from "../state/results.js";
import { h, s } from "./dom.js";
import { formatNumber, t } from "./i18n.js";

const BULB =
  "M6 12.6h4M6.7 14.6h2.6M8 1.6a4.2 4.2 0 0 0-2.5 7.5c.5.4.8.9.8 1.5h3.4c0-.6.3-1.1.8-1.5" +
  "A4.2 4.2 0 0 0 8 1.6Z";

/** @type {Record<LevelMark, () => (Element | false)[]>} */
const ICONS = {
  untouched: () => [],
  started: () => [
    s("circle", { cx: 8, cy: 8, r: 6.3 }),
    s("path.fill", { d: "M8 3.6a4.4 4.4 0 0 1 0 8.8Z" }),
  ],
  solved: () => [s("path", { d: "m3 8.6 3.3 3.3L13 4.8" })],
  fewest: () => [
    s("circle.fill", { cx: 8, cy: 8, r: 7.2 }),
    s("path.inverse", { d: "m4.7 8.3 2.4 2.4 4.3-5" }),
  ],
  hinted: () => [s("path", { d: BULB })],
};

/** The icon of a status. @param {LevelMark} mark */
export const statusIcon = (mark) =>
  mark !== "untouched" && s(`svg.status-icon.${mark}`, { viewBox: "0 0 16 16" }, ICONS[mark]());

/**
 * The line below a thumbnail: number, icon, the player's moves and the fewest.
 * @param {Parameters<typeof levelStatus>[0]} level
 * @param {{number?: number, next?: boolean}} [options] next: the first unsolved
 */
export function statusCaption(level, { number, next = false } = {}) {
  const { mark, yours, fewest } = levelStatus(level);
  const isFewest = mark === "fewest" || yours === fewest;
  return h(
    "span.caption.num",
    { "aria-hidden": "true", "data-mark": mark },
    number !== undefined && h("u", formatNumber(number)),
    statusIcon(mark),
    next && h("b", t("Next")),
    yours,
    fewest !== null && !(isFewest && yours !== null) && h("i", yours === null ? fewest : `/ ${fewest}`),
  );
}

/** The label of a level's link, with its status in words. @param {Level} level @param {Family} family */
export function levelLabel(level, family) {
  const { mark, yours, fewest } = levelStatus(level);
  const title = level.title || t("Level {n}", { n: level.index + 1 });
  const cost = fewest === null ? "" : formatAmount(family, family.metrics[0].name, fewest);
  const name = cost ? t("{title}, {cost}", { title, cost }) : title;
  return statusLabel(mark, name, yours === null ? "" : formatAmount(family, family.metrics[0].name, yours));
}

/** @param {LevelStatus["mark"]} mark @param {string} name @param {string} yours */
function statusLabel(mark, name, yours) {
  if (mark === "started") return t("{name}, started", { name });
  if (mark === "fewest") return t("{name}, solved optimally", { name });
  if (mark === "hinted") return t("{name}, solved in {yours} with hints", { name, yours });
  return mark === "solved"
    ? t("{name}, solved in {yours}", { name, yours })
    : t("{name}, not played", { name });
}

/**
 * @param {Level} level @param {Family} family
 * @param {{next?: boolean, named?: boolean}} [options] next: the first unsolved; named: show its title
 */
export function levelCard(level, family, options = {}) {
  const name = level.title || t("Level {n}", { n: level.index + 1 });
  return h(
    "a.level-card",
    {
      href: `/play/${level.id}`,
      class: options.next && "next",
      title: name,
      "aria-label": levelLabel(level, family),
    },
    level.scene && thumbnail(level.scene),
    statusCaption(level, options),
    options.named && h("small", { "aria-hidden": "true" }, name),
  );
}
