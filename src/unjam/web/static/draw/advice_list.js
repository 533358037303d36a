// AdviceList shows what a designer should know of a level: how many best solutions it has, what plays no
// part, and what is forced. The cells that the advice is about are marked on the board.

/** @import { Advice, Cell } from "../types" */
/** @import { Board } from "../board/board.js" */

import { errorText, explainRating } from "../api.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { asSentence, messageText, t } from "../ui/i18n.js";

const MARKS = ["idle", "order"];

export class AdviceList {
  control = new AbortController();
  isMarking = true;
  /** @type {Advice[]} */
  advice = [];

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.list = h("ul");
    const toggle = () => {
      this.isMarking = !this.isMarking;
      this.showMarks();
    };
    this.toggle = h(
      "button.btn.slim",
      { "aria-pressed": "true", onclick: toggle },
      icon("eye"),
      t("On the board"),
    );
    this.el = h("section.advice", { "aria-label": t("For the designer") }, this.list, this.toggle);
    this.clear("");
  }

  /** Forgets the advice, since the drawing has changed. @param {string} text shown in its place */
  clear(text) {
    this.control.abort();
    this.advice = [];
    setChildren(this.list, text && h("li", icon("edit"), h("span.dim", text)));
    this.showMarks();
  }

  /** Asks for advice on a level. @param {string} id */
  async ask(id) {
    this.clear(t("Looking for advice."));
    this.control = new AbortController();
    const { signal } = this.control;
    try {
      const { advice } = await explainRating(id, { signal });
      if (!signal.aborted) this.show(advice);
    } catch (error) {
      if (!signal.aborted) this.clear(errorText(error));
    }
  }

  /** @param {Advice[]} advice */
  show(advice) {
    this.advice = advice;
    const rows = advice.map(({ message, mark }) => {
      const sign = h("i.mark-sign", { class: mark, "aria-hidden": "true" }, mark === "order" && 1);
      return h("li", sign, h("span", asSentence(messageText(message))));
    });
    setChildren(
      this.list,
      rows.length ? rows : h("li", icon("tick"), t("Everything on the board plays a part.")),
    );
    this.showMarks();
  }

  showMarks() {
    const { board, advice } = this;
    for (const mark of MARKS) board.unmark(mark);
    this.toggle.hidden = !advice.some(({ cells }) => cells.length);
    this.toggle.setAttribute("aria-pressed", String(this.isMarking));
    if (!this.isMarking) return;
    for (const { cells, mark } of advice)
      if (mark === "order") markOrder(board, cells);
      else if (mark) board.mark(mark, cells);
  }
}

/**
 * Numbers the cells; a piece that moves several times has several numbers.
 * @param {Board} board @param {Cell[]} cells
 */
function markOrder(board, cells) {
  /** @type {Map<string, number[]>} */
  const numbers = new Map();
  cells.forEach((cell, n) => {
    numbers.set(String(cell), [...(numbers.get(String(cell)) ?? []), n + 1]);
  });
  for (const [cell, own] of numbers) {
    const [y, x] = cell.split(",").map(Number);
    board.stage.append(h("i.mark.order", { vars: { x, y } }, h("b", own.join(" "))));
  }
}
