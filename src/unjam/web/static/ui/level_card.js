// A level in small: its board, and below it how it stands with the player.

/** @import { Family, Level } from "../types" */

import { mini } from "../board/thumbnail.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { caption, labelOf } from "./level_status.js";

/** @param {Level} level @param {Family} of @param {{next?: boolean}} [options] next: the first unsolved */
export function thumb(level, of, options = {}) {
  const name = level.title || t("Level {n}", { n: level.index + 1 });
  return h(
    "a.lv",
    {
      href: `/play/${level.id}`,
      class: options.next && "next",
      title: name,
      "aria-label": labelOf(level, of),
    },
    level.scene && mini(level.scene),
    caption(level, options),
  );
}
