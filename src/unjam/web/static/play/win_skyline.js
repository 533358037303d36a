// The game that was won as a skyline: a tower for each move, as high as the goal was far after it; those
// after which it was no nearer are marked. A press on one of them goes back to the moment before.

/** @import { Review, Run } from "../types" */

import { h } from "../ui/dom.js";
import { joinSentences, plural, t } from "../ui/i18n.js";

const MAX_TOWERS = 72;

/** "3 moves lost here" @param {Run} run */
export const lostHere = ({ count }) => plural(count, "{n} move lost here", "{n} moves lost here");

/** @param {Review} review */
export const lostMoves = ({ runs }) => runs.reduce((sum, { count }) => sum + count, 0);

/** @param {Review} review @param {(run: Run) => void} act */
export function drawSkyline(review, act) {
  const { distances, runs } = review;
  const turns = distances.length - 1;
  const [n, top] = [Math.min(turns, MAX_TOWERS), Math.max(...distances, 1)];
  const towers = Array.from({ length: n }, (_, i) => {
    const [from, to] = [Math.floor((i * turns) / n), Math.floor(((i + 1) * turns) / n)];
    const run = runs.find(({ first, count }) => first < to && first + count > from);
    const height = Math.max(...distances.slice(from + 1, to + 1));
    const tower = h(run ? "i.lost" : "i", { vars: { h: height / top } });
    if (run) {
      tower.title = lostHere(run);
      tower.addEventListener("click", () => act(run));
    }
    return tower;
  });
  return h("div.win-skyline", { role: "img", "aria-label": describe(review), vars: { n } }, towers);
}

/** @param {Review} review */
function describe(review) {
  const { distances } = review;
  const lost = lostMoves(review);
  return joinSentences(
    t("The distance to the goal after each move, from {from} down to 0.", { from: distances[0] }),
    lost ? plural(lost, "{n} move did not shorten it.", "{n} moves did not shorten it.") : "",
  );
}
