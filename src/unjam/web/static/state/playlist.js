// The playlist of a level: the list that it was opened from, such as a shelf or a search in the library, and
// the level that comes next in it.

/** @import { Collection, Family, Playlist } from "../types" */

import { homePath } from "./families.js";
import { bestResult } from "./results.js";
import { savedShelves, shelfPath, shippedShelf } from "./shelves.js";
import { readSession, writeSession } from "./store.js";

const KEY = "unjam.trail"; // in sessionStorage: each tab has its own playlist

/** Sets the playlist of this tab. @param {Playlist} playlist */
export const setPlaylist = (playlist) => writeSession(KEY, JSON.stringify(playlist));

/** @param {Collection} shelf @returns {Playlist} */
export const shelfPlaylist = ({ key, name, slots: items }) => ({
  name,
  path: shelfPath(key),
  levels: items.map(({ id, title }) => ({ id, title })),
});

/**
 * The playlist that a level was opened from, else the shelf that it is on.
 * @param {string} id @returns {Playlist | null}
 */
export function playlistOf(id) {
  /** @type {Playlist | null} */
  const stored = JSON.parse(readSession(KEY) ?? "null");
  if (stored && contains(stored.levels, id)) return stored;
  const shelf = savedShelves().find(({ slots: items }) => contains(items, id));
  return shelf ? shelfPlaylist(shelf) : null;
}

/** @param {{id: string | null}[]} levels @param {string} id */
const contains = (levels, id) => levels.some((level) => level.id === id);

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
    shippedShelf(family).then((shelf) => ({ ...shelfPlaylist(shelf), path: homePath(family) }));
  shipped.set(family.name, loading);
  const playlist = await loading.catch(() => null);
  return playlist && contains(playlist.levels, id) ? playlist : null;
}

/**
 * The level to continue with: the next unsolved one, starting over at the end; else the next.
 * @param {Playlist} playlist @param {string} id
 */
export function nextUnsolved({ levels }, id) {
  const at = levels.findIndex((level) => level.id === id);
  const [after, before] = [levels.slice(at + 1), levels.slice(0, at)].map((part) =>
    part.flatMap((level) => level.id ?? []),
  );
  return [...after, ...before].find((other) => !bestResult(other)) ?? after[0] ?? null;
}

/** The number of a level in its playlist, from 1. @param {Playlist} playlist @param {number} at */
export const levelNumber = ({ levels }, at) => levels[at]?.n ?? at + 1;
