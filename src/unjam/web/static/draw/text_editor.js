// The text of a level as a small second board: each letter on the face of its piece, faults at their place.

/** @import { Editor, Fault, Piece, Scene } from "../types" */

import { coat } from "../board/piece.js";
import { h, icon, put, setVars } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

const MOST_LINES = 400;
const WIDEST_GRID = 16; // columns that still stand as cells

export class TextBoard {
  /** @param {(text: string) => void} ontype */
  constructor(ontype) {
    this.area = h("textarea", {
      "aria-label": t("Level text, live"),
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
      disabled: true,
    });
    this.lines = h("ol.back", { "aria-hidden": "true" });
    this.el = h("div.ed", this.lines, this.area);
    this.area.addEventListener("input", () => ontype(this.area.value));
    this.area.addEventListener("scroll", () => {
      this.el.scrollLeft = this.area.scrollLeft;
    });
  }

  /** Nothing can be typed before there is a text, else the two would be mixed. */
  rest() {
    this.area.disabled = true;
    this.el.setAttribute("aria-busy", "true");
  }

  /**
   * @param {string} text @param {Scene} scene @param {Fault[]} faults
   * @param {Editor} editor @param {string} format that it is shown in
   */
  show(text, scene, faults, editor, format) {
    const rows = text.split("\n");
    const width = Math.max(...rows.map((row) => row.length));
    const grid = editor.grid && width <= WIDEST_GRID && (!format || format === editor.format);
    setVars(this.el, { cw: `${Math.max(14, Math.min(26, Math.floor(250 / width)))}px` });
    this.el.classList.toggle("grid", grid);
    const paint = new Map(editor.grid ? scene.pieces.map((p) => [p.label || p.id, p]) : []);
    const isRow = (/** @type {string} */ row) => !editor.others.some((word) => row.startsWith(word));
    put(
      this.lines,
      rows.slice(0, MOST_LINES).map((row, r) => {
        const bad = faults.filter((fault) => fault.line === r + 1);
        return line(row, r + 1, bad, isRow(row) ? paint : new Map());
      }),
    );
    if (this.area.value !== text) this.area.value = text;
    this.area.disabled = false;
    this.el.removeAttribute("aria-busy");
  }
}

/** @param {string} row @param {number} n @param {Fault[]} bad @param {Map<string, Piece>} paint */
function line(row, n, bad, paint) {
  const letters = [...row].map((mark, c) => {
    const piece = paint.get(mark);
    const at = bad.some((fault) => fault.column === c + 1);
    return h(at ? "b.at" : "b", piece ? coat(piece, "hue") : {}, mark);
  });
  return h(bad.length ? "li.at" : "li", { "data-n": n }, bad.length > 0 && icon("warn"), letters);
}
