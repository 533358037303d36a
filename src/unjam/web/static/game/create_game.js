// Creates the game for a family: one class per kind of motion, loaded when it is needed.

/** @import { Family, GameHost } from "../types" */
/** @import { Game } from "./game.js" */

/** @param {Family} family @param {GameHost} host @returns {Promise<Game>} */
export async function createGame(family, host) {
  const GameClass = await loadGameClass(family.motion);
  const game = new GameClass(family, host);
  game.listen(); // not in the constructor: subclasses need their own fields first
  return game;
}

/** @param {string} motion @returns {Promise<new (family: Family, host: GameHost) => Game>} */
async function loadGameClass(motion) {
  if (motion === "gap") return (await import("./gap_game.js")).GapGame;
  if (motion === "walks") return (await import("./walk_game.js")).WalkGame;
  if (motion === "placed") return (await import("./placement_game.js")).PlacementGame;
  return (await import("./slide_game.js")).SlideGame;
}
