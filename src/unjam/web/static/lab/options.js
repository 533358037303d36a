// What can be chosen in the lab: the level, the searches, the estimate of each, and what a cost counts.

/**
 * @import { LabAsked } from "../types"
 * @typedef {{algorithm: string, heuristic: string | null}} Asked a search that runs
 */

import { levels } from "../api.js";
import { families } from "../state/families.js";
import { select } from "../ui/controls.js";
import { h, put, steady } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";
import { ALGORITHMS, nameOf } from "./messages.js";

/** A search as it stands in an address. @param {Asked} search */
const spelled = ({ algorithm, heuristic }) => (heuristic ? `${algorithm}:${heuristic}` : algorithm);

/**
 * @typedef {{id: string, name: string, go: (id: string) => void,
 *   choose: (searches: string[] | null, metric?: string) => void}} Chooser null: the searches stay
 */

/** @param {HTMLElement} el @param {LabAsked} answer @param {Asked[]} searches @param {Chooser} chooser */
export function offer(el, answer, searches, chooser) {
  steady(el, () =>
    put(
      el,
      h("label.small", t("Level"), " ", levelPicker(chooser)),
      h("fieldset", h("legend.small.dim", t("Searches")), boxes(el, searches, chooser)),
      answer.metrics.length > 1 && h("label.small", t("Cost counts"), " ", metricPicker(answer, chooser)),
    ),
  );
}

/** @param {HTMLElement} el @param {Asked[]} searches @param {Chooser} chooser */
function boxes(el, searches, chooser) {
  const running = new Map(searches.map((search) => [search.algorithm, search]));
  const onchange = () => {
    const on = /** @type {HTMLInputElement[]} */ ([...el.querySelectorAll("input:checked")]);
    chooser.choose(
      on.map(({ value }) => spelled(running.get(value) ?? { algorithm: value, heuristic: null })),
    );
  };
  return ALGORITHMS.map((name) =>
    h(
      "label",
      h("input", { type: "checkbox", value: name, checked: running.has(name), onchange }),
      nameOf(name),
    ),
  );
}

/** @param {LabAsked} answer @param {Chooser} chooser */
function metricPicker({ metrics, metric }, chooser) {
  const names = metrics.map((name) => [name, name]);
  return select({ class: "by" }, names, metric, (name) => chooser.choose(null, name));
}

/** The levels that come with unjam, family by family as they arrive. @param {Chooser} chooser */
function levelPicker({ id, name, go }) {
  const pick = select({ class: "by" }, [[id, name]], id, go);
  for (const of of families().filter((each) => each.levels))
    levels(of.name).then(
      (found) => {
        const others = found.levels.filter((level) => level.id !== id);
        pick.append(
          h(
            "optgroup",
            { label: say(of.title) },
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
 * Which estimate a search follows.
 * @param {Asked} search @param {Asked[]} searches @param {LabAsked} answer @param {Chooser} chooser
 */
export function estimatePicker(search, searches, { heuristics }, chooser) {
  const label = t("Estimate for {name}", { name: nameOf(search.algorithm) });
  const names = heuristics.map((name) => [name, name]);
  return select({ class: "by", "aria-label": label }, names, search.heuristic, (heuristic) =>
    chooser.choose(searches.map((each) => spelled(each === search ? { ...each, heuristic } : each))),
  );
}
