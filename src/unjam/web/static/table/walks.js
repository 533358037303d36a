// The table of one piece that walks and pushes the others.

/** @import { Aim, Cell, Side, Solution } from "../types" */

import { walk } from "../api.js";
import { same, sideOf } from "../board/shapes.js";
import { say, t } from "../words.js";
import { done } from "./keys.js";
import { Table } from "./table.js";

export class WalkTable extends Table {
  /** Who walks. */
  get walker() {
    return this.body?.scene.pieces.find((p) => p.kind === "player")?.id ?? "player";
  }

  /** @param {string} id */
  steps(id) {
    return id === this.walker;
  }

  /** Walks to a cell, by one step or by a free path. @param {Cell | null} cell */
  tap(cell) {
    const { walker } = this;
    if (!cell || same(this.board.first(walker), cell)) return undefined;
    const beside = this.destinations(walker).find(({ to }) => same(to, cell));
    if (beside) return this.go(walker, beside);
    return this.queue(async () => {
      try {
        this.played(await walk(this.now.id, walker, cell), this.history.at, walker);
      } catch {
        this.tellLine(t("No free path there."), t("Push by walking into a box."));
      }
    });
  }

  /** @param {Cell} step */
  arrow(step) {
    if (this.idle) return false;
    return done(
      this.queue(async () => {
        const { walker } = this;
        const [r, c] = this.board.first(walker);
        const to = this.destinations(walker).find((d) => same(d.to, [r + step[0], c + step[1]]));
        if (to) await this.move(walker, to);
      }),
    );
  }

  /**
   * A hint points at the box to push, not at who pushes it.
   * @param {Solution} found @param {number} j @returns {Aim}
   */
  aim(found, j) {
    const { to: from } = found.moves[j];
    const box = this.scene.pieces.find((p) => p.kind === "box" && same(p.cells[0], from));
    const to = found.steps[j].now.find((p) => p.kind === "box")?.cells ?? [from];
    const side = sideOf(from, to[0]);
    if (!box)
      return { ids: [this.walker], name: t("the player"), chip: null, to, side, words: say(found.words[j]) };
    const name = t("the box in row {r}, column {c}", { r: from[0] + 1, c: from[1] + 1 });
    return { ids: [box.id], name, chip: null, to, side, words: push(side) };
  }
}

/** @param {Side} side */
function push(side) {
  if (side === "left") return t("Push it left");
  if (side === "right") return t("Push it right");
  return side === "up" ? t("Push it up") : t("Push it down");
}
