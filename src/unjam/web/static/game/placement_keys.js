// The keys of games in which pieces are placed: numbers select, arrows choose an asterisk, Ctrl, Enter, Space
// and Esc act.

/** @import { PlacementGame } from "./placement_game.js" */

import { ARROWS } from "../board/geometry.js";
import { focusedElement } from "../ui/dom.js";
import { handled, isForBrowser } from "./keys.js";

const DISABLED_AFTER_WIN = ["Control", "Enter", "Escape", " "];
const MAX_DIGIT_GAP = 1000; // milliseconds between two digits of one number

/**
 * Handles a key; undefined if it is one that all games have.
 * @param {PlacementGame} game @param {KeyboardEvent} event
 */
export function handlePlacementKey(game, event) {
  if (isForBrowser(event)) return false;
  const name = event.key;
  const number = /^[0-9]$/.test(name);
  if (game.won)
    return !focus().isOtherButton && (number || (DISABLED_AFTER_WIN.includes(name) ? true : undefined));
  if (name === "Control") return event.repeat || handled(placeOnRelease(game));
  if (name === "Enter") return pressEnter(game);
  if (name === " ") return pressSpace(game);
  if (name === "Escape" && !game.search.running) return handled(game.act("escape"));
  if (name in ARROWS) return moveStar(game, name);
  if (event.ctrlKey) return undefined;
  if (name.toLowerCase() === "t") return handled(game.act("turn"));
  return number ? handled(pickNumber(game, name, event.timeStamp)) : undefined;
}

/**
 * Puts the piece down when Ctrl is released; not if it was part of Ctrl+Z or the like.
 * @param {PlacementGame} game
 */
function placeOnRelease(game) {
  const control = new AbortController();
  const { signal } = control;
  const cancel = () => control.abort();
  for (const name of ["keydown", "pointerdown", "wheel", "blur"])
    addEventListener(name, cancel, { signal, capture: true });
  const place = () => {
    cancel();
    game.act("place");
  };
  addEventListener("keyup", place, { signal });
}

/** The id of the piece that has the focus, and whether another button has it. */
function focus() {
  const el = focusedElement();
  const id = el?.dataset?.id;
  return { id, isOtherButton: el instanceof HTMLButtonElement && !id };
}

/** Locks the preview or a full board; else selects the focused piece. @param {PlacementGame} game */
function pressEnter(game) {
  if (game.hand.preview.length) return handled(game.act("lock"));
  const { id, isOtherButton } = focus();
  if (isOtherButton) return false;
  if (game.isFull && !game.hand.selected) return handled(game.act("lock_all"));
  return handled(id && game.hand.selected !== id && game.act("select", { piece: id }));
}

/** Previews the piece at the chosen asterisk; else selects the focused piece. @param {PlacementGame} game */
function pressSpace(game) {
  const star = game.hand.stars[game.starIndex];
  if (star) return handled(game.act("preview", { cell: star }));
  const { id, isOtherButton } = focus();
  return isOtherButton ? false : handled(id && game.act("select", { piece: id }));
}

/**
 * Selects the piece with that number. Two digits in quick succession are one number; 0 alone is 10.
 * @param {PlacementGame} game @param {string} digit @param {number} now
 */
function pickNumber(game, digit, now) {
  const withLabel = (/** @type {string} */ label) => game.allPieces.find((p) => p.label === label);
  const { digit: first, time } = game.lastDigit;
  const twoDigits = first && now - time < MAX_DIGIT_GAP ? withLabel(first + digit) : undefined;
  game.lastDigit = { digit: twoDigits || digit === "0" ? "" : digit, time: now };
  const piece = twoDigits ?? withLabel(digit === "0" ? "10" : digit);
  return piece && game.act("select", { piece: piece.id });
}

/**
 * Chooses the next asterisk in the direction of the arrow, else the next in order.
 * @param {PlacementGame} game @param {string} name
 */
function moveStar(game, name) {
  const { stars } = game.hand;
  if (!stars.length) return false;
  const [dr, dc] = ARROWS[name];
  const here = stars[game.starIndex];
  if (!here) game.starIndex = 0;
  else {
    const ahead = stars
      .map(([r, c], i) => {
        const [y, x] = [r - here[0], c - here[1]];
        const forward = y * dr + x * dc;
        return { i, forward, cost: forward + 3 * Math.abs(y * dc + x * dr) };
      })
      .filter((star) => star.forward > 0)
      .sort((a, b) => a.cost - b.cost);
    const nextInOrder = (game.starIndex + (dr + dc > 0 ? 1 : stars.length - 1)) % stars.length;
    game.starIndex = ahead.length ? ahead[0].i : nextInOrder;
  }
  game.updateMarks();
  game.notifyHost();
  return true;
}
