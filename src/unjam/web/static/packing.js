// Packing at the table: a piece in hand, its places marked, tried, put down for now or locked for good.

import * as api from "./api.js";
import { called, coat, makePiece } from "./board.js";
import { button, h, plural, put, setVars, t, typing } from "./dom.js";
import { track } from "./drag.js";
import { box, same } from "./shapes.js";
import { ARROWS, done, sentence, Table } from "./table.js";

const EMPTY = { selected: "", turn: 0, corner: null, stars: [], preview: [], turns: 0 };

export class PackingTable extends Table {
  /** @param {any} host */
  constructor(host) {
    super(host);
    /** @type {any} */
    this.hand = EMPTY;
    this.star = -1;
    /** @type {number | null} */
    this.shrink = null;
    /** @type {number[] | null} */
    this.widths = null;
    /** @type {HTMLElement | null} */
    this.row = null;
    this.left = h("div.tray.l", { role: "group", "aria-label": t("Pieces still to place, left") });
    this.right = h("div.tray.r", { role: "group", "aria-label": t("Pieces still to place, right") });
    this.field = h("div.field", this.left, this.board.el, this.right);
    this.turner = button(
      t("Turn the piece"),
      { title: t("Turn (T)"), onclick: () => this.act("turn") },
      "turn",
      true,
    );
    this.placer = button(
      t("Put down"),
      { title: t("Put down for now (Ctrl)"), id: "put-down", onclick: () => this.act("place") },
      "put",
    );
    this.locker = button(
      t("Lock"),
      { title: t("Lock for good (Enter)"), id: "lock", onclick: () => this.act("lock") },
      "lock",
    );
    this.off = button(
      t("Let go"),
      { title: t("Take off the board, or let go (Esc)"), id: "let-go", onclick: () => this.act("escape") },
      "close",
    );
    this.field.addEventListener("pointerdown", (event) => this.grab(event));
  }

  get place() {
    return this.field;
  }

  tools() {
    return [this.turner];
  }

  extra() {
    this.row = h(
      "div.packrow",
      { role: "group", "aria-label": t("The piece in hand") },
      this.placer,
      this.locker,
      this.off,
    );
    return this.row;
  }

  // What is locked stays locked, so a lock cannot be taken back.
  get canUndo() {
    return this.at > 0 && !this.won && this.locked(this.entries[this.at - 1]) === this.locked(this.now);
  }

  counts() {
    const { scene } = this.body;
    const all = scene.floor.join("").replace(/[ #]/g, "").length;
    const done = scene.pieces.reduce(
      (/** @type {number} */ n, /** @type {any} */ p) => n + p.cells.length,
      0,
    );
    return [
      h(
        "span",
        h("span.count.num", done),
        h("span.dim.small", t("of {all} squares", { all }), h("br"), t("covered")),
      ),
    ];
  }

  /** @param {string} act @param {any} [more] */
  act(act, more = {}) {
    return this.queue(async () => {
      if (!this.body || this.won || this.searching) return;
      const { selected, turn, corner } = this.hand;
      const answer = await api.packing(this.now.id, {
        act,
        selected,
        turn,
        ...(corner ? { preview: corner } : {}),
        ...more,
      });
      this.hand = answer;
      if (act !== "preview") this.star = -1;
      if (answer.position.id !== this.now.id) {
        this.entries.length = this.at + 1;
        this.entries.push({ id: answer.position.id, body: answer.position, costs: { pieces: 1 }, words: "" });
        this.at++;
        this.hand = EMPTY;
        this.show();
        this.save();
      } else {
        this.unhint();
        this.marks();
        this.tell();
        this.changed();
      }
      if (answer.said) this.say(answer.said);
    });
  }

  undo() {
    return this.canUndo ? super.undo() : Promise.resolve();
  }

  /** @param {() => number} where */
  travel(where) {
    if (this.won) return Promise.resolve();
    this.hand = EMPTY;
    this.picked = null;
    return super.travel(where);
  }

  /** @param {any} entry */
  locked(entry) {
    return (entry?.body?.scene.pieces ?? []).filter((/** @type {any} */ p) => p.state === "locked").length;
  }

  pick(/** @type {string | null} */ id) {
    return id ? this.act("select", { piece: id }) : this.act("escape");
  }

  /** @param {string} id */
  piece(id) {
    return [...this.body.scene.pieces, ...this.body.scene.waiting].find((p) => p.id === id);
  }

  show() {
    const at = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.id;
    super.show();
    this.trays();
    if (at && !document.activeElement?.matches("[data-id]"))
      /** @type {HTMLElement | null} */ (this.field.querySelector(`[data-id="${CSS.escape(at)}"]`))?.focus(); // it went on or off the board
    this.board.el.classList.toggle("won", this.won);
  }

  /** The waiting pieces, half to the left and half to the right of the board. */
  trays() {
    const { waiting, rows } = this.body.scene;
    const ordered = [...waiting].sort((a, b) => b.cells.length - a.cells.length);
    /** @type {any[][]} */
    const sides = [[], []];
    const tall = [0, 0];
    for (const piece of ordered) {
      const to = tall[0] <= tall[1] ? 0 : 1;
      sides[to].push(piece);
      tall[to] += box(piece.cells).h + 0.6;
    }
    this.shrink ??= [0.7, 0.6, 0.5].find((k) => Math.max(...tall) * k < rows + 0.5) ?? 0.5;
    const { shrink } = this;
    [this.left, this.right].forEach((tray, i) => {
      put(
        tray,
        sides[i].map((piece) => {
          const el = makePiece(piece, false);
          const { w, h: high } = box(piece.cells);
          el.dataset.id = piece.id;
          el.setAttribute(
            "aria-label",
            t("{name}, {w} wide, {h} high, waiting", { name: called(piece, "packing"), w, h: high }),
          );
          return el;
        }),
      );
      setVars(tray, { shrink });
    });
    const wide = sides.map((side, i) => {
      const columns = Math.max(1, Math.ceil((tall[i] * shrink) / (rows + 0.5)));
      return Math.max(
        1.2,
        columns * Math.max(0, ...side.map((p) => box(p.cells).w)) * shrink + (columns - 1) * 0.6,
      );
    });
    this.widths ??= wide;
    const holder = this.field.closest(".play");
    if (holder) setVars(holder, { lw: this.widths[0].toFixed(2), rw: this.widths[1].toFixed(2) });
  }

  async open(/** @type {string} */ id, /** @type {any} */ body) {
    this.widths = null;
    this.shrink = null;
    this.hand = EMPTY;
    await super.open(id, body);
  }

  marks() {
    const { board, hand } = this;
    board.unmark("star");
    board.unmark("tried");
    this.glow(hand.selected);
    if (hand.selected) board.mark("star", hand.stars);
    if (hand.preview.length) {
      const piece = this.piece(hand.selected);
      const el = makePiece({ ...piece, cells: hand.preview }, true);
      el.classList.add("mark", "tried", "ghosted");
      const { top, left } = box(hand.preview);
      setVars(el, { x: left, y: top });
      board.stage.append(el);
    }
    board.stage.querySelectorAll(".star")[this.star]?.classList.add("at");
    for (const [el, on] of /** @type {[Element, any][]} */ ([
      [this.turner, hand.turns > 1],
      [this.placer, hand.preview.length],
      [this.locker, hand.preview.length],
      [this.off, hand.selected],
    ]))
      el.toggleAttribute("disabled", !on);
    this.row?.classList.toggle("on", Boolean(hand.selected));
  }

  /** Rings one piece, wherever it lies. @param {string | null} id */
  glow(id) {
    for (const el of this.field.querySelectorAll("[data-id]"))
      el.classList.toggle("sel", /** @type {HTMLElement} */ (el).dataset.id === id);
  }

  tell() {
    if (this.won) return this.say(t("Victory"), t("Every square is covered."));
    const { hand } = this;
    if (hand.selected) {
      const piece = this.piece(hand.selected);
      const name = h("b", { ...coat(piece, "pc chip long named"), id: "selected" }, piece.id);
      const n = hand.stars.length;
      const rest = hand.preview.length
        ? t("Ctrl puts it down for now, Enter locks it.")
        : n
          ? t("✱ is its lower left.")
          : t("Take another piece off first, or turn it.");
      put(
        this.below,
        name,
        h(
          "span",
          h("b", n ? plural(n, "{n} place for it.", "{n} places for it.") : t("No place for it now.")),
          " ",
          h("span.dim", rest),
        ),
      );
      return undefined;
    }
    const dead = this.body.dead;
    if (this.host.quiet && !this.at) return put(this.below);
    put(
      this.below,
      h("b.named.none", { id: "selected" }, t("None")),
      h(
        "span",
        { class: dead ? "warn" : "dim" },
        dead ? sentence(dead) : t("Pick a piece up: click it or press its number."),
      ),
    );
    return undefined;
  }

  filled() {
    const found = super.filled();
    return this.body?.dead &&
      !this.won &&
      !this.searching &&
      this.at > 0 &&
      this.locked(this.entries[this.at - 1]) < this.locked(this.now)
      ? { label: t("Start again"), icon: "again", act: () => this.restart() }
      : found;
  }

  /** @param {any} found @param {number} j */
  hintSpot(found, j) {
    const move = found.moves[j];
    const piece = this.piece(move.piece);
    const to =
      found.steps[j].now.find((/** @type {any} */ p) => p.id === move.piece)?.cells ??
      found.steps[j].now[0].cells;
    return {
      ids: [piece.id],
      name: called(piece, "packing"),
      chip: piece,
      to,
      way: "",
      words: found.words[j],
    };
  }

  /** @param {number | null} [patience] */
  async hint(patience) {
    if (this.hand.selected) await this.act("clear");
    await super.hint(patience);
    const { found, i } = this.known.get(this.now.id) ?? {};
    if (this.hinted && found) this.glow(found.moves[i].piece);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (typing() || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
    const name = event.key;
    if (this.won)
      return ["Control", "Enter", "Escape", " ", "z", "y", "r"].includes(name) || /^[1-9]$/.test(name);
    if (name === "Control") return event.repeat ? true : done(this.act("place"));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const on = focused?.dataset?.id;
    const pressed = focused instanceof HTMLButtonElement && !on;
    if (name === "Enter") {
      if (this.hand.preview.length) return done(this.act("lock"));
      return pressed
        ? false
        : done(on && this.hand.selected !== on ? this.act("select", { piece: on }) : null);
    }
    if (/^[1-9]$/.test(name) && !event.ctrlKey) return done(this.number(Number(name)));
    if (name === "Escape") return done(this.searching ? this.stop() : this.act("escape"));
    if (name.toLowerCase() === "t" && !event.ctrlKey) return done(this.act("turn"));
    if (name.startsWith("Arrow")) return this.step(name);
    if (name === " ") {
      const at = this.hand.stars[this.star];
      if (at) return done(this.act("preview", { cell: at }));
      return pressed ? false : done(on ? this.act("select", { piece: on }) : null);
    }
    return super.key(event);
  }

  /** @param {number} n */
  number(n) {
    const all = [...this.body.scene.pieces, ...this.body.scene.waiting];
    const piece = all.find((p) => p.label === String(n));
    return piece ? this.act("select", { piece: piece.id }) : null;
  }

  /** The next asterisk in the direction of the arrow, else the next one round. @param {string} name */
  step(name) {
    const { stars } = this.hand;
    if (!stars.length) return false;
    const [dr, dc] = ARROWS[/** @type {"ArrowUp"} */ (name)];
    const here = stars[this.star];
    if (!here) this.star = 0;
    else {
      const ahead = stars
        .map((/** @type {number[]} */ at, /** @type {number} */ i) => {
          const [y, x] = [at[0] - here[0], at[1] - here[1]];
          return { i, on: y * dr + x * dc, cost: y * dr + x * dc + 3 * Math.abs(y * dc + x * dr) };
        })
        .filter((/** @type {any} */ o) => o.on > 0);
      ahead.sort((/** @type {any} */ a, /** @type {any} */ b) => a.cost - b.cost);
      this.star = ahead.length
        ? ahead[0].i
        : (this.star + (dr + dc > 0 ? 1 : stars.length - 1)) % stars.length;
    }
    this.marks();
    return true;
  }

  // -- mouse and finger: press a piece and drag it, or click it and then an asterisk

  touch() {
    // the trays do not stand yet; see grab
  }

  /** @param {PointerEvent} event */
  grab(event) {
    if (event.button || this.won || this.searching) return;
    const el = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-id]"));
    const id = el?.dataset.id ?? null;
    /** @type {any} */
    let held = null;
    track(
      event,
      (e) => {
        if (!id || el?.classList.contains("locked")) return;
        const piece = this.piece(id);
        const { w, h: high } = box(piece.cells);
        if (!held) {
          held = {
            float: makePiece(piece, true),
            ready: this.hand.selected !== id && this.act("select", { piece: id }),
          };
          held.float.classList.add("lift", "floating");
          document.body.append(held.float);
        }
        const u = this.board.u;
        setVars(held.float, { u: `${u}px`, g: "2px" });
        held.float.style.left = `${e.clientX - (w * u) / 2}px`;
        held.float.style.top = `${e.clientY - (high * u) / 2}px`;
        held.at = this.board.point(e);
        held.corner = [held.at[0] + high / 2 - 1, held.at[1] - w / 2];
      },
      async (e, moved) => {
        held?.float.remove();
        if (e.type === "pointercancel") return;
        if (!moved) this.tapped(this.board.cell(e), id);
        if (!held) return;
        await held.ready;
        const { at, corner } = held;
        const { rows, cols } = this.body.scene;
        const near = this.hand.stars
          .map((/** @type {number[]} */ cell) => ({
            cell,
            d: Math.hypot(cell[0] - corner[0], cell[1] - corner[1]),
          }))
          .sort((/** @type {any} */ a, /** @type {any} */ b) => a.d - b.d)[0];
        if (near?.d < 0.8) {
          await this.act("preview", { cell: near.cell });
          await this.act("place");
        } else if (Math.min(at[0], at[1]) < -0.5 || at[0] > rows + 0.5 || at[1] > cols + 0.5)
          await this.act("escape");
      },
    );
  }

  /** @param {number[] | null} cell @param {string | null} id */
  tapped(cell, id) {
    const star = cell ? this.hand.stars.findIndex((/** @type {number[]} */ s) => same(s, cell)) : -1;
    if (star >= 0) {
      this.star = star;
      return this.act("preview", { cell });
    }
    return id && id !== this.hand.selected ? this.act("select", { piece: id }) : undefined;
  }
}
