// Shelves, collections of levels saved in the browser: loads, saves and deletes them, makes them from a text
// or the shipped levels, counts solved levels. An item holds the id of a level, which encodes the whole
// level, its title and its rating.

/** @import { Collection, Family, Level, ShelfItem } from "../types" */

import { levels } from "../api.js";
import { DIFFICULTIES } from "../rating/difficulty.js";
import { messageText } from "../ui/i18n.js";
import { isFamily } from "./families.js";
import { bestResult } from "./results.js";
import { listKeys, readItem, removeItem, writeItem } from "./store.js";

const SHELF = "unjam.shelf."; // followed by the key of the shelf

/** @param {string} key @returns {Collection | null} */
export const loadShelf = (key) => readItem(SHELF + key);

/** @param {string} key */
export const shelfPath = (key) => `/shelf/${encodeURIComponent(key)}`;

/**
 * The address of the sheets to print, of all levels of a shelf or of some.
 * @param {string} key @param {number[] | null} [chosen] their indices, ascending
 */
export const sheetPath = (key, chosen = null) =>
  `/print/${encodeURIComponent(key)}${chosen ? `?levels=${writeRanges(chosen)}` : ""}`;

/** Numbers from 1 as ranges, such as 1-10,15. @param {number[]} indices from 0, ascending */
export function writeRanges(indices) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const n of indices.map((at) => at + 1)) {
    const last = ranges.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/** Every saved shelf, the newest first. @returns {Collection[]} */
export function savedShelves() {
  const shelves = listKeys(SHELF).flatMap((key) => loadShelf(key) ?? []);
  return shelves.sort((a, b) => b.when - a.when);
}

/** Every shelf with the number of its levels that can be played, of those solved, and its first level. */
export const shelves = () =>
  savedShelves().map(({ key, name, family, slots: items }) => ({
    key,
    name,
    family,
    count: countPlayable(items),
    solved: countSolved(items),
    first: items.find(({ id }) => id)?.id,
  }));

/** @param {{id: string | null}[]} items */
export const countPlayable = (items) => items.filter(({ id }) => id).length;

/** @param {{id: string | null}[]} items */
export const countSolved = (items) => items.filter(({ id }) => bestResult(id)).length;

/** Saves a shelf; false if the storage is full. @param {Collection} shelf */
export const saveShelf = (shelf) => writeItem(SHELF + shelf.key, shelf);

/** @param {string} key */
export const deleteShelf = (key) => removeItem(SHELF + key);

/**
 * Saves items of a saved shelf, for example with their new ratings.
 * @param {string} key @param {Map<number, ShelfItem>} items by their indices
 */
export function saveShelfItems(key, items) {
  const shelf = items.size ? loadShelf(key) : null;
  if (!shelf) return;
  for (const [at, item] of items) if (shelf.slots[at]?.id === item.id) shelf.slots[at] = item;
  saveShelf(shelf);
}

/**
 * Gives a shelf another name; the time of the change decides between two names in a progress file.
 * @param {Collection} shelf @param {string} name
 */
export function renameShelf(shelf, name) {
  Object.assign(shelf, { name, renamed: Date.now() });
  return saveShelf({ ...(loadShelf(shelf.key) ?? shelf), name, renamed: shelf.renamed });
}

/**
 * A shelf with the levels of a text; if there is one with the same levels, it is that one, with its name and
 * ratings.
 * @param {string} name @param {string} text
 * @param {{family: string | null, levels: Level[], left_out: number, all_counted: boolean}} answer
 * @returns {Collection}
 */
export function createShelf(name, text, { family, levels, left_out, all_counted }) {
  const title = name.replace(/\.\w{1,5}$/, "").trim() || name;
  const rows = text.split(/\r?\n/);
  const items = levels.map((level, at) => shelfItem(level, rows, levels[at + 1]));
  const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  const key = uniqueShelfKey(slug.replace(/^-|-$/g, "") || "shelf", items);
  const count = { left: left_out, ...(all_counted ? {} : { leftIsLeast: true }) };
  return { name: title, family, slots: items, ...loadShelf(key), key, ...count, when: Date.now() };
}

/**
 * A key that no other shelf uses, except one with the same levels.
 * @param {string} slug @param {ShelfItem[]} items
 */
export function uniqueShelfKey(slug, items) {
  const ids = (/** @type {ShelfItem[]} */ list) => list.map(({ id }) => id).join();
  for (let n = 1; ; n++) {
    const key = n > 1 ? `${slug}-${n}` : slug;
    const stored = loadShelf(key);
    if (!isFamily(key) && (!stored || ids(stored.slots) === ids(items))) return key;
  }
}

/**
 * @param {Level} level @param {string[]} rows of the whole file @param {Level} [following] level of the file
 * @returns {ShelfItem}
 */
function shelfItem({ id, title, family, cells, cost, time, line, other, error, ...rated }, rows, following) {
  const level = rated.difficulty ?? rated.level;
  if (id)
    return {
      ...{ id, title, family, size: cells, cost, level, time, rated: level !== null },
      ...(other && { other }),
    };
  const [first, ...others] = error?.faults ?? [];
  const next = following && following.line > line ? following.line : rows.length + 1;
  const levelText = rows.slice(Math.max(0, line - 1), next - 1);
  const why = first?.message ?? error?.message ?? { text: error?.error ?? "", values: {} };
  return {
    id: null,
    title,
    size: 0,
    fault: { line: first?.line ?? line, why, more: others.length, text: levelText.join("\n").trimEnd() },
  };
}

/**
 * The shipped levels in display order: by difficulty, then the hand-made ones.
 * @param {Level[]} all @returns {Level[][]}
 */
export const groupByDifficulty = (all) =>
  [...DIFFICULTIES, null].map((name) => all.filter((level) => level.id && level.level === name));

/** The shipped levels of a family as a shelf. @param {Family} family @returns {Promise<Collection>} */
export async function shippedShelf(family) {
  const answer = await levels(family.name);
  const items = groupByDifficulty(answer.levels)
    .flat()
    .map((level) => shelfItem(level, []));
  return {
    key: family.name,
    name: messageText(family.title),
    family: family.name,
    left: 0,
    slots: items,
    when: 0,
  };
}
