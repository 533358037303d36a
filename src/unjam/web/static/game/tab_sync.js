// The same game in several tabs: each shows the newest version, and no move is lost without a word.

/** @import { Game } from "../types" */
/** @import { Table } from "./game.js" */

import { gameKey, gameOf, gameWith } from "../state/store.js";
import { button } from "../ui/controls.js";
import { t } from "../ui/i18n.js";
import { notify } from "./notice.js";

/** The version of its game that each table knows: when it was kept. @type {WeakMap<Table, number>} */
const versions = new WeakMap();

/** @param {Table} table @param {Game | null} game what was read or kept last */
export const setVersion = (table, game) => versions.set(table, game?.when ?? 0);

/** The game as another tab has kept it meanwhile, or null. @param {Table} table */
export function newerGame(table) {
  const stored = gameOf(table.start);
  return stored && (stored.when ?? 0) > (versions.get(table) ?? 0) ? stored : null;
}

/**
 * Keeps a table up to date with other tabs until the function that is returned is called.
 * @param {Table} table @param {string} id the position that it is about to open
 */
export function followTabs(table, id) {
  const control = new AbortController();
  const { signal } = control;
  const update = () => table.start && table.queue(() => takeNewest(table));
  setVersion(table, gameWith(id));
  addEventListener("storage", ({ key }) => key === gameKey(table.start) && update(), { signal });
  // A tab that was frozen in the background has heard of nothing.
  document.addEventListener("visibilitychange", () => document.hidden || update(), { signal });
  return () => control.abort();
}

/** @param {Table} table */
async function takeNewest(table) {
  const newest = newerGame(table);
  if (!newest) return;
  const mine = snapshot(table);
  setVersion(table, newest);
  if (!(await resume(table, newest))) return;
  const isLost = !holds(newest, mine);
  notify(
    table,
    t("This game went on in another tab."),
    isLost ? switchTo(table, mine, t("Keep mine")) : undefined,
  );
}

/** @typedef {Pick<Game, "entries" | "at" | "hints">} Version */

/** Are all moves of one version in the other? @param {Version} game @param {Version} other */
const holds = (game, other) => other.entries.every(({ id }, i) => id === game.entries[i]?.id);

/**
 * Both tabs moved at the same time, and this one was kept last: offers the moves that are not in it.
 * @param {Table} table @param {Game} other
 */
export function offerOther(table, other) {
  if (holds(snapshot(table), other)) return;
  notify(table, t("This game went on in another tab, too."), switchTo(table, other, t("Take the others")));
}

/** @param {Table} table @param {Version} game @param {string} label */
function switchTo(table, game, label) {
  const act = async () => {
    if (await resume(table, game)) table.save();
  };
  return button(label, { class: "slim push", onclick: () => table.queue(act) });
}

/** @param {Table} table */
const snapshot = ({ history, hints }) => ({ entries: history.kept(), at: history.at, hints: hints.asked });

/**
 * Goes on with another version of the game; false where the server does not answer.
 * @param {Table} table @param {Version} game
 */
async function resume(table, game) {
  const { history } = table;
  const { entries, at } = history;
  table.search.stop();
  history.resume(game);
  try {
    await table.load();
  } catch {
    Object.assign(history, { entries, at });
    return false;
  }
  table.hints.resume(game);
  table.picked = null;
  table.show();
  return true;
}
