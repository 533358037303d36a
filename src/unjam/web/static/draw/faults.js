// Shows the faults of a drawing, with buttons that fix them: the first in the status line, all in a card.

/** @import { Fault } from "../types" */

import { button, showStatus } from "../ui/controls.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { asSentence, capitalize, joinSentences, messageText, t } from "../ui/i18n.js";

const MAX_LISTED = 12;

/** The line and column of a fault. @param {Fault} fault */
function locationText({ line: at, column }) {
  if (!at) return "";
  return column ? t("Line {line}, column {column}.", { line: at, column }) : t("Line {line}.", { line: at });
}

/**
 * A button that fixes a fault, if there is a known fix.
 * @param {Fault} fault @param {(fault: Fault) => void} fix
 */
const fixButton = (fault, fix, more = "") =>
  fault.fix && button(capitalize(messageText(fault.fix)), { class: more, onclick: () => fix(fault) });

/**
 * Shows the first fault in the status line, with its fix.
 * @param {HTMLElement} below @param {Fault[]} faults @param {(fault: Fault) => void} fix
 * @param {string} [before]
 */
export function showFault(below, [first, ...others], fix, before = "") {
  if (!first) return;
  const more = others.length ? t("And {n} more.", { n: others.length }) : "";
  const why = asSentence(messageText(first.message));
  const extra = fixButton(first, fix, "push");
  showStatus(below, joinSentences(before, why), joinSentences(locationText(first), more), {
    warn: true,
    extra,
  });
}

/**
 * Lists all faults in a card, with their fixes.
 * @param {HTMLElement} card @param {Fault[]} faults @param {(fault: Fault) => void} fix
 */
export function listFaults(card, faults, fix) {
  const rows = faults.slice(0, MAX_LISTED).map((fault, i) => {
    const words = h("span", h("b", asSentence(messageText(fault.message))), " ", locationText(fault));
    return h("li", icon("warn"), words, i ? fixButton(fault, fix, "slim") : h("small", t("shown")));
  });
  const hidden = faults.length - rows.length;
  setChildren(card, rows, hidden > 0 && h("li", h("span"), t("And {n} more.", { n: hidden })));
}
