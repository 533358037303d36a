// The options of the lab: pickers for the level, the searches, the metric, and the heuristic of a search.

/**
 * @import { LabStart } from "../types"
 * @typedef {{algorithm: string, heuristic: string | null}} SearchChoice a search that runs
 */

import { levels } from "../api.js";
import { families } from "../state/families.js";
import { button, select } from "../ui/controls.js";
import { h, keepFocus, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { ALGORITHMS, algorithmName, searchName } from "./messages.js";

/** A search as a query parameter. @param {SearchChoice} search */
const searchParam = ({ algorithm, heuristic }) => (heuristic ? `${algorithm}:${heuristic}` : algorithm);

/**
 * @typedef {{id: string, name: string, go: (id: string) => void,
 *   choose: (searches: string[] | null, metric?: string) => void,
 *   compare: (pair: string[]) => void}} Chooser null: the searches stay
 */

/**
 * @param {HTMLElement} el @param {LabStart} answer @param {SearchChoice[]} searches @param {Chooser} chooser
 */
export function showOptions(el, answer, searches, chooser) {
  keepFocus(el, () =>
    setChildren(
      el,
      h("label.small", t("Level"), " ", levelPicker(chooser)),
      h("fieldset", h("legend.small.dim", t("Searches")), searchBoxes(el, searches, chooser)),
      pairPicker(answer, searches, chooser),
      answer.metrics.length > 1 && h("label.small", t("Measure cost in"), " ", metricPicker(answer, chooser)),
    ),
  );
}

/** @param {HTMLElement} el @param {SearchChoice[]} searches @param {Chooser} chooser */
function searchBoxes(el, searches, chooser) {
  const running = (/** @type {string} */ name) => searches.filter(({ algorithm }) => algorithm === name);
  const onchange = () => {
    const on = /** @type {HTMLInputElement[]} */ ([...el.querySelectorAll("input:checked")]);
    chooser.choose(
      on.flatMap(({ value }) => {
        const before = running(value);
        return before.length ? before.map(searchParam) : [value];
      }),
    );
  };
  return ALGORITHMS.map((name) =>
    h(
      "label",
      h("input", { type: "checkbox", value: name, checked: running(name).length > 0, onchange }),
      algorithmName(name),
    ),
  );
}

/**
 * Two lists, for two searches side by side.
 * @param {LabStart} answer @param {SearchChoice[]} searches @param {Chooser} chooser
 */
function pairPicker({ algorithms, informed, heuristics }, searches, chooser) {
  const all = ALGORITHMS.filter((name) => algorithms.includes(name)).flatMap((algorithm) =>
    (informed.includes(algorithm) ? heuristics.filter((name) => name !== "zero") : [null]).map(
      (heuristic) => ({ algorithm, heuristic }),
    ),
  );
  const names = all.map((search) => [searchParam(search), searchName(search)]);
  const now = [0, 1].map((i) => searchParam(searches[i] ?? all[i]));
  const pick = (/** @type {number} */ i, /** @type {string} */ label) =>
    select({ class: "inline-select", "aria-label": label }, names, now[i], (search) => {
      now[i] = search;
    });
  return h(
    "fieldset.pair",
    h("legend.small.dim", t("Two searches side by side")),
    pick(0, t("First search")),
    pick(1, t("Second search")),
    button(t("Compare these two"), { class: "slim", onclick: () => chooser.compare(now) }),
  );
}

/** @param {LabStart} answer @param {Chooser} chooser */
function metricPicker({ metrics, metric }, chooser) {
  const names = metrics.map((name) => [name, messageText({ text: name, values: {} })]);
  return select({ class: "inline-select" }, names, metric, (name) => chooser.choose(null, name));
}

/** A list of all shipped levels, filled family by family. @param {Chooser} chooser */
function levelPicker({ id, name, go }) {
  const pick = select({ class: "inline-select" }, [[id, name]], id, go);
  for (const family of families().filter((each) => each.levels))
    levels(family.name).then(
      (answer) => {
        const others = answer.levels.filter((level) => level.id !== id);
        pick.append(
          h(
            "optgroup",
            { label: messageText(family.title) },
            others.map(({ id: value, title, index }) =>
              h("option", { value }, title ?? t("Level {n}", { n: index + 1 })),
            ),
          ),
        );
      },
      () => {},
    );
  return pick;
}

/**
 * A list of the heuristics for a search.
 * @param {SearchChoice} search @param {SearchChoice[]} searches @param {LabStart} answer @param {Chooser}
 * chooser
 */
export function estimatePicker(search, searches, { heuristics }, chooser) {
  const label = t("Estimate for {name}", { name: algorithmName(search.algorithm) });
  const names = heuristics.map((name) => [name, name]);
  return select({ class: "inline-select", "aria-label": label }, names, search.heuristic, (heuristic) =>
    chooser.choose(searches.map((each) => searchParam(each === search ? { ...each, heuristic } : each))),
  );
}
