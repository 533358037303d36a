// The rating dialog: asks the server to explain, draws a waterfall chart from a typical level to this one,
// gives advice, copies all as text.

/** @import { Child, Explained, Factor, RatingExplanation, Solution } from "../types" */

import * as api from "../api.js";
import { actionLink } from "../ui/controls.js";
import { copy, openDialog } from "../ui/dialogs.js";
import { h, setChildren } from "../ui/dom.js";
import { asSentence, capitalize, joinSentences, messageText, t } from "../ui/i18n.js";
import { DIFFICULTIES, difficultyBadge, difficultyName } from "./difficulty.js";
import { formatFactor, formatSeconds, percent, pills, ticks } from "./time_scale.js";

/**
 * Opens the dialog with what is known, and completes it when the server answers.
 * @param {string} id @param {Solution | null} [known]
 */
export async function ratingDialog(id, known = null) {
  const content = h(
    "div.stack.rating",
    { role: "status" },
    difficultyBadge(null),
    h("p.dim", t("Working it out.")),
  );
  const control = new AbortController();
  const dialog = openDialog(t("How hard is it"), content);
  dialog.classList.add("why");
  dialog.addEventListener("close", () => control.abort());
  const show = (/** @type {Explained} */ explained) => {
    const title = dialog.querySelector("h2");
    if (title && explained.time) title.textContent = capitalize(messageText(explained.time));
    setChildren(content, ratingDetails(explained));
  };
  if (known?.level) show({ ...known, proved: known.optimal, note: null, reason: null, advice: [] });
  try {
    show(await api.explainRating(id, { signal: control.signal }));
  } catch (error) {
    if (!control.signal.aborted && !known) setChildren(content, h("p", api.errorText(error)));
  }
}

/** @param {Explained} rating @returns {Child[]} */
function ratingDetails({
  level: difficulty,
  expected,
  calibrated,
  proved,
  why,
  note,
  reason,
  advice,
  explanation,
}) {
  if (!difficulty) return [difficultyBadge(null), reason && h("p", asSentence(messageText(reason)))];
  const status = h("p.small.dim", { role: "status" });
  const text = () => copy(status, asText(difficulty, explanation), t("Text copied."));
  return [
    h("p.gist", joinSentences(...[expected, why].map((each) => (each ? asSentence(messageText(each)) : "")))),
    pills(calibrated !== false, proved),
    explanation ? waterfall(difficulty, explanation) : difficultyBadge(difficulty),
    advice.length > 0 && [
      h("h3.small.dim", t("For the designer")),
      h(
        "ul.disc.small",
        advice.map((each) => h("li", asSentence(messageText(each.message)))),
      ),
    ],
    h(
      "p.small.dim",
      explanation?.notes.map((each) => `${messageText(each)} `),
      note && asSentence(messageText(note)),
    ),
    explanation && h("p.links.small", actionLink(t("Copy as text"), "#copy", text)),
    status,
  ];
}

/**
 * The waterfall chart: each bar starts where the last one ended.
 * @param {string} difficulty @param {RatingExplanation} explanation
 */
function waterfall(difficulty, { seconds, typical_seconds, typical, factors, counted, borders }) {
  let now = typical_seconds;
  const at = (/** @type {number} */ time) => percent(time, borders);
  const names = DIFFICULTIES.map((each) => h(each === difficulty ? "span.on" : "span", difficultyName(each)));
  const step = (/** @type {Factor} */ factor) => {
    const before = now;
    now *= factor.by;
    const [from, to] = [at(before), at(now)].sort((a, b) => a - b);
    const bar = h(factor.by < 1 ? "i.less" : "i", { vars: { a: `${from}%`, b: `${to}%` } });
    return row(
      capitalize(messageText(factor.text)),
      remark(factor),
      formatFactor(factor.by),
      at(before),
      bar,
    );
  };
  const point = (/** @type {string} */ kind, /** @type {number} */ time) =>
    h(`i.${kind}`, { vars: { a: `${at(time)}%` } });
  return h(
    "div.fall",
    { vars: { from: `${25 * DIFFICULTIES.indexOf(difficulty)}%` } },
    h("div.chart-row", h("div.chart-axis", names)),
    row(
      t("A typical level"),
      messageText(typical),
      formatSeconds(typical_seconds),
      null,
      point("pt", typical_seconds),
    ),
    factors.map(step),
    row(t("This level"), difficultyName(difficulty), formatSeconds(seconds), at(now), point("sum", seconds)),
    h("div.chart-row", ticks(borders)),
    counted.map((each) =>
      h(
        "div.chart-row.small",
        h("span", messageText(each)),
        h("span.dim.cnt", t("counted, but not part of the score")),
        h("span.by", "–"),
      ),
    ),
  );
}

/** @param {Factor} factor */
const remark = ({ typical, remark }) => {
  const typicalText = t("typically {typical}", { typical });
  return remark
    ? t("{remark}; {ordinarily}", { remark: messageText(remark), ordinarily: typicalText })
    : typicalText;
};

/**
 * @param {string} name @param {string} more @param {string} by @param {number | null} from
 * @param {Child} mark
 */
const row = (name, more, by, from, mark) =>
  h(
    "div.chart-row.step",
    h("div", h("b", name), h("small", more)),
    h("div.lane", { "aria-hidden": "true" }, from !== null && h("u", { vars: { a: `${from}%` } }), mark),
    h("b.by.num", by),
  );

/** The chart as text. @param {string} difficulty @param {RatingExplanation | null} explanation */
function asText(difficulty, explanation) {
  if (!explanation) return difficultyName(difficulty);
  const { seconds, typical_seconds, factors, typical } = explanation;
  return [
    `${t("A typical level")}: ${messageText(typical)}, ${formatSeconds(typical_seconds)}`,
    ...factors.map(
      (each) => `${capitalize(messageText(each.text))} (${remark(each)}): ${formatFactor(each.by)}`,
    ),
    `${t("This level")}: ${difficultyName(difficulty)}, ${formatSeconds(seconds)}`,
  ].join("\n");
}
