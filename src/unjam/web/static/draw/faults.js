// What is wrong with a drawing, in words.

/** @import { Fault } from "../types" */

import { button, line } from "../ui/controls.js";
import { h, icon, put } from "../ui/dom.js";
import { capital, join, say, sentence, t } from "../ui/i18n.js";

const MOST_LISTED = 12;

/** Where in the text. @param {Fault} fault */
function place({ line: at, column }) {
  if (!at) return "";
  return column ? t("Line {line}, column {column}.", { line: at, column }) : t("Line {line}.", { line: at });
}

/** What mends a fault, where that is known. @param {Fault} fault @param {(fault: Fault) => void} fix */
const mending = (fault, fix, more = "") =>
  fault.fix && button(capital(say(fault.fix)), { class: more, onclick: () => fix(fault) });

/**
 * The first fault in the line below the board, with what mends it.
 * @param {HTMLElement} below @param {Fault[]} faults @param {(fault: Fault) => void} fix
 * @param {string} [before]
 */
export function blame(below, [first, ...others], fix, before = "") {
  if (!first) return;
  const more = others.length ? t("And {n} more.", { n: others.length }) : "";
  const why = sentence(say(first.message));
  const extra = mending(first, fix, "push");
  line(below, join(before, why), join(place(first), more), { warn: true, extra });
}

/**
 * All of them in one card, each with what mends it.
 * @param {HTMLElement} card @param {Fault[]} faults @param {(fault: Fault) => void} fix
 */
export function faultCard(card, faults, fix) {
  card.classList.add("amber");
  const rows = faults.slice(0, MOST_LISTED).map((fault, i) => {
    const words = h("span", h("b", sentence(say(fault.message))), " ", place(fault));
    return h("li", icon("warn"), words, i ? mending(fault, fix, "slim") : h("small", t("shown")));
  });
  const left = faults.length - rows.length;
  put(card, rows, left > 0 && h("li", h("span"), t("And {n} more.", { n: left })));
}

/**
 * Where nothing is wrong.
 * @param {HTMLElement} card @param {string} main @param {string} rest @param {string} [mark] its icon
 */
export function wellCard(card, main, rest, mark = "tick") {
  card.classList.remove("amber");
  put(card, h("li", icon(mark), h("span", h("b", main), " ", rest)));
}
