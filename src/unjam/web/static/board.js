// Draws a scene: the tray, its floor, the pieces and the marks on them. Knows no rule of any puzzle.

import { h, icon, NAMES, s, setVars, t } from "./dom.js";
import { blob, box, far, heart, isRect, rounded } from "./shapes.js";

/** @typedef {{id: string, cells: number[][], kind: string, label: string, state: string, hue: number, tone: number, pattern: number, style: string}} Piece */
/** @typedef {{family: string, rows: number, cols: number, floor: string[], pieces: Piece[], exit: any, waiting: Piece[], goal: any}} Scene */

/** The player: a hooded figure, cloned from the page. */
const hero = () =>
  /** @type {HTMLTemplateElement} */ (document.getElementById("hero")).content.cloneNode(true);

/** What a piece is called. @param {Piece} piece @param {string} family */
export function called(piece, family) {
  const name = piece.label || piece.id;
  const kind =
    piece.kind === "target" && family !== "rushhour"
      ? "block"
      : piece.kind === "car" && piece.cells.length > 2
        ? "truck"
        : piece.kind;
  return t(
    {
      target: "Red car {name}",
      truck: "Truck {name}",
      car: "Car {name}",
      tile: "Tile {name}",
      block: "Block {name}",
      slab: "Piece {name}",
      player: "Player",
    }[kind] ?? "Box",
    { name },
  );
}

/** @param {Piece} piece @param {string} family */
function spoken(piece, family) {
  const { top, left, w, h: high } = box(piece.cells);
  const span = (
    /** @type {string} */ one,
    /** @type {string} */ many,
    /** @type {number} */ a,
    /** @type {number} */ n,
  ) => (n === 1 ? `${one} ${a + 1}` : `${many} ${a + 1} ${t("to")} ${a + n}`);
  const place = `${span(t("row"), t("rows"), top, high)}, ${span(t("column"), t("columns"), left, w)}`;
  const state =
    piece.state === "home" && piece.kind !== "target"
      ? `, ${t("in its place")}`
      : piece.state === "locked"
        ? `, ${t("locked")}`
        : "";
  return `${called(piece, family)}, ${place}${state}`;
}

export class Board {
  /** @param {{still?: boolean}} [options] still: a picture that nobody touches */
  constructor({ still = false } = {}) {
    this.still = still;
    this.el = h("div.board");
    this.well = h("div.well");
    this.stage = this.well;
    /** @type {Map<string, HTMLElement>} */
    this.pieces = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    this.ground = "";
    this.oy = 0;
    this.ox = 0;
  }

  /** Draws the scene, moving the pieces that are already there. @param {Scene} scene */
  show(scene) {
    const ground = JSON.stringify([scene.family, scene.floor, scene.exit]);
    if (ground !== this.ground) this.lay(scene);
    this.ground = ground;
    this.scene = scene;
    const ids = new Set(scene.pieces.map((p) => p.id));
    const orphans = [...this.pieces]
      .filter(([id]) => !ids.has(id))
      .map(([id, el]) => ({
        id,
        el,
        box: el.dataset.kind === "box",
        at: [Number(el.dataset.y), Number(el.dataset.x)],
      }));
    for (const piece of scene.pieces) {
      let el = this.pieces.get(piece.id);
      if (!el && piece.kind === "box") {
        // a box is known by its place: the one pushed is the nearest that is gone
        const near = orphans
          .filter((o) => o.box)
          .sort((a, b) => far(a.at, piece.cells[0]) - far(b.at, piece.cells[0]))[0];
        if (near) {
          orphans.splice(orphans.indexOf(near), 1);
          this.pieces.delete(near.id);
          el = near.el;
        }
      }
      const look = JSON.stringify([
        piece.kind,
        shapeOf(piece.cells),
        piece.style,
        piece.hue,
        piece.state === "locked",
        piece.label,
      ]);
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
    const { family, rows, cols, exit, pieces } = scene;
    const out = {
      left: "The exit is left of row {n}.",
      right: "The exit is right of row {n}.",
      up: "The exit is above column {n}.",
      down: "The exit is below column {n}.",
    }[exit ? /** @type {string} */ (exit.side) : ""];
    const kind = { tiles: "tile", sokoban: "box" }[family];
    const all = pieces.filter((p) => p.kind === kind);
    return [
      `${t(NAMES[family])}, ${t("{rows} by {cols}.", { rows, cols })}`,
      out && t(out, { n: exit.first + 1 }),
      kind &&
        t("{n} of {all} in place.", { n: all.filter((p) => p.state === "home").length, all: all.length }),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** The floor, walls, exit and goals. @param {Scene} scene */
  lay(scene) {
    this.pieces.clear();
    this.well.replaceChildren();
    this.el.replaceChildren(this.well);
    const isle = scene.family === "sokoban";
    this.el.className = isle ? "isle" : "board";
    this.stage = isle ? h("div.stage") : this.well;
    if (isle) this.island(scene);
    else this.tray(scene);
  }

  /** @param {Scene} scene */
  tray(scene) {
    this.ox = this.oy = 0;
    this.cols = scene.cols;
    this.rows = scene.rows;
    for (const [mark, name] of [
      ["#", "i.pc.wall"],
      [" ", "i.hole"],
      ["o", "i.aim"],
    ])
      if (mark !== "o" || !scene.exit)
        this.well.append(...marked(scene.floor, mark).map(([y, x]) => h(name, { vars: { x, y } })));
    if (scene.exit) {
      const { side, first, last } = scene.exit;
      this.well.append(
        h(
          "i",
          {
            class: `exit ${side} ${scene.family === "rushhour" ? "" : "blue"}`,
            vars: { first, n: last - first + 1 },
          },
          icon(side),
        ),
      );
    }
  }

  /** @param {Scene} scene */
  island(scene) {
    const land = marked(scene.floor, ".o");
    if (!land.length) land.push([0, 0]);
    const at = (/** @type {number} */ r, /** @type {number} */ c) => scene.floor[r]?.[c] ?? " ";
    const { top, left, w, h: high } = box(land);
    this.cols = w + 0.8;
    this.rows = high + 1.04;
    this.ox = 0.4 - left;
    this.oy = 0.4 - top;
    setVars(this.stage, { ox: this.ox, oy: this.oy });
    const outer = outside(scene.floor);
    const walls = marked(scene.floor, "#");
    const blocks = walls.filter(([r, c]) => !outer.has(`${r},${c}`));
    const free = (/** @type {number} */ r, /** @type {number} */ c) => ".o".includes(at(r, c));
    const around = [-1, 0, 1].flatMap((dr) => [-1, 0, 1].map((dc) => [dr, dc]));
    // A wall between two rooms, and the heart of a thick one, are filled; the outermost wall is only a rim.
    const bridges = walls.filter(
      ([r, c]) =>
        outer.has(`${r},${c}`) &&
        ((free(r - 1, c) && free(r + 1, c)) ||
          (free(r, c - 1) && free(r, c + 1)) ||
          !around.some(([dr, dc]) => at(r + dr, c + dc) === " ")),
    );
    const ground = [...land, ...blocks];
    const whole = blob([...ground, ...bridges], 0.001);
    const shadowed = land.filter(
      ([r, c]) => !free(r - 1, c) && !blocks.some(([y, x]) => y === r - 1 && x === c),
    );
    const strip = (/** @type {number} */ y, /** @type {number} */ tall) =>
      shadowed.map(([r, c]) => `M${c * 100 - 0.5} ${r * 100 + y}h101v${tall}h-101Z`).join("");
    const round = { "stroke-width": 40 };
    this.well.append(
      s(
        "svg.land",
        { viewBox: `${(left - 0.4) * 100} ${(top - 0.4) * 100} ${this.cols * 100} ${this.rows * 100}` },
        s("path.rim.lo", { d: whole }),
        s("path.rim", { d: whole }),
        s("clipPath", { id: "floor" }, s("path", { d: rounded(ground, 18) })),
        s(
          "g",
          { "clip-path": "url(#floor)" },
          s("path.flr", { d: blob(ground, -0.003) }),
          land.map(([r, c]) =>
            s("rect.cel", { x: c * 100 + 4, y: r * 100 + 4, width: 92, height: 92, rx: 12 }),
          ),
          s("path.wfront", { d: strip(-1, 16), "stroke-width": 0 }),
          s("path.cast", { d: strip(15, 9), "stroke-width": 0 }),
        ),
        marked(scene.floor, "o").map(([r, c]) =>
          s(
            "g",
            { transform: `translate(${c * 100 + 50} ${r * 100 + 50})` },
            s("rect.goalmark", { x: -24, y: -24, width: 48, height: 48, rx: 9, transform: "rotate(45)" }),
            s("circle.gdot", { r: 8 }),
          ),
        ),
        blocks.length
          ? [
              s("path.cast", { d: blob(blocks, 0.2), ...round, transform: "translate(0 24)" }),
              s("path.wfront", { d: blob(blocks, 0.2), ...round, transform: "translate(0 14)" }),
              s("path.wtop", { d: blob(blocks, 0.2), ...round }),
            ]
          : null,
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
    setVars(el, {
      x: left,
      y: top,
      ...(piece.kind === "box" ? { h: piece.state === "home" ? 175 : piece.hue } : {}),
    });
    el.classList.toggle("home", piece.kind === "box" && piece.state === "home");
    el.classList.toggle("ok", piece.kind === "tile" && piece.state === "home");
    if (el instanceof HTMLButtonElement) el.setAttribute("aria-label", spoken(piece, scene.family));
  }

  /** The pixel side of a cell. */
  get u() {
    return (
      (this.el.getBoundingClientRect().width / (this.el.offsetWidth || 1)) *
      (parseFloat(getComputedStyle(this.well).width) / (this.cols ?? 6))
    );
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
    for (const [y, x] of cells) this.stage.append(h("i", { class: `mark ${kind}`, vars: { x, y } }));
  }

  /** A dashed outline where a piece goes, or stood. @param {number[][]} cells @param {string} [way] @param {string} [extra] */
  ghost(cells, way, extra = "") {
    const { top, left, w, h: high } = box(cells);
    this.stage[extra ? "prepend" : "append"](
      // where a piece stood is drawn under the pieces
      h(
        "i",
        { class: `mark ghost ${extra}`, vars: { x: left, y: top, w, k: high } },
        way ? icon(`arrow${way}`) : null,
      ),
    );
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
  const props = { "data-kind": piece.kind, vars: { w, k: high, ...hue(piece) } };
  if (piece.kind === "player") return h(tag, { ...props, class: "hero" }, hero());
  const classes = ["pc"];
  const label = piece.kind === "box" ? null : h("span", piece.label || piece.id);
  const inside = [];
  if (piece.kind === "car" || piece.style === "target")
    classes.push(
      Math.max(w, high) > 2 ? "truck" : w * high > 1 ? "car" : "",
      high > w ? "v" : "",
      piece.style,
    );
  else if (["tile", "box", "slab"].includes(piece.kind))
    classes.push(piece.kind, piece.kind === "slab" ? piece.state : "");
  else classes.push("block", piece.style === "big" ? "big" : "");
  if (piece.kind === "box") inside.push(icon("tick"));
  if (piece.pattern && piece.style !== "target") classes.push(`p${piece.pattern}`);
  if (!isRect(piece.cells)) {
    classes.push("poly");
    const r = 0.36;
    const d = blob(piece.cells, 0.035 + r / 2, 100, top, left);
    const stroke = { "stroke-width": r * 100, "stroke-linejoin": "round" };
    inside.push(
      s(
        "svg.body",
        { viewBox: `${3.5} ${3.5} ${w * 100 - 7} ${high * 100 - 7}` },
        s("path.o", { d, "stroke-linejoin": "round" }),
        s("path.d", { d, ...stroke, transform: "translate(0 4)" }),
        s("path.f", { d, ...stroke }),
      ),
    );
    const [hr, hc] = heart(piece.cells);
    if (label) setVars(label, { lx: hc - left + 0.465, ly: hr - top + 0.465 });
  }
  if (piece.state === "locked")
    inside.push(
      s(
        "svg.x",
        { viewBox: "0 0 10 10", preserveAspectRatio: "none" },
        s("path", { d: "M.5.5 9.5 9.5M9.5.5.5 9.5" }),
      ),
    );
  return h(tag, { ...props, class: classes.filter(Boolean).join(" ") }, inside, label);
}

/** Its hue and tone. @param {Piece} piece */
const hue = (piece) => ({ h: piece.hue, t: piece.tone });

/** The colour of a piece on anything else: a class of its own where it has one, hue and tone. @param {Piece} piece @param {string} [more] */
export const coat = (piece, more = "") => ({
  class: `${more} ${["target", "big"].includes(piece.style) ? piece.style : ""}`,
  vars: hue(piece),
});

/** A letter on its colour, as in lists of moves. @param {Piece} piece */
export function chip(piece) {
  const name = piece.label || piece.id;
  return h("b", coat(piece, `pc chip ${name.length > 2 ? "long" : ""}`), name);
}

/** The piece that a move changed, and what it was; a pushed box before who pushes it. @param {Scene} before @param {Scene} after */
export function changed(before, after) {
  const old = new Map(before.pieces.map((p) => [p.id, p]));
  const all = after.pieces.filter((p) => String(old.get(p.id)?.cells) !== String(p.cells));
  const now =
    all.find((p) => p.kind !== "player" && old.has(p.id)) ?? all.find((p) => p.kind === "slab") ?? all[0];
  return { now, was: now && old.get(now.id) };
}

/** A small picture of a scene, without labels. @param {Scene} scene @param {{numbers?: boolean, label?: string}} [options] */
export function mini(scene, { numbers = false, label } = {}) {
  const land = scene.family === "sokoban" ? marked(scene.floor, ".o") : [];
  const {
    top: y,
    left: x,
    w,
    h: high,
  } = land.length ? box(land) : { top: 0, left: 0, w: scene.cols, h: scene.rows };
  const side = Math.max(w, high);
  const x0 = x + (w - side) / 2 - 0.5;
  const y0 = y + (high - side) / 2 - 0.5;
  const shapes = scene.pieces.map((piece) => {
    const { top, left, w, h: high } = box(piece.cells);
    const props = coat(
      piece.kind === "box" && piece.state === "home" ? { ...piece, hue: 175 } : piece,
      "hue",
    );
    if (piece.kind === "player") return s("circle.robe", { cx: left + 0.5, cy: top + 0.5, r: 0.36 });
    if (!isRect(piece.cells)) return s("path", { ...props, d: blob(piece.cells, 0.06, 1) });
    return [
      s("rect", { ...props, x: left + 0.06, y: top + 0.06, width: w - 0.12, height: high - 0.12, rx: 0.24 }),
      numbers && s("text", { x: left + w / 2, y: top + high / 2 + 0.17 }, piece.label),
    ];
  });
  const floor = scene.floor.flatMap((row, r) =>
    [...row].map((mark, c) =>
      mark === "#"
        ? s("rect.wtop", { x: c, y: r, width: 1.02, height: 1.02 })
        : mark === "o" && scene.family === "sokoban"
          ? s("circle.gdot", { cx: c + 0.5, cy: r + 0.5, r: 0.2 })
          : null,
    ),
  );
  return s(
    "svg.mini",
    {
      viewBox: `${x0} ${y0} ${side + 1} ${side + 1}`,
      ...(label ? { role: "img", "aria-label": label } : {}),
    },
    s("rect.w", { x: -0.1, y: -0.1, width: scene.cols + 0.2, height: scene.rows + 0.2, rx: 0.35 }),
    floor,
    shapes,
    scene.waiting.length && !scene.pieces.length ? heap(scene) : null,
  );
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
      return s("path.hue", { vars: hue(piece), d: blob(piece.cells, 0.06, 1, top, left), transform: at });
    });
    if (y + tall <= scene.rows || k < 0.05) return out;
  }
}

/** @param {number[][]} cells */
const shapeOf = (cells) => {
  const { top, left } = box(cells);
  return cells.map(([r, c]) => [r - top, c - left]);
};

/** The cells of a floor that bear one of the marks. @param {string[]} floor @param {string} marks @returns {number[][]} */
const marked = (floor, marks) =>
  floor.flatMap((row, r) => [...row].flatMap((mark, c) => (marks.includes(mark) ? [[r, c]] : [])));

/** The cells of walls and nothingness that join the outer edge. @param {string[]} floor */
function outside(floor) {
  const rows = floor.length;
  const cols = floor[0]?.length ?? 0;
  const seen = new Set();
  const stack = [];
  for (let r = -1; r <= rows; r++)
    for (let c = -1; c <= cols; c++) if (r < 0 || c < 0 || r === rows || c === cols) stack.push([r, c]);
  while (stack.length) {
    const [r, c] = /** @type {number[]} */ (stack.pop());
    for (const [y, x] of [
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ]) {
      const mark = floor[y]?.[x];
      if (mark !== undefined && mark !== "." && mark !== "o" && !seen.has(`${y},${x}`)) {
        seen.add(`${y},${x}`);
        stack.push([y, x]);
      }
    }
  }
  return seen;
}
