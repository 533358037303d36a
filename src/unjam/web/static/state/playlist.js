// The playlist that a level was opened from: levels that lead to each other, such as a shelf or a search in
// the
// library. Also the names and titles of levels.

/** @import { Collection, Family, Playlist } from "../types" */

import { t } from "../ui/i18n.js";
import { draftOfLevel } from "./drafts.js";
import { homePath } from "./families.js";
import { savedShelves, shelfPath, shippedShelf } from "./shelves.js";
import { bestResult, gameContaining, recall, remember } from "./store.js";

const KEY = "unjam.trail"; // in sessionStorage: each tab has its own playlist
const MAX_TITLES = 200;

/** Sets the playlist of this tab. @param {Playlist} playlist */
export function setPlaylist(playlist) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(playlist));
  } catch {
    // Without storage each level stays on its own.
  }
}

/** @param {Collection} shelf @returns {Playlist} */
const playlistOfShelf = ({ key, name, slots: items }) => ({
  name,
  path: shelfPath(key),
  levels: items.map(({ id, title }) => ({ id, title })),
});

/**
 * The playlist that a level was opened from, else the shelf that it is on.
 * @param {string} id @returns {Playlist | null}
 */
function playlistOf(id) {
  const contains = (/** @type {{levels: {id: string | null}[]} | null} */ playlist) =>
    playlist?.levels.some((level) => level.id === id);
  /** @type {Playlist | null} */
  let stored = null;
  try {
    stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    // Storage is not available.
  }
  if (stored && contains(stored)) return stored;
  const saved = savedShelves().find(({ slots: items }) => items.some((item) => item.id === id));
  return saved ? playlistOfShelf(saved) : null;
}

/** @type {Map<string, Promise<Playlist>>} */
const shipped = new Map();

/**
 * The playlist of a level, which may also be the shipped levels of its family.
 * @param {string} id @param {Family} family
 */
export async function findPlaylist(id, family) {
  const known = playlistOf(id);
  if (known || !family.levels) return known;
  const loading =
    shipped.get(family.name) ??
    shippedShelf(family).then((shelf) => ({ ...playlistOfShelf(shelf), path: homePath(family) }));
  shipped.set(family.name, loading);
  const playlist = await loading.catch(() => null);
  return playlist?.levels.some((level) => level.id === id) ? playlist : null;
}

/**
 * The level to continue with: the next unsolved one, starting over at the end; else the next.
 * @param {Playlist} place @param {string} id
 */
export function nextUnsolved({ levels: playlist }, id) {
  const at = playlist.findIndex((level) => level.id === id);
  const after = [...playlist.slice(at + 1), ...playlist.slice(0, at)].flatMap((level) => level.id ?? []);
  return (
    after.find((other) => !bestResult(other)) ?? playlist.slice(at + 1).find((level) => level.id)?.id ?? null
  );
}

/** The number of a level in its playlist, from 1. @param {Playlist} place @param {number} at */
export const levelNumber = ({ levels: playlist }, at) => playlist[at]?.n ?? at + 1;

/**
 * The name of the n-th level, from 0: its title, else "Level n".
 * @param {string | null} title @param {number} n
 */
export const levelName = (title, n) =>
  title && title !== String(n + 1) ? title : t("Level {n}", { n: n + 1 });

/**
 * The title of a level that was drawn, opened or generated, is on a shelf, or belongs to a game.
 * @param {string} id
 */
export function findTitle(id) {
  const title = draftOfLevel(id)?.title || recall("titles")?.[id] || recall("made")?.[id]?.title;
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
