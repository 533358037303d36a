// Dead ends, positions from which no moves solve the level: when the player is told, as the settings say, and
// the pieces to mark.

/** @import { Entry, Fault, Solution } from "../types" */
/** @import { Game } from "./game.js" */

import { formatAmount } from "../state/families.js";
import { recall } from "../state/store.js";
import { asSentence, messageText, t } from "../ui/i18n.js";

const PATIENCE = 3; // moves after the one that led into the dead end

/** The dead end that the player is told of now, if any. @param {Game} game */
export function shownDeadEnd(game) {
  const dead = game.position?.dead;
  if (!dead) return null;
  const first = firstDeadEntry(game);
  if (!first.told && !isTimeToTell(game, first)) return null;
  first.told = true; // also after undo, as long as the position is dead
  return dead;
}

/**
 * Tells the player of a dead end that the settings have kept back; false if there is none.
 * @param {Game} game
 */
export function tellDeadEnd(game) {
  if (!game.position.dead || shownDeadEnd(game)) return false;
  firstDeadEntry(game).told = true;
  game.selectedId = null;
  game.updateMarks();
  game.updateStatus();
  game.notifyHost();
  return true;
}

/**
 * The entry at which the game became a dead end. No later position can be solved, even where the server does
 * not see it.
 * @param {Game} game
 */
function firstDeadEntry({ history, entry }) {
  entry.dead = true;
  return history.entries.find((each) => each.dead) ?? entry;
}

/** @param {Game} game @param {Entry} first */
function isTimeToTell(game, first) {
  const when = recall("settings")?.dead_ends ?? "now";
  if (when === "now" || first === game.history.entries[0]) return true; // dead from the start
  return when === "later" && countMoves(game, first) > PATIENCE;
}

/**
 * The number of moves that undo has to take back to leave the dead end, as the family counts.
 * @param {Game} game @param {Entry} first
 */
function countMoves({ history, family: { turn } }, first) {
  const moves = history.entries.slice(history.entries.indexOf(first), history.at + 1);
  return moves.filter(({ costs }) => !turn || costs?.[turn]).length;
}

/** Says why no moves solve the level, since when, and what to do. @param {Game} game @param {Fault} dead */
export function showDeadEnd(game, dead) {
  game.lostSince.find();
  game.setStatus(asSentence(messageText(dead.message)), adviceFor(game), { warn: true });
}

/** What to do after a search without a solution. @param {Game} game @param {Solution} search */
export function adviceAfter(game, search) {
  if (search.status !== "unsolvable") return t("“Keep searching” starts again with more time.");
  game.lostSince.find();
  return game.lostSince.known ? adviceFor(game) : "";
}

/** @param {Game} game */
function adviceFor(game) {
  const { family, history } = game;
  const first = firstDeadEntry(game);
  if (first === history.entries[0]) return t("No move can fix it.");
  const { words } = game.lostSince;
  if (words) return words; // the main button takes all of it back
  const n = countMoves(game, first);
  if (n < 2) return t("Take a move back.");
  return t("Take back {amount}.", { amount: formatAmount(family, family.turn ?? family.metrics[0].name, n) });
}

/**
 * Marks the pieces that make the position a dead end, once the player is told, and the cells on which the
 * game was lost.
 * @param {Game} game
 */
export function markDeadEnd(game) {
  const { board, won, scene, lostSince } = game;
  const cells = new Set((won ? [] : (shownDeadEnd(game)?.cells ?? [])).map(String));
  const pieces = scene.pieces.filter((p) => p.cells.some((c) => cells.has(String(c))));
  board.setClass(
    "bad",
    pieces.map((p) => p.id),
  );
  board.unmark("lost");
  board.mark("lost", won ? [] : lostSince.cells);
}
