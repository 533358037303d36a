// Why a level is as hard as it is: from an ordinary one to this one, step by step; and advice.

/** @import { Account, Child, Explained, Factor, Solution } from "../types" */

import * as api from "../api.js";
import { copy, sheet } from "../dialogs/dialogs.js";
import { difficulty, doing, LEVELS, levelName } from "../ui/controls.js";
import { h, put } from "../ui/dom.js";
import { capital, say, sentence, t } from "../ui/i18n.js";
import { brief, pills, place, ticks, times } from "./scale.js";

/**
 * The sheet: what is known already at once, the rest when the server has worked it out.
 * @param {string} id @param {Solution | null} [known]
 */
export async function whySheet(id, known = null) {
  const inside = h(
    "div.stack.rating",
    { role: "status" },
    difficulty(null),
    h("p.dim", t("Working it out.")),
  );
  const control = new AbortController();
  const dialog = sheet(t("How hard is it"), inside);
  dialog.classList.add("why");
  dialog.addEventListener("close", () => control.abort());
  const show = (/** @type {Explained} */ found) => {
    const title = dialog.querySelector("h2");
    if (title && found.time) title.textContent = capital(say(found.time));
    put(inside, told(found));
  };
  if (known?.level) show({ ...known, proved: known.optimal, note: null, reason: null, advice: [] });
  try {
    show(await api.rating(id, { signal: control.signal }));
  } catch (error) {
    if (!control.signal.aborted && !known) put(inside, h("p", api.why(error)));
  }
}

/** @param {Explained} found @returns {Child[]} */
function told({ level, calibrated, proved, why, note, reason, advice, account }) {
  if (!level) return [difficulty(null), reason && h("p", sentence(say(reason)))];
  const said = h("p.small.dim", { role: "status" });
  const text = () => copy(said, written(level, account), t("The text is copied."));
  return [
    h("p.gist", why && sentence(say(why))),
    pills(calibrated !== false, proved),
    account ? fall(level, account) : difficulty(level),
    advice.length > 0 && [
      h("h3.small.dim", t("For the designer")),
      h(
        "ul.disc.small",
        advice.map((each) => h("li", sentence(say(each)))),
      ),
    ],
    h(
      "p.small.dim",
      account?.notes.map((each) => `${say(each)} `),
      note && sentence(say(note)),
    ),
    account && h("p.links.small", doing(t("Copy as text"), "#copy", text)),
    said,
  ];
}

/** Each bar begins where the last one ended. @param {string} level @param {Account} account */
function fall(level, { seconds, ordinary, said, factors, counted, borders }) {
  let now = ordinary;
  const at = (/** @type {number} */ time) => place(time, borders);
  const names = LEVELS.map((each) => h(each === level ? "span.on" : "span", levelName(each)));
  const step = (/** @type {Factor} */ factor) => {
    const before = now;
    now *= factor.by;
    const [from, to] = [at(before), at(now)].sort((a, b) => a - b);
    const bar = h(factor.by < 1 ? "i.less" : "i", { vars: { a: `${from}%`, b: `${to}%` } });
    return row(capital(say(factor.said)), remark(factor), times(factor.by), at(before), bar);
  };
  const point = (/** @type {string} */ kind, /** @type {number} */ time) =>
    h(`i.${kind}`, { vars: { a: `${at(time)}%` } });
  return h(
    "div.fall",
    { vars: { from: `${25 * LEVELS.indexOf(level)}%` } },
    h("div.rw", h("div.ax", names)),
    row(t("An ordinary level"), say(said), brief(ordinary), null, point("pt", ordinary)),
    factors.map(step),
    row(t("This level"), levelName(level), brief(seconds), at(now), point("sum", seconds)),
    h("div.rw", ticks(borders)),
    counted.map((each) =>
      h(
        "div.rw.small",
        h("span", say(each)),
        h("span.dim.cnt", t("counted, not weighed")),
        h("span.by", "–"),
      ),
    ),
  );
}

/** @param {Factor} factor */
const remark = ({ usual, remark }) => {
  const ordinarily = t("ordinarily {usual}", { usual });
  return remark ? t("{remark}; {ordinarily}", { remark: say(remark), ordinarily }) : ordinarily;
};

/**
 * @param {string} name @param {string} more @param {string} by @param {number | null} from
 * @param {Child} mark
 */
const row = (name, more, by, from, mark) =>
  h(
    "div.rw.step",
    h("div", h("b", name), h("small", more)),
    h("div.lane", { "aria-hidden": "true" }, from !== null && h("u", { vars: { a: `${from}%` } }), mark),
    h("b.by.num", by),
  );

/** The same as text. @param {string} level @param {Account | null} account */
function written(level, account) {
  if (!account) return levelName(level);
  const { seconds, ordinary, factors, said } = account;
  return [
    `${t("An ordinary level")}: ${say(said)}, ${brief(ordinary)}`,
    ...factors.map((each) => `${capital(say(each.said))} (${remark(each)}): ${times(each.by)}`),
    `${t("This level")}: ${levelName(level)}, ${brief(seconds)}`,
  ].join("\n");
}
