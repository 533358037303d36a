// Dead ends, positions from which no moves solve the level: when the player is told, as the settings say, and
// the pieces to mark.

/** @import { Entry } from "../types" */
/** @import { Game } from "./game.js" */

import { recall } from "../state/store.js";

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
function isTimeToTell({ history, family }, first) {
  const when = recall("settings")?.dead_ends ?? "now";
  const at = history.entries.indexOf(first);
  if (when === "now" || !at) return true; // nobody can play a level that was dead from the start
  const later = history.entries.slice(at + 1, history.at + 1);
  const { turn } = family;
  return when === "later" && later.filter(({ costs }) => !turn || costs?.[turn]).length >= PATIENCE;
}

/** The pieces that make the position a dead end, once the player is told. @param {Game} game */
export function deadPieces(game) {
  const cells = new Set((shownDeadEnd(game)?.cells ?? []).map(String));
  return game.scene.pieces.filter((p) => p.cells.some((c) => cells.has(String(c)))).map((p) => p.id);
}
