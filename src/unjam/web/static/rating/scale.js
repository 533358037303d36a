// The scale that a rating is shown on: four levels of equal width, in each of them the logarithm of the time.

/** @import { Account, Family } from "../types" */

import { difficulty, LEVELS } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** Where a time stands, in per cent; the ends are as far off as the borders next to them. */
export function place(/** @type {number} */ seconds, /** @type {number[]} */ borders) {
  const [a, b, c] = borders;
  const marks = [(a * a) / b, a, b, c, (c * c) / b].map(Math.log);
  const time = Math.log(seconds);
  let part = 0;
  while (part < 3 && time >= marks[part + 1]) part++;
  const within = (time - marks[part]) / (marks[part + 1] - marks[part]);
  return Math.min(98, Math.max(2, 25 * (part + within)));
}

/** A time in figures. @param {number} seconds */
export function brief(seconds) {
  if (seconds < 180) return t("{n} s", { n: Math.round(seconds) });
  if (seconds < 5400) return t("{n} min", { n: Math.round(seconds / 60) });
  return t("{n} h", { n: Math.round(seconds / 3600) });
}

/** By what something makes the time longer. @param {number} by */
export const times = (by) => {
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 };
  return `× ${by.toLocaleString(document.documentElement.lang, digits)}`;
};

/** The borders in figures. @param {number[]} borders */
export const ticks = (borders) =>
  h(
    "div.ticks",
    { "aria-hidden": "true" },
    borders.map((border, n) => h("span", { vars: { at: `${25 * (n + 1)}%` } }, brief(border))),
  );

/** Four parts with a dot, hollow where the time is assumed. @param {string | null} level
 * @param {Account | null} account @param {Family} of @param {string} time in words */
export function meter(level, account, of, time) {
  const at = account && place(account.seconds, of.borders);
  const label = at === null ? {} : { role: "img", "aria-label": time };
  return h(
    of.calibrated ? "div.meter" : "div.meter.assumed",
    label,
    LEVELS.map((each) => h(each === level ? "b.on" : "b")),
    at !== null && h("i", { vars: { at: `${at}%` } }),
  );
}

/** What makes a rating less sure than others. @param {boolean} calibrated @param {boolean} proved */
export const pills = (calibrated, proved) =>
  (!calibrated || !proved) &&
  h(
    "div.pills",
    !calibrated && h("span.pill", t("Not calibrated on people")),
    !proved && h("span.pill", t("Fewest moves not proved")),
  );

/** The bars of a level that is not known yet. */
export const unrated = () => {
  const el = difficulty(null);
  if (el.lastChild) el.lastChild.textContent = t("No level yet");
  return el;
};
