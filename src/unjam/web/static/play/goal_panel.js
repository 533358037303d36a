// The goal beside the board: the finished board in small, and where each piece has to go.

/** @import { Errand, Piece, Scene } from "../types" */
/** @import { Table } from "../game/game.js" */

import { chip } from "../board/piece.js";
import { mini } from "../board/thumbnail.js";
import { h, put } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";

/** @param {Table} table @param {HTMLElement} el */
export function showGoal(table, el) {
  const { goal } = table.body;
  if (goal?.each.length) put(el, errands(table.scene, goal.each));
  else if (el.hidden && table.scene.goal) put(el, finished(table, table.scene.goal));
  else return;
  el.hidden = false;
}

/** The finished board, where the goal cannot be seen. @param {Table} table @param {Scene} goal */
function finished({ family: { words } }, goal) {
  const covered = goal.pieces.some((p) => p.cells.some((cell) => String(cell) === "0,0"));
  const label = say((covered && words.goal_full) || words.goal) || t("The goal");
  return [h("div.gp", mini(goal, { numbers: true, label, fit: true })), h("p.small.dim", label)];
}

/**
 * Each piece that has to go somewhere, and the board once all are there.
 * @param {Scene} scene @param {Errand[]} each
 */
function errands(scene, each) {
  const pieces = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  const home = scene.homes.flatMap(({ piece, cells }) => {
    const found = pieces.get(piece);
    return found ? [{ ...found, cells }] : [];
  });
  const small = mini(
    { ...scene, pieces: home, homes: [] },
    { numbers: true, fit: true, label: t("The goal") },
  );
  small.style.width = `min(84px, ${scene.cols * 20 + 16}px)`;
  return h(
    "div.errands",
    h("h2.small.dim.desk", t("Goal")),
    h(
      "div",
      h("div.desk", small),
      h(
        "ul",
        each.map((one) => errand(one, pieces.get(one.piece))),
      ),
    ),
  );
}

/** @param {Errand} errand @param {Piece | undefined} piece */
const errand = ({ place, state }, piece) =>
  h("li", piece && chip(piece), h("span", h("b", say(place)), h("br"), h("small", say(state))));
