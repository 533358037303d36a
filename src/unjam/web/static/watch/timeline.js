// The moves of a solution as a row of bars to slide along, and as a list.

/** @import { Piece } from "../types" */
/** @import { Replay } from "./replay.js" */

import { far } from "../board/geometry.js";
import { chip, coat } from "../board/piece.js";
import { h, put, setVars } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { direction } from "./replay.js";

const MOST_BARS = 120;
const MOST_LISTED = 600;
const PLAIN = { hue: 155, tone: 0, style: "" };

export class Timeline {
  /** @param {(to: number) => void} seek */
  constructor(seek) {
    this.seek = seek;
    this.score = h("div.score", {
      role: "slider",
      tabindex: "0",
      "aria-label": t("Move"),
      "aria-valuemin": "0",
    });
    this.list = h("ol.moves", { tabindex: "0", "aria-label": t("All moves") });
    this.score.addEventListener("pointerdown", (e) => {
      this.score.setPointerCapture(e.pointerId);
      this.aim(e);
    });
    this.score.addEventListener("pointermove", (e) => e.buttons && this.aim(e));
    /** @type {Replay | null} */
    this.replay = null;
  }

  /** @param {Replay} replay */
  lay(replay) {
    this.replay = replay;
    const all = replay.length;
    const bars = Math.min(all, MOST_BARS);
    setVars(this.score, { n: bars });
    this.score.setAttribute("aria-valuemax", String(all));
    put(
      this.score,
      Array.from({ length: bars }, (_, i) => bar(replay, Math.floor((i * all) / bars) + 1)),
    );
    this.list.classList.toggle("one", replay.of.wide_moves);
    put(
      this.list,
      Array.from({ length: Math.min(all, MOST_LISTED) }, (_, i) => this.item(replay, i + 1)),
    );
  }

  /** @param {PointerEvent} e */
  aim(e) {
    const area = this.score.getBoundingClientRect();
    this.seek(Math.round(((e.clientX - area.left) / area.width) * (this.replay?.length ?? 0)));
  }

  /** @param {Replay} replay @param {number} i */
  item(replay, i) {
    const { now, was } = replay.change(i);
    const label = now && now.kind !== "box" && now.kind !== "player" ? chip(now) : null;
    const short = label && now && was ? direction(was, now) : replay.words(i);
    const props = { "data-step": i, title: replay.words(i), onclick: () => this.seek(i) };
    return h("li", h("button", props, h("span.num.dim.small", i), label, h("span", short)));
  }

  /** Marks the move that is shown. @param {Replay} replay @param {number} at */
  show(replay, at) {
    const all = replay.length;
    const { score, list } = this;
    const words = t("Move {at} of {all}, {words}", { at, all, words: at ? replay.words(at) : "" });
    score.setAttribute("aria-valuenow", String(at));
    score.setAttribute("aria-valuetext", at ? words : t("The start"));
    [...score.children].forEach((el, i) => {
      el.classList.toggle("done", i < at);
      el.classList.toggle("now", i === Math.ceil((at / all) * score.children.length) - 1 && at > 0);
    });
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.querySelector(`[data-step="${at}"]`);
    item?.setAttribute("aria-current", "step");
    if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

/**
 * A move as a bar: its colour is the piece's, its height how far it goes.
 * @param {Replay} replay @param {number} i
 */
function bar(replay, i) {
  const { now, was } = replay.change(i);
  const n = was && now ? far(now.cells[0], was.cells[0]) : 1;
  const el = h("i", coat(now ?? PLAIN, "pc"));
  setVars(el, { n });
  return el;
}
