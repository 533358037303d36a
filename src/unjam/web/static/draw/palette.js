// The tools of a family, as the family describes them.

/** @import { Family, Tool } from "../types" */

import { makePiece } from "../board/piece.js";
import { press } from "../ui/controls.js";
import { h, icon, put } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";

/** What a tool puts on the board, in small. @param {Tool} tool */
function sample(tool) {
  const { piece, high } = tool;
  if (tool.icon) return icon(tool.icon);
  if (tool.mark === "wall") return h("i.pc.wall");
  if (tool.mark === "aim") return h("i.aim");
  if (tool.mark === "floor" || !piece) return h("i.flat-floor");
  const wide = piece.wide ?? tool.wide;
  const cells = Array.from({ length: wide * high }, (_, i) => [i % high, Math.floor(i / high)]);
  const el = makePiece(
    { id: " ", label: " ", state: "", turns: 1, light: 0, chroma: 0, cells, ...piece },
    true,
  );
  el.querySelector("span")?.remove();
  return el;
}

export class Palette {
  el = h("div.tools", { role: "toolbar", "aria-label": t("Pieces") });
  /** @type {Tool[]} */
  tools = [];

  /**
   * @param {{now: (tool: Tool) => void, drag: (event: PointerEvent, tool: Tool) => void}} host hears what
   *   acts at once and what is dragged away
   */
  constructor(host) {
    this.host = host;
  }

  /** The tool in hand. @type {Tool} */
  get tool() {
    return this.tools.find((tool) => tool.name === this.chosen) ?? this.tools[0];
  }

  /** @param {Family} of */
  show(of) {
    this.tools = of.editor?.tools ?? [];
    this.chosen = this.tools[0]?.name;
    put(
      this.el,
      this.tools.map((tool, i) => this.button(tool, i + 1)),
    );
    press(this.el, this.chosen ?? "");
  }

  /** @param {Tool} tool @param {number} key */
  button(tool, key) {
    const label = say(tool.label);
    const props = {
      "data-value": tool.name,
      title: `${label} (${key})`,
      onclick: () => this.choose(tool),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (!event.button && tool.drops) this.host.drag(event, tool);
      },
    };
    return h("button.tool", props, sample(tool), h("span", label));
  }

  /** Takes a tool in hand, or lets it act at once. @param {Tool} tool */
  choose(tool) {
    if (tool.at_once) return this.host.now(tool);
    this.chosen = tool.name;
    return press(this.el, tool.name);
  }

  /** A number key; true when there is such a tool. @param {string} key */
  key(key) {
    const tool = this.tools[Number(key) - 1];
    if (tool) this.choose(tool);
    return Boolean(tool);
  }
}
