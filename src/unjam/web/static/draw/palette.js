// The palette with the drawing tools of a family.

/** @import { Family, Tool } from "../types" */

import { makePiece } from "../board/piece.js";
import { setPressed } from "../ui/controls.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";

/** A small picture of what the tool draws. @param {Tool} tool */
function toolIcon(tool) {
  const { piece, high } = tool;
  if (tool.icon) return icon(tool.icon);
  if (tool.mark === "wall") return h("i.piece.wall");
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
   * @param {{now: (tool: Tool) => void, drag: (event: PointerEvent, tool: Tool) => void}} host called
   *   with a tool that acts at once or is dragged
   */
  constructor(host) {
    this.host = host;
  }

  /** The selected tool. @type {Tool} */
  get tool() {
    return this.tools.find((tool) => tool.name === this.selectedName) ?? this.tools[0];
  }

  /** @param {Family} family */
  show(family) {
    this.tools = family.editor?.tools ?? [];
    this.selectedName = this.tools[0]?.name;
    setChildren(
      this.el,
      this.tools.map((tool, i) => this.button(tool, i + 1)),
    );
    setPressed(this.el, this.selectedName ?? "");
  }

  /** @param {Tool} tool @param {number} key */
  button(tool, key) {
    const label = messageText(tool.label);
    const props = {
      "data-value": tool.name,
      title: `${label} (${key})`,
      onclick: () => this.choose(tool),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (!event.button && tool.drops) this.host.drag(event, tool);
      },
    };
    return h("button.tool", props, toolIcon(tool), h("span", label));
  }

  /** Selects a tool, or runs it if it acts at once. @param {Tool} tool */
  choose(tool) {
    if (tool.at_once) return this.host.now(tool);
    this.selectedName = tool.name;
    return setPressed(this.el, tool.name);
  }

  /** Selects a tool by its digit; true if there is one. @param {string} key */
  key(key) {
    const tool = this.tools[Number(key) - 1];
    if (tool) this.choose(tool);
    return Boolean(tool);
  }
}
