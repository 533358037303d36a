// The games played last, each with its thumbnail and how far it got.

/** @import { SavedGame } from "../types" */
/** @import { SolvedLevel } from "./figures.js" */

import * as api from "../api.js";
import { EMPTY_SCENE, thumbnail } from "../board/thumbnail.js";
import { findFamily, formatAmount, isFamily } from "../state/families.js";
import { localDate } from "../state/history.js";
import { savedGames } from "../state/store.js";
import { h, setChildren } from "../ui/dom.js";
import { formatClock } from "../ui/duration.js";
import { formatDay, messageText, t } from "../ui/i18n.js";

const MAX_GAMES = 12;

/**
 * @param {string | null} family all if null @param {SolvedLevel[]} wins the newest first
 * @param {AbortSignal} signal
 */
export function recentGames(family, wins, signal) {
  const games = savedGames()
    .filter((game) => isFamily(game.family) && (!family || game.family === family))
    .slice(0, MAX_GAMES);
  if (!games.length) return null;
  const holders = games.map(() => h("span.hold", thumbnail(EMPTY_SCENE)));
  loadThumbnails(games, holders, signal);
  return h(
    "section.stack.tight",
    h("h2", t("Recently played")),
    h(
      "ol.recent",
      games.map((game, n) => h("li", gameLink(game, holders[n], wins))),
    ),
  );
}

/** @param {SavedGame[]} games @param {HTMLElement[]} holders @param {AbortSignal} signal */
async function loadThumbnails(games, holders, signal) {
  const scenes = await api.scenes(games.map(({ start }) => start)).catch(() => []);
  if (signal.aborted) return;
  scenes.forEach((scene, n) => {
    if (scene) setChildren(holders[n], thumbnail(scene));
  });
}

/** @param {SavedGame} game @param {HTMLElement} picture @param {SolvedLevel[]} wins */
function gameLink(game, picture, wins) {
  const family = findFamily(game.family);
  const day = game.when ? formatDay(localDate(new Date(game.when))) : "";
  return h(
    "a",
    { href: `/play/${game.start}` },
    picture,
    h(
      "span",
      h("b", game.title),
      h("small", [messageText(family.title), day].filter(Boolean).join(" · ")),
      h("small", outcome(game, wins)),
    ),
  );
}

/** @param {SavedGame} game @param {SolvedLevel[]} wins */
function outcome({ start, won, family: name }, wins) {
  const win = wins.find(({ id }) => id === start);
  if (!win) return won ? t("Solved") : t("Started");
  const family = findFamily(name);
  const moves = family.equal_costs ? "" : formatAmount(family, family.metrics[0].name, win.moves);
  return [t("Solved"), win.seconds ? formatClock(win.seconds) : "", moves].filter(Boolean).join(" · ");
}
