// Draws a scene: the tray, its floor, the pieces and the marks on them. Knows no rule of any puzzle.

import { h, icon, s, setVars, t } from "./dom.js";
import { blob, box, heart, isRect } from "./shapes.js";

/** @typedef {{id: string, cells: number[][], kind: string, label: string, state: string, hue: number, tone: number, pattern: number, style: string}} Piece */
/** @typedef {{family: string, rows: number, cols: number, floor: string[], pieces: Piece[], exit: any, waiting: Piece[], goal: any}} Scene */

const HERO = [
  ["ellipse", { cx: 50, cy: 89, rx: 27, ry: 6, class: "shade" }],
  ["path", { d: "M50 40c14 0 20 8 23 22 2 9 5 15 5 21 0 5-12 8-28 8s-28-3-28-8c0-6 3-12 5-21 3-14 9-22 23-22Z", class: "robe" }],
  ["circle", { cx: 50, cy: 30, r: 23, class: "robe" }],
  ["circle", { cx: 54, cy: 32, r: 16.5, class: "face" }],
  ["circle", { cx: 52, cy: 32, r: 2.9, class: "eye" }],
  ["circle", { cx: 63, cy: 32, r: 2.9, class: "eye" }],
  ["path", { d: "M29 50c13 6 29 6 42 0 1.500 3 2.500 6 3 9-15 6-33 6-48 0 .5-3 1.500-6 3-9Z", class: "scarf" }],
];

/** What a piece is called. @param {Piece} piece @param {string} family */
export function called(piece, family) {
  const name = piece.label || piece.id;
  if (piece.kind === "target") return t(family === "rushhour" ? "Red car {name}" : "Block {name}", { name });
  if (piece.kind === "car") return t(piece.cells.length > 2 ? "Truck {name}" : "Car {name}", { name });
  if (piece.kind === "tile") return t("Tile {name}", { name });
  if (piece.kind === "block") return t("Block {name}", { name });
  if (piece.kind === "slab") return t("Piece {name}", { name });
  if (piece.kind === "player") return t("Player");
  return t("Box");
}

/** @param {Piece} piece @param {string} family */
function spoken(piece, family) {
  const { top, left, w, h: high } = box(piece.cells);
  const span = (/** @type {string} */ one, /** @type {string} */ many, /** @type {number} */ a, /** @type {number} */ n) => (n === 1 ? `${one} ${a + 1}` : `${many} ${a + 1} ${t("to")} ${a + n}`);
  const place = `${span(t("row"), t("rows"), top, high)}, ${span(t("column"), t("columns"), left, w)}`;
  const state = piece.state === "home" && piece.kind !== "target" ? `, ${t("in its place")}` : piece.state === "locked" ? `, ${t("locked")}` : "";
  return `${called(piece, family)}, ${place}${state}`;
}

export class Board {
  /** @param {{still?: boolean}} [options] still: a picture that nobody touches */
  constructor({ still = false } = {}) {
    this.still = still;
    this.el = h("div", { class: "board" });
    this.well = h("div", { class: "well" });
    this.stage = this.well;
    /** @type {Map<string, HTMLElement>} */
    this.pieces = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    this.ground = "";
    this.oy = 0;
    this.ox = 0;
  }

  /** Draws the scene, moving the pieces that are already there. @param {Scene} scene @param {Piece[]} [extra] pieces shown as well */
  show(scene, extra = []) {
    const ground = JSON.stringify([scene.family, scene.floor, scene.exit]);
    if (ground !== this.ground) this.lay(scene);
    this.ground = ground;
    this.scene = scene;
    const wanted = [...scene.pieces, ...extra];
    const ids = new Set(wanted.map((p) => p.id));
    const orphans = [...this.pieces].filter(([id]) => !ids.has(id)).map(([id, el]) => ({ id, el, kind: el.dataset.kind, at: [Number(el.dataset.y), Number(el.dataset.x)] }));
    for (const piece of wanted) {
      let el = this.pieces.get(piece.id);
      if (!el) {
        const near = orphans.filter((o) => o.kind === piece.kind && piece.kind === "box").sort((a, b) => far(a.at, piece.cells[0]) - far(b.at, piece.cells[0]))[0];
        if (near) {
          orphans.splice(orphans.indexOf(near), 1);
          this.pieces.delete(near.id);
          el = near.el;
        }
      }
      const look = JSON.stringify([piece.kind, shapeOf(piece.cells), piece.style, piece.hue, piece.state === "locked", piece.label]);
      if (el && el.dataset.look !== look) {
        el.remove();
        el = undefined;
      }
      if (!el) {
        el = makePiece(piece, this.still);
        el.dataset.look = look;
        this.stage.append(el);
      }
      this.pieces.set(piece.id, el);
      el.dataset.id = piece.id;
      this.place(el, piece, scene);
    }
    for (const { id, el } of orphans) {
      el.remove();
      this.pieces.delete(id);
    }
    this.el.setAttribute("aria-label", this.summary(scene));
    this.el.setAttribute("role", this.still ? "img" : "application");
  }

  /** @param {Scene} scene */
  summary(scene) {
    const names = { rushhour: t("Rush Hour board"), tiles: t("Sliding tiles"), blocks: t("Klotski board"), sokoban: t("Sokoban level"), packing: t("Packing board") };
    const size = t("{rows} by {cols}.", { rows: scene.rows, cols: scene.cols });
    const sides = { left: "The exit is left of row {n}.", right: "The exit is right of row {n}.", up: "The exit is above column {n}.", down: "The exit is below column {n}." };
    const out = scene.exit ? ` ${t(sides[/** @type {"left"} */ (scene.exit.side)], { n: scene.exit.first + 1 })}` : "";
    const kind = { tiles: "tile", sokoban: "box" }[scene.family];
    const home = kind ? ` ${t("{n} of {all} in place.", { n: scene.pieces.filter((p) => p.kind === kind && p.state === "home").length, all: scene.pieces.filter((p) => p.kind === kind).length })}` : "";
    return `${names[/** @type {"tiles"} */ (scene.family)] ?? scene.family}, ${size}${out}${home}`;
  }

  /** The floor, walls, exit and goals. @param {Scene} scene */
  lay(scene) {
    this.pieces.clear();
    this.well.replaceChildren();
    this.el.replaceChildren(this.well);
    const isle = scene.family === "sokoban";
    this.el.className = isle ? "isle" : "board";
    this.stage = isle ? h("div", { class: "stage" }) : this.well;
    if (isle) this.island(scene);
    else this.tray(scene);
  }

  /** @param {Scene} scene */
  tray(scene) {
    this.ox = this.oy = 0;
    this.cols = scene.cols;
    this.rows = scene.rows;
    scene.floor.forEach((row, y) => {
      [...row].forEach((mark, x) => {
        if (mark === "#") this.well.append(h("i", { class: "pc wall", vars: { x, y } }));
        if (mark === " ") this.well.append(h("i", { class: "hole", vars: { x, y } }));
        if (mark === "o" && !scene.exit) this.well.append(h("i", { class: "aim", vars: { x, y } }));
      });
    });
    if (scene.exit) {
      const { side, first, last } = scene.exit;
      this.well.append(h("i", { class: `exit ${side} ${scene.family === "rushhour" ? "" : "blue"}`, vars: { first, n: last - first + 1 } }, icon(side)));
    }
  }

  /** @param {Scene} scene */
  island(scene) {
    /** @type {number[][]} */
    const land = [];
    /** @type {number[][]} */
    const goals = [];
    const at = (/** @type {number} */ r, /** @type {number} */ c) => scene.floor[r]?.[c] ?? " ";
    scene.floor.forEach((row, r) => {
      [...row].forEach((mark, c) => {
        if (mark === "." || mark === "o") land.push([r, c]);
        if (mark === "o") goals.push([r, c]);
      });
    });
    if (!land.length) land.push([0, 0]);
    const { top, left, w, h: high } = box(land);
    this.cols = w + 0.8;
    this.rows = high + 1.04;
    this.ox = 0.4 - left;
    this.oy = 0.4 - top;
    setVars(this.stage, { ox: this.ox, oy: this.oy });
    const outer = outside(scene.floor);
    const walls = scene.floor.flatMap((row, r) => [...row].map((mark, c) => (mark === "#" ? [r, c] : null))).filter((c) => c !== null);
    const blocks = walls.filter(([r, c]) => !outer.has(`${r},${c}`));
    const free = (/** @type {number} */ r, /** @type {number} */ c) => at(r, c) === "." || at(r, c) === "o";
    const nothing = (/** @type {number} */ r, /** @type {number} */ c) => at(r, c) === " ";
    const around = [-1, 0, 1].flatMap((dr) => [-1, 0, 1].map((dc) => [dr, dc]));
    // A wall between two rooms, and the heart of a thick one, are filled; the outermost wall is only a rim.
    const bridges = walls.filter(([r, c]) => outer.has(`${r},${c}`) && ((free(r - 1, c) && free(r + 1, c)) || (free(r, c - 1) && free(r, c + 1)) || !around.some(([dr, dc]) => nothing(r + dr, c + dc))));
    const ground = [...land, ...blocks];
    const whole = blob([...ground, ...bridges], 0.001);
    const floor = blob(ground, -0.003);
    const shadowed = land.filter(([r, c]) => !free(r - 1, c) && !blocks.some(([y, x]) => y === r - 1 && x === c));
    const strip = (/** @type {number} */ y, /** @type {number} */ tall) => shadowed.map(([r, c]) => `M${c * 100 - 0.5} ${r * 100 + y}h101v${tall}h-101Z`).join("");
    const round = { "stroke-width": 40 };
    this.well.append(
      s("svg", { class: "land", viewBox: `${(left - 0.4) * 100} ${(top - 0.4) * 100} ${this.cols * 100} ${this.rows * 100}`, "aria-hidden": "true" },
        s("path", { class: "rim lo", d: whole }), s("path", { class: "rim", d: whole }), s("path", { class: "flr", d: floor }),
        land.map(([r, c]) => s("rect", { class: "cel", x: c * 100 + 4, y: r * 100 + 4, width: 92, height: 92, rx: 12 })),
        s("path", { class: "wfront", d: strip(-1, 16), "stroke-width": 0 }), s("path", { class: "cast", d: strip(15, 9), "stroke-width": 0 }),
        goals.map(([r, c]) => s("g", { transform: `translate(${c * 100 + 50} ${r * 100 + 50})` }, s("rect", { x: -24, y: -24, width: 48, height: 48, rx: 9, transform: "rotate(45)", class: "goalmark" }), s("circle", { r: 8, class: "gdot" }))),
        blocks.length ? [s("path", { class: "cast", d: blob(blocks, 0.2), ...round, transform: "translate(0 24)" }), s("path", { class: "wfront", d: blob(blocks, 0.2), ...round, transform: "translate(0 14)" }), s("path", { class: "wtop", d: blob(blocks, 0.2), ...round })] : null,
      ),
      this.stage,
    );
  }

  /** Sets the size of the board on the element that computes --u. @param {HTMLElement} holder */
  size(holder) {
    setVars(holder, { cols: this.cols ?? 6, rows: this.rows ?? 6 });
    holder.classList.toggle("low", this.scene?.exit?.side === "down");
  }

  /** @param {HTMLElement} el @param {Piece} piece @param {Scene} scene */
  place(el, piece, scene) {
    const { top, left } = box(piece.cells);
    if (piece.kind === "player" && el.dataset.x !== undefined) {
      const dx = left - Number(el.dataset.x);
      const dy = top - Number(el.dataset.y);
      if (dx || dy) {
        el.classList.toggle("w", dx < 0);
        el.classList.toggle("back", dy < 0 && !dx);
        el.classList.toggle("front", dy > 0 && !dx);
      }
    }
    el.dataset.x = String(left);
    el.dataset.y = String(top);
    setVars(el, { x: left, y: top, ...(piece.kind === "box" ? { h: piece.state === "home" ? 175 : piece.hue } : {}) });
    el.classList.toggle("home", piece.kind === "box" && piece.state === "home");
    el.classList.toggle("ok", piece.kind === "tile" && piece.state === "home");
    if (el instanceof HTMLButtonElement) el.setAttribute("aria-label", spoken(piece, scene.family));
  }

  /** The pixel side of a cell. */
  get u() {
    return this.el.getBoundingClientRect().width / (this.el.offsetWidth || 1) * (parseFloat(getComputedStyle(this.well).width) / (this.cols ?? 6));
  }

  /** The cell under a pointer, fractions included. @param {{clientX: number, clientY: number}} at */
  point(at) {
    const area = this.well.getBoundingClientRect();
    return [(at.clientY - area.top) / this.u - this.oy, (at.clientX - area.left) / this.u - this.ox];
  }

  /** The cell under a pointer, or null outside. @param {{clientX: number, clientY: number}} at */
  cell(at) {
    const [r, c] = this.point(at).map(Math.floor);
    return this.scene && r >= 0 && c >= 0 && r < this.scene.rows && c < this.scene.cols ? [r, c] : null;
  }

  /** Removes every mark of a class, or all. @param {string} [kind] */
  unmark(kind) {
    for (const el of this.stage.querySelectorAll(kind ? `.mark.${kind}` : ".mark")) el.remove();
  }

  /** @param {string} kind @param {number[][]} cells */
  mark(kind, cells) {
    for (const [y, x] of cells) this.stage.append(h("i", { class: `mark ${kind}`, vars: { x, y } }, kind.startsWith("star") ? "✱" : null));
  }

  /** A dashed outline where a piece goes, or stood. @param {number[][]} cells @param {string} [way] @param {string} [extra] */
  ghost(cells, way, extra = "") {
    const { top, left, w, h: high } = box(cells);
    const put = extra === "was" ? "prepend" : "append"; // where a piece stood is drawn under the pieces
    this.stage[put](h("i", { class: `mark ghost ${extra}`, vars: { x: left, y: top, w, k: high } }, way ? icon(/** @type {any} */ (`arrow${way}`)) : null));
  }

  /** @param {string} name @param {string[]} ids the pieces that get the class; all others lose it */
  ring(name, ids) {
    for (const [id, el] of this.pieces) el.classList.toggle(name, ids.includes(id));
  }
}

/** @param {Piece} piece @param {boolean} still @returns {HTMLElement} */
export function makePiece(piece, still) {
  const { w, h: high, top, left } = box(piece.cells);
  const tag = still || piece.kind === "box" ? "div" : "button";
  const vars = { w, k: high, h: piece.hue, t: piece.tone };
  const props = { "data-kind": piece.kind, vars, ...(tag === "button" ? { type: "button" } : {}) };
  if (piece.kind === "player") return h(tag, { ...props, class: "hero" }, s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, HERO.map(([name, attrs]) => s(/** @type {string} */ (name), /** @type {any} */ (attrs)))));
  const classes = ["pc"];
  const label = piece.kind === "box" ? null : h("span", {}, piece.label || piece.id);
  const inside = [];
  if (piece.kind === "car" || (piece.kind === "target" && piece.style === "target")) classes.push(Math.max(w, high) > 2 ? "truck" : w * high > 1 ? "car" : "", high > w ? "v" : "", piece.style);
  else if (piece.kind === "tile") classes.push("tile");
  else if (piece.kind === "box") {
    classes.push("box");
    inside.push(icon("tick"));
  } else if (piece.kind === "slab") classes.push("slab", piece.state);
  else classes.push("block", piece.style === "big" ? "big" : "");
  if (piece.pattern && piece.style !== "target") classes.push(`p${piece.pattern}`);
  if (!isRect(piece.cells)) {
    classes.push("poly");
    const r = 0.36;
    const d = blob(piece.cells, 0.035 + r / 2, 100, top, left);
    const stroke = { "stroke-width": r * 100, "stroke-linejoin": "round" };
    inside.push(s("svg", { class: "body", viewBox: `${3.5} ${3.5} ${w * 100 - 7} ${high * 100 - 7}`, "aria-hidden": "true" }, s("path", { class: "o", d, "stroke-linejoin": "round" }), s("path", { class: "d", d, ...stroke, transform: "translate(0 4)" }), s("path", { class: "f", d, ...stroke })));
    const [hr, hc] = heart(piece.cells);
    if (label) setVars(label, { lx: hc - left + 0.465, ly: hr - top + 0.465 });
  }
  if (piece.state === "locked") inside.push(s("svg", { class: "x", viewBox: "0 0 10 10", preserveAspectRatio: "none", "aria-hidden": "true" }, s("path", { d: "M.5.5 9.5 9.5M9.5.5.5 9.5" })));
  return h(tag, { ...props, vars, class: classes.filter(Boolean).join(" ") }, inside, label);
}

/** A letter on its colour, as in lists of moves. @param {Piece} piece @param {string} [text] */
export function chip(piece, text) {
  const name = text ?? (piece.label || piece.id);
  return h("b", { class: `pc chip ${piece.style === "target" ? "target" : piece.style === "big" ? "big" : ""} ${name.length > 2 ? "long" : ""}`, vars: { h: piece.hue, t: piece.tone } }, name);
}

/** A small picture of a scene, without labels. @param {Scene} scene @param {{numbers?: boolean, label?: string}} [options] */
export function mini(scene, { numbers = false, label } = {}) {
  const land = scene.family === "sokoban" ? scene.floor.flatMap((row, r) => [...row].map((mark, c) => [mark, r, c])).filter(([mark]) => mark === "." || mark === "o").map(([, r, c]) => [Number(r), Number(c)]) : [];
  const { top: y, left: x, w, h: high } = land.length ? box(land) : { top: 0, left: 0, w: scene.cols, h: scene.rows };
  const side = Math.max(w, high);
  const x0 = x + (w - side) / 2 - 0.5;
  const y0 = y + (high - side) / 2 - 0.5;
  const drawn = scene.pieces;
  const shapes = drawn.map((piece) => {
    const { top, left, w, h: high } = box(piece.cells);
    const props = { class: `hue ${piece.style === "target" ? "target" : ""} ${piece.style === "big" ? "big" : ""} ${piece.kind === "box" && piece.state === "home" ? "homebox" : ""}`, vars: { h: piece.kind === "box" && piece.state === "home" ? 175 : piece.hue, t: piece.tone } };
    if (piece.kind === "player") return s("circle", { cx: left + 0.5, cy: top + 0.5, r: 0.36, class: "robe" });
    if (!isRect(piece.cells)) return s("path", { ...props, d: blob(piece.cells, 0.06, 1) });
    return [s("rect", { ...props, x: left + 0.06, y: top + 0.06, width: w - 0.12, height: high - 0.12, rx: 0.24 }), numbers && s("text", { x: left + w / 2, y: top + high / 2 + 0.17 }, piece.label)];
  });
  const floor = scene.floor.flatMap((row, r) => [...row].map((mark, c) => (mark === "#" ? s("rect", { x: c, y: r, width: 1.02, height: 1.02, class: "wtop" }) : mark === "o" && scene.family === "sokoban" ? s("circle", { cx: c + 0.5, cy: r + 0.5, r: 0.2, class: "gdot" }) : null)));
  return s("svg", { class: "mini", viewBox: `${x0} ${y0} ${side + 1} ${side + 1}`, ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) }, s("rect", { class: "w", x: -0.1, y: -0.1, width: scene.cols + 0.2, height: scene.rows + 0.2, rx: 0.35 }), floor, shapes, scene.waiting.length && !scene.pieces.length ? heap(scene) : null);
}

/** The waiting pieces in rows, as large as fits, for thumbnails. @param {Scene} scene */
function heap(scene) {
  for (let k = 0.9; ; k *= 0.9) {
    let [x, y, tall] = [0.15, 0.15, 0];
    const out = scene.waiting.map((piece) => {
      const { top, left, w, h: high } = box(piece.cells);
      if (x + w * k > scene.cols) [x, y, tall] = [0.15, y + tall + 0.15, 0];
      const at = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(3)})`;
      x += w * k + 0.15;
      tall = Math.max(tall, high * k);
      return s("path", { class: "hue", vars: { h: piece.hue, t: piece.tone }, d: blob(piece.cells, 0.06, 1, top, left), transform: at });
    });
    if (y + tall <= scene.rows || k < 0.05) return out;
  }
}

/** @param {number[]} a @param {number[]} b */
const far = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

/** @param {number[][]} cells */
const shapeOf = (cells) => {
  const { top, left } = box(cells);
  return cells.map(([r, c]) => [r - top, c - left]);
};

/** The cells of walls and nothingness that join the outer edge. @param {string[]} floor */
function outside(floor) {
  const rows = floor.length;
  const cols = floor[0]?.length ?? 0;
  const seen = new Set();
  const stack = [];
  for (let r = -1; r <= rows; r++) for (let c = -1; c <= cols; c++) if (r < 0 || c < 0 || r === rows || c === cols) stack.push([r, c]);
  while (stack.length) {
    const [r, c] = /** @type {number[]} */ (stack.pop());
    for (const [y, x] of [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]) {
      const mark = floor[y]?.[x];
      if (mark !== undefined && mark !== "." && mark !== "o" && !seen.has(`${y},${x}`)) {
        seen.add(`${y},${x}`);
        stack.push([y, x]);
      }
    }
  }
  return seen;
}
