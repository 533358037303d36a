// A game while the server does not answer: its board stays, it says so below, and goes on when it answers.

/** @import { Game } from "./game.js" */

import { errorText, whenServerIsBack } from "../api.js";
import { t } from "../ui/i18n.js";

/**
 * Says that the server does not answer, and goes on when it does; false if it does answer.
 * @param {Game} game
 */
export function waitForServer(game) {
  const back = whenServerIsBack();
  if (!back) return false;
  game.setStatus(
    t("unjam is not responding."),
    t("Your game is saved, and goes on as soon as unjam answers."),
  );
  back.then(() => {
    if (!game.board.el.isConnected) return;
    game.updateStatus();
    if (!game.solution) game.searchInBackground();
  });
  return true;
}

/** Says why an action failed. @param {Game} game @param {unknown} error */
export function reportError(game, error) {
  if (!waitForServer(game)) game.setStatus(errorText(error));
}

/**
 * Loads the current position; if that fails, goes back to entry `was` of the history, and says why.
 * @param {Game} game @param {number} was
 */
export async function loadOrStay(game, was) {
  try {
    await game.load();
    return true;
  } catch (error) {
    game.history.at = was;
    reportError(game, error);
    return false;
  }
}
