// The table of pieces that slide into the gap at a touch, those between going along.

/** @import { Cell } from "../types" */

import { same } from "../board/geometry.js";
import { Table } from "./game.js";
import { done } from "./keys.js";

export class GapTable extends Table {
  get lettered() {
    return false;
  }

  /** @param {Cell | null} _cell @param {string | null} id */
  tap(_cell, id) {
    const [to] = id ? this.destinations(id) : [];
    return id && to ? this.go(id, to) : undefined;
  }

  /** The piece beside the gap that can go in that direction. @param {Cell} step */
  arrow(step) {
    if (this.idle) return false;
    return done(
      this.queue(async () => {
        const to = this.body.destinations.find((d) => {
          const from = this.piece(d.piece)?.cells[0];
          return d.moves.length === 1 && from && same(d.to, [from[0] + step[0], from[1] + step[1]]);
        });
        if (to) await this.move(to.piece, to);
      }),
    );
  }
}
