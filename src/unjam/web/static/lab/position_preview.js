// Looking behind a window: with the mouse, with a finger, with the arrow keys.

/** @import { Family, Position, Skyline, Window } from "../types" */
/** @import { Panel } from "./skyline_canvas.js" */

import { branches } from "../api.js";
import { mini } from "../board/thumbnail.js";
import { ARROWS } from "../game/keys.js";
import { counted } from "../state/families.js";
import { h, put, setVars } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { branchesTo, EXPANDED, FRONTIER } from "./recording.js";

const PAUSE = 50; // milliseconds over a window before its position is asked for

/** @param {number} n @param {number} length an index within a list of that length */
const within = (n, length) => Math.max(0, Math.min(length - 1, n));

export class Peek {
  el = h("div.peek", { role: "status", hidden: true });
  cursor = h("i.cursor");
  /** @type {Map<number, Position>} positions asked for before */
  seen = new Map();
  timer = 0;
  /** What the last press was made with. */
  pointer = "";
  /** @type {({panel: Panel} & Window) | null} */
  at = null;

  /** @param {string} id of the start @param {Family} of @param {(id: string) => void} play */
  constructor(id, of, play) {
    this.id = id;
    this.of = of;
    this.play = play;
  }

  hide() {
    clearTimeout(this.timer);
    this.el.hidden = true;
    this.cursor.remove();
    this.at = null;
  }

  /** @param {Panel} panel */
  watch(panel) {
    const el = panel.sky;
    const under = (/** @type {MouseEvent} */ e) => {
      const area = panel.wall.getBoundingClientRect();
      return panel.find((e.clientX - area.left) / area.width, (e.clientY - area.top) / area.height);
    };
    el.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "touch") this.look(panel, under(e));
    });
    el.addEventListener("pointerleave", (e) => {
      if (e.pointerType !== "touch" && document.activeElement !== el) this.hide();
    });
    el.addEventListener("pointerdown", (e) => {
      this.pointer = e.pointerType;
    });
    el.addEventListener("blur", () => this.hide());
    el.addEventListener("click", (e) => {
      const pressed = e.detail > 0;
      this.click(panel, pressed ? under(e) : this.on(panel), pressed && this.pointer === "touch");
    });
    el.addEventListener("keydown", (e) => this.key(panel, e));
  }

  /** The window of this panel that is looked at. @param {Panel} panel */
  on(panel) {
    return this.at?.panel === panel ? this.at : null;
  }

  /**
   * Plays from a window; the first tap of a finger only looks.
   * @param {Panel} panel @param {Window | null} found @param {boolean} tapped
   */
  click(panel, found, tapped) {
    if (found?.n === undefined || (tapped && this.on(panel)?.n !== found.n)) return this.look(panel, found);
    return this.position(panel.skyline, found.n).then((body) => this.play(body.id));
  }

  /** @param {Panel} panel @param {KeyboardEvent} e */
  key(panel, e) {
    if (e.key === "Escape") this.hide();
    const step = ARROWS[e.key];
    if (!step || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    this.look(panel, this.beside(panel, step[1], -step[0]));
  }

  /**
   * The window next to the one looked at.
   * @param {Panel} panel @param {number} dx @param {number} dy @returns {Window}
   */
  beside(panel, dx, dy) {
    const { windows, towers, tower, floor: floors } = panel.skyline;
    const at = this.on(panel);
    if (!windows) return { d: within((at?.d ?? -1) + dx, towers.length) };
    if (at?.n === undefined || !panel.plan) return { n: 0, d: 0 };
    const { c } = panel.plan;
    let { d } = at;
    let floor = floors[at.n] + dx + dy * c;
    const row = Math.floor(floors[at.n] / c);
    if (dx && (Math.floor(floor / c) !== row || floor < 0 || floor >= tower[d].length)) {
      d = within(d + dx, towers.length);
      while (d > 0 && d < towers.length - 1 && !tower[d].length) d += dx;
      floor = Math.min(row * c + (dx > 0 ? 0 : c - 1), tower[d].length - 1);
    }
    return { n: tower[d][within(floor, tower[d].length)], d };
  }

  /** @param {Panel} panel @param {Window | null} found */
  look(panel, found) {
    const last = this.on(panel);
    if (!found) return this.hide();
    if (last && last.n === found.n && last.d === found.d) return undefined;
    this.hide();
    this.at = { panel, ...found };
    this.el.hidden = false;
    const far = counted(this.of, panel.skyline.metric, found.d);
    const words = found.n === undefined ? towerWords(panel, found.d) : windowWords(panel, found.n);
    put(this.el, h("div.small", h("b", t("{far} from the start", { far })), h("br"), words));
    const [fx, fy] = panel.middle(found);
    if (found.n !== undefined) {
      panel.sky.append(this.cursor);
      setVars(this.cursor, { x: fx, y: fy });
      this.draw(panel.skyline, found.n);
    }
    return this.place(panel.wall.getBoundingClientRect(), fx, fy);
  }

  /** Shows the position behind a window, when it has come. @param {Skyline} sky @param {number} n */
  draw(sky, n) {
    const show = (/** @type {Position} */ body) => {
      if (this.at?.n === n) this.el.prepend(mini(body.scene));
    };
    const known = this.seen.get(n);
    if (known) return show(known);
    this.timer = window.setTimeout(() => this.position(sky, n).then(show, () => {}), PAUSE);
    return undefined;
  }

  /** @param {Skyline} sky @param {number} n */
  async position(sky, n) {
    const body = this.seen.get(n) ?? (await branches(this.id, branchesTo(sky, n)));
    this.seen.set(n, body);
    return body;
  }

  /** @param {DOMRect} area @param {number} fx @param {number} fy */
  place(area, fx, fy) {
    const left = Math.max(8, Math.min(innerWidth - 188, area.left + fx * area.width + 14));
    const top = area.top + fy * area.height;
    setVars(this.el, { left: `${left}px`, top: `${top < 210 ? top + 18 : top - 196}px` });
  }
}

/** @param {Panel} panel @param {number} d */
function towerWords(panel, d) {
  const { expanded, frontier } = panel.tower(d);
  const all = panel.skyline.towers[d];
  return t("{all} positions, {expanded} expanded, {frontier} on the frontier", { all, expanded, frontier });
}

/** @param {Panel} panel @param {number} n */
function windowWords(panel, n) {
  if (panel.out && panel.recording.path.includes(n)) return t("on the solution");
  const state = panel.state[n];
  if (state === EXPANDED) return t("expanded");
  return state === FRONTIER ? t("on the frontier") : t("not seen yet");
}
