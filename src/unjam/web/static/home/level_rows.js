// The levels that come with unjam: a row for each difficulty, one more for those made by hand.

/** @import { Family, Level, Mark } from "../types" */

import { byDifficulty } from "../state/shelves.js";
import { stateOf } from "../state/store.js";
import { difficulty, LEVELS } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { thumb } from "../ui/level_card.js";
import { shapeOf } from "../ui/level_status.js";
import { timeOf } from "./new_level.js";

/** Was the level solved, whatever it took? @param {Level} level */
export const isSolved = (level) => !["untouched", "begun"].includes(stateOf(level).mark);

/** The first that is not solved. @param {Level[]} levels @returns {Level | null} */
export const nextOf = (levels) =>
  byDifficulty(levels)
    .flat()
    .find((level) => !isSolved(level)) ?? null;

/** @param {Level[]} levels @param {Family} of @param {Level | null} next */
export const rows = (levels, of, next) =>
  byDifficulty(levels).map((each, at) => {
    if (!each.length) return null;
    const values = { n: each.filter(isSolved).length, all: each.length };
    return h(
      at < LEVELS.length ? "section.tier" : "section.tier.rest",
      h(
        "header",
        h("h3", at < LEVELS.length ? difficulty(LEVELS[at]) : t("By hand")),
        h("small", at < LEVELS.length ? timeOf(of, at) : t("easy to hard")),
        h("small", t("{n} of {all}", values)),
      ),
      h(
        "div.ten",
        each.map((level) => thumb(level, of, { next: level === next })),
      ),
    );
  });

/** What the marks mean. @param {Family} of */
export const legend = (of) =>
  h(
    "ul.marks",
    { "aria-label": t("Marks") },
    /** @type {[Mark, string][]} */ ([
      ["begun", t("begun")],
      ["solved", of.equal_costs ? t("solved") : t("solved, yours / fewest")],
      ["fewest", of.equal_costs ? "" : t("with the fewest")],
      ["hinted", t("with hints")],
    ]).map(([mark, words]) => words && h("li", shapeOf(mark), words)),
  );
