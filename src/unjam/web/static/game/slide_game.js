// SlideGame, in which pieces are selected and slid: marks the cells they could cover, says how many places
// they can go to, taps and arrow keys.

/** @import { Cell, Family, Piece, GameHost } from "../types" */

import { distance, isSame, shiftTo, sideOf } from "../board/geometry.js";
import { destinationTowards } from "../board/lane.js";
import { pieceName } from "../state/families.js";
import { capitalize, plural, t } from "../ui/i18n.js";
import { shownDeadEnd } from "./dead_ends.js";
import { Game } from "./game.js";
import { handled } from "./keys.js";

export class SlideGame extends Game {
  selectsFirst = true;

  updateMarks() {
    super.updateMarks();
    const { board, selectedId } = this;
    board.unmark("spot");
    board.setClass("pick", selectedId ? [selectedId] : []);
    if (selectedId) board.mark("spot", this.spots(selectedId));
  }

  /** The free cells that the piece could cover. @param {string} id */
  spots(id) {
    const taken = new Set(this.scene.pieces.flatMap((p) => p.cells.map(String)));
    const cells = this.piece(id)?.cells ?? [];
    const covered = this.destinations(id).flatMap(({ to }) => shiftTo(cells, to));
    return [...new Map(covered.map((cell) => [String(cell), cell])).entries()]
      .filter(([name]) => !taken.has(name))
      .map(([, cell]) => cell);
  }

  updateStatus() {
    const piece =
      this.selectedId && !this.won && !shownDeadEnd(this) ? this.piece(this.selectedId) : undefined;
    if (!piece) return super.updateStatus();
    const n = this.destinations(piece.id).length;
    const name = capitalize(pieceName(piece, this.family));
    const can = plural(n, "{name} can go to {n} place.", "{name} can go to {n} places.", { name });
    return this.setStatus(n ? can : t("{name} cannot move now.", { name }), "", { piece });
  }

  /** The selected piece moves to the pressed cell. @param {Cell | null} cell @param {string | null} id */
  tap(cell, id) {
    const piece = this.selectedId ? this.piece(this.selectedId) : undefined;
    if (id || !cell || !piece) return undefined;
    const reach = this.destinations(piece.id).filter(({ to }) =>
      shiftTo(piece.cells, to).some((c) => isSame(c, cell)),
    );
    reach.sort((a, b) => distance(a.to, piece.cells[0]) - distance(b.to, piece.cells[0]));
    return reach.length ? this.queueMove(piece.id, reach[0]) : this.select(null);
  }

  /** @param {Cell} step */
  pressArrow(step) {
    const id = this.focusedPiece() ?? this.selectedId;
    if (this.isFrozen || !id) return false;
    if (this.selectedId !== id) this.select(id);
    return handled(
      this.queue(async () => {
        const from = this.piece(id)?.cells[0];
        const to = from && destinationTowards(from, this.destinations(id), step);
        if (to) await this.move(id, to);
        else if (from) this.host.onblocked?.(id, sideOf([0, 0], step));
      }),
    );
  }
}
