// The shipped levels: a row for each difficulty, and one for the hand-made levels.

/** @import { Family, Level, LevelMark } from "../types" */

import { groupByDifficulty } from "../state/shelves.js";
import { levelStatus } from "../state/store.js";
import { DIFFICULTIES, difficultyBadge } from "../ui/difficulty.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { levelCard, statusIcon } from "../ui/level_card.js";
import { timeRange } from "./new_level.js";

/** Was the level solved, with or without hints? @param {Level} level */
const isSolved = (level) => !["untouched", "started"].includes(levelStatus(level).mark);

/** The first unsolved level. @param {Level[]} levels @returns {Level | null} */
export const firstUnsolved = (levels) =>
  groupByDifficulty(levels)
    .flat()
    .find((level) => !isSolved(level)) ?? null;

/** @param {Level[]} levels @param {Family} family @param {Level | null} next */
export const levelRows = (levels, family, next) =>
  groupByDifficulty(levels).map((each, at) => {
    if (!each.length) return null;
    const values = { n: each.filter(isSolved).length, all: each.length };
    return h(
      at < DIFFICULTIES.length ? "section.tier" : "section.tier.rest",
      h(
        "header",
        h("h3", at < DIFFICULTIES.length ? difficultyBadge(DIFFICULTIES[at]) : t("Hand-made")),
        h("small", at < DIFFICULTIES.length ? timeRange(family, at) : t("easy to hard")),
        h("small", t("{n} of {all}", values)),
      ),
      h(
        "div.level-row",
        each.map((level) => levelCard(level, family, { next: level === next })),
      ),
    );
  });

/** The legend of the marks. @param {Family} family */
export const legend = (family) =>
  h(
    "ul.marks",
    { "aria-label": t("Marks") },
    /** @type {[LevelMark, string][]} */ ([
      ["started", t("started")],
      ["solved", family.equal_costs ? t("solved") : t("solved, yours / fewest")],
      ["fewest", family.equal_costs ? "" : t("solved optimally")],
      ["hinted", t("with hints")],
    ]).map(([mark, words]) => words && h("li", statusIcon(mark), words)),
  );
