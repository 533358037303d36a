// The keys of every game: arrows, commands such as undo, hint and restart, letters. Where letters select
// pieces, a letter is a command only with Shift.

/** @import { Game } from "./game.js" */

import { ARROWS } from "../board/geometry.js";
import { isTyping } from "../ui/dom.js";

/** Is the key for a text field, a dialog or the browser? @param {KeyboardEvent} event */
export const isForBrowser = (event) =>
  isTyping() || event.altKey || document.querySelector("dialog[open]") !== null;

/** Returns true, after an action that handled a key. @param {unknown} _action */
export const handled = (_action) => true;

/** Handles a key; true if it was used. @param {Game} game @param {KeyboardEvent} event @returns {boolean} */
export function handleKey(game, event) {
  if (isForBrowser(event)) return false;
  const name = event.key;
  if (event.repeat && game.pendingActs > 1) return true; // key repeat waits for the answers
  if (event.ctrlKey || event.metaKey) return handleCommand(game, name.toLowerCase(), event.shiftKey);
  if (name in ARROWS) return game.pressArrow(ARROWS[name]);
  if (name === "Escape") return handled(game.search.running ? game.search.stop() : game.select(null));
  if (name === "Home") return !game.host.quiet && handled(game.restart()); // else the page scrolls
  if (name === "Backspace") return handled(event.shiftKey ? game.redo("step") : game.undo("step"));
  const id = game.focusedPiece();
  if ((name === "Enter" || name === " ") && id && !game.won)
    return handled(game.selectsFirst ? game.select(id) : game.tap(game.board.firstCell(id), id));
  if (!game.hasLetters || event.shiftKey) return handleLetter(game, name.toLowerCase(), event.shiftKey);
  const piece = pieceWithLetter(game, name);
  if (!piece) return false;
  game.select(piece.id);
  game.board.pieces.get(piece.id)?.focus();
  return true;
}

/** The piece with that letter, upper or lower case. @param {Game} game @param {string} letter */
function pieceWithLetter(game, letter) {
  const pieces = game.position?.scene.pieces ?? [];
  const withLabel = (/** @type {string} */ label) => pieces.find((p) => p.label === label);
  return letter.length === 1 ? (withLabel(letter) ?? withLabel(letter.toUpperCase())) : undefined;
}

/** A key with Ctrl or the command key. @param {Game} game @param {string} letter @param {boolean} shift */
function handleCommand(game, letter, shift) {
  if (letter === "z") return handled(shift ? game.redo() : game.undo());
  return letter === "y" && handled(game.redo());
}

/** A letter that picks no piece. @param {Game} game @param {string} letter @param {boolean} shift */
function handleLetter(game, letter, shift) {
  if (letter === "z") return handled(game.undo(shift ? "turn" : "path"));
  if (letter === "y") return handled(game.redo(shift ? "turn" : "path"));
  if (letter === "r") return handled(game.restart());
  return letter === "h" && handled(game.hint());
}
