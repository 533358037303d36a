// Progress as a file: exports games, best results, wins, shelves, drafts and settings; validates a file
// that is imported. Importing a file merges it: the better result and the newer game win.

/** @import { BestResult, Collection, Draft, SavedGame, Win } from "../types" */

import { download } from "../ui/dom.js";
import { plural, t } from "../ui/i18n.js";
import { addWins, listWins } from "./history.js";
import { bestResult, isBetter, saveBest } from "./results.js";
import { loadShelf, saveShelf, uniqueShelfKey } from "./shelves.js";
import { listKeys, readItem, recall, remember, writeItem } from "./store.js";

const FORMAT = "unjam progress";
const KINDS = ["game", "best", "shelf", "draft"];
const ID = /^[\w-]{1,8000}$/;

/** Everything that is stored, as JSON. */
function exportProgress() {
  /** @type {Record<string, unknown>} */
  const saved = {};
  for (const kind of KINDS)
    saved[kind] = Object.fromEntries(
      listKeys(`unjam.${kind}.`).map((key) => [key, readItem(`unjam.${kind}.${key}`)]),
    );
  const rest = { settings: recall("settings") ?? {}, titles: recall("titles") ?? {}, wins: listWins() };
  return JSON.stringify({ format: FORMAT, version: 1, when: new Date().toISOString(), ...rest, ...saved });
}

export function downloadProgress() {
  const file = new Blob([exportProgress()], { type: "application/json" });
  download(file, `unjam-${new Date().toISOString().slice(0, 10)}.json`);
}

/** Does the text look like a progress file? @param {string} text */
export const isProgressFile = (text) => /^\{\s*"format":\s*"unjam progress"/.test(text.slice(0, 80));

/** @typedef {Record<string, unknown>} Plain */
/** @param {unknown} value @returns {value is Plain} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Which values of each kind can be imported; others are skipped.
 * @type {Record<string, (value: Plain, key: string) => boolean>}
 */
const VALIDATORS = {
  game: ({ start, entries, at, family }, key) =>
    start === key &&
    ID.test(key) &&
    Array.isArray(entries) &&
    entries.every(isEntry) &&
    isIndex(at, entries) &&
    areStrings(family),
  best: ({ cost, hints }, key) => ID.test(key) && Number.isFinite(cost) && Number.isFinite(hints),
  shelf: ({ name, slots: items }, key) =>
    areStrings(name, key) && Array.isArray(items) && items.every(isShelfItem),
  draft: ({ text, family, title }, key) => areStrings(text, family, title) && /^[\w-]{1,60}$/.test(key),
};

/** @param {...unknown} values */
const areStrings = (...values) => values.every((value) => typeof value === "string");
/** @param {unknown} at @param {unknown[]} entries */
const isIndex = (at, entries) => Number.isInteger(at) && Number(at) >= 0 && Number(at) < entries.length;
/** @param {unknown} entry */
const isEntry = (entry) => isObject(entry) && ID.test(String(entry.id));
/** @param {unknown} item */
const isShelfItem = (item) =>
  isObject(item) &&
  (item.id === null ? isObject(item.fault) : ID.test(String(item.id))) &&
  Number.isFinite(item.size);

/** The valid ones of the wins in a file. @param {unknown} wins @returns {Win[]} */
function validWins(wins) {
  const isNumber = (/** @type {unknown} */ value) => Number.isFinite(value);
  const isNumberOrNull = (/** @type {unknown} */ value) => value === null || isNumber(value);
  return (Array.isArray(wins) ? wins : []).flatMap((win) => {
    if (!isObject(win) || !ID.test(String(win.id)) || !areStrings(win.id, win.family, win.title)) return [];
    const {
      id,
      family,
      title,
      difficulty,
      expected,
      moves,
      best,
      seconds,
      hints,
      lost,
      date,
      begun,
      at,
      day,
    } = win;
    const isValid =
      [moves, seconds, hints, at, begun ?? 0].every(isNumber) &&
      [expected, best, lost].every(isNumberOrNull) &&
      (difficulty === null || areStrings(difficulty)) &&
      (date === null || isDate(date)) &&
      isDate(day);
    const rest = { expected, moves, best, seconds, hints, lost, date, begun, at, day };
    return isValid ? [/** @type {Win} */ ({ id, family, title, difficulty, ...rest })] : [];
  });
}

/** @param {unknown} value */
const isDate = (value) => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** Merges a progress file into the storage; returns a message about the outcome. @param {string} text */
export function importProgress(text) {
  /** @type {unknown} */
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (
    !isObject(file) ||
    file.format !== FORMAT ||
    !(Array.isArray(file.wins) || KINDS.some((kind) => isObject(/** @type {Plain} */ (file)[kind])))
  )
    return t("This is not a progress file. Nothing was changed.");
  const all = file;
  let [imported, refused] = [0, 0];
  for (const kind of KINDS)
    for (const [key, value] of Object.entries(isObject(all[kind]) ? all[kind] : {})) {
      if (!isObject(value) || !VALIDATORS[kind](value, key)) continue;
      const isImported = MERGERS[kind](key, value);
      if (isImported === false) refused++;
      else if (isImported) imported++;
    }
  const added = addWins(validWins(all.wins)); // a file that an older version saved has none
  if (added === null) refused++;
  else imported += added;
  if (isObject(all.settings)) remember("settings", { ...all.settings, ...recall("settings") });
  if (isObject(all.titles)) remember("titles", { ...onlyStrings(all.titles), ...recall("titles") });
  if (refused)
    return t(
      "This browser does not have enough space to save all of it. Nothing that was already here was lost.",
    );
  return imported
    ? plural(
        imported,
        "{n} item was imported. Better results here were kept.",
        "{n} items were imported. Better results here were kept.",
      )
    : t("The file contains nothing newer or better than what is already here.");
}

/** @param {Plain} all @returns {Record<string, string>} */
const onlyStrings = (all) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (areStrings(value) ? [[key, String(value)]] : [])),
  );

/**
 * Merge a value of each kind: true if it was imported, false if the storage is full, null if not needed.
 * @type {Record<string, (key: string, value: Plain) => boolean | null>}
 */
const MERGERS = {
  best(key, value) {
    const best = /** @type {BestResult} */ (/** @type {unknown} */ (value));
    const better = isBetter(best, bestResult(key));
    saveBest(key, best);
    return better ? bestResult(key) !== null : null;
  },
  game(key, value) {
    const game = /** @type {SavedGame} */ (/** @type {unknown} */ (value));
    const stored = readItem(`unjam.game.${key}`);
    return stored && (stored.when ?? 0) >= (game.when ?? 0) ? null : writeItem(`unjam.game.${key}`, game);
  },
  shelf(key, value) {
    const shelf = /** @type {Collection} */ (/** @type {unknown} */ (value));
    const newKey = uniqueShelfKey(key, shelf.slots);
    const stored = loadShelf(newKey);
    if (!stored) return saveShelf({ ...shelf, key: newKey });
    const isRenamed = Number(shelf.renamed ?? 0) > Number(stored.renamed ?? 0);
    const isRated = stored.slots.some((item, at) => !item.rated && shelf.slots[at].rated);
    if (!isRenamed && !isRated) return null;
    const slots = stored.slots.map((item, at) => (item.rated ? item : shelf.slots[at]));
    const { name, renamed } = isRenamed ? shelf : stored;
    return saveShelf({ ...stored, slots, name, renamed });
  },
  draft(key, value) {
    const draft = /** @type {Draft} */ (/** @type {unknown} */ (value));
    const stored = readItem(`unjam.draft.${key}`);
    if (!stored) return writeItem(`unjam.draft.${key}`, draft);
    if (stored.text === draft.text) return null;
    const copy = { ...draft, key: `${key}-${draft.when}` }; // both stay
    return readItem(`unjam.draft.${copy.key}`) ? null : writeItem(`unjam.draft.${copy.key}`, copy);
  },
};
