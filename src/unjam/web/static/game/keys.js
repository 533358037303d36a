// The keys of a game.

/** @import { Cell } from "../types" */
/** @import { Table } from "./game.js" */

import { typing } from "../ui/dom.js";

/** @type {Record<string, Cell>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Do keys mean letters now, or something of the browser's own? @param {KeyboardEvent} event */
export const elsewhere = (event) =>
  typing() || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;

/** Something was done at a key. @param {...unknown} _ what came of it */
export const done = (..._) => true;

/** @param {Table} table @param {KeyboardEvent} event @returns {boolean} true when the key meant something */
export function pressed(table, event) {
  if (elsewhere(event)) return false;
  const name = event.key;
  const letter = name.toLowerCase();
  if (event.repeat && table.pending > 1) return true; // a key held down goes as fast as the answers come
  if (event.ctrlKey) {
    if (letter === "z") return done(event.shiftKey ? table.redo() : table.undo());
    return letter === "y" && done(table.redo());
  }
  if (name in ARROWS) return table.arrow(ARROWS[name]);
  if (name === "Escape") return done(table.search.running ? table.search.stop() : table.pick(null));
  const at = table.focused();
  if ((name === "Enter" || name === " ") && at)
    return done(table.handed ? table.pick(at) : table.tap(table.board.first(at), at));
  // A letter that stands on the board picks its piece; Shift with a letter is always the verb.
  const named = table.lettered && !event.shiftKey && lettered(table, name);
  if (named) {
    table.pick(named.id);
    table.board.pieces.get(named.id)?.focus();
    return true;
  }
  return verb(table, letter, event.shiftKey);
}

/** The piece with that letter, large or small. @param {Table} table @param {string} letter */
function lettered(table, letter) {
  const pieces = table.body?.scene.pieces ?? [];
  const called = (/** @type {string} */ label) => pieces.find((p) => p.label === label);
  return letter.length === 1 ? (called(letter) ?? called(letter.toUpperCase())) : undefined;
}

/** @param {Table} table @param {string} letter @param {boolean} shift */
function verb(table, letter, shift) {
  if (letter === "backspace") return done(shift ? table.redo("step") : table.undo("step"));
  if (letter === "z") return done(table.undo(shift ? "turn" : "path"));
  if (letter === "y") return done(table.redo(shift ? "turn" : "path"));
  if (letter === "r") return done(table.restart());
  return letter === "h" && done(table.hint());
}
