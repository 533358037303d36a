// The titles of levels, wherever they come from.

import { t } from "../ui/i18n.js";
import { draftOfLevel } from "./drafts.js";
import { generatedLevel, generatedTitle } from "./generated_levels.js";
import { levelNumber, playlistOf } from "./playlist.js";
import { gameContaining, recall, remember } from "./store.js";

const MAX_TITLES = 200;

/**
 * The name of the n-th level, from 0: its title, else "Level n".
 * @param {string | null} title @param {number} n
 */
export const levelName = (title, n) =>
  title && title !== String(n + 1) ? title : t("Level {n}", { n: n + 1 });

/** The title that a level got when it was drawn, opened or generated. @param {string} id */
function ownTitle(id) {
  const generated = generatedLevel(id);
  const title = draftOfLevel(id)?.title || recall("titles")?.[id];
  return title || (generated && generatedTitle(generated)) || null;
}

/** @param {string} id */
export const hasOwnTitle = (id) => Boolean(ownTitle(id) ?? playlistOf(id));

/**
 * The title of a level that was drawn, opened or generated, is on a shelf, or belongs to a game.
 * @param {string} id
 */
export function findTitle(id) {
  const title = ownTitle(id);
  if (title) return title;
  const playlist = playlistOf(id);
  const at = playlist?.levels.findIndex((level) => level.id === id) ?? -1;
  if (playlist && at >= 0) return levelName(playlist.levels[at].title, levelNumber(playlist, at) - 1);
  return gameContaining(id)?.title ?? null;
}

/** Saves the title of a level that was opened on its own. @param {string} id @param {string | null} title */
export function saveTitle(id, title) {
  if (!title) return;
  const saved = Object.entries(recall("titles") ?? {}).slice(1 - MAX_TITLES);
  remember("titles", { ...Object.fromEntries(saved), [id]: title });
}
