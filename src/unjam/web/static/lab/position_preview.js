// PositionPreview: the thumbnail and facts of the position or tower under mouse, touch or arrow keys; a click
// plays it.

/** @import { Family, Position, Skyline, Window } from "../types" */
/** @import { SkylineCanvas } from "./skyline_canvas.js" */

import { followBranches } from "../api.js";
import { ARROWS } from "../board/geometry.js";
import { thumbnail } from "../board/thumbnail.js";
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
  /** @type {Map<number, Position>} the loaded positions, by number */
  positions = new Map();
  timer = 0;
  /** The pointer type of the last press. */
  pointer = "";
  /** @type {({canvas: SkylineCanvas} & Window) | null} */
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

  /** @param {SkylineCanvas} canvas */
  attach(canvas) {
    const el = canvas.button;
    const under = (/** @type {MouseEvent} */ e) => {
      const area = canvas.mainCanvas.getBoundingClientRect();
      return canvas.find((e.clientX - area.left) / area.width, (e.clientY - area.top) / area.height);
    };
    el.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "touch") this.show(canvas, under(e));
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
      this.click(canvas, pressed ? under(e) : this.targetOn(canvas), pressed && this.pointer === "touch");
    });
    el.addEventListener("keydown", (e) => this.key(canvas, e));
  }

  /** The previewed window, if it is on this canvas. @param {SkylineCanvas} canvas */
  targetOn(canvas) {
    return this.target?.canvas === canvas ? this.target : null;
  }

  /**
   * Plays from a window; the first tap only shows the preview.
   * @param {SkylineCanvas} canvas @param {Window | null} target @param {boolean} tapped
   */
  click(canvas, target, tapped) {
    const isKnown = canvas.skyline.windows && (!tapped || this.targetOn(canvas)?.n === target?.n);
    if (!target || !isKnown) return this.show(canvas, target);
    return this.position(canvas.skyline, target.n).then((position) => this.play(position.id));
  }

  /** @param {SkylineCanvas} canvas @param {KeyboardEvent} e */
  key(canvas, e) {
    if (e.key === "Escape") this.hide();
    const step = ARROWS[e.key];
    if (!step || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    this.show(canvas, this.neighbour(canvas, step[1], -step[0]));
  }

  /**
   * The window next to the previewed one.
   * @param {SkylineCanvas} canvas @param {number} dx @param {number} dy @returns {Window}
   */
  neighbour(canvas, dx, dy) {
    const { windows, towers, tower, floor: floors } = canvas.skyline;
    const at = this.targetOn(canvas);
    if (!at || !canvas.layout) return { n: tower[0][0], d: 0 };
    const { columns, merged } = canvas.layout;
    const unit = (/** @type {number} */ d, /** @type {number} */ window) =>
      tower[d][clampIndex(window, Math.ceil(tower[d].length / merged)) * merged];
    let { d } = at;
    const now = Math.floor(floors[at.n] / merged);
    let window = now + dx + dy * columns;
    const row = Math.floor(now / columns);
    const isBeyond = window < 0 || window * merged >= tower[d].length;
    if (dx && (!windows || Math.floor(window / columns) !== row || isBeyond)) {
      d = clampIndex(d + dx, towers.length);
      while (d > 0 && d < towers.length - 1 && !tower[d].length) d += dx;
      window = windows ? row * columns + (dx > 0 ? 0 : columns - 1) : 0;
    }
    return { n: unit(d, window), d };
  }

  /** @param {SkylineCanvas} canvas @param {Window | null} target */
  show(canvas, target) {
    const last = this.targetOn(canvas);
    if (!target) return this.hide();
    if (last && last.n === target.n && last.d === target.d) return undefined;
    this.hide();
    this.target = { canvas, ...target };
    this.el.hidden = false;
    const far = formatAmount(this.family, canvas.skyline.metric, target.d);
    const words = canvas.skyline.windows ? windowWords(canvas, target.n) : towerWords(canvas, target.d);
    setChildren(this.el, h("div.small", h("b", t("{far} from the start", { far })), h("br"), words));
    const [fx, fy] = canvas.middle(target);
    canvas.button.append(this.cursor);
    setVars(this.cursor, { x: fx, y: fy });
    if (canvas.skyline.windows) this.showThumbnail(canvas.skyline, target.n);
    return this.moveTo(canvas.mainCanvas.getBoundingClientRect(), fx, fy);
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

/** @param {number} all @param {number} expanded @param {number} frontier */
const counts = (all, expanded, frontier) =>
  t("{all} positions, {expanded} expanded, {frontier} on the frontier", { all, expanded, frontier });

/** @param {SkylineCanvas} canvas @param {number} d */
function towerWords(canvas, d) {
  const { expanded, frontier } = canvas.state.tower(d);
  return counts(canvas.skyline.towers[d], expanded, frontier);
}

/** @param {SkylineCanvas} canvas @param {number} n */
function windowWords(canvas, n) {
  const units = canvas.unitsBeside(n);
  const { state } = canvas.state;
  if (units.length > 1) {
    const amount = (/** @type {number} */ what) => units.filter((unit) => state[unit] === what).length;
    return [counts(units.length, amount(EXPANDED), amount(FRONTIER)), h("br"), t("One of them is shown.")];
  }
  if (canvas.state.isSolved && canvas.state.path.includes(n)) return t("on the solution path");
  if (state[n] === EXPANDED) return t("expanded");
  return state[n] === FRONTIER ? t("on the frontier") : t("not seen yet");
}
