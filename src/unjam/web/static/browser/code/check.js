// What the checker says of a student's search or heuristic: mistakes by name, what differs on every board,
// the position where it does, drawn.

/** @import { Child, Scene } from "../../types" */
/** @import { Grade, GradedBoard, HeuristicCheck } from "./types" */

import { thumbnail } from "../../board/thumbnail.js";
import { findFamily } from "../../state/families.js";
import { h } from "../../ui/dom.js";
import { asSentence, joinSentences, messageText, plural, t } from "../../ui/i18n.js";

/** @param {Grade} grade @returns {Child[]} */
export function gradeReport({ right, mistakes, boards }) {
  const good = boards.filter(({ differences }) => !differences.length).length;
  const done = plural(boards.length, "Right on {good} of {n} board", "Right on {good} of {n} boards", {
    good,
  });
  if (right)
    return [h("h2", done), h("p", t("It expands the same positions in the same order as unjam's own."))];
  return [
    h("h2", done),
    mistakes.length > 0
      ? h(
          "div.mistakes",
          h("p.small.dim", t("This mistake explains all of it:")),
          mistakes.map((mistake) => h("p.warn", h("b", asSentence(messageText(mistake))))),
        )
      : h("p", asSentence(notKnown())),
    h("ul.checked", boards.filter(({ differences }) => differences.length).map(boardReport)),
  ];
}

const notKnown = () => t("none of the typical mistakes explains this; look at the first board that differs");

/** @param {GradedBoard} board */
function boardReport({ family, scene, differs, differences }) {
  const title = messageText(findFamily(family).title);
  return h(
    "li",
    picture(scene, title),
    h(
      "div",
      h("b", title),
      differences.map((each) => h("p", asSentence(messageText(each)))),
      differs &&
        h("p.small.dim", t("Drawn: the first position that unjam's own expands here and yours does not.")),
    ),
  );
}

/** @param {Scene} scene @param {string} label */
const picture = (scene, label) => h("div.checked-board", thumbnail(scene, { label, numbers: true }));

/** @param {HeuristicCheck} check @returns {Child[]} */
export function heuristicReport({ admissible, consistent, positions, exact, reason, high, drop }) {
  const all = plural(
    positions,
    "{n} position was compared with its true distance.",
    "{n} positions were compared with their true distances.",
  );
  const known = t("The estimate is exact on {exact} of them.", { exact });
  return [
    h("h2", verdict(admissible, consistent)),
    reason ? h("p", asSentence(messageText(reason))) : h("p", joinSentences(all, known)),
    h(
      "ul.checked",
      high && counterexample(high.scene, t("Too high"), highWords(high)),
      drop && counterexample(drop.scene, t("Falls too fast"), dropWords(drop)),
    ),
  ];
}

/** @param {boolean | null} admissible @param {boolean | null} consistent */
function verdict(admissible, consistent) {
  if (admissible === false) return t("Not admissible: it is too high somewhere");
  if (admissible === null) return t("Not decided");
  return consistent ? t("Admissible and consistent here") : t("Admissible here, but not consistent");
}

/** @param {NonNullable<HeuristicCheck["high"]>} high */
const highWords = ({ estimate, distance }) =>
  t("Here it says {estimate}, but the goal is only {distance} away.", { estimate, distance });

/** @param {NonNullable<HeuristicCheck["drop"]>} drop */
const dropWords = ({ estimate, cost, next }) =>
  t("Here it says {estimate}. A move that costs {cost} brings it down to {next}.", { estimate, cost, next });

/** @param {Scene} scene @param {string} title @param {string} words */
const counterexample = (scene, title, words) =>
  h("li", picture(scene, words), h("div", h("b", title), h("p", words)));
