// The keys of every game: arrows, letters that select a piece, commands such as undo, hint and restart.

/** @import { Game } from "./game.js" */

import { ARROWS } from "../board/geometry.js";
import { isTyping } from "../ui/dom.js";

/** Is the key for a text field, a dialog or the browser? @param {KeyboardEvent} event */
export const isForBrowser = (event) =>
  isTyping() || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;

/** Returns true, after an action that handled a key. @param {unknown} _action */
export const handled = (_action) => true;

/** Handles a key; true if it was used. @param {Game} game @param {KeyboardEvent} event @returns {boolean} */
export function handleKey(game, event) {
  if (isForBrowser(event)) return false;
  const name = event.key;
  const letter = name.toLowerCase();
  if (event.repeat && game.pendingActs > 1) return true; // key repeat waits for the answers
  if (event.ctrlKey) {
    if (letter === "z") return handled(event.shiftKey ? game.redo() : game.undo());
    return letter === "y" && handled(game.redo());
  }
  if (name in ARROWS) return game.pressArrow(ARROWS[name]);
  if (name === "Escape") return handled(game.search.running ? game.search.stop() : game.select(null));
  const id = game.focusedPiece();
  if ((name === "Enter" || name === " ") && id)
    return handled(game.selectsFirst ? game.select(id) : game.tap(game.board.firstCell(id), id));
  // A letter selects its piece; with Shift it is always a command.
  const piece = game.hasLetters && !event.shiftKey && pieceWithLetter(game, name);
  if (piece) {
    game.select(piece.id);
    game.board.pieces.get(piece.id)?.focus();
    return true;
  }
  return handleCommand(game, letter, event.shiftKey);
}

/** The piece with that letter, upper or lower case. @param {Game} game @param {string} letter */
function pieceWithLetter(game, letter) {
  const pieces = game.position?.scene.pieces ?? [];
  const withLabel = (/** @type {string} */ label) => pieces.find((p) => p.label === label);
  return letter.length === 1 ? (withLabel(letter) ?? withLabel(letter.toUpperCase())) : undefined;
}

/** @param {Game} game @param {string} letter @param {boolean} shift */
function handleCommand(game, letter, shift) {
  if (letter === "backspace") return handled(shift ? game.redo("step") : game.undo("step"));
  if (letter === "z") return handled(game.undo(shift ? "turn" : "path"));
  if (letter === "y") return handled(game.redo(shift ? "turn" : "path"));
  if (letter === "r") return handled(game.restart());
  return letter === "h" && handled(game.hint());
}
