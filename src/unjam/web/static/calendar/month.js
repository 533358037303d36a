// A month as a table of days: each past day links to its level and shows whether that was solved.

/** @import { Family, LevelMark, Win } from "../types" */

import { formatAmount } from "../state/families.js";
import { h } from "../ui/dom.js";
import { dateFormat, formatDay, t } from "../ui/i18n.js";
import { statusIcon } from "../ui/level_card.js";

const DAYS = 7;

/** The dates of a month, such as 2026-11. @param {string} month */
export function datesOf(month) {
  const [year, number] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`);
}

/** The month that is some months later. @param {string} month @param {number} by */
export function shiftMonth(month, by) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/**
 * The best win of each day's level: without hints before with hints, then the fewest moves.
 * @param {Win[]} wins of the family @returns {Map<string, Win>}
 */
export function winsByDate(wins) {
  const best = new Map();
  const isBetter = (/** @type {Win} */ a, /** @type {Win} */ b) =>
    Boolean(a.hints) === Boolean(b.hints) ? a.moves < b.moves : !a.hints;
  for (const win of wins)
    if (win.date && (!best.has(win.date) || isBetter(win, best.get(win.date)))) best.set(win.date, win);
  return best;
}

/**
 * @param {string} month @param {string} today
 * @param {{family: Family, solved: Map<string, Win>, onTime: Set<string>}} data onTime: solved on that day
 */
export function monthTable(month, today, data) {
  const dates = datesOf(month);
  const before = (new Date(`${dates[0]}T00:00Z`).getUTCDay() + DAYS - 1) % DAYS; // Monday is first
  const cells = [...Array(before).fill(null), ...dates];
  const weeks = Array.from({ length: Math.ceil(cells.length / DAYS) }, (_, n) =>
    cells.slice(n * DAYS, n * DAYS + DAYS),
  );
  return h(
    "table.month",
    { "aria-label": formatMonth(month) },
    h("thead", h("tr", weekdays())),
    h(
      "tbody",
      weeks.map((week) =>
        h(
          "tr",
          week.map((date) => h("td", date && dayCell(date, today, data))),
        ),
      ),
    ),
  );
}

/** @param {string} month */
export const formatMonth = (month) =>
  dateFormat({ month: "long", year: "numeric" }).format(new Date(`${month}-01T12:00`));

/** The heads of the columns. */
function weekdays() {
  const monday = Date.parse("2024-01-01T12:00");
  return Array.from({ length: DAYS }, (_, n) => {
    const day = new Date(monday + n * 86_400_000);
    const name = dateFormat({ weekday: "long" }).format(day);
    const short = dateFormat({ weekday: "short" }).format(day);
    return h("th", { scope: "col", abbr: name }, short);
  });
}

/** @param {string} date @param {string} today @param {Parameters<typeof monthTable>[2]} data */
function dayCell(date, today, { family, solved, onTime }) {
  const n = Number(date.slice(-2));
  if (date > today) return h("span.date.dim.num", n);
  const win = solved.get(date);
  const name = formatDay(date);
  const label = win
    ? t("{name}, solved in {yours}", { name, yours: formatAmount(family, family.metrics[0].name, win.moves) })
    : t("{name}, not solved", { name });
  const href = `/day/${family.name}/${date}`;
  return h(
    "a.date.num",
    {
      href,
      class: onTime.has(date) && "on-time",
      "aria-label": label,
      "aria-current": date === today && "date",
    },
    n,
    win && statusIcon(markOf(win, family)),
  );
}

/** @param {Win} win @param {Family} family @returns {LevelMark} */
function markOf({ hints, moves, best }, { equal_costs }) {
  if (hints) return "hinted";
  return best !== null && moves <= best && !equal_costs ? "fewest" : "solved";
}
