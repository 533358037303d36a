// The goal next to the board: a thumbnail of the finished board, and where each piece has to go.

/** @import { PieceGoal, Piece, Scene } from "../types" */
/** @import { Game } from "../game/game.js" */

import { chip } from "../board/piece.js";
import { thumbnail } from "../board/thumbnail.js";
import { h, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";

/** @param {Game} game @param {HTMLElement} el */
export function showGoal(game, el) {
  const { goal } = game.position;
  if (goal?.each.length) setChildren(el, pieceGoals(game.scene, goal.each));
  else if (el.hidden && game.scene.goal) setChildren(el, goalThumbnail(game, game.scene.goal));
  else return;
  el.hidden = false;
}

/** A thumbnail of the finished board. @param {Game} table @param {Scene} goal */
function goalThumbnail({ family: { words } }, goal) {
  const covered = goal.pieces.some((p) => p.cells.some((cell) => String(cell) === "0,0"));
  const label = messageText((covered && words.goal_full) || words.goal) || t("The goal");
  return [h("div.goal-thumb", thumbnail(goal, { numbers: true, label, fit: true })), h("p.small.dim", label)];
}

/**
 * Each piece with its goal, and a thumbnail of the finished board.
 * @param {Scene} scene @param {PieceGoal[]} each
 */
function pieceGoals(scene, each) {
  const pieces = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  const home = scene.homes.flatMap(({ piece, cells }) => {
    const match = pieces.get(piece);
    return match ? [{ ...match, cells }] : [];
  });
  const small = thumbnail(
    { ...scene, pieces: home, homes: [] },
    { numbers: true, fit: true, label: t("The goal") },
  );
  small.style.width = `min(84px, ${scene.cols * 20 + 16}px)`;
  return h(
    "div.piece-goals",
    h("h2.small.dim.desk", t("Goal")),
    h(
      "div",
      h("div.desk", small),
      h(
        "ul",
        each.map((goal) => pieceGoal(goal, pieces.get(goal.piece))),
      ),
    ),
  );
}

/** @param {PieceGoal} errand @param {Piece | undefined} piece */
const pieceGoal = ({ place, state }, piece) =>
  h(
    "li",
    piece && chip(piece),
    h("span", h("b", messageText(place)), h("br"), h("small", messageText(state))),
  );
