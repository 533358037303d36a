// The preview of the position behind a window, with mouse, touch or arrow keys.

/** @import { Family, Position, Skyline, Window } from "../types" */
/** @import { SkylineCanvas } from "./skyline_canvas.js" */

import { followBranches } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { ARROWS } from "../game/keys.js";
import { formatAmount } from "../state/families.js";
import { h, setChildren, setVars } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { branchesTo, EXPANDED, FRONTIER } from "./recording.js";

const HOVER_DELAY = 50; // milliseconds

/** @param {number} n @param {number} length an index within a list of that length */
const clampIndex = (n, length) => Math.max(0, Math.min(length - 1, n));

export class PositionPreview {
  el = h("div.preview", { role: "status", hidden: true });
  cursor = h("i.cursor");
  /** @type {Map<number, Position>} positions asked for before */
  positions = new Map();
  timer = 0;
  /** The pointer type of the last press. */
  pointer = "";
  /** @type {({panel: SkylineCanvas} & Window) | null} */
  target = null;

  /** @param {string} id of the start @param {Family} family @param {(id: string) => void} play */
  constructor(id, family, play) {
    this.id = id;
    this.family = family;
    this.play = play;
  }

  hide() {
    clearTimeout(this.timer);
    this.el.hidden = true;
    this.cursor.remove();
    this.target = null;
  }

  /** @param {SkylineCanvas} panel */
  attach(panel) {
    const el = panel.button;
    const under = (/** @type {MouseEvent} */ e) => {
      const area = panel.mainCanvas.getBoundingClientRect();
      return panel.find((e.clientX - area.left) / area.width, (e.clientY - area.top) / area.height);
    };
    el.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "touch") this.show(panel, under(e));
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
      this.click(panel, pressed ? under(e) : this.targetOn(panel), pressed && this.pointer === "touch");
    });
    el.addEventListener("keydown", (e) => this.key(panel, e));
  }

  /** The window of this panel that is previewed. @param {SkylineCanvas} panel */
  targetOn(panel) {
    return this.target?.panel === panel ? this.target : null;
  }

  /**
   * Plays from a window; the first tap only shows the preview.
   * @param {SkylineCanvas} panel @param {Window | null} target @param {boolean} tapped
   */
  click(panel, target, tapped) {
    if (target?.n === undefined || (tapped && this.targetOn(panel)?.n !== target.n))
      return this.show(panel, target);
    return this.position(panel.skyline, target.n).then((position) => this.play(position.id));
  }

  /** @param {SkylineCanvas} panel @param {KeyboardEvent} e */
  key(panel, e) {
    if (e.key === "Escape") this.hide();
    const step = ARROWS[e.key];
    if (!step || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    this.show(panel, this.neighbour(panel, step[1], -step[0]));
  }

  /**
   * The window next to the previewed one.
   * @param {SkylineCanvas} panel @param {number} dx @param {number} dy @returns {Window}
   */
  neighbour(panel, dx, dy) {
    const { windows, towers, tower, floor: floors } = panel.skyline;
    const at = this.targetOn(panel);
    if (!windows) return { d: clampIndex((at?.d ?? -1) + dx, towers.length) };
    if (at?.n === undefined || !panel.layout) return { n: 0, d: 0 };
    const { c } = panel.layout;
    let { d } = at;
    let floor = floors[at.n] + dx + dy * c;
    const row = Math.floor(floors[at.n] / c);
    if (dx && (Math.floor(floor / c) !== row || floor < 0 || floor >= tower[d].length)) {
      d = clampIndex(d + dx, towers.length);
      while (d > 0 && d < towers.length - 1 && !tower[d].length) d += dx;
      floor = Math.min(row * c + (dx > 0 ? 0 : c - 1), tower[d].length - 1);
    }
    return { n: tower[d][clampIndex(floor, tower[d].length)], d };
  }

  /** @param {SkylineCanvas} panel @param {Window | null} target */
  show(panel, target) {
    const last = this.targetOn(panel);
    if (!target) return this.hide();
    if (last && last.n === target.n && last.d === target.d) return undefined;
    this.hide();
    this.target = { panel, ...target };
    this.el.hidden = false;
    const far = formatAmount(this.family, panel.skyline.metric, target.d);
    const words = target.n === undefined ? towerWords(panel, target.d) : windowWords(panel, target.n);
    setChildren(this.el, h("div.small", h("b", t("{far} from the start", { far })), h("br"), words));
    const [fx, fy] = panel.middle(target);
    if (target.n !== undefined) {
      panel.button.append(this.cursor);
      setVars(this.cursor, { x: fx, y: fy });
      this.showThumbnail(panel.skyline, target.n);
    }
    return this.moveTo(panel.mainCanvas.getBoundingClientRect(), fx, fy);
  }

  /** Shows the thumbnail of a position once it is loaded. @param {Skyline} sky @param {number} n */
  showThumbnail(sky, n) {
    const show = (/** @type {Position} */ position) => {
      if (this.target?.n === n) this.el.prepend(thumbnail(position.scene));
    };
    const known = this.positions.get(n);
    if (known) return show(known);
    this.timer = window.setTimeout(() => this.position(sky, n).then(show, () => {}), HOVER_DELAY);
    return undefined;
  }

  /** @param {Skyline} sky @param {number} n */
  async position(sky, n) {
    const position = this.positions.get(n) ?? (await followBranches(this.id, branchesTo(sky, n)));
    this.positions.set(n, position);
    return position;
  }

  /** @param {DOMRect} area @param {number} fx @param {number} fy */
  moveTo(area, fx, fy) {
    const left = Math.max(8, Math.min(innerWidth - 188, area.left + fx * area.width + 14));
    const top = area.top + fy * area.height;
    setVars(this.el, { left: `${left}px`, top: `${top < 210 ? top + 18 : top - 196}px` });
  }
}

/** @param {SkylineCanvas} panel @param {number} d */
function towerWords(panel, d) {
  const { expanded, frontier } = panel.tower(d);
  const all = panel.skyline.towers[d];
  return t("{all} positions, {expanded} expanded, {frontier} on the frontier", { all, expanded, frontier });
}

/** @param {SkylineCanvas} panel @param {number} n */
function windowWords(panel, n) {
  if (panel.isSolved && panel.recording.path.includes(n)) return t("on the solution");
  const state = panel.state[n];
  if (state === EXPANDED) return t("expanded");
  return state === FRONTIER ? t("on the frontier") : t("not seen yet");
}
