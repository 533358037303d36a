// The table of pieces that are taken in hand and slid: along a lane, round corners, or from place to place.

/** @import { Cell, Family, Piece, TableHost } from "../types" */

import { far, same, shifted } from "../board/geometry.js";
import { onSide } from "../board/lane.js";
import { called } from "../state/families.js";
import { capital, plural, t } from "../ui/i18n.js";
import { Table } from "./game.js";
import { done } from "./keys.js";

export class SlideTable extends Table {
  handed = true;

  marks() {
    super.marks();
    const { board, picked } = this;
    board.unmark("spot");
    board.ring("pick", picked ? [picked] : []);
    if (picked) board.mark("spot", this.spots(picked));
  }

  /** The free cells that the piece could come to cover. @param {string} id */
  spots(id) {
    const taken = new Set(this.scene.pieces.flatMap((p) => p.cells.map(String)));
    const cells = this.piece(id)?.cells ?? [];
    const found = this.destinations(id).flatMap(({ to }) => shifted(cells, to));
    return [...new Map(found.map((cell) => [String(cell), cell])).entries()]
      .filter(([name]) => !taken.has(name))
      .map(([, cell]) => cell);
  }

  tell() {
    const piece = this.picked && !this.won && !this.body.dead ? this.piece(this.picked) : undefined;
    if (!piece) return super.tell();
    const n = this.destinations(piece.id).length;
    const name = capital(called(piece, this.family));
    const can = plural(n, "{name} can go to {n} place.", "{name} can go to {n} places.", { name });
    return this.tellLine(n ? can : t("{name} cannot move now.", { name }), "", { piece });
  }

  /** A picked piece goes where the board is touched. @param {Cell | null} cell @param {string | null} id */
  tap(cell, id) {
    const piece = this.picked ? this.piece(this.picked) : undefined;
    if (id || !cell || !piece) return undefined;
    const reach = this.destinations(piece.id).filter(({ to }) =>
      shifted(piece.cells, to).some((c) => same(c, cell)),
    );
    reach.sort((a, b) => far(a.to, piece.cells[0]) - far(b.to, piece.cells[0]));
    return reach.length ? this.go(piece.id, reach[0]) : this.pick(null);
  }

  /** @param {Cell} step */
  arrow(step) {
    const id = this.focused() ?? this.picked;
    if (this.idle || !id) return false;
    if (this.picked !== id) this.pick(id);
    return done(
      this.queue(async () => {
        const from = this.piece(id)?.cells[0];
        const to = from && onSide(from, this.destinations(id), step);
        if (to) await this.move(id, to);
      }),
    );
  }
}
