// The fields for the size of a drawing and the side of its exit.

/** @import { Edit, Editor, Scene } from "../types" */

import { select } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

export class SizeFields {
  /** @param {(what: Edit) => void} edit */
  constructor(edit) {
    const size = () =>
      /** @type {void} */ (
        edit({ edit: "size", to: [Number(this.rows.value) || 1, Number(this.cols.value) || 1] })
      );
    const number = (/** @type {string} */ label) => {
      const el = h("input", { type: "number", min: 1, "aria-label": label });
      el.addEventListener("change", size);
      return el;
    };
    this.rows = number(t("Rows"));
    this.cols = number(t("Columns"));
    const sides = [
      ["none", t("exit ahead")],
      ["left", t("left")],
      ["right", t("right")],
      ["up", t("up")],
      ["down", t("down")],
    ];
    this.side = select({ "aria-label": t("Exit"), title: t("Exit") }, sides, "none", (tool) =>
      edit({ edit: "exit", tool }),
    );
    this.labels = [h("label", this.rows, "×", this.cols), h("label", this.side)];
  }

  /** Adapts the fields to the family. @param {Editor} editor */
  setEditor({ sides, largest }) {
    this.side.hidden = !sides;
    this.rows.max = this.cols.max = String(largest);
  }

  /** @param {Scene} scene */
  show({ rows, cols }) {
    this.rows.value = String(rows);
    this.cols.value = String(cols);
  }
}
