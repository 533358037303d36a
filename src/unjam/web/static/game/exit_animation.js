// The win of a piece that has to get out: it drives on through the gap and leaves a trail.

/** @import { Board } from "../board/board.js" */

import { box } from "../board/geometry.js";
import { h, setVars } from "../ui/dom.js";

/** @param {Board} board @param {() => boolean} still is it still won when the next picture is drawn? */
export function driveOut(board, still) {
  const { exit, pieces } = board.scene ?? { exit: null, pieces: [] };
  const target = pieces.find((p) => p.kind === "target");
  const el = target && board.pieces.get(target.id);
  if (!exit || !target || !el) return;
  const { top: y, left: x, w, h: high } = box(target.cells);
  const on = ["right", "down"].includes(exit.side) ? 1 : -1;
  const lying = ["left", "right"].includes(exit.side);
  const back = on > 0 ? -2 : (lying ? w : high) - 1;
  requestAnimationFrame(() => {
    if (!still()) return;
    el.classList.add("gone");
    setVars(el, lying ? { x: x + on * (w + 0.6) } : { y: y + on * (high + 0.6) });
  });
  const vars = { x: lying ? x + back : x, y: lying ? y : y + back, w: 3 };
  board.stage.append(h(lying ? "i.mark.trail" : "i.mark.trail.v", { vars }));
}
