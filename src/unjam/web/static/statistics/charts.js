// The charts of the statistics as SVG, in the colours of the theme. A chart is drawn again when its width
// changes, so that its text stays readable on a phone.

/** @import { Child } from "../types" */
/** @import { SolvedLevel } from "./figures.js" */

import { h, s, setChildren } from "../ui/dom.js";
import { formatDuration } from "../ui/duration.js";
import { formatNumber, t } from "../ui/i18n.js";

const ROW = 34; // height of a bar with its gap
const BAR = 20;
const LETTER = 7; // the width of a letter of small text, about
const MARGIN = { left: 58, right: 26, top: 10, bottom: 40 };
const TICKS = [1, 3, 10, 30, 60, 180, 600, 1800, 3600, 10_800, 36_000]; // seconds
const MIN_WIDTH_PER_TICK = 62;

/** @typedef {{name: string, all: number, part: number | null}} Bar */
/** @typedef {{name: string, seconds: number, expected: number}} Median */

/**
 * An element whose content is drawn for its width.
 * @param {string} label what the chart shows, for screen readers
 * @param {(width: number) => {height: number, parts: Child[]}} draw @param {AbortSignal} signal
 */
function chart(label, draw, signal) {
  const el = h("div.chart");
  let last = 0;
  const observer = new ResizeObserver(([{ contentRect }]) => {
    const width = Math.floor(contentRect.width);
    if (!width || width === last) return;
    last = width;
    const { height, parts } = draw(width);
    const size = { viewBox: `0 0 ${width} ${height}`, width, height };
    setChildren(el, s("svg", { ...size, role: "img", "aria-label": label }, parts));
  });
  observer.observe(el);
  signal.addEventListener("abort", () => observer.disconnect());
  return el;
}

/**
 * Bars with names and numbers; the dark part of a bar is `part`.
 * @param {string} label @param {Bar[]} bars @param {AbortSignal} signal
 */
export const barChart = (label, bars, signal) => chart(label, (width) => drawBars(bars, width), signal);

/** @param {Bar[]} bars @param {number} width */
function drawBars(bars, width) {
  const most = Math.max(1, ...bars.map(({ all }) => all));
  const names = Math.min(width * 0.42, Math.max(...bars.map(({ name }) => name.length)) * LETTER + 12);
  const numbers = Math.max(...bars.map((bar) => barNumber(bar).length)) * LETTER + 10;
  const room = Math.max(20, width - names - numbers);
  const scale = (/** @type {number} */ n) => (n * room) / most;
  const parts = bars.map(({ name, all, part }, n) => {
    const y = n * ROW + (ROW - BAR) / 2;
    const shape = { x: names, y, height: BAR, rx: 5 };
    return s(
      "g",
      s("text", { x: 0, y: y + 15 }, name),
      s("rect.track", { ...shape, width: room }),
      all > 0 && s("rect.all", { ...shape, width: Math.max(5, scale(all)) }),
      part !== null && part > 0 && s("rect.part", { ...shape, width: Math.max(5, scale(part)) }),
      s("text.number", { x: width, y: y + 15, "text-anchor": "end" }, barNumber({ all, part })),
    );
  });
  return { height: bars.length * ROW, parts };
}

/** The number at the end of a bar: the dark part, then all. @param {Pick<Bar, "all" | "part">} bar */
const barNumber = ({ all, part }) =>
  part === null ? formatNumber(all) : t("{n} of {all}", { n: part, all });

/**
 * A logarithmic axis for times: its ends, how far along it a time lies, from 0 to 1, and the ticks that have
 * room for their words.
 * @param {number[]} times @param {number} length in pixels
 */
function timeAxis(times, length) {
  const low = TICKS.findLast((tick) => tick <= Math.min(...times)) ?? TICKS[0];
  const high = TICKS.find((tick) => tick >= Math.max(...times, low * 10)) ?? Math.max(...times);
  const along = (/** @type {number} */ value) => Math.log(Math.max(low, value) / low) / Math.log(high / low);
  const shown = TICKS.filter((tick) => tick >= low && tick <= high);
  const step = Math.ceil((shown.length * MIN_WIDTH_PER_TICK) / length);
  return { low, high, along, ticks: shown.filter((_, n) => n % step === 0) };
}

/**
 * The player's median times, as dots, beside the expected ones, as lines.
 * @param {string} label @param {Median[]} rows @param {AbortSignal} signal
 */
export const medianChart = (label, rows, signal) => chart(label, (width) => drawMedians(rows, width), signal);

/** @param {Median[]} rows @param {number} width */
function drawMedians(rows, width) {
  const names = Math.min(width * 0.42, Math.max(...rows.map(({ name }) => name.length)) * LETTER + 24);
  const room = Math.max(20, width - names - MARGIN.right);
  const times = rows.flatMap(({ seconds, expected }) => [seconds, expected]);
  const { along, ticks } = timeAxis(times, room);
  const x = (/** @type {number} */ value) => names + room * along(value);
  const bottom = rows.length * ROW;
  const parts = [
    ticks.map((tick) => [
      s("path.grid", { d: `M${x(tick)} 4V${bottom}` }),
      s("text.axis", { x: x(tick), y: bottom + 18, "text-anchor": "middle" }, formatDuration(tick)),
    ]),
    rows.map(({ name, seconds, expected }, n) => {
      const y = n * ROW + ROW / 2;
      return s(
        "g",
        s("text", { x: 0, y: y + 5 }, name),
        s("path.gap", { d: `M${x(expected)} ${y}H${x(seconds)}` }),
        s("path.expected", { d: `M${x(expected)} ${y - 9}V${y + 9}` }),
        s("circle.dot", { cx: x(seconds), cy: y, r: 6 }),
      );
    }),
  ];
  return { height: bottom + 24, parts };
}

/**
 * The player's times over the expected times, both on logarithmic axes: a dot for each win, with hints a
 * ring.
 * @param {string} label @param {SolvedLevel[]} wins with both times @param {AbortSignal} signal
 */
export const timeChart = (label, wins, signal) => chart(label, (width) => drawTimes(wins, width), signal);

/** @param {SolvedLevel[]} wins @param {number} width */
function drawTimes(wins, width) {
  const size = { w: width, h: Math.min(width, 380) };
  const inner = { w: size.w - MARGIN.left - MARGIN.right, h: size.h - MARGIN.top - MARGIN.bottom };
  const times = wins.flatMap(({ seconds, expected }) => [Number(seconds), Number(expected)]);
  const { low, high, along, ticks } = timeAxis(times, inner.w);
  const x = (/** @type {number} */ value) => MARGIN.left + inner.w * along(value);
  const y = (/** @type {number} */ value) => MARGIN.top + inner.h * (1 - along(value));
  const [left, bottom] = [x(low), y(low)];
  const parts = [
    s("path.faster", { d: `M${left} ${bottom}L${x(high)} ${y(high)}V${bottom}Z` }),
    ticks.map((tick) => [
      s("path.grid", { d: `M${left} ${y(tick)}H${x(high)}M${x(tick)} ${bottom}V${y(high)}` }),
      s("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, formatDuration(tick)),
      s("text", { x: x(tick), y: bottom + 18, "text-anchor": "middle" }, formatDuration(tick)),
    ]),
    s("path.diagonal", { d: `M${left} ${bottom}L${x(high)} ${y(high)}` }),
    s("text.axis", { x: x(high), y: bottom + 35, "text-anchor": "end" }, t("expected time")),
    s("text.axis", { x: left + 8, y: y(high) + 14 }, t("your time")),
    s("text.axis", { x: x(high) - 8, y: bottom - 8, "text-anchor": "end" }, t("faster than expected")),
    wins.map(({ seconds, expected, hints, title }) =>
      s(
        hints ? "circle.dot.hinted" : "circle.dot",
        { cx: x(Number(expected)), cy: y(Number(seconds)), r: 5 },
        s("title", title),
      ),
    ),
  ];
  return { height: size.h, parts };
}
