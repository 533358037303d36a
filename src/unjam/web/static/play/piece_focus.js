// PieceFocus: all pieces together are one stop of the Tab key. Arrow keys go from piece to piece while none
// is picked, and with Shift at any time.

/** @import { Cell } from "../types" */
/** @import { Game } from "../game/game.js" */

import { ARROWS } from "../board/geometry.js";
import { isForBrowser } from "../game/keys.js";

const ASIDE = 3; // how much farther a piece seems that is not straight ahead
const SAME_ROW = 6; // pixels

export class PieceFocus {
  /** The id of the piece at which Tab stops. */
  id = "";

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    game.boardElement.addEventListener("focusin", ({ target }) => {
      const { id } = /** @type {HTMLElement} */ (target).dataset;
      if (id) this.update(id);
    });
  }

  /** The pieces in reading order, each with its middle. */
  get stops() {
    const all = /** @type {NodeListOf<HTMLElement>} */ (
      this.game.boardElement.querySelectorAll("button[data-id]")
    );
    return [...all]
      .map((el) => ({ el, area: el.getBoundingClientRect() }))
      .map(({ el, area }) => ({ el, y: area.top + area.height / 2, x: area.left + area.width / 2, area }))
      .sort((a, b) =>
        Math.abs(a.area.top - b.area.top) > SAME_ROW ? a.area.top - b.area.top : a.area.left - b.area.left,
      );
  }

  /** Can pieces be picked in this game, before they are moved or placed? */
  get picks() {
    return ["slides", "placed"].includes(this.game.family.motion);
  }

  /** Leaves one stop, and says which piece is picked. @param {string} [id] the piece that has the focus */
  update(id = this.id) {
    const { stops, picks } = this;
    const now = stops.find(({ el }) => el.dataset.id === id) ?? stops[0];
    this.id = id;
    for (const { el } of stops) {
      el.tabIndex = el === now?.el ? 0 : -1;
      if (picks) el.setAttribute("aria-pressed", String(el.matches(".pick, .sel")));
    }
  }

  /** Handles an arrow key that goes to another piece; true if it was used. @param {KeyboardEvent} event */
  key(event) {
    if (!(event.key in ARROWS) || event.ctrlKey || isForBrowser(event)) return false;
    const { stops } = this;
    const from = stops.findIndex(({ el }) => el === document.activeElement);
    const isPicked = stops.some(({ el }) => el.matches(".pick, .sel"));
    if (from < 0 || stops.length < 2 || (!event.shiftKey && (isPicked || !this.picks))) return false;
    this.nextStop(stops, from, ARROWS[event.key])?.el.focus();
    return true;
  }

  /**
   * Left and right follow the reading order, so that every piece can be reached; up and down go to the
   * nearest.
   * @param {PieceFocus["stops"]} stops @param {number} from @param {Cell} step
   */
  nextStop(stops, from, [down, right]) {
    if (right) return stops[from + right];
    const here = stops[from];
    return stops
      .map((stop) => ({ el: stop.el, ahead: (stop.y - here.y) * down, aside: Math.abs(stop.x - here.x) }))
      .filter(({ ahead }) => ahead > SAME_ROW)
      .sort((a, b) => a.ahead + ASIDE * a.aside - (b.ahead + ASIDE * b.aside))[0];
  }
}
