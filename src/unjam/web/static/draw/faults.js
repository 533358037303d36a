// What is wrong with a drawing, in words.

/** @import { Fault } from "../types" */

import { button, line } from "../controls.js";
import { h, icon, put } from "../dom.js";
import { capital, join, say, sentence, t } from "../words.js";

const MOST_LISTED = 11;

/** Where in the text. @param {Fault} fault */
function place({ line: at, column }) {
  if (!at) return "";
  return column ? t("Line {line}, column {column}.", { line: at, column }) : t("Line {line}.", { line: at });
}

/**
 * The first fault in the line below the board, with what mends it.
 * @param {HTMLElement} below @param {Fault[]} faults @param {() => void} fix @param {string} [before]
 */
export function blame(below, [first, ...others], fix, before = "") {
  if (!first) return;
  const more = others.length ? t("And {n} more.", { n: others.length }) : "";
  const mend = first.fix && button(capital(say(first.fix)), { class: "push", onclick: fix });
  const why = sentence(say(first.message));
  line(below, join(before, why), join(place(first), more), { warn: true, extra: mend });
}

/** The others below the text. @param {HTMLElement} list @param {Fault[]} faults */
export function faultList(list, faults) {
  const others = faults.slice(1, 1 + MOST_LISTED);
  put(
    list,
    others.map((fault) => h("li", icon("warn"), join(sentence(say(fault.message)), place(fault)))),
  );
  list.hidden = !others.length;
}
