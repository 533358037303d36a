// A sentence in the line below the board that is not about the position.

/** @import { Table } from "./game.js" */

import { h } from "../ui/dom.js";

/**
 * Says something once the act at hand is over: after a win or a dead end, else in place of the task.
 * @param {Table} table @param {string} words @param {HTMLElement} [extra] a button
 */
export function notify(table, words, extra) {
  return table.queue(async () => {
    if (table.won || table.body.dead) table.below.append(h("span.small.dim", words), extra ?? "");
    else table.tellLine(words, "", { extra });
  });
}
