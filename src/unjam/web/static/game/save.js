// Saves a game, and after a win the result with its moves.

/** @import { Game } from "./game.js" */

import { writeMoves } from "../api.js";
import { generatedLevel } from "../state/generated_levels.js";
import { completeWin, recordWin } from "../state/history.js";
import { savePositions } from "../state/last_position.js";
import { saveBest, saveFewest } from "../state/results.js";
import { gameKey, loadGame, saveGame, writeItem } from "../state/store.js";
import { t } from "../ui/i18n.js";
import { newerGame, notify, offerOther, setVersion } from "./tab_sync.js";

const MAX_WRITTEN_MOVES = 2000;

/** @param {Game} game */
export function saveGameState(game) {
  const { title, won, start, history, hints, family, clock } = game;
  const { at } = history;
  if (!won) clock.start();
  const other = newerGame(game);
  const entries = history.toSave();
  const rest = { entries, at, won, hints: hints.count, ...clock.saved };
  const saved = saveGame({ start, title, family: family.name, ...rest });
  if (saved) setVersion(game, saved);
  savePositions(history.entries[0].position, game.position);
  if (!saved) notify(game, t("This browser cannot save your moves: its storage is full or switched off."));
  else if (other) offerOther(game, other);
  if (won) saveWin(game);
  if (won) game.notifyHost();
}

/** Saves the time played since the last move. @param {Game} game */
export function saveClock({ start, clock }) {
  clock.stop();
  const stored = start ? loadGame(start) : null;
  if (stored && stored.begun === clock.begun && stored.seconds !== clock.seconds)
    writeItem(gameKey(start), { ...stored, ...clock.saved });
}

/** Saves what the background search found out about the level. @param {Game} game */
export function saveSolution(game) {
  const { start, best, clock } = game;
  saveFewest(start, best);
  if (game.won) completeWin({ id: start, begun: clock.begun }, { best, ...ratingOf(game) });
}

/** The difficulty and the expected time, as far as they are known. @param {Game} game */
const ratingOf = ({ solution, start }) => ({
  difficulty: solution?.level ?? generatedLevel(start)?.level ?? null,
  expected: solution?.explanation?.seconds ?? null,
});

/** @param {Game} game */
async function saveWin(game) {
  const { start, title, best, family, history, hints, metric, clock } = game;
  const cost = family.equal_costs && best !== null ? best : history.cost(metric);
  recordWin({
    ...{ id: start, family: family.name, title, best, moves: cost, hints: hints.used, lost: null },
    ...ratingOf(game),
    date: generatedLevel(start)?.date ?? null,
    ...clock.saved,
  });
  const result = { cost, hints: hints.used, fewest: best, title, family: family.name, when: Date.now() };
  if (!saveBest(start, result) || history.at > MAX_WRITTEN_MOVES) return;
  const ids = history.playedEntries.map((entry) => entry.id);
  const { notation, solved } = await writeMoves(start, ids).catch(() => ({ notation: "", solved: false }));
  if (solved) saveBest(start, { ...result, notation });
}
