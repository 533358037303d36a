// The keys of pieces that are placed, as players of such puzzles know them.

/** @import { PlacedTable } from "./placement_game.js" */

import { focused } from "../ui/dom.js";
import { ARROWS, done, elsewhere } from "./keys.js";

const RESTING = ["Control", "Enter", "Escape", " "]; // after a victory
const PAIR = 1000; // milliseconds within which two digits are one number

/**
 * What a key does; undefined when it is one that all tables have.
 * @param {PlacedTable} table @param {KeyboardEvent} event
 */
export function placedKey(table, event) {
  if (elsewhere(event)) return false;
  const name = event.key;
  const number = /^[0-9]$/.test(name);
  if (table.won) return !at().elseButton && (number || (RESTING.includes(name) ? true : undefined));
  if (name === "Control") return event.repeat || done(table.act("place"));
  if (name === "Enter") return enter(table);
  if (name === " ") return space(table);
  if (name === "Escape" && !table.search.running) return done(table.act("escape"));
  if (name in ARROWS) return step(table, name);
  if (event.ctrlKey) return undefined;
  if (name.toLowerCase() === "t") return done(table.act("turn"));
  return number ? done(pickNumber(table, name, event.timeStamp)) : undefined;
}

/** The piece that has the focus, and whether another button has it. */
function at() {
  const el = focused();
  const on = el?.dataset?.id;
  return { on, elseButton: el instanceof HTMLButtonElement && !on };
}

/** Locks what is tried, or all that is full; else takes what has the focus. @param {PlacedTable} table */
function enter(table) {
  if (table.hand.preview.length) return done(table.act("lock"));
  const { on, elseButton } = at();
  if (elseButton) return false;
  if (table.full && !table.hand.selected) return done(table.act("lock_all"));
  return done(on && table.hand.selected !== on && table.act("select", { piece: on }));
}

/** Tries the piece at the asterisk; else takes the piece that has the focus. @param {PlacedTable} table */
function space(table) {
  const star = table.hand.stars[table.star];
  if (star) return done(table.act("preview", { cell: star }));
  const { on, elseButton } = at();
  return elseButton ? false : done(on && table.act("select", { piece: on }));
}

/**
 * The piece with that number; a digit soon after another makes a number of two, and 0 alone is 10.
 * @param {PlacedTable} table @param {string} digit @param {number} now
 */
function pickNumber(table, digit, now) {
  const called = (/** @type {string} */ label) => table.everyPiece.find((p) => p.label === label);
  const { digit: first, at: then } = table.typed;
  const both = first && now - then < PAIR ? called(first + digit) : undefined;
  table.typed = { digit: both || digit === "0" ? "" : digit, at: now };
  const piece = both ?? called(digit === "0" ? "10" : digit);
  return piece && table.act("select", { piece: piece.id });
}

/**
 * The next asterisk in the direction of the arrow, else the next one round.
 * @param {PlacedTable} table @param {string} name
 */
function step(table, name) {
  const { stars } = table.hand;
  if (!stars.length) return false;
  const [dr, dc] = ARROWS[name];
  const here = stars[table.star];
  if (!here) table.star = 0;
  else {
    const ahead = stars
      .map(([r, c], i) => {
        const [y, x] = [r - here[0], c - here[1]];
        const on = y * dr + x * dc;
        return { i, on, cost: on + 3 * Math.abs(y * dc + x * dr) };
      })
      .filter((star) => star.on > 0)
      .sort((a, b) => a.cost - b.cost);
    const round = (table.star + (dr + dc > 0 ? 1 : stars.length - 1)) % stars.length;
    table.star = ahead.length ? ahead[0].i : round;
  }
  table.marks();
  return true;
}
