// The text of a level, editable: each letter in the colour of its piece, with faults marked.

/** @import { Editor, Fault, Piece, Scene } from "../types" */

import { paintProps } from "../board/piece.js";
import { h, icon, setChildren, setVars } from "../ui/dom.js";
import { capitalize, t } from "../ui/i18n.js";

const MAX_LINES = 400;
const MAX_GRID_WIDTH = 16; // columns of a text that is shown as a grid

/** The name of a format, in words where it has some. @param {string} name */
export const formatName = (name) =>
  ({ line: t("Line"), grid: t("Grid"), list: t("List"), matrix: t("Matrix") })[name] ??
  (name.length > 3 ? capitalize(name) : name.toUpperCase());

export class TextEditor {
  /** @param {(text: string) => void} ontype */
  constructor(ontype) {
    this.area = h("textarea", {
      "aria-label": t("Level text, updated as you draw"),
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
      disabled: true,
    });
    this.lines = h("ol.back", { "aria-hidden": "true" });
    this.el = h("div.text-editor", this.lines, this.area);
    this.area.addEventListener("input", () => ontype(this.area.value));
    this.area.addEventListener("scroll", () => {
      this.el.scrollLeft = this.area.scrollLeft;
    });
  }

  /**
   * @param {string} text @param {Scene} scene @param {Fault[]} faults
   * @param {Editor} editor @param {string} format that it is shown in
   */
  show(text, scene, faults, editor, format) {
    const rows = text.split("\n");
    const width = Math.max(...rows.map((row) => row.length));
    const grid = editor.grid && width <= MAX_GRID_WIDTH && (!format || format === editor.format);
    setVars(this.el, { cw: `${Math.max(14, Math.min(26, Math.floor(250 / width)))}px` });
    this.el.classList.toggle("grid", grid);
    const paint = new Map(editor.grid ? scene.pieces.map((p) => [p.label || p.id, p]) : []);
    const isRow = (/** @type {string} */ row) => !editor.others.some((word) => row.startsWith(word));
    setChildren(
      this.lines,
      rows.slice(0, MAX_LINES).map((row, r) => {
        const faultsHere = faults.filter((fault) => fault.line === r + 1);
        return line(row, r + 1, faultsHere, isRow(row) ? paint : new Map());
      }),
    );
    if (this.area.value !== text) this.area.value = text;
    this.area.disabled = false;
    this.el.removeAttribute("aria-busy");
  }
}

/** @param {string} row @param {number} n @param {Fault[]} faultsHere @param {Map<string, Piece>} paint */
function line(row, n, faultsHere, paint) {
  const letters = [...row].map((mark, c) => {
    const piece = paint.get(mark);
    const at = faultsHere.some((fault) => fault.column === c + 1);
    return h(at ? "b.at" : "b", piece ? paintProps(piece, "hue") : {}, mark);
  });
  return h(
    faultsHere.length ? "li.at" : "li",
    { "data-n": n },
    faultsHere.length > 0 && icon("warn"),
    letters,
  );
}
