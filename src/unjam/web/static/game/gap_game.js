// GapGame, in which a pressed piece slides into the gap, together with those in between, by tap or arrow key.

/** @import { Cell } from "../types" */

import { isSame, sideOf } from "../board/geometry.js";
import { Game } from "./game.js";
import { handled } from "./keys.js";

export class GapGame extends Game {
  /** @param {Cell | null} _cell @param {string | null} id */
  tap(_cell, id) {
    const [to] = id ? this.destinations(id) : [];
    return id && to ? this.queueMove(id, to) : undefined;
  }

  /** Moves the piece next to the gap in that direction. @param {Cell} step */
  pressArrow(step) {
    if (this.isFrozen) return false;
    return handled(
      this.queue(async () => {
        const to = this.position.destinations.find((d) => {
          const from = this.piece(d.piece)?.cells[0];
          return d.moves.length === 1 && from && isSame(d.to, [from[0] + step[0], from[1] + step[1]]);
        });
        if (to) await this.move(to.piece, to);
        else this.host.onblocked?.("", sideOf([0, 0], step));
      }),
    );
  }
}
