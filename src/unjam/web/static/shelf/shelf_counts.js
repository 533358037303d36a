// What a shelf holds, in numbers: levels solved, without a rating, unreadable, left out of the file; and the
// progress strip.

/** @import { Collection, LevelMark } from "../types" */

import { levelStatus } from "../state/results.js";
import { h, setChildren } from "../ui/dom.js";
import { plural, t } from "../ui/i18n.js";
import { progressStrip } from "./level_grid.js";

export class ShelfCounts {
  el = h("div.row.cnt");
  strip = h("div");

  /** @param {Collection} shelf @param {number} next the first unsolved level */
  constructor(shelf, next) {
    this.shelf = shelf;
    this.next = next;
    /** Read once, for storage is slow. @type {LevelMark[]} */
    this.marks = shelf.slots.map((item) => levelStatus(item).mark);
    this.show();
  }

  /** Reads what the player has done with a level again. @param {number} at */
  update(at) {
    this.marks[at] = levelStatus(this.shelf.slots[at]).mark;
  }

  show() {
    const { marks, shelf, next } = this;
    const isSolved = (/** @type {LevelMark} */ mark) => !["untouched", "started"].includes(mark);
    const solved = marks.filter(isSolved).length;
    const all = shelf.slots.filter(({ id }) => id).length;
    const fewest = marks.filter((mark) => mark === "fewest").length;
    const label = t("{n} of {all} solved, in the order of the file", { n: solved, all });
    setChildren(this.strip, progressStrip(marks, next, label));
    const lines = [fewest > 0 && t("{n} optimally", { n: fewest }), ...this.leftOut()].filter(Boolean);
    setChildren(
      this.el,
      h("span.count.num", solved),
      h(
        "span.dim.small",
        t("of {all} solved", { all }),
        lines.map((line) => [h("br"), line]),
      ),
    );
  }

  /** What is not counted among the levels, or not yet rated, in words. */
  leftOut() {
    const { left, leftIsLeast } = this.shelf;
    if (!left) return this.unknown(true);
    const words = leftIsLeast
      ? t("more than {n} others of the file are left out", { n: left })
      : plural(left, "{n} other of the file is left out", "{n} others of the file are left out");
    return [...this.unknown(true), words];
  }

  /** The levels of which something is not known, in words. @param {boolean} withUnrated */
  unknown(withUnrated) {
    const { slots: items } = this.shelf;
    const unrated = withUnrated ? items.filter(({ id, rated }) => id && !rated).length : 0;
    const broken = items.filter(({ id }) => !id).length;
    return [
      unrated > 0 && plural(unrated, "{n} not rated yet", "{n} not rated yet"),
      broken > 0 && plural(broken, "{n} cannot be read", "{n} cannot be read"),
    ].filter(Boolean);
  }
}
