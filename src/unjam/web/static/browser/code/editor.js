// The editor of the Code view: a text field with line numbers beside it. Tab indents, Enter keeps the
// indentation; Esc and then Tab leaves it. Every change goes through the browser, so that undo works.

import { h, setVars } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";

const INDENT = "    ";

export class Editor {
  /** Esc was pressed: the next Tab leaves the editor. */
  isLeaving = false;

  /** @param {() => void} onchange */
  constructor(onchange) {
    this.numbers = h("pre.line-numbers", { "aria-hidden": "true" });
    this.field = h("textarea", {
      "aria-label": t("Python code"),
      "aria-describedby": "code-keys",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      wrap: "off",
    });
    this.mark = h("i.line-mark", { "aria-hidden": "true", hidden: true });
    const words = t("Tab indents. To leave with the keyboard, press Esc and then Tab.");
    this.el = h(
      "div.editor",
      h("div.sheet", this.mark, h("div.gutter", this.numbers), this.field),
      h("p.small.dim", { id: "code-keys" }, words),
    );
    this.field.addEventListener("input", () => {
      this.showError(null);
      this.count();
      onchange();
    });
    this.field.addEventListener("scroll", () => this.scroll());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => {
      this.isLeaving = false;
    });
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.field.setSelectionRange(0, 0);
    this.field.scrollTo(0, 0);
    this.showError(null);
    this.count();
  }

  /** Writes the numbers of the lines. */
  count() {
    const lines = this.text.split("\n").length;
    this.numbers.textContent = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
    this.scroll();
  }

  scroll() {
    setVars(this.el, { scroll: `${this.field.scrollTop}px` });
  }

  /** Marks the line of an error, or none. @param {number | null} line */
  showError(line) {
    this.line = line;
    this.mark.toggleAttribute("hidden", line === null);
    if (line === null) this.field.removeAttribute("aria-invalid");
    else this.field.setAttribute("aria-invalid", "true");
    setVars(this.el, { line: (line ?? 1) - 1 });
    if (line !== null) this.reveal(line);
  }

  /** Scrolls to a line unless it can be seen. @param {number} line */
  reveal(line) {
    const high = Number.parseFloat(getComputedStyle(this.field).lineHeight);
    const { scrollTop, clientHeight } = this.field;
    const top = (line - 1) * high;
    if (top < scrollTop || top + 2 * high > scrollTop + clientHeight)
      this.field.scrollTop = Math.max(0, top - clientHeight / 2);
  }

  /** Puts the cursor into a line. @param {number} line */
  goTo(line) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.reveal(line);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const wasLeaving = this.isLeaving;
    if (key !== "Shift") this.isLeaving = key === "Escape";
    if (ctrlKey || metaKey || altKey || isComposing) return;
    if (key === "Tab" && !wasLeaving) {
      event.preventDefault();
      this.indent(shiftKey);
    } else if (key === "Enter") {
      event.preventDefault();
      this.breakLine();
    }
  }

  /**
   * Replaces a part of the text, as if it were typed.
   * @param {number} from @param {number} to @param {string} text
   */
  replace(from, to, text) {
    const before = this.text;
    this.field.focus(); // where the command goes
    this.field.setSelectionRange(from, to);
    const done = document.execCommand(text ? "insertText" : "delete", false, text);
    if (done || this.text !== before) return;
    this.field.setRangeText(text, from, to, "end");
    this.field.dispatchEvent(new Event("input"));
  }

  /** A line below with the same indentation, one step more after a colon. */
  breakLine() {
    const { selectionStart: from, selectionEnd: to } = this.field;
    const before = this.text.slice(this.text.lastIndexOf("\n", from - 1) + 1, from);
    const indent = /^ */.exec(before)?.[0] ?? "";
    this.replace(from, to, `\n${indent}${/:\s*(#.*)?$/.test(before) ? INDENT : ""}`);
  }

  /**
   * Indents at the cursor, or all chosen lines; or takes a step of their indentation away.
   * @param {boolean} back
   */
  indent(back) {
    const { selectionStart: from, selectionEnd: to } = this.field;
    const start = this.text.lastIndexOf("\n", from - 1) + 1;
    if (!back && !this.text.slice(from, to).includes("\n")) {
      this.replace(from, to, " ".repeat(INDENT.length - ((from - start) % INDENT.length)));
      return;
    }
    const next = this.text.indexOf("\n", Math.max(from, to - 1));
    const end = next < 0 ? this.text.length : next;
    const lines = this.text.slice(start, end).split("\n");
    const moved = lines.map((line) => (back ? line.replace(/^ {1,4}/, "") : line && INDENT + line));
    if (moved.join("\n") === lines.join("\n")) return;
    this.replace(start, end, moved.join("\n"));
    const length = moved.join("\n").length;
    const shift = moved[0].length - lines[0].length;
    if (from === to)
      this.field.setSelectionRange(Math.max(start, from + shift), Math.max(start, from + shift));
    else this.field.setSelectionRange(start, start + length);
  }
}
