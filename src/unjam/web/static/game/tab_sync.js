// Keeps a game in sync between tabs: takes the newest version, offers moves that would be lost, and shows
// notices about it.

/** @import { SavedGame } from "../types" */
/** @import { Game } from "./game.js" */

import { gameContaining, gameKey, loadGame } from "../state/store.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { shownDeadEnd } from "./dead_ends.js";

/** The version that each game knows: the time it was saved. @type {WeakMap<Game, number>} */
const versions = new WeakMap();

/** @param {Game} game @param {SavedGame | null} version that was loaded or saved last */
export const setVersion = (game, version) => versions.set(game, version?.when ?? 0);

/** The game if another tab has saved it since, else null. @param {Game} game */
export function newerGame(game) {
  const stored = loadGame(game.start);
  return stored && (stored.when ?? 0) > (versions.get(game) ?? 0) ? stored : null;
}

/**
 * Follows the changes of other tabs; returns a function that stops that.
 * @param {Game} game @param {string} id of the position that it will open
 */
export function followTabs(game, id) {
  const control = new AbortController();
  const { signal } = control;
  const update = () => game.start && game.queue(() => takeNewest(game));
  setVersion(game, gameContaining(id));
  addEventListener("storage", ({ key }) => key === gameKey(game.start) && update(), { signal });
  // A tab frozen in the background gets no storage events.
  document.addEventListener("visibilitychange", () => document.hidden || update(), { signal });
  return () => control.abort();
}

/** @param {Game} game */
async function takeNewest(game) {
  const newest = newerGame(game);
  if (!newest) return;
  const own = snapshot(game);
  setVersion(game, newest);
  if (!(await resume(game, newest))) return;
  const isLost = !includesMoves(newest, own);
  notify(
    game,
    t("This game was continued in another tab."),
    isLost ? switchTo(game, own, t("Keep mine")) : undefined,
  );
}

/** @typedef {Pick<SavedGame, "entries" | "at" | "hints" | "seconds" | "begun">} Version */

/** Does one version contain all moves of the other? @param {Version} version @param {Version} other */
const includesMoves = (version, other) => other.entries.every(({ id }, i) => id === version.entries[i]?.id);

/**
 * Both tabs moved at the same time and this one was saved last: offers the other moves.
 * @param {Game} game @param {SavedGame} other
 */
export function offerOther(game, other) {
  if (includesMoves(snapshot(game), other)) return;
  notify(
    game,
    t("This game was also continued in another tab."),
    switchTo(game, other, t("Use the other tab")),
  );
}

/** @param {Game} game @param {Version} version @param {string} label */
function switchTo(game, version, label) {
  const act = async () => {
    if (await resume(game, version)) game.save();
  };
  return button(label, { class: "slim push", onclick: () => game.queue(act) });
}

/** @param {Game} game */
const snapshot = ({ history, hints, clock }) => ({
  ...{ entries: history.toSave(), at: history.at, hints: hints.count },
  ...clock.saved,
});

/**
 * Switches to another version of the game; false if the server does not answer.
 * @param {Game} game @param {Version} version
 */
async function resume(game, version) {
  const { history } = game;
  const { entries, at } = history;
  game.search.stop();
  history.resume(version);
  try {
    await game.load();
  } catch {
    Object.assign(history, { entries, at });
    return false;
  }
  game.hints.resume(version);
  game.clock.resume(version);
  game.selectedId = null;
  game.show();
  return true;
}

/**
 * Shows a notice after the current action: next to a win or dead end, else instead of the task.
 * @param {Game} game @param {string} words @param {HTMLElement} [extra] a button
 */
export function notify(game, words, extra) {
  return game.queue(async () => {
    if (game.won || shownDeadEnd(game)) game.below.append(h("span.small.dim", words), extra ?? "");
    else game.setStatus(words, "", { extra });
  });
}
