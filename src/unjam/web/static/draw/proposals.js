// Proposals: levels a little harder or easier than the drawing, found by the server one by one. A click draws
// one in place of the drawing; undo brings it back.

/** @import { Family, Variation } from "../types" */
/** @import { Measures } from "./difference.js" */

import { errorText, findVariations } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { button } from "../ui/controls.js";
import { h, s, setChildren } from "../ui/dom.js";
import { asSentence, capitalize, messageText, plural, t } from "../ui/i18n.js";
import { differences } from "./difference.js";

const COUNT = 3;

export class Proposals {
  control = new AbortController();
  /** @type {{id: string, rated: Measures} | null} */
  level = null;

  /** @param {{family: Family, take: (text: string) => void}} host */
  constructor(host) {
    this.host = host;
    const search = (/** @type {"easier" | "harder"} */ direction) => () => this.search(direction);
    this.buttons = [
      button(t("Make it easier"), { onclick: search("easier") }, "minus"),
      button(t("Make it harder"), { onclick: search("harder") }, "plus"),
    ];
    this.status = h("p.small.dim", { role: "status" });
    this.list = h("ul.proposals");
    this.stopButton = button(t("Stop"), { class: "slim", onclick: () => this.stop() }, "stop");
    this.el = h(
      "section.vary",
      { "aria-label": t("Harder or easier") },
      h("div.row", this.buttons),
      this.list,
      h("div.row", this.status, this.stopButton),
    );
    this.setLevel(null);
  }

  /** @param {{id: string, rated: Measures} | null} level null while the drawing is not rated */
  setLevel(level) {
    this.control.abort();
    this.level = level;
    for (const each of this.buttons) each.toggleAttribute("disabled", !level);
    setChildren(this.list);
    this.list.hidden = this.stopButton.hidden = true;
    this.status.textContent = "";
  }

  stop() {
    this.control.abort();
    this.end(t("Stopped."));
  }

  /** @param {string} text */
  end(text) {
    for (const slot of this.list.querySelectorAll("li.empty")) slot.remove();
    this.list.hidden = !this.list.children.length;
    this.stopButton.hidden = true;
    this.status.textContent = text;
  }

  /** @param {"easier" | "harder"} direction */
  async search(direction) {
    const { level } = this;
    if (!level) return;
    this.setLevel(level);
    this.control = new AbortController();
    const { signal } = this.control;
    setChildren(
      this.list,
      Array.from({ length: COUNT }, () => h("li.empty")),
    );
    this.list.hidden = this.stopButton.hidden = false;
    this.status.textContent = t("Trying small changes.");
    this.el.scrollIntoView({ block: "nearest" });
    const onprogress = (/** @type {{expanded: number}} */ { expanded }) => {
      this.status.textContent = plural(expanded, "{n} change tried.", "{n} changes tried.");
    };
    const onpart = (/** @type {Variation} */ found) => signal.aborted || this.add(found, level.rated);
    try {
      const { reason } = await findVariations(level.id, direction, { signal, onprogress, onpart });
      if (!signal.aborted) this.end(reason ? asSentence(messageText(reason)) : t("Click one to draw it."));
    } catch (error) {
      if (!signal.aborted) this.end(errorText(error));
    }
  }

  /** @param {Variation} found @param {Measures} before */
  add({ text, scene, cells, changes, cost, seconds }, before) {
    const what = changes.map((each) => messageText(each)).join(", ");
    const now = { metric: before.metric, cost, score: seconds };
    const difference = differences(before, now, this.host.family).join(", ");
    const picture = thumbnail(scene, { fit: true });
    for (const [y, x] of cells)
      picture.append(s("rect.changed", { x: x * 100 + 2, y: y * 100 + 2, width: 96, height: 96, rx: 20 }));
    const slot = this.list.querySelector("li.empty");
    const take = () => this.host.take(text);
    slot?.replaceWith(
      h("li", h("button", { onclick: take }, picture, h("b", capitalize(what)), h("small", difference))),
    );
  }
}
