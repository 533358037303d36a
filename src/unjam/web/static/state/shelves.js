// Shelves, collections of levels saved in the browser: loads, saves and deletes them, makes them from a text
// or the shipped levels, counts solved levels. An item holds the id of a level, which encodes the whole
// level, its title and its rating.

/** @import { Collection, Family, Level, Scene, ShelfItem } from "../types" */

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

/** Every saved shelf, the newest first. @returns {Collection[]} */
export function savedShelves() {
  const shelves = listKeys(SHELF).flatMap((key) => loadShelf(key) ?? []);
  return shelves.sort((a, b) => b.when - a.when);
}

/** Every shelf with the number of its levels and of those solved. */
export const shelves = () =>
  savedShelves().map(({ key, name, family, slots: items, left }) => ({
    key,
    name,
    family,
    count: items.length + left,
    solved: countSolved(items),
  }));

/** @param {{id: string | null}[]} items */
export const countSolved = (items) => items.filter(({ id }) => bestResult(id)).length;

/** Saves a shelf; false if the storage is full. @param {Collection} shelf */
export const saveShelf = (shelf) => writeItem(SHELF + shelf.key, shelf);

/** @param {string} key */
export const deleteShelf = (key) => removeItem(SHELF + key);

/**
 * Saves an item of a saved shelf, for example with its new rating.
 * @param {string} key @param {number} at @param {ShelfItem} item
 */
export function saveShelfItem(key, at, item) {
  const shelf = loadShelf(key);
  if (shelf?.slots[at]?.id !== item.id || !shelf) return;
  shelf.slots[at] = item;
  saveShelf(shelf);
}

/**
 * A shelf with the levels of a text; if there is one with the same levels, it keeps that one's key.
 * @param {string} name @param {string} text
 * @param {{family: string | null, levels: Level[], left_out: number}} answer of the server
 * @returns {Collection}
 */
export function createShelf(name, text, { family, levels, left_out }) {
  const title = name.replace(/\.\w{1,5}$/, "").trim() || name;
  const items = levels.map((level) => shelfItem(level, text, levels));
  const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return {
    key: uniqueShelfKey(slug.replace(/^-|-$/g, "") || "shelf", items),
    name: title,
    family,
    left: left_out,
    slots: items,
    when: Date.now(),
  };
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
 * @param {Level} level @param {string} text of the whole file @param {Level[]} all its levels
 * @returns {ShelfItem}
 */
function shelfItem({ id, title, family, scene, cost, time, line, other, error, ...rated }, text, all) {
  const level = rated.difficulty ?? rated.level;
  const size = scene ? countFloorCells(scene) : 0;
  if (id)
    return { id, title, family, size, cost, level, time, rated: level !== null, ...(other && { other }) };
  const [first, ...others] = error?.faults ?? [];
  const rows = text.split(/\r?\n/);
  const next = all.find((other) => other.line > line)?.line ?? rows.length + 1;
  const levelText = rows.slice(Math.max(0, line - 1), next - 1);
  const why = first?.message ?? error?.message ?? { text: error?.error ?? "", values: {} };
  return {
    id: null,
    title,
    size: 0,
    fault: { line: first?.line ?? line, why, more: others.length, text: levelText.join("\n").trimEnd() },
  };
}

/** The number of cells that are not walls. @param {Scene} scene */
const countFloorCells = ({ floor, rows, cols }) => floor.join("").replace(/[ #]/g, "").length || rows * cols;

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
    .map((level) => shelfItem(level, "", []));
  return {
    key: family.name,
    name: messageText(family.title),
    family: family.name,
    left: 0,
    slots: items,
    when: 0,
  };
}
