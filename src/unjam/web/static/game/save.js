// What is kept of a game at a table: the game itself; once won, the result and its moves, written down.

/** @import { Table } from "./game.js" */

import { line } from "../api.js";
import { keepBest, keepGame } from "../state/store.js";
import { t } from "../ui/i18n.js";
import { notify } from "./notice.js";
import { newerGame, offerOther, setVersion } from "./tab_sync.js";

const LONGEST = 2000; // moves that are written down

/** @param {Table} table */
export function keep(table) {
  const { title, won, start, history, hints, family } = table;
  const { at } = history;
  const other = newerGame(table);
  const entries = history.kept();
  const game = keepGame({ start, title, family: family.name, entries, at, won, hints: hints.asked });
  if (game) setVersion(table, game);
  if (!game) notify(table, t("This browser cannot keep your moves: its storage is full or switched off."));
  else if (other) offerOther(table, other);
  if (won) keepWin(table);
  if (won) table.changed();
}

/** @param {Table} table */
async function keepWin({ start, title, best, family, history, hints, metric }) {
  const cost = family.equal_costs && best !== null ? best : history.cost(metric);
  const won = { cost, hints: hints.used, fewest: best, title, family: family.name, when: Date.now() };
  if (!keepBest(start, won) || history.at > LONGEST) return;
  const ids = history.played.map((entry) => entry.id);
  const { notation, solved } = await line(start, ids).catch(() => ({ notation: "", solved: false }));
  if (solved) keepBest(start, { ...won, notation });
}
