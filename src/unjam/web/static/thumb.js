// A level in small: its board, its cost, and whether it was solved.

/** @import { Family, Level } from "./types" */

import { mini } from "./board/mini.js";
import { h } from "./dom.js";
import { counted } from "./families.js";
import { t } from "./words.js";

/** @param {Level} level @param {Family} of @param {boolean} solved */
export function thumb({ id, title, cost, scene, index }, of, solved) {
  const name = title || t("Level {n}", { n: index + 1 });
  const values = { title: name, cost: counted(of, of.metrics[0].name, cost ?? 0) };
  const label = solved ? t("{title}, {cost}, solved", values) : t("{title}, {cost}", values);
  return h(
    "a",
    { href: `/play/${id}`, title: name, "aria-label": label },
    scene && mini(scene),
    h("span.num.small", cost, solved ? " ✓" : ""),
  );
}
