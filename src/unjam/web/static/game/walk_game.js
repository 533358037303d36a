// WalkGame, in which a player walks and pushes boxes: reachable cells and paths, the selected box, steps
// joined to a path, status line, hints such as “Push it up”.

/** @import { HintTarget, Cell, Piece, Played, Scene, Side, Solution, ReachableCell } from "../types" */

import { reachableCells, walk } from "../api.js";
import { isSame, sideOf } from "../board/geometry.js";
import { rowAndColumn } from "../board/screen_reader_text.js";
import { messageText, plural, t } from "../ui/i18n.js";
import { animateWalk } from "./animations.js";
import { shownDeadEnd } from "./dead_ends.js";
import { Game } from "./game.js";
import { handled } from "./keys.js";
import { waitForServer } from "./lost_server.js";
import { ScreenReaderTable } from "./screen_reader_table.js";
import { attachWalkPointer } from "./walk_pointer.js";

export class WalkGame extends Game {
  /** The board for screen readers. */
  table = new ScreenReaderTable();
  /** Index of the history entry at which the current path started. */
  pathStart = /** @type {number | undefined} */ (undefined);
  /** The reachable cells of each piece from the current position. */
  reachableCache = { id: "", cells: /** @type {Map<string, Promise<ReachableCell[]>>} */ (new Map()) };
  /** The cell that the pointer is on. */
  pointedCell = "";

  /** The id of the player. */
  get walker() {
    return this.position?.scene.pieces.find((p) => p.kind === "player")?.id ?? "player";
  }

  listen() {
    attachWalkPointer(this);
  }

  extraRow() {
    return this.table.el;
  }

  /** @param {Cell} cell */
  boxAt(cell) {
    return this.scene.pieces.find((p) => p.id !== this.walker && isSame(p.cells[0], cell));
  }

  // -- moving

  /**
   * The cells that a piece can reach while the others stay.
   * @param {string} piece @returns {Promise<ReachableCell[]>}
   */
  reachable(piece) {
    const { id } = this.entry;
    if (this.reachableCache.id !== id) this.reachableCache = { id, cells: new Map() };
    const result = this.reachableCache.cells.get(piece) ?? reachableCells(id, piece).catch(() => []);
    this.reachableCache.cells.set(piece, result);
    return result;
  }

  /** Shows dots on the path of the selected box, else of the player. @param {Cell | null} cell */
  async point(cell) {
    const name = cell && !this.isFrozen ? String(cell) : "";
    if (name === this.pointedCell) return;
    this.pointedCell = name;
    this.board.unmark("dot");
    if (!cell || !name) return;
    const { id } = this.entry;
    const targets = await this.reachable(this.selectedId ?? this.walker);
    if (this.pointedCell !== name || this.entry.id !== id) return;
    this.board.unmark("dot");
    this.board.mark("dot", pathTo(targets, cell));
  }

  /** Walks to a cell; a box that is not adjacent is selected. @param {Cell | null} cell */
  tap(cell) {
    const { walker, selectedId } = this;
    if (!cell || this.isFrozen || isSame(this.board.firstCell(walker), cell)) return this.select(null);
    const box = this.boxAt(cell);
    if (selectedId && !box) return this.moveTo(selectedId, cell);
    const beside = this.destinations(walker).find(({ to }) => isSame(to, cell));
    if (selectedId) return this.select(box?.id === selectedId ? null : (box?.id ?? null));
    if (beside) return this.queueMove(walker, beside);
    return box ? this.select(box.id) : this.moveTo(walker, cell);
  }

  /** Walks or pushes a box to a cell. @param {string} piece @param {Cell} cell */
  moveTo(piece, cell) {
    return this.queue(async () => {
      if (this.isFrozen) return;
      const isPush = piece !== this.walker;
      this.selectedId = null;
      try {
        const answer = await walk(this.entry.id, piece, cell);
        await this.asPath(this.history.at, () => this.showPlayed(answer, this.history.at, piece));
      } catch {
        this.updateMarks();
        if (waitForServer(this)) return;
        if (isPush) this.setStatus(t("That box cannot be pushed there while the others stay in place."));
        else this.setStatus(t("No free path there."), t("Push by walking into a box."));
      }
    });
  }

  /**
   * Takes one step; false if it is not possible.
   * @param {Cell} step @param {number} [pathStart] if it is part of a path: the entry before that
   */
  step(step, pathStart) {
    return this.queue(async () => {
      const { walker } = this;
      const [r, c] = this.board.firstCell(walker);
      const to = this.destinations(walker).find((d) => isSame(d.to, [r + step[0], c + step[1]]));
      if (!to || this.isFrozen) return false;
      this.selectedId = null;
      await this.asPath(pathStart, () => this.move(walker, to));
      return !this.won;
    });
  }

  /**
   * Runs an action as part of a path.
   * @param {number | undefined} pathStart @param {() => Promise<void>} act
   */
  async asPath(pathStart, act) {
    this.pathStart = pathStart;
    await act().finally(() => {
      this.pathStart = undefined;
    });
  }

  /** @param {Cell} step */
  pressArrow(step) {
    if (this.isFrozen) return false;
    const explain = (/** @type {boolean} */ hasMoved) =>
      hasMoved || this.isFrozen || this.host.onblocked?.(this.walker, sideOf([0, 0], step));
    return handled(this.step(step).then(explain));
  }

  /** @param {Played} answer @param {number} at @param {string} piece */
  async showPlayed(answer, at, piece) {
    const { history, board } = this;
    history.addPlayed(at, answer, piece);
    const way = this.pathStart ?? (answer.ids.length > 1 ? at : undefined);
    for (const entry of history.entries.slice(at + 1)) entry.way = way;
    this.save();
    board.setClass("pick", []);
    board.unmark();
    this.pointedCell = "";
    if (answer.trail) await animateWalk(board, answer.trail);
    this.show();
  }

  // -- showing

  show() {
    const { scene, board, walker } = this;
    const [r, c] = this.scene.pieces.find((p) => p.id === walker)?.cells[0] ?? [0, 0];
    const [y, x] = board.firstCell(walker);
    this.pointedCell = "";
    board.unmark("dot");
    // No animation through walls: an undone walk jumps.
    board.el.classList.toggle("jump", Math.abs(r - y) + Math.abs(c - x) > 1);
    super.show();
    this.table.show(scene);
    requestAnimationFrame(() => board.el.classList.remove("jump"));
  }

  updateMarks() {
    super.updateMarks();
    const { board, selectedId } = this;
    const { id } = this.entry;
    board.unmark("spot");
    board.setClass("pick", selectedId ? [selectedId] : []);
    if (selectedId)
      this.reachable(selectedId).then((targets) => {
        if (this.selectedId !== selectedId || this.entry.id !== id) return;
        board.unmark("spot");
        board.mark("spot", cellsOf(targets, board.firstCell(selectedId)));
        this.updateStatus();
      });
  }

  updateStatus() {
    const piece =
      this.selectedId && !this.won && !shownDeadEnd(this) ? this.piece(this.selectedId) : undefined;
    if (!piece) return super.updateStatus();
    const { selectedId } = this;
    return void this.reachable(piece.id).then((targets) => {
      if (this.selectedId === selectedId) this.showReach(piece, cellsOf(targets, piece.cells[0]).length);
    });
  }

  /** @param {Piece} piece @param {number} n the number of cells it can be pushed to */
  showReach(piece, n) {
    const values = rowAndColumn(this.scene, piece.cells[0]);
    if (!n) return this.setStatus(t("The box in row {row}, column {column} cannot be pushed now.", values));
    const can = plural(
      n,
      "The box in row {row}, column {column} can be pushed to {n} square.",
      "The box in row {row}, column {column} can be pushed to {n} squares.",
      values,
    );
    return this.setStatus(can, t("Choose one."));
  }

  /**
   * A hint points at the box, not at the player.
   * @param {Solution} solution @param {number} j @returns {HintTarget}
   */
  hintTarget(solution, j) {
    const { to: from } = solution.moves[j];
    const box = this.boxAt(from);
    const to = solution.steps[j].now.find((p) => p.kind === "box")?.cells ?? [from];
    const side = sideOf(from, to[0]);
    if (!box)
      return {
        ids: [this.walker],
        name: t("the player"),
        chip: null,
        to,
        side,
        words: messageText(solution.words[j]),
      };
    const name = t("the box in row {row}, column {column}", rowAndColumn(this.scene, from));
    return { ids: [box.id], name, chip: null, to, side, words: pushText(side) };
  }
}

/** The path to a cell. @param {ReachableCell[]} targets @param {Cell} cell @returns {Cell[]} */
function pathTo(targets, cell) {
  const path = [];
  let at = targets.findIndex(([r, c]) => isSame([r, c], cell));
  for (; at >= 0; at = targets[at][2]) path.push([targets[at][0], targets[at][1]]);
  return path.reverse();
}

/** The distinct cells, without the current one. @param {ReachableCell[]} targets @param {Cell} here */
const cellsOf = (targets, here) => {
  const result = new Map(targets.map(([r, c]) => [`${r},${c}`, /** @type {Cell} */ ([r, c])]));
  result.delete(String(here));
  return [...result.values()];
};

/** @param {Side} side */
function pushText(side) {
  if (side === "left") return t("Push it left");
  if (side === "right") return t("Push it right");
  return side === "up" ? t("Push it up") : t("Push it down");
}
