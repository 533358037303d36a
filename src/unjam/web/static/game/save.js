// Saves a game, and after a win the result with its moves.

/** @import { Game } from "./game.js" */

import { writeMoves } from "../api.js";
import { savePositions } from "../state/last_position.js";
import { saveBest } from "../state/results.js";
import { saveGame } from "../state/store.js";
import { t } from "../ui/i18n.js";
import { newerGame, notify, offerOther, setVersion } from "./tab_sync.js";

const MAX_WRITTEN_MOVES = 2000;

/** @param {Game} game */
export function saveGameState(game) {
  const { title, won, start, history, hints, family } = game;
  const { at } = history;
  const other = newerGame(game);
  const entries = history.toSave();
  const saved = saveGame({ start, title, family: family.name, entries, at, won, hints: hints.count });
  if (saved) setVersion(game, saved);
  savePositions(history.entries[0].position, game.position);
  if (!saved) notify(game, t("This browser cannot save your moves: its storage is full or switched off."));
  else if (other) offerOther(game, other);
  if (won) saveWin(game);
  if (won) game.notifyHost();
}

/** @param {Game} game */
async function saveWin({ start, title, best, family, history, hints, metric }) {
  const cost = family.equal_costs && best !== null ? best : history.cost(metric);
  const result = { cost, hints: hints.used, fewest: best, title, family: family.name, when: Date.now() };
  if (!saveBest(start, result) || history.at > MAX_WRITTEN_MOVES) return;
  const ids = history.playedEntries.map((entry) => entry.id);
  const { notation, solved } = await writeMoves(start, ids).catch(() => ({ notation: "", solved: false }));
  if (solved) saveBest(start, { ...result, notation });
}
