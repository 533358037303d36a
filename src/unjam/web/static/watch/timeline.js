// Timeline: the moves of a solution as a slider of coloured bars, and as a list.

/** @import { Piece } from "../types" */
/** @import { Replay } from "./replay.js" */

import { distance } from "../board/geometry.js";
import { chip, paintProps } from "../board/piece.js";
import { h, setChildren, setVars } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { direction } from "./replay.js";

const MAX_BARS = 120;
const MAX_LISTED = 600;
const NEUTRAL_PAINT = { hue: 155, tone: 0, style: "" };

export class Timeline {
  /** @param {(to: number) => void} seek */
  constructor(seek) {
    this.seek = seek;
    this.slider = h("div.score", {
      role: "slider",
      tabindex: "0",
      "aria-label": t("Move"),
      "aria-valuemin": "0",
    });
    this.list = h("ol.moves", { tabindex: "0", "aria-label": t("All moves") });
    this.slider.addEventListener("pointerdown", (e) => {
      this.slider.setPointerCapture(e.pointerId);
      this.seekTo(e);
    });
    this.slider.addEventListener("pointermove", (e) => e.buttons && this.seekTo(e));
    /** @type {Replay | null} */
    this.replay = null;
  }

  /** @param {Replay} replay */
  layOut(replay) {
    this.replay = replay;
    const all = replay.length;
    const bars = Math.min(all, MAX_BARS);
    setVars(this.slider, { n: bars });
    this.slider.setAttribute("aria-valuemax", String(all));
    setChildren(
      this.slider,
      Array.from({ length: bars }, (_, i) => bar(replay, Math.floor((i * all) / bars) + 1)),
    );
    this.list.classList.toggle("one", replay.family.wide_moves);
    setChildren(
      this.list,
      Array.from({ length: Math.min(all, MAX_LISTED) }, (_, i) => this.item(replay, i + 1)),
    );
  }

  /** @param {PointerEvent} e */
  seekTo(e) {
    const area = this.slider.getBoundingClientRect();
    this.seek(Math.round(((e.clientX - area.left) / area.width) * (this.replay?.length ?? 0)));
  }

  /** @param {Replay} replay @param {number} i */
  item(replay, i) {
    const { now, was } = replay.change(i);
    const label = now && now.kind !== "box" && now.kind !== "player" ? chip(now) : null;
    const short = label && now && was ? direction(was, now) : replay.moveText(i);
    const props = { "data-step": i, title: replay.moveText(i), onclick: () => this.seek(i) };
    return h("li", h("button", props, h("span.num.dim.small", i), label, h("span", short)));
  }

  /** @param {Replay} replay @param {number} at */
  show(replay, at) {
    const all = replay.length;
    const { slider, list } = this;
    const words = t("Move {at} of {all}, {words}", { at, all, words: at ? replay.moveText(at) : "" });
    slider.setAttribute("aria-valuenow", String(at));
    slider.setAttribute("aria-valuetext", at ? words : t("The start"));
    [...slider.children].forEach((el, i) => {
      el.classList.toggle("done", i < at);
      el.classList.toggle("now", i === Math.ceil((at / all) * slider.children.length) - 1 && at > 0);
    });
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.querySelector(`[data-step="${at}"]`);
    item?.setAttribute("aria-current", "step");
    if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

/**
 * A move as a bar in the piece's colour; its height is the distance.
 * @param {Replay} replay @param {number} i
 */
function bar(replay, i) {
  const { now, was } = replay.change(i);
  const n = was && now ? distance(now.cells[0], was.cells[0]) : 1;
  const el = h("i", paintProps(now ?? NEUTRAL_PAINT, "piece"));
  setVars(el, { n });
  return el;
}
