// The calendar: the levels of all days, month by month, which of them are solved, and the streak.

/** @import { Family, View, Win } from "../types" */

import { currentQuery, setAddress } from "../addresses.js";
import { families } from "../state/families.js";
import { listWins, localDate } from "../state/history.js";
import { bestResult } from "../state/results.js";
import { recall } from "../state/store.js";
import { findStreak } from "../state/streak.js";
import { iconButton } from "../ui/controls.js";
import { h, keepFocus, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { statusIcon } from "../ui/level_card.js";
import { streakText } from "../ui/streak_text.js";
import { datesOf, formatMonth, monthTable, shiftMonth, winsByDate } from "./month.js";

const FIRST_MONTH = "2000-01"; // the server knows no earlier day

/** @param {HTMLElement} view @param {{family: Family}} options @returns {View} */
export function calendarView(view, { family }) {
  const title = t("Levels of the day");
  document.title = `${title}, ${messageText(family.title)} · unjam`;
  const streak = findStreak(listWins(), localDate());
  const calendar = new Calendar(family);
  setChildren(
    view,
    h(
      "div.calendar-page.stack",
      h("div.stack.tight", h("h1", title), h("p.dim", streakText(streak))),
      familyLinks(family),
      calendar.el,
      legend(family),
    ),
  );
  return {};
}

/** @param {Family} family the current one */
const familyLinks = (family) =>
  h(
    "nav.segmented.wrapping",
    { "aria-label": t("Puzzles") },
    families()
      .filter(({ sizes }) => sizes.length)
      .map((each) =>
        h(
          "a",
          { href: `/calendar/${each.name}`, "aria-current": each === family && "true" },
          messageText(each.title),
        ),
      ),
  );

class Calendar {
  today = localDate();
  heading = h("h2", { "aria-live": "polite" });
  count = h("p.small.dim");
  table = h("div");
  back = iconButton(t("Previous month"), { onclick: () => this.go(-1) }, "left");
  on = iconButton(t("Next month"), { onclick: () => this.go(1) }, "right");
  el = h(
    "section.calendar",
    h("div.row", this.back, this.on, h("div", this.heading, this.count)),
    this.table,
  );

  /** @param {Family} family */
  constructor(family) {
    this.family = family;
    const wins = dailyWins(family);
    this.solved = winsByDate(wins);
    this.onTime = new Set(wins.flatMap(({ date, day }) => (date && date === day ? date : [])));
    const month = currentQuery().get("month") ?? "";
    this.month = this.clamp(/^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : this.today.slice(0, 7));
    this.show();
  }

  /** The nearest month that has levels. @param {string} month */
  clamp(month) {
    const last = this.today.slice(0, 7);
    return month > last ? last : month < FIRST_MONTH ? FIRST_MONTH : month;
  }

  /** @param {number} by */
  go(by) {
    this.month = this.clamp(shiftMonth(this.month, by));
    setAddress(`/calendar/${this.family.name}?month=${this.month}`, true);
    keepFocus(this.el, () => this.show());
  }

  show() {
    const { month, today, solved } = this;
    const past = datesOf(month).filter((date) => date <= today);
    const n = past.filter((date) => solved.has(date)).length;
    setChildren(this.heading, formatMonth(month));
    setChildren(this.count, t("{n} of {all} solved", { n, all: past.length }));
    this.back.toggleAttribute("disabled", month === FIRST_MONTH);
    this.on.toggleAttribute("disabled", month === today.slice(0, 7));
    setChildren(this.table, monthTable(month, today, this));
  }
}

/**
 * The wins of levels of the day. Before wins were recorded, only the best result of each level was saved.
 * @param {Family} family @returns {Win[]}
 */
function dailyWins({ name }) {
  const wins = listWins().filter(({ family, date }) => date && family === name);
  const older = Object.entries(recall("made") ?? {}).flatMap(([id, { family, date, level, title }]) => {
    const best = date && family === name ? bestResult(id) : null;
    if (!best) return [];
    const { cost: moves, fewest = null, hints, when: at } = best;
    const rest = { title, difficulty: level, expected: null, seconds: 0, lost: null };
    return [{ ...rest, id, family, moves, best: fewest, hints, date, at, day: "" }];
  });
  return [...wins, ...older];
}

/** @param {Family} family */
const legend = (family) =>
  h(
    "ul.marks",
    { "aria-label": t("Marks") },
    h("li", h("i.on-time"), t("solved on its day, counts for the streak")),
    h("li", statusIcon("solved"), t("solved")),
    !family.equal_costs && h("li", statusIcon("fewest"), t("solved optimally")),
    h("li", statusIcon("hinted"), t("with hints")),
  );
