// The statistics: solved levels, times against the expected ones, the streak and the games played last,
// of all families or of one. Everything is computed from what this browser has saved.

/** @import { Family, View } from "../types" */
/** @import { Figures, SolvedLevel } from "./figures.js" */

import * as api from "../api.js";
import { difficultyName } from "../rating/difficulty.js";
import { families, findFamily } from "../state/families.js";
import { listWins, localDate } from "../state/history.js";
import { findStreak } from "../state/streak.js";
import { segmentedControl } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { formatDuration } from "../ui/duration.js";
import { formatNumber, messageText, plural, t } from "../ui/i18n.js";
import { streakAdvice } from "../ui/streak_text.js";
import { barChart, medianChart, timeChart } from "./charts.js";
import { byDifficulty, byFamily, figuresOf, isTimed, solvedLevels } from "./figures.js";
import { recentGames } from "./recent_games.js";

const MAX_DOTS = 400;

/** @param {HTMLElement} view @param {{isCurrent: () => boolean}} options @returns {Promise<View>} */
export async function statisticsView(view, { isCurrent }) {
  const wins = solvedLevels(await shippedDifficulties());
  if (!isCurrent()) return {};
  document.title = `${t("Statistics")} · unjam`;
  const cancel = new AbortController();
  const content = h("div.stack");
  const played = families().filter(({ name }) => wins.some(({ family }) => family === name));
  const show = (/** @type {string} */ name) =>
    setChildren(content, statistics(wins, name ? findFamily(name) : null, cancel.signal));
  const choices = /** @type {[string, string][]} */ ([
    ["", t("All")],
    ...played.map(({ name, title }) => [name, messageText(title)]),
  ]);
  setChildren(
    view,
    h(
      "div.statistics-page.stack",
      h("h1", t("Statistics")),
      played.length > 1 && segmentedControl(t("Puzzles"), choices, "", show, ".wrapping"),
      content,
    ),
  );
  show("");
  return { close: () => cancel.abort() };
}

/** The difficulties of the shipped levels, by id. @returns {Promise<Map<string, string | null>>} */
async function shippedDifficulties() {
  const lists = await Promise.all(
    families().map(({ name }) => api.levels(name).catch(() => ({ levels: [] }))),
  );
  return new Map(
    lists.flatMap(({ levels }) =>
      levels.flatMap(({ id, difficulty, level }) => (id ? [[id, difficulty ?? level]] : [])),
    ),
  );
}

/** @param {SolvedLevel[]} all @param {Family | null} family @param {AbortSignal} signal */
function statistics(all, family, signal) {
  const wins = family ? all.filter((win) => win.family === family.name) : all;
  const recent = recentGames(family?.name ?? null, wins, signal);
  if (!wins.length) return [emptyNote(), recent];
  return [
    summary(wins),
    solvedCharts(wins, family, signal),
    medianCharts(wins, family, signal),
    timesChart(wins, signal),
    table(wins),
    recent,
  ];
}

const emptyNote = () =>
  h(
    "div.stack.tight",
    h("p", t("Nothing is solved yet. Your results will appear here; they stay in this browser.")),
    h("p", h("a.btn.go", { href: "/" }, t("Play"))),
  );

/** The most important figures. @param {SolvedLevel[]} wins */
function summary(wins) {
  const { solved, fewest } = figuresOf(wins);
  const seconds = wins.reduce((sum, win) => sum + (win.seconds ?? 0), 0);
  const streak = findStreak(listWins(), localDate());
  const total = (/** @type {string} */ name, /** @type {string} */ value, note = "") =>
    h("div", h("dt.small.dim", name), h("dd", h("b.num", value), note && h("small", note)));
  return [
    h(
      "dl.totals",
      total(t("Levels solved"), formatNumber(solved)),
      fewest !== null && total(t("With the fewest moves"), formatNumber(fewest)),
      seconds > 0 && total(t("Time in solved levels"), formatDuration(seconds)),
      total(
        t("Streak"),
        plural(streak.length, "{n} day", "{n} days"),
        streak.longest > streak.length ? plural(streak.longest, "longest: {n} day", "longest: {n} days") : "",
      ),
    ),
    h(
      "p.small.dim",
      streakAdvice(streak),
      " ",
      h(
        "a",
        { href: `/calendar/${(families().find(({ sizes }) => sizes.length) ?? families()[0]).name}` },
        t("All days"),
      ),
    ),
  ];
}

/** @param {SolvedLevel[]} wins @param {Family | null} family @param {AbortSignal} signal */
function solvedCharts(wins, family, signal) {
  const bar = (/** @type {string} */ name, /** @type {SolvedLevel[]} */ group) => {
    const { solved, fewest } = figuresOf(group);
    return { name, all: solved, part: fewest };
  };
  const puzzles = byFamily(wins, families())
    .filter(([, group]) => group.length)
    .map(([each, group]) => bar(messageText(each.title), group));
  const difficulties = byDifficulty(wins)
    .filter(([name, group]) => name || group.length)
    .map(([name, group]) => bar(difficultyName(name), group));
  return h(
    "div.charts",
    !family && chartSection(t("Solved, by puzzle"), barChart(t("Solved, by puzzle"), puzzles, signal)),
    chartSection(
      t("Solved, by difficulty"),
      barChart(t("Solved, by difficulty"), difficulties, signal),
      h(
        "p.small.dim.key",
        h("span", h("i.part"), t("with the fewest moves")),
        h("span", h("i.all"), t("solved")),
      ),
    ),
  );
}

/** @param {string} title @param {...(HTMLElement | false | null)} content */
const chartSection = (title, ...content) => h("section.stack.tight", h("h2", title), content);

/** @param {SolvedLevel[]} wins @param {AbortSignal} signal */
function timesChart(wins, signal) {
  const timed = wins.filter(isTimed).slice(0, MAX_DOTS);
  if (!timed.length) return null;
  const n = timed.filter(({ seconds, expected }) => Number(seconds) <= Number(expected)).length;
  const words = t("{n} of {all} wins were faster than expected.", { n, all: timed.length });
  return chartSection(
    t("Your times and the expected ones"),
    timeChart(`${t("Your times and the expected ones")}. ${words}`, timed, signal),
    h(
      "p.small.dim.key",
      h("span", words),
      h("span", h("i.dot"), t("without hints")),
      h("span", h("i.dot.hinted"), t("with hints")),
    ),
  );
}

/**
 * The median times of the wins without hints.
 * @param {SolvedLevel[]} wins @param {Family | null} family @param {AbortSignal} signal
 */
function medianCharts(wins, family, signal) {
  const medians = (/** @type {[string, SolvedLevel[]][]} */ groups) =>
    groups.flatMap(([name, group]) => {
      const { seconds, expected } = figuresOf(group);
      return seconds && expected ? [{ name, seconds, expected }] : [];
    });
  const puzzles = medians(
    byFamily(wins, families()).map(([{ title }, group]) => [messageText(title), group]),
  );
  const difficulties = medians(byDifficulty(wins).map(([name, group]) => [difficultyName(name), group]));
  if (!difficulties.length) return null;
  const key = h(
    "p.small.dim.key",
    h("span", h("i.dot"), t("your median time")),
    h("span", h("i.expected"), t("expected time")),
  );
  return h(
    "div.charts",
    !family &&
      chartSection(t("Median times, by puzzle"), medianChart(t("Median times, by puzzle"), puzzles, signal)),
    chartSection(
      t("Median times, by difficulty"),
      medianChart(t("Median times, by difficulty"), difficulties, signal),
      key,
    ),
  );
}

/** All figures as a table, which the charts do not give to screen readers. @param {SolvedLevel[]} wins */
function table(wins) {
  const rows = byFamily(wins, families()).flatMap(([family, group]) =>
    byDifficulty(group)
      .filter(([, some]) => some.length)
      .map(([name, some]) => tableRow(messageText(family.title), difficultyName(name), figuresOf(some))),
  );
  const heads = [
    t("Puzzle"),
    t("Difficulty"),
    t("Solved"),
    t("With the fewest moves"),
    t("Your median time"),
    t("Expected"),
  ];
  return h(
    "details.figures",
    h("summary.small", t("All figures as a table")),
    h(
      "div.scroll",
      { tabindex: "0", role: "group", "aria-label": t("All figures as a table") },
      h(
        "table.num.small",
        h(
          "thead",
          h(
            "tr",
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h("tbody", rows),
      ),
    ),
  );
}

/** @param {string} family @param {string} difficulty @param {Figures} figures */
function tableRow(family, difficulty, { solved, fewest, seconds, expected }) {
  const cells = [
    formatNumber(solved),
    fewest === null ? "–" : formatNumber(fewest),
    seconds === null ? "–" : formatDuration(seconds),
    expected === null ? "–" : formatDuration(expected),
  ];
  return h(
    "tr",
    h("th", { scope: "row" }, family),
    h("td", difficulty),
    cells.map((text) => h("td", text)),
  );
}
