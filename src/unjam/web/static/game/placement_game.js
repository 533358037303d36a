// PlacementGame, in which pieces are placed: selected, turned, previewed, put down or locked; its buttons,
// asterisks, status line, win and hints.

/**
 * @import { Cell, Family, GameHost, Hand, HintTarget, Msg, Piece, Played, Position } from "../types"
 * @import { Solution } from "../types"
 */

import { handAct } from "../api.js";
import { outlineEdge } from "../board/board.js";
import { boundingBox, isRect, isSame } from "../board/geometry.js";
import { makePiece, paintProps } from "../board/piece.js";
import { pieceName } from "../state/families.js";
import { button } from "../ui/controls.js";
import { focusedElement, h, icon, isTouchOnly, setChildren, setVars } from "../ui/dom.js";
import { asSentence, messageText, plural, t } from "../ui/i18n.js";
import { markDeadEnd, shownDeadEnd } from "./dead_ends.js";
import { Game } from "./game.js";
import { reportError } from "./lost_server.js";
import { handlePlacementKey } from "./placement_keys.js";
import { attachTrayPointer } from "./placement_pointer.js";
import { Trays } from "./placement_trays.js";

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

export class PlacementGame extends Game {
  hand = EMPTY;
  /** The index of the asterisk chosen with the arrow keys. */
  starIndex = -1;
  /** The last digit typed, and its time. */
  lastDigit = { digit: "", time: 0 };

  /** @param {Family} family @param {GameHost} host */
  constructor(family, host) {
    super(family, host);
    this.trays = new Trays(family);
    this.field = h("div.field", this.trays.left, this.board.el, this.trays.right);
    this.placeButton = this.actionButton(
      t("Place"),
      "put",
      "Ctrl",
      "place",
      "put-down",
      t("Place without locking (Ctrl)"),
    );
    this.lockButton = this.actionButton(
      t("Lock"),
      "lock",
      t("Enter"),
      "lock",
      "lock",
      t("Lock for good (Enter)"),
    );
    this.turnButton = this.actionButton(t("Turn"), "turn", "T", "turn", "turn", t("Turn the piece (T)"));
    const releaseTitle = t("Take off the board, or let go (Esc)");
    this.releaseButton = this.actionButton(t("Let go"), "close", t("Esc"), "escape", "let-go", releaseTitle);
    const label = t("The piece in hand");
    this.buttonRow = h(
      "div.hand-buttons",
      { role: "group", "aria-label": label },
      this.placeButton,
      this.lockButton,
      this.turnButton,
      this.releaseButton,
    );
    this.victoryBanner = h("div.victory", { role: "alert" }, h("b", t("Victory")));
  }

  /**
   * A button that does the same as a key.
   * @param {string} label @param {string} iconName @param {string} key
   * @param {string} act @param {string} id @param {string} title
   */
  actionButton(label, iconName, key, act, id, title) {
    const onclick = () => this.act(act);
    return h(
      "button.btn",
      { id, title, onclick },
      icon(iconName),
      h("span", label),
      !isTouchOnly() && h("kbd.desk", key),
    );
  }

  get boardElement() {
    return this.field;
  }

  extraRow() {
    return this.buttonRow;
  }

  listen() {
    attachTrayPointer(this);
  }

  counts() {
    const { scene } = this;
    const all = scene.floor.join("").replace(/[ #]/g, "").length;
    const done = scene.pieces.reduce((n, p) => n + p.cells.length, 0);
    const label = h("span.dim.small", t("of {all} squares", { all }), h("br"), t("covered"));
    return [h("span", h("span.count.num", done), label)];
  }

  /** A game is won when the board is full and every piece is locked. */
  get won() {
    return super.won && this.scene.pieces.every((piece) => piece.state === "locked");
  }

  /** Is the board full, but not every piece locked? */
  get isFull() {
    return Boolean(this.position?.solved) && !this.won;
  }

  /** @param {() => number} index */
  goTo(index) {
    this.hand = EMPTY;
    this.selectedId = null;
    return super.goTo(index);
  }

  /** @param {string} id @param {Position} [preloaded] */
  async open(id, preloaded) {
    this.trays.clear();
    this.hand = EMPTY;
    await super.open(id, preloaded);
  }

  // -- actions

  /**
   * Sends one action of the player; the server returns the new board and hand.
   * @param {string} act @param {{piece?: string, cell?: Cell}} [more]
   */
  act(act, more = {}) {
    return this.queue(async () => {
      if (this.isFrozen) return;
      const { selected, turn, corner } = this.hand;
      const preview = corner ? { preview: corner } : {};
      const request = { act, selected, turn, ...preview, ...more };
      const answer = await handAct(this.entry.id, request).catch((error) => reportError(this, error));
      if (!answer) return;
      const { position, message, ...hand } = answer;
      this.hand = hand;
      if (act !== "preview") this.starIndex = -1;
      if (position.id === this.entry.id) this.refreshHand();
      else this.addPosition(position);
      if (message) this.setStatus(asSentence(messageText(message)));
    });
  }

  /** Adds the new position to the history. @param {Position} position */
  addPosition(position) {
    const more = position.scene.pieces.length - this.scene.pieces.length;
    this.history.add(this.history.at, { id: position.id, position, costs: { [this.metric]: more } });
    this.show();
    this.save();
  }

  /**
   * A move of a hint costs the same as a manual one: the number of pieces added to the board.
   * @param {Played} answer @param {number} at @param {string} piece
   */
  showPlayed(answer, at, piece) {
    const before = /** @type {Position} */ (this.history.entries[at].position);
    const more = answer.position.scene.pieces.length - before.scene.pieces.length;
    return super.showPlayed({ ...answer, costs: [{ [this.metric]: more }] }, at, piece);
  }

  /** Updates the page when only the hand has changed. */
  refreshHand() {
    this.hints.clear();
    this.updateMarks();
    this.updateStatus();
    this.notifyHost();
  }

  /** @param {string | null} id */
  select(id) {
    return void (id ? this.act("select", { piece: id }) : this.act("escape"));
  }

  /** @param {Cell | null} cell @param {string | null} id */
  tapAt(cell, id) {
    const star = cell ? this.hand.stars.findIndex((s) => isSame(s, cell)) : -1;
    if (cell && star >= 0) {
      this.starIndex = star;
      return this.act("preview", { cell });
    }
    return id && id !== this.hand.selected ? this.act("select", { piece: id }) : undefined;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return handlePlacementKey(this, event) ?? super.key(event);
  }

  // -- showing

  /** @param {string} id @returns {Piece | undefined} */
  piece(id) {
    return this.allPieces.find((p) => p.id === id);
  }

  show() {
    const focusedId = focusedElement()?.dataset?.id;
    const start = /** @type {Position} */ (this.history.entries[0].position);
    this.trays.show(start.scene, this.scene, this.field.closest(".play"));
    super.show();
    // The piece moved on or off the board.
    if (focusedId && !focusedElement()?.matches("[data-id]")) this.pieceElement(focusedId)?.focus();
    const { board, won } = this;
    board.el.classList.toggle("won", won);
    if (won) board.well.append(this.victoryBanner);
    else this.victoryBanner.remove();
    this.turnButton.hidden = !this.allPieces.some((piece) => (piece.turns ?? 1) > 1);
    this.buttonRow.classList.toggle("with-turn", !this.turnButton.hidden);
  }

  get allPieces() {
    return [...this.scene.pieces, ...this.scene.waiting];
  }

  /** @param {string} id @returns {HTMLElement | null} */
  pieceElement(id) {
    return this.field.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  updateMarks() {
    const { board, hand, trays } = this;
    board.unmark("star");
    board.unmark("tried");
    markDeadEnd(this);
    const isPreviewed = hand.preview.length > 0;
    trays.showTurned(hand.selected, hand.form);
    this.outlinePiece(isPreviewed ? "" : hand.selected);
    for (const el of this.field.querySelectorAll(".away")) el.classList.remove("away");
    if (hand.selected) {
      board.mark("star", hand.stars);
      if (isPreviewed) this.showPreview(/** @type {Piece} */ (this.piece(hand.selected)), hand.preview);
    }
    trays.mark(hand.selected);
    this.markStars();
    this.turnButton.toggleAttribute("disabled", hand.turns < 2);
    this.placeButton.toggleAttribute("disabled", !isPreviewed);
    this.lockButton.toggleAttribute("disabled", !isPreviewed);
    this.releaseButton.toggleAttribute("disabled", !hand.selected);
    this.buttonRow.classList.toggle("on", Boolean(hand.selected));
  }

  /**
   * The asterisk of the preview is larger, those below the piece are paler, and the one chosen with the arrow
   * keys is framed.
   */
  markStars() {
    const { stars, preview, corner } = this.hand;
    const under = new Set(preview.map(String));
    this.board.stage.querySelectorAll(".star").forEach((el, i) => {
      const isCorner = Boolean(corner && isSame(stars[i], corner));
      el.classList.toggle("previewed", isCorner);
      el.classList.toggle("covered", !isCorner && under.has(String(stars[i])));
      el.classList.toggle("at", i === this.starIndex && !isCorner);
    });
  }

  /** Shows the preview of a piece and hides the piece itself. @param {Piece} piece @param {Cell[]} cells */
  showPreview(piece, cells) {
    const el = makePiece({ ...piece, cells }, true);
    el.classList.add("mark", "tried");
    if (!isRect(cells)) el.append(outlineEdge(cells));
    const { top, left } = boundingBox(cells);
    setVars(el, { x: left, y: top });
    this.board.stage.append(el);
    this.pieceElement(piece.id)?.classList.add("away");
  }

  /** Outlines one piece, on the board or in a tray. @param {string} id */
  outlinePiece(id) {
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.field.querySelectorAll("[data-id]")))
      el.classList.toggle("sel", el.dataset.id === id);
  }

  updateStatus() {
    const n = this.scene.pieces.length;
    if (this.won)
      return this.setHandStatus(
        plural(
          n,
          "It is locked. Undo and Start again still work.",
          "All {n} are locked. Undo and Start again still work.",
        ),
      );
    const piece = this.hand.selected ? this.piece(this.hand.selected) : undefined;
    if (piece) return this.setHandStatus(this.placesText(), piece);
    if (this.isFull) return this.showFull();
    const dead = shownDeadEnd(this);
    if (this.host.quiet && !dead) return setChildren(this.below);
    return this.setHandStatus(
      dead ? asSentence(messageText(dead.message)) : messageText(this.family.words.task),
      null,
      dead,
    );
  }

  placesText() {
    const n = this.hand.stars.length;
    return n
      ? plural(
          n,
          "{n} possible place; ✱ marks its lower left cell.",
          "{n} possible places; each ✱ marks the lower left cell of one.",
        )
      : t("There is no room for this piece. Turn it, or take another piece off first.");
  }

  /**
   * Shows the selected piece and a text in the status line.
   * @param {string} rest @param {Piece | null} [piece] @param {unknown} [warn] is it a warning?
   */
  setHandStatus(rest, piece = null, warn = null) {
    const name = piece
      ? h("b", { ...paintProps(piece, "hue selected-name"), id: "selected" }, this.hand.caption)
      : h("b.selected-name.none", { id: "selected" }, t("None"));
    const [before, after] = t("The selected piece is: {piece}", { piece: "\n" }).split("\n");
    setChildren(
      this.below,
      h("span.selection", before, name, after),
      h(warn ? "span.small.warn" : "span.small.dim.desk", rest),
    );
  }

  showFull() {
    const n = this.scene.pieces.filter((piece) => piece.state !== "locked").length;
    const all = button(t("Lock all"), { id: "lock-all", onclick: () => this.act("lock_all") }, "lock");
    setChildren(
      this.below,
      h(
        "span",
        h("b", isTouchOnly() ? t("Lock the pieces to win.") : t("Lock the pieces (Enter) to win.")),
        " ",
        h("span.dim.desk", plural(n, "{n} is placed but not locked.", "{n} are placed but not locked.")),
      ),
      all,
    );
  }

  // -- hints

  /** @param {number | null} [seconds] */
  async hint(seconds) {
    if (this.hand.selected) await this.act("clear");
    if (this.isFull) return this.showFull();
    await super.hint(seconds);
    const known = this.hints.solutions.get(this.entry.id);
    if (this.hints.step && known) this.outlinePiece(known.solution.moves[known.index].piece);
  }

  /** @param {Solution} solution @param {number} j @returns {HintTarget} */
  hintTarget(solution, j) {
    const move = solution.moves[j];
    const piece = /** @type {Piece} */ (this.piece(move.piece));
    const { now } = solution.steps[j];
    const msg = solution.words[j];
    const values = pieceValues(piece, msg);
    // When a piece is taken off, the hint points at the piece itself.
    const to = (now.find((p) => p.id === move.piece) ?? now[0] ?? piece).cells;
    return {
      ids: [piece.id],
      name: pieceName(piece, this.family),
      chip: piece,
      to,
      side: "",
      words: messageText(msg, values),
      values,
    };
  }
}

/**
 * The name of a piece with its number; the move's message has only the name.
 * @param {Piece} piece @param {Msg} words
 */
const pieceValues = ({ id, label }, { values: { piece } }) =>
  piece === id && label !== id ? { piece: `${id} (${label})` } : {};
