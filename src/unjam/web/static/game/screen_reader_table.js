// The board as an HTML table for screen readers, cell by cell.

/** @import { Cell, Scene } from "../types" */

import { playArea } from "../board/screen_reader_text.js";
import { h, setChildren } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

export class ScreenReaderTable {
  table = h("table");
  el = h("div.visually-hidden", this.table); // without the wrapper, the table would widen the page
  ground = "";

  /** @param {Scene} scene */
  show(scene) {
    const { top, left, w, h: high } = playArea(scene);
    const ground = scene.floor.join("\n");
    if (this.ground !== ground) this.build(w, high);
    this.ground = ground;
    const at = new Map(scene.pieces.map((p) => [String(p.cells[0]), p.kind]));
    for (let r = 0; r < high; r++)
      for (let c = 0; c < w; c++) {
        const [y, x] = [r + top, c + left];
        const words = cellText(scene.floor[y][x], at.get(`${y},${x}`));
        const td = this.table.rows[r].cells[c + 1];
        if (td.textContent !== words) td.textContent = words;
      }
  }

  /** @param {number} w @param {number} high */
  build(w, high) {
    const row = (/** @type {number} */ r) =>
      h(
        "tr",
        h("th", { scope: "row" }, t("Row {r}", { r: r + 1 })),
        Array.from({ length: w }, () => h("td")),
      );
    setChildren(
      this.table,
      h("caption", t("The board, square by square")),
      Array.from({ length: high }, (_, r) => row(r)),
    );
  }
}

/** @param {string} mark of the floor @param {string | undefined} kind of the piece */
function cellText(mark, kind) {
  if (kind === "player") return mark === "o" ? t("player on a goal") : t("player");
  if (kind) return mark === "o" ? t("box on a goal") : t("box");
  if (mark === "#") return t("wall");
  if (mark === "o") return t("goal");
  return mark === " " ? t("outside") : t("floor");
}
