// Shelves: collections that stay in the browser. A level on one is its id, which carries it whole, its title
// and what is known of it. And the row that a level was opened from, which leads on from it.

/** @import { Collection, Family, Level, Place, Scene, Slot } from "../types" */

import { levels } from "../api.js";
import { LEVELS } from "../ui/controls.js";
import { say, t } from "../ui/i18n.js";
import { draftWith } from "./drafts.js";
import { families, homeOf } from "./families.js";
import { bestOf, gameWith, keep, names, read, recall, remember } from "./store.js";

const SHELF = "unjam.shelf."; // and its key
const MOST_TITLES = 200;
const TRAIL = "unjam.trail"; // the row that the level in this tab was opened from

/** @param {string} key @returns {Collection | null} */
export const shelfOf = (key) => read(SHELF + key);

/** Where a shelf stands. @param {string} key */
export const shelfPath = (key) => `/shelf/${encodeURIComponent(key)}`;

/** Every collection, the newest first. @returns {Collection[]} */
function collections() {
  takeOver();
  const found = names(SHELF).flatMap((key) => shelfOf(key) ?? []);
  return found.sort((a, b) => b.when - a.when);
}

/** What a list of shelves shows: how many levels each has, and how many are solved. */
export const shelves = () =>
  collections().map(({ key, name, family, slots, left }) => ({
    key,
    name,
    family,
    count: slots.length + left,
    solved: solvedOf(slots),
  }));

/** @param {{id: string | null}[]} slots */
export const solvedOf = (slots) => slots.filter(({ id }) => bestOf(id)).length;

/** Keeps a shelf; false where there is no room for it. @param {Collection} shelf */
export const keepShelf = (shelf) => keep(SHELF + shelf.key, shelf);

/** @param {string} key */
export const dropShelf = (key) => localStorage.removeItem(SHELF + key);

/**
 * Keeps what became known of a level of a kept shelf.
 * @param {string} key @param {number} at @param {Slot} slot
 */
export function keepSlot(key, at, slot) {
  const shelf = shelfOf(key);
  if (shelf?.slots[at]?.id === slot.id && shelf) {
    shelf.slots[at] = slot;
    keepShelf(shelf);
  }
}

/**
 * A shelf of the levels of a text; the one that there is already where they are the same.
 * @param {string} name @param {string} text
 * @param {{family: string | null, levels: Level[], left_out: number}} found
 * @returns {Collection}
 */
export function makeShelf(name, text, { family, levels, left_out }) {
  const plain = name.replace(/\.\w{1,5}$/, "").trim() || name;
  const slots = levels.map((level) => slotOf(level, text, levels));
  const slug = plain.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return {
    key: freeKey(slug.replace(/^-|-$/g, "") || "shelf", slots),
    name: plain,
    family,
    left: left_out,
    slots,
    when: Date.now(),
  };
}

/**
 * A key that no other shelf has; that of the same levels is the same.
 * @param {string} slug @param {Slot[]} slots
 */
export function freeKey(slug, slots) {
  const ids = (/** @type {Slot[]} */ all) => all.map(({ id }) => id).join();
  for (let n = 1; ; n++) {
    const key = n > 1 ? `${slug}-${n}` : slug;
    const there = shelfOf(key);
    if (!families().some((of) => of.name === key) && (!there || ids(there.slots) === ids(slots))) return key;
  }
}

/** @param {Level} level @param {string} text @param {Level[]} all @returns {Slot} */
function slotOf({ id, title, family, scene, cost, level, line, other, error }, text, all) {
  const size = scene ? squares(scene) : 0;
  if (id) return { id, title, family, size, cost, level, rated: level !== null, ...(other && { other }) };
  const [first, ...others] = error?.faults ?? [];
  const rows = text.split(/\r?\n/);
  const next = all.find((other) => other.line > line)?.line ?? rows.length + 1;
  const own = rows
    .slice(Math.max(0, line - 1), next - 1)
    .join("\n")
    .trimEnd();
  const why = first?.message ?? error?.message ?? { text: error?.error ?? "", values: {} };
  return {
    id: null,
    title,
    size: 0,
    fault: { line: first?.line ?? line, why, more: others.length, text: own },
  };
}

/** How many squares there are to stand on. @param {Scene} scene */
export const squares = ({ floor, rows, cols }) => floor.join("").replace(/[ #]/g, "").length || rows * cols;

/**
 * The shipped levels in the order in which they are shown: by difficulty, then those made by hand.
 * @param {Level[]} all @returns {Level[][]}
 */
export const byDifficulty = (all) =>
  [...LEVELS, null].map((name) => all.filter((level) => level.id && level.level === name));

/** The shipped levels of a family as a shelf. @param {Family} of @returns {Promise<Collection>} */
export async function shippedShelf(of) {
  const found = await levels(of.name);
  const slots = byDifficulty(found.levels)
    .flat()
    .map((level) => slotOf(level, "", []));
  return { key: of.name, name: say(of.title), family: of.name, left: 0, slots, when: 0 };
}

// -- the row that leads on

/** From now on levels of this row lead to each other. @param {Place} place */
export function setTrail(place) {
  try {
    sessionStorage.setItem(TRAIL, JSON.stringify(place));
  } catch {
    // Then each level stands alone.
  }
}

/** @param {Collection} shelf @returns {Place} */
const placeOn = ({ key, name, slots }) => ({
  name,
  path: shelfPath(key),
  levels: slots.map(({ id, title }) => ({ id, title })),
});

/** The row that a level was opened from, or the shelf it is on. @param {string} id @returns {Place | null} */
export function placeOf(id) {
  const holds = (/** @type {{levels: {id: string | null}[]} | null} */ row) =>
    row?.levels.some((level) => level.id === id);
  /** @type {Place | null} */
  let trail = null;
  try {
    trail = JSON.parse(sessionStorage.getItem(TRAIL) ?? "null");
  } catch {
    // There is none.
  }
  if (trail && holds(trail)) return trail;
  const kept = collections().find(({ slots }) => slots.some((slot) => slot.id === id));
  return kept ? placeOn(kept) : null;
}

/** @type {Map<string, Promise<Place>>} */
const shipped = new Map();

/** The same for a level that may be a shipped one. @param {string} id @param {Family} of */
export async function rowOf(id, of) {
  const known = placeOf(id);
  if (known || !of.levels) return known;
  const asked =
    shipped.get(of.name) ?? shippedShelf(of).then((shelf) => ({ ...placeOn(shelf), path: homeOf(of) }));
  shipped.set(of.name, asked);
  const row = await asked.catch(() => null);
  return row?.levels.some((level) => level.id === id) ? row : null;
}

/**
 * The level to go on with: the next unsolved one, round the end; else the next.
 * @param {Place} place @param {string} id
 */
export function nextOn({ levels: row }, id) {
  const at = row.findIndex((level) => level.id === id);
  const after = [...row.slice(at + 1), ...row.slice(0, at)].flatMap((level) => level.id ?? []);
  return after.find((other) => !bestOf(other)) ?? row.slice(at + 1).find((level) => level.id)?.id ?? null;
}

/** The number of a level in its row, from 1. @param {Place} place @param {number} at */
export const numberOf = ({ levels: row }, at) => row[at]?.n ?? at + 1;

/** What the n-th level of a row is called, from 0. @param {string | null} title @param {number} n */
export const nameOf = (title, n) => (title && title !== String(n + 1) ? title : t("Level {n}", { n: n + 1 }));

/** The title of a level drawn, opened, made, on a shelf, or of the game that came here. @param {string} id */
export function titleOf(id) {
  const own = draftWith(id)?.title || recall("titles")?.[id] || recall("made")?.[id]?.title;
  if (own) return own;
  const row = placeOf(id);
  const at = row?.levels.findIndex((level) => level.id === id) ?? -1;
  if (row && at >= 0) return nameOf(row.levels[at].title, numberOf(row, at) - 1);
  return gameWith(id)?.title ?? null;
}

/** Remembers what a level is called that was opened alone. @param {string} id @param {string | null} title */
export function keepTitle(id, title) {
  if (!title) return;
  const kept = Object.entries(recall("titles") ?? {}).slice(1 - MOST_TITLES);
  remember("titles", { ...Object.fromEntries(kept), [id]: title });
}

/** The list that was opened last, before there were shelves. */
function takeOver() {
  const last = recall("opened");
  if (!last) return;
  remember("opened", undefined);
  if (last.levels?.length > 1)
    keepShelf(makeShelf(last.name, last.text ?? "", { ...last, left_out: last.left }));
}
