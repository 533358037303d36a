// The table of one piece that walks and pushes the others.

/** @import { Aim, Cell, Piece, Played, Scene, Side, Solution, Way } from "../types" */

import { walk, ways } from "../api.js";
import { same, sideOf } from "../board/geometry.js";
import { placeOf } from "../board/screen_reader_text.js";
import { plural, say, t } from "../ui/i18n.js";
import { Table } from "./game.js";
import { done } from "./keys.js";
import { Rows } from "./screen_reader_table.js";
import { stroll } from "./walk_animation.js";
import { touching } from "./walk_pointer.js";

export class WalkTable extends Table {
  /** The board in words, square by square. */
  rows = new Rows();
  /** The entry of the history at which the path that is played now began. */
  way = /** @type {number | undefined} */ (undefined);
  /** Where pieces can come to from here. */
  asked = { id: "", found: /** @type {Map<string, Promise<Way[]>>} */ (new Map()) };
  /** Where the finger or the mouse points. */
  pointed = "";

  /** Who walks. */
  get walker() {
    return this.body?.scene.pieces.find((p) => p.kind === "player")?.id ?? "player";
  }

  touch() {
    touching(this);
  }

  extra() {
    return this.rows.el;
  }

  /** @param {Cell} cell */
  boxAt(cell) {
    return this.scene.pieces.find((p) => p.id !== this.walker && same(p.cells[0], cell));
  }

  // -- where to

  /**
   * The cells that a piece can come to while the others stay.
   * @param {string} piece @returns {Promise<Way[]>}
   */
  ways(piece) {
    const { id } = this.now;
    if (this.asked.id !== id) this.asked = { id, found: new Map() };
    const found = this.asked.found.get(piece) ?? ways(id, piece).catch(() => []);
    this.asked.found.set(piece, found);
    return found;
  }

  /** Dots on the way of the piece in hand, or else of who walks. @param {Cell | null} cell */
  async point(cell) {
    const name = cell && !this.idle ? String(cell) : "";
    if (name === this.pointed) return;
    this.pointed = name;
    this.board.unmark("dot");
    if (!cell || !name) return;
    const { id } = this.now;
    const places = await this.ways(this.picked ?? this.walker);
    if (this.pointed !== name || this.now.id !== id) return;
    this.board.unmark("dot");
    this.board.mark("dot", pathTo(places, cell));
  }

  /** Goes to a cell, by one step or by a free path; a far box is taken in hand. @param {Cell | null} cell */
  tap(cell) {
    const { walker, picked } = this;
    if (!cell || this.idle || same(this.board.first(walker), cell)) return this.pick(null);
    const box = this.boxAt(cell);
    if (picked && !box) return this.send(picked, cell);
    const beside = this.destinations(walker).find(({ to }) => same(to, cell));
    if (picked) return this.pick(box?.id === picked ? null : (box?.id ?? null));
    if (beside) return this.go(walker, beside);
    return box ? this.pick(box.id) : this.send(walker, cell);
  }

  /** Walks, or pushes a box, to a cell. @param {string} piece @param {Cell} cell */
  send(piece, cell) {
    return this.queue(async () => {
      if (this.idle) return;
      const pushed = piece !== this.walker;
      this.picked = null;
      try {
        const answer = await walk(this.now.id, piece, cell);
        await this.along(this.history.at, () => this.played(answer, this.history.at, piece));
      } catch {
        this.marks();
        if (pushed) this.tellLine(t("That box cannot get there by itself."), t("The others stay in place."));
        else this.tellLine(t("No free path there."), t("Push by walking into a box."));
      }
    });
  }

  /**
   * One step; false when it cannot be taken.
   * @param {Cell} step @param {number} [way] the entry at which the path began that it is a part of
   */
  stride(step, way) {
    return this.queue(async () => {
      const { walker } = this;
      const [r, c] = this.board.first(walker);
      const to = this.destinations(walker).find((d) => same(d.to, [r + step[0], c + step[1]]));
      if (!to || this.idle) return false;
      this.picked = null;
      await this.along(way, () => this.move(walker, to));
      return !this.won;
    });
  }

  /**
   * Does something that is part of one path.
   * @param {number | undefined} way @param {() => Promise<void>} act
   */
  async along(way, act) {
    this.way = way;
    await act().finally(() => {
      this.way = undefined;
    });
  }

  /** @param {Cell} step */
  arrow(step) {
    return !this.idle && done(this.stride(step));
  }

  /** @param {Played} answer @param {number} at @param {string} piece */
  async played(answer, at, piece) {
    const { history, board } = this;
    history.addPlayed(at, answer, piece);
    const way = this.way ?? (answer.ids.length > 1 ? at : undefined);
    for (const entry of history.entries.slice(at + 1)) entry.way = way;
    this.save();
    board.ring("pick", []);
    board.unmark();
    this.pointed = "";
    if (answer.trail) await stroll(board, answer.trail);
    this.show();
  }

  // -- showing

  show() {
    const { scene, board, walker } = this;
    const [r, c] = this.scene.pieces.find((p) => p.id === walker)?.cells[0] ?? [0, 0];
    const [y, x] = board.first(walker);
    this.pointed = "";
    board.unmark("dot");
    // Nobody walks through walls: what is taken back at once is there at once.
    board.el.classList.toggle("jump", Math.abs(r - y) + Math.abs(c - x) > 1);
    super.show();
    this.rows.show(scene);
    requestAnimationFrame(() => board.el.classList.remove("jump"));
  }

  marks() {
    super.marks();
    const { board, picked } = this;
    const { id } = this.now;
    board.unmark("spot");
    board.ring("pick", picked ? [picked] : []);
    if (picked)
      this.ways(picked).then((places) => {
        if (this.picked !== picked || this.now.id !== id) return;
        board.unmark("spot");
        board.mark("spot", cellsOf(places, board.first(picked)));
        this.tell();
      });
  }

  tell() {
    const piece = this.picked && !this.won && !this.body.dead ? this.piece(this.picked) : undefined;
    if (!piece) return super.tell();
    const { picked } = this;
    return void this.ways(piece.id).then((places) => {
      if (this.picked === picked) this.tellHand(piece, cellsOf(places, piece.cells[0]).length);
    });
  }

  /** @param {Piece} piece @param {number} n how many squares it can be pushed to */
  tellHand(piece, n) {
    const values = placeOf(this.scene, piece.cells[0]);
    if (!n)
      return this.tellLine(
        t("The box in row {row}, column {column} cannot be pushed by itself now.", values),
      );
    const can = plural(
      n,
      "The box in row {row}, column {column} can be pushed to {n} square.",
      "The box in row {row}, column {column} can be pushed to {n} squares.",
      values,
    );
    return this.tellLine(can, t("Choose one."));
  }

  /**
   * A hint points at the box to push, not at who pushes it.
   * @param {Solution} found @param {number} j @returns {Aim}
   */
  aim(found, j) {
    const { to: from } = found.moves[j];
    const box = this.boxAt(from);
    const to = found.steps[j].now.find((p) => p.kind === "box")?.cells ?? [from];
    const side = sideOf(from, to[0]);
    if (!box)
      return { ids: [this.walker], name: t("the player"), chip: null, to, side, words: say(found.words[j]) };
    const name = t("the box in row {row}, column {column}", placeOf(this.scene, from));
    return { ids: [box.id], name, chip: null, to, side, words: push(side) };
  }
}

/** The cells on the way to a cell. @param {Way[]} places @param {Cell} cell @returns {Cell[]} */
function pathTo(places, cell) {
  const path = [];
  let at = places.findIndex(([r, c]) => same([r, c], cell));
  for (; at >= 0; at = places[at][2]) path.push([places[at][0], places[at][1]]);
  return path.reverse();
}

/** The cells themselves, each once, but not where the piece is. @param {Way[]} places @param {Cell} here */
const cellsOf = (places, here) => {
  const found = new Map(places.map(([r, c]) => [`${r},${c}`, /** @type {Cell} */ ([r, c])]));
  found.delete(String(here));
  return [...found.values()];
};

/** @param {Side} side */
function push(side) {
  if (side === "left") return t("Push it left");
  if (side === "right") return t("Push it right");
  return side === "up" ? t("Push it up") : t("Push it down");
}
