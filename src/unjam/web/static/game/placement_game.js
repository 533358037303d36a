// The table of pieces that are placed: one in hand, its places marked, tried, put down or locked for good.

/**
 * @import { Aim, Cell, Family, Hand, Msg, Piece, Played, Position, Solution, TableHost } from "../types"
 */

import { hand } from "../api.js";
import { edge } from "../board/board.js";
import { box, isRect, same } from "../board/geometry.js";
import { coat, makePiece } from "../board/piece.js";
import { called } from "../state/families.js";
import { button } from "../ui/controls.js";
import { focused, h, icon, put, setVars } from "../ui/dom.js";
import { plural, say, sentence, t } from "../ui/i18n.js";
import { touched } from "../ui/theme.js";
import { Table } from "./game.js";
import { placedKey } from "./placement_keys.js";
import { carriable } from "./tray_pointer.js";
import { Trays } from "./trays.js";

/** @type {Hand} */
const EMPTY = {
  selected: "",
  turn: 0,
  corner: null,
  stars: [],
  preview: [],
  turns: 0,
  form: [],
  caption: "",
};

export class PlacedTable extends Table {
  hand = EMPTY;
  /** Which asterisk the arrow keys stand at. */
  star = -1;
  /** The last digit, and when it came. */
  typed = { digit: "", at: 0 };

  /** @param {Family} family @param {TableHost} host */
  constructor(family, host) {
    super(family, host);
    this.trays = new Trays(family);
    this.field = h("div.field", this.trays.left, this.board.el, this.trays.right);
    this.placer = this.actor(t("Put down"), "put", "Ctrl", "place", "put-down", t("Put down for now (Ctrl)"));
    this.locker = this.actor(t("Lock"), "lock", t("Enter"), "lock", "lock", t("Lock for good (Enter)"));
    this.turner = this.actor(t("Turn"), "turn", "T", "turn", "turn", t("Turn the piece (T)"));
    const off = t("Take off the board, or let go (Esc)");
    this.off = this.actor(t("Let go"), "close", t("Esc"), "escape", "let-go", off);
    const label = t("The piece in hand");
    this.row = h(
      "div.handrow",
      { role: "group", "aria-label": label },
      this.placer,
      this.locker,
      this.turner,
      this.off,
    );
    this.band = h("div.vic", { role: "alert" }, h("b", t("Victory")));
    carriable(this);
  }

  /**
   * A button that does what a key does.
   * @param {string} label @param {string} name of its icon @param {string} key
   * @param {string} act @param {string} id @param {string} title
   */
  actor(label, name, key, act, id, title) {
    const onclick = () => this.act(act);
    return h(
      "button.btn",
      { id, title, onclick },
      icon(name),
      h("span", label),
      !touched() && h("kbd.desk", key),
    );
  }

  get place() {
    return this.field;
  }

  extra() {
    return this.row;
  }

  touch() {
    // See carriable: the trays take part, and they do not stand yet.
  }

  counts() {
    const { scene } = this;
    const all = scene.floor.join("").replace(/[ #]/g, "").length;
    const done = scene.pieces.reduce((n, p) => n + p.cells.length, 0);
    const label = h("span.dim.small", t("of {all} squares", { all }), h("br"), t("covered"));
    return [h("span", h("span.count.num", done), label)];
  }

  /** It is won when the board is full and every piece on it is locked. */
  get won() {
    return super.won && this.scene.pieces.every((piece) => piece.state === "locked");
  }

  /** Is the board full, with pieces that are not locked yet? */
  get full() {
    return Boolean(this.body?.solved) && !this.won;
  }

  /** @param {() => number} where */
  travel(where) {
    this.hand = EMPTY;
    this.picked = null;
    return super.travel(where);
  }

  /** @param {string} id @param {Position} [given] */
  async open(id, given) {
    this.trays.forget();
    this.hand = EMPTY;
    await super.open(id, given);
  }

  // -- acts

  /**
   * One act of the player; the server says what becomes of board and hand.
   * @param {string} act @param {{piece?: string, cell?: Cell}} [more]
   */
  act(act, more = {}) {
    return this.queue(async () => {
      if (this.idle) return;
      const { selected, turn, corner } = this.hand;
      const preview = corner ? { preview: corner } : {};
      const { position, said, ...held } = await hand(this.now.id, {
        act,
        selected,
        turn,
        ...preview,
        ...more,
      });
      this.hand = held;
      if (act !== "preview") this.star = -1;
      if (position.id === this.now.id) this.retell();
      else this.moved(position);
      if (said) this.tellLine(sentence(say(said)));
    });
  }

  /** The board is another one now. @param {Position} body */
  moved(body) {
    const more = body.scene.pieces.length - this.scene.pieces.length;
    this.history.add(this.history.at, { id: body.id, body, costs: { [this.metric]: more } });
    this.show();
    this.save();
  }

  /**
   * A move of a hint counts as one made by hand does: by the pieces that came onto the board.
   * @param {Played} answer @param {number} at @param {string} piece
   */
  played(answer, at, piece) {
    const before = /** @type {Position} */ (this.history.entries[at].body);
    const more = answer.position.scene.pieces.length - before.scene.pieces.length;
    return super.played({ ...answer, costs: [{ [this.metric]: more }] }, at, piece);
  }

  /** Only the hand changed. */
  retell() {
    this.hints.clear();
    this.marks();
    this.tell();
    this.changed();
  }

  /** @param {string | null} id */
  pick(id) {
    return void (id ? this.act("select", { piece: id }) : this.act("escape"));
  }

  /** @param {Cell | null} cell @param {string | null} id */
  tapped(cell, id) {
    const star = cell ? this.hand.stars.findIndex((s) => same(s, cell)) : -1;
    if (cell && star >= 0) {
      this.star = star;
      return this.act("preview", { cell });
    }
    return id && id !== this.hand.selected ? this.act("select", { piece: id }) : undefined;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return placedKey(this, event) ?? super.key(event);
  }

  // -- showing

  /** @param {string} id @returns {Piece | undefined} */
  piece(id) {
    return this.everyPiece.find((p) => p.id === id);
  }

  show() {
    const at = focused()?.dataset?.id;
    const start = /** @type {Position} */ (this.history.entries[0].body);
    this.trays.show(start.scene, this.scene, this.field.closest(".play"));
    super.show();
    if (at && !focused()?.matches("[data-id]")) this.element(at)?.focus(); // it went on or off the board
    const { board, won } = this;
    board.el.classList.toggle("won", won);
    if (won) board.well.append(this.band);
    else this.band.remove();
    this.turner.hidden = !this.everyPiece.some((piece) => (piece.turns ?? 1) > 1);
    this.row.classList.toggle("four", !this.turner.hidden);
  }

  get everyPiece() {
    return [...this.scene.pieces, ...this.scene.waiting];
  }

  /** @param {string} id @returns {HTMLElement | null} */
  element(id) {
    return this.field.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  marks() {
    const { board, hand: held, trays } = this;
    board.unmark("star");
    board.unmark("tried");
    board.ring("bad", this.won ? [] : this.guilty());
    const tried = held.preview.length > 0;
    trays.turn(held.selected, held.form);
    this.glow(tried ? "" : held.selected);
    for (const el of this.field.querySelectorAll(".away")) el.classList.remove("away");
    if (held.selected) {
      board.mark("star", held.stars);
      if (tried) this.tryOut(/** @type {Piece} */ (this.piece(held.selected)), held.preview);
    }
    trays.mark(held.selected);
    this.markStars();
    this.turner.toggleAttribute("disabled", held.turns < 2);
    this.placer.toggleAttribute("disabled", !tried);
    this.locker.toggleAttribute("disabled", !tried);
    this.off.toggleAttribute("disabled", !held.selected);
    this.row.classList.toggle("on", Boolean(held.selected));
  }

  /** The asterisk of the preview is larger, those under it are paler; a frame is where the arrow keys are. */
  markStars() {
    const { stars, preview, corner } = this.hand;
    const under = new Set(preview.map(String));
    this.board.stage.querySelectorAll(".star").forEach((el, i) => {
      const here = Boolean(corner && same(stars[i], corner));
      el.classList.toggle("tip", here);
      el.classList.toggle("un", !here && under.has(String(stars[i])));
      el.classList.toggle("at", i === this.star && !here);
    });
  }

  /** Shows a piece where it is tried; it is nowhere else then. @param {Piece} piece @param {Cell[]} cells */
  tryOut(piece, cells) {
    const el = makePiece({ ...piece, cells }, true);
    el.classList.add("mark", "tried");
    if (!isRect(cells)) el.append(edge(cells));
    const { top, left } = box(cells);
    setVars(el, { x: left, y: top });
    this.board.stage.append(el);
    this.element(piece.id)?.classList.add("away");
  }

  /** Rings one piece, wherever it lies. @param {string} id */
  glow(id) {
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.field.querySelectorAll("[data-id]")))
      el.classList.toggle("sel", el.dataset.id === id);
  }

  tell() {
    const n = this.scene.pieces.length;
    if (this.won)
      return this.tellHand(
        plural(
          n,
          "It is locked. Undo and Start again still work.",
          "All {n} are locked. Undo and Start again still work.",
        ),
      );
    const piece = this.hand.selected ? this.piece(this.hand.selected) : undefined;
    if (piece) return this.tellHand(this.placesLeft(), piece);
    if (this.full) return this.tellFull();
    const { dead } = this.body;
    if (this.host.quiet && !dead) return put(this.below);
    return this.tellHand(dead ? sentence(say(dead.message)) : say(this.family.words.task), null, dead);
  }

  placesLeft() {
    const n = this.hand.stars.length;
    return n
      ? plural(n, "{n} place, ✱ is its lower left.", "{n} places, ✱ is its lower left.")
      : t("No place for it now. Take another piece off first, or turn it.");
  }

  /**
   * Which piece is in hand, and something more.
   * @param {string} rest @param {Piece | null} [piece] @param {unknown} [warn] does it go wrong?
   */
  tellHand(rest, piece = null, warn = null) {
    const name = piece
      ? h("b", { ...coat(piece, "hue inhand"), id: "selected" }, this.hand.caption)
      : h("b.inhand.none", { id: "selected" }, t("None"));
    const [before, after] = t("The selected piece is: {piece}", { piece: "\n" }).split("\n");
    put(
      this.below,
      h("span.held", before, name, after),
      h(warn ? "span.small.warn" : "span.small.dim.desk", rest),
    );
  }

  tellFull() {
    const n = this.scene.pieces.filter((piece) => piece.state !== "locked").length;
    const all = button(t("Lock all"), { id: "lock-all", onclick: () => this.act("lock_all") }, "lock");
    put(
      this.below,
      h(
        "span",
        h("b", touched() ? t("Lock the pieces to win.") : t("Lock the pieces (Enter) to win.")),
        " ",
        h("span.dim.desk", plural(n, "{n} is down for now.", "{n} are down for now.")),
      ),
      all,
    );
  }

  // -- hints

  /** @param {number | null} [seconds] */
  async hint(seconds) {
    if (this.hand.selected) await this.act("clear");
    if (this.full) return this.tellFull();
    await super.hint(seconds);
    const at = this.hints.known.get(this.now.id);
    if (this.hints.step && at) this.glow(at.found.moves[at.i].piece);
  }

  /** @param {Solution} found @param {number} j @returns {Aim} */
  aim(found, j) {
    const move = found.moves[j];
    const piece = /** @type {Piece} */ (this.piece(move.piece));
    const { now } = found.steps[j];
    const msg = found.words[j];
    const values = named(piece, msg);
    // A piece that is taken off points at itself.
    const to = (now.find((p) => p.id === move.piece) ?? now[0] ?? piece).cells;
    return {
      ids: [piece.id],
      name: called(piece, this.family),
      chip: piece,
      to,
      side: "",
      words: say(msg, values),
      values,
    };
  }
}

/**
 * Its name and the number that it wears, where there is one of it; the words of a move have the name alone.
 * @param {Piece} piece @param {Msg} words
 */
const named = ({ id, label }, { values: { piece } }) =>
  piece === id && label !== id ? { piece: `${id} (${label})` } : {};
