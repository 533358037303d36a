// The shipped levels: a row for each difficulty, and one for the hand-made levels; the first unsolved one,
// the legend of marks.

/** @import { Family, Level, LevelMark } from "../types" */

import { DIFFICULTIES, difficultyBadge, timeRange } from "../rating/difficulty.js";
import { bestResult } from "../state/results.js";
import { countSolved, groupByDifficulty } from "../state/shelves.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { levelCard, statusIcon } from "../ui/level_card.js";

/** The first unsolved level. @param {Level[]} levels @returns {Level | null} */
export const firstUnsolved = (levels) =>
  groupByDifficulty(levels)
    .flat()
    .find(({ id }) => !bestResult(id)) ?? null;

/** @param {Level[]} levels @param {Family} family @param {Level | null} next */
export const levelRows = (levels, family, next) =>
  groupByDifficulty(levels).map((group, n) => {
    if (!group.length) return null;
    const difficulty = DIFFICULTIES[n];
    const cards = group.map((level) =>
      levelCard(level, family, { next: level === next, named: !difficulty }),
    );
    return h(
      difficulty ? "section.tier" : "section.tier.rest",
      h(
        "header",
        h("h3", difficulty ? difficultyBadge(difficulty) : t("Hand-made")),
        h("small", difficulty ? timeRange(family, n) : t("easy to hard")),
        h("small", t("{n} of {all}", { n: countSolved(group), all: group.length })),
      ),
      h("div.level-row", cards),
    );
  });

/** The legend of the marks. @param {Family} family */
export const legend = (family) =>
  h(
    "ul.marks",
    { "aria-label": t("Marks") },
    /** @type {[LevelMark, string][]} */ ([
      ["started", t("started")],
      ["solved", family.equal_costs ? t("solved") : t("solved: your moves / fewest moves")],
      ["fewest", family.equal_costs ? "" : t("solved optimally")],
      ["hinted", t("with hints")],
    ]).map(([mark, words]) => words && h("li", statusIcon(mark), words)),
  );
