// A board as a table of words, square by square, for those who hear the page.

/** @import { Cell, Scene } from "../types" */

import { inside } from "../board/screen_reader_text.js";
import { h, put } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

export class Rows {
  table = h("table");
  el = h("div.unseen", this.table); // a table by itself would be as wide as its words, and so would the page
  ground = "";

  /** @param {Scene} scene */
  show(scene) {
    const { top, left, w, h: high } = inside(scene);
    const ground = scene.floor.join("\n");
    if (this.ground !== ground) this.lay(w, high);
    this.ground = ground;
    const at = new Map(scene.pieces.map((p) => [String(p.cells[0]), p.kind]));
    for (let r = 0; r < high; r++)
      for (let c = 0; c < w; c++) {
        const [y, x] = [r + top, c + left];
        const words = square(scene.floor[y][x], at.get(`${y},${x}`));
        const td = this.table.rows[r].cells[c + 1];
        if (td.textContent !== words) td.textContent = words;
      }
  }

  /** @param {number} w @param {number} high */
  lay(w, high) {
    const row = (/** @type {number} */ r) =>
      h(
        "tr",
        h("th", { scope: "row" }, t("Row {r}", { r: r + 1 })),
        Array.from({ length: w }, () => h("td")),
      );
    put(
      this.table,
      h("caption", t("The board, square by square")),
      Array.from({ length: high }, (_, r) => row(r)),
    );
  }
}

/** What is on a square. @param {string} mark of the floor @param {string | undefined} kind of the piece */
function square(mark, kind) {
  if (kind === "player") return mark === "o" ? t("player on a goal") : t("player");
  if (kind) return mark === "o" ? t("box on a goal") : t("box");
  if (mark === "#") return t("wall");
  if (mark === "o") return t("goal");
  return mark === " " ? t("outside") : t("floor");
}
