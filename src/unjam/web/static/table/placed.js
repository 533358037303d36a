// The table of pieces that are placed: one in hand, its places marked, tried, put down or locked for good.

/**
 * @import { Aim, Cell, Entry, Family, Filled, Hand, Piece, Position, Solution, TableHost } from "../types"
 */

import { hand } from "../api.js";
import { coat, makePiece } from "../board/piece.js";
import { box, same } from "../board/shapes.js";
import { button, iconButton } from "../controls.js";
import { focused, h, put, setVars } from "../dom.js";
import { called } from "../families.js";
import { plural, say, sentence, t } from "../words.js";
import { carriable } from "./carry.js";
import { placedKey } from "./placedkeys.js";
import { Table } from "./table.js";
import { Trays } from "./trays.js";

/** @type {Hand} */
const EMPTY = { selected: "", turn: 0, corner: null, stars: [], preview: [], turns: 0 };

export class PlacedTable extends Table {
  hand = EMPTY;
  /** Which asterisk the arrow keys stand at. */
  star = -1;

  /** @param {Family} family @param {TableHost} host */
  constructor(family, host) {
    super(family, host);
    this.trays = new Trays(family);
    this.field = h("div.field", this.trays.left, this.board.el, this.trays.right);
    const acts = (/** @type {string} */ act) => () => this.act(act);
    this.turner = iconButton(t("Turn the piece"), { title: t("Turn (T)"), onclick: acts("turn") }, "turn");
    this.placer = button(
      t("Put down"),
      { title: t("Put down for now (Ctrl)"), id: "put-down", onclick: acts("place") },
      "put",
    );
    this.locker = button(
      t("Lock"),
      { title: t("Lock for good (Enter)"), id: "lock", onclick: acts("lock") },
      "lock",
    );
    this.off = button(
      t("Let go"),
      { title: t("Take off the board, or let go (Esc)"), id: "let-go", onclick: acts("escape") },
      "close",
    );
    const label = t("The piece in hand");
    this.row = h("div.handrow", { role: "group", "aria-label": label }, this.placer, this.locker, this.off);
    carriable(this);
  }

  get place() {
    return this.field;
  }

  tools() {
    return [this.turner];
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

  /** How many pieces are locked. @param {Entry | undefined} entry */
  locked(entry) {
    return (entry?.body?.scene.pieces ?? []).filter((p) => p.state === "locked").length;
  }

  /** Was the last act a lock? What is locked stays locked, so it cannot be taken back. */
  get justLocked() {
    return this.history.at > 0 && this.locked(this.history.before) !== this.locked(this.now);
  }

  get canUndo() {
    return super.canUndo && !this.won && !this.justLocked;
  }

  get canRestart() {
    return super.canRestart && !this.won;
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
    this.history.add(this.history.at, { id: body.id, body, costs: { [this.metric]: 1 } });
    this.hand = EMPTY;
    this.show();
    this.save();
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
    return [...this.scene.pieces, ...this.scene.waiting].find((p) => p.id === id);
  }

  show() {
    const at = focused()?.dataset?.id;
    super.show();
    this.trays.show(this.scene, this.field.closest(".play"));
    if (at && !focused()?.matches("[data-id]")) this.element(at)?.focus(); // it went on or off the board
    this.board.el.classList.toggle("won", this.won);
  }

  /** @param {string} id @returns {HTMLElement | null} */
  element(id) {
    return this.field.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  marks() {
    const { board, hand: held } = this;
    board.unmark("star");
    board.unmark("tried");
    this.glow(held.selected);
    if (held.selected) board.mark("star", held.stars);
    const piece = held.preview.length ? this.piece(held.selected) : undefined;
    if (piece) this.tryOut(piece, held.preview);
    board.stage.querySelectorAll(".star")[this.star]?.classList.add("at");
    const tried = held.preview.length > 0;
    this.turner.toggleAttribute("disabled", held.turns < 2);
    this.placer.toggleAttribute("disabled", !tried);
    this.locker.toggleAttribute("disabled", !tried);
    this.off.toggleAttribute("disabled", !held.selected);
    this.row.classList.toggle("on", Boolean(held.selected));
  }

  /** Shows a piece where it is tried. @param {Piece} piece @param {Cell[]} cells */
  tryOut(piece, cells) {
    const el = makePiece({ ...piece, cells }, true);
    el.classList.add("mark", "tried", "ghosted");
    const { top, left } = box(cells);
    setVars(el, { x: left, y: top });
    this.board.stage.append(el);
  }

  /** Rings one piece, wherever it lies. @param {string} id */
  glow(id) {
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.field.querySelectorAll("[data-id]")))
      el.classList.toggle("sel", el.dataset.id === id);
  }

  tell() {
    if (this.won) return this.tellLine(t("Victory"), t("Every square is covered."));
    const piece = this.hand.selected ? this.piece(this.hand.selected) : undefined;
    if (piece) return this.tellHand(piece);
    if (this.host.quiet && !this.history.at) return put(this.below);
    const { dead } = this.body;
    const none = h("b.named.none", { id: "selected" }, t("None"));
    const words = dead ? sentence(say(dead.message)) : say(this.family.words.task);
    return put(this.below, none, h("span", { class: dead ? "warn" : "dim" }, words));
  }

  /** @param {Piece} piece */
  tellHand(piece) {
    const { stars, preview } = this.hand;
    const n = stars.length;
    const none = t("Take another piece off first, or turn it.");
    const free = n ? t("✱ is its lower left.") : none;
    const rest = preview.length ? t("Ctrl puts it down for now, Enter locks it.") : free;
    const places = n ? plural(n, "{n} place for it.", "{n} places for it.") : t("No place for it now.");
    put(
      this.below,
      h("b", { ...coat(piece, "pc chip long named"), id: "selected" }, piece.id),
      h("span", h("b", places), " ", h("span.dim", rest)),
    );
  }

  // -- hints

  /** @param {number | null} [seconds] */
  async hint(seconds) {
    if (this.hand.selected) await this.act("clear");
    await super.hint(seconds);
    const at = this.hints.known.get(this.now.id);
    if (this.hints.step && at) this.glow(at.found.moves[at.i].piece);
  }

  /** @param {Solution} found @param {number} j @returns {Aim} */
  aim(found, j) {
    const move = found.moves[j];
    const piece = /** @type {Piece} */ (this.piece(move.piece));
    const { now } = found.steps[j];
    const to = (now.find((p) => p.id === move.piece) ?? now[0]).cells;
    return {
      ids: [piece.id],
      name: called(piece, this.family),
      chip: piece,
      to,
      side: "",
      words: say(found.words[j]),
    };
  }

  /** @returns {Filled} */
  filled() {
    const stuck = this.body?.dead && !this.idle && this.justLocked;
    return stuck
      ? { label: t("Start again"), icon: "again", act: () => void this.restart() }
      : super.filled();
  }
}
