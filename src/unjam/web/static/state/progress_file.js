// All that was done, as one file to keep or to take elsewhere: games, bests, shelves, drawings, settings.
// What comes in is put beside what is there; the better result, the newer game stays.

/** @import { Best, Collection, Draft, Game } from "../types" */

import { h } from "../ui/dom.js";
import { plural, t } from "../ui/i18n.js";
import { freeKey } from "./shelves.js";
import { bestOf, isBetter, keep, keepBest, names, read, recall, remember } from "./store.js";

const MARK = "unjam progress";
const KINDS = ["game", "best", "shelf", "draft"];
const ID = /^[\w-]{1,8000}$/;

/** Everything that is kept, as JSON. */
export function progress() {
  bestOf(null); // so that what was kept in another form is taken over first
  /** @type {Record<string, unknown>} */
  const kept = {};
  for (const kind of KINDS)
    kept[kind] = Object.fromEntries(
      names(`unjam.${kind}.`).map((key) => [key, read(`unjam.${kind}.${key}`)]),
    );
  const own = { settings: recall("settings") ?? {}, titles: recall("titles") ?? {} };
  return JSON.stringify({ format: MARK, version: 1, when: new Date().toISOString(), ...own, ...kept });
}

/** Into the downloads. */
export function saveProgress() {
  const url = URL.createObjectURL(new Blob([progress()], { type: "application/json" }));
  h("a", { href: url, download: `unjam-${new Date().toISOString().slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

/** Is the text meant as saved progress? @param {string} text */
export const isProgress = (text) => /^\{\s*"format":\s*"unjam progress"/.test(text.slice(0, 80));

/** @typedef {Record<string, unknown>} Plain */
/** @param {unknown} value @returns {value is Plain} */
const plain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What may come in of each kind; the rest is left out.
 * @type {Record<string, (value: Plain, key: string) => boolean>}
 */
const SOUND = {
  game: ({ start, entries, at, family }, key) =>
    start === key &&
    ID.test(key) &&
    Array.isArray(entries) &&
    entries.every(isEntry) &&
    inside(at, entries) &&
    texts(family),
  best: ({ cost, hints }, key) => ID.test(key) && Number.isFinite(cost) && Number.isFinite(hints),
  shelf: ({ name, slots }, key) => texts(name, key) && Array.isArray(slots) && slots.every(isSlot),
  draft: ({ text, family, title }, key) => texts(text, family, title) && /^[\w-]{1,60}$/.test(key),
};

/** @param {...unknown} values */
const texts = (...values) => values.every((value) => typeof value === "string");
/** @param {unknown} at @param {unknown[]} entries */
const inside = (at, entries) => Number.isInteger(at) && Number(at) >= 0 && Number(at) < entries.length;
/** @param {unknown} entry */
const isEntry = (entry) => plain(entry) && ID.test(String(entry.id));
/** @param {unknown} slot */
const isSlot = (slot) =>
  plain(slot) &&
  (slot.id === null ? plain(slot.fault) : ID.test(String(slot.id))) &&
  Number.isFinite(slot.size);

/** Puts saved progress beside what is there; what became of it, in words. @param {string} text */
export function takeProgress(text) {
  /** @type {unknown} */
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    // It is told below.
  }
  if (
    !plain(found) ||
    found.format !== MARK ||
    !KINDS.some((kind) => plain(/** @type {Plain} */ (found)[kind]))
  )
    return t("This is no file of saved progress. Nothing was changed.");
  const all = found;
  let [taken, refused] = [0, 0];
  for (const kind of KINDS)
    for (const [key, value] of Object.entries(plain(all[kind]) ? all[kind] : {})) {
      if (!plain(value) || !SOUND[kind](value, key)) continue;
      const put = TAKE[kind](key, value);
      if (put === false) refused++;
      else if (put) taken++;
    }
  if (plain(all.settings)) remember("settings", { ...all.settings, ...recall("settings") });
  if (plain(all.titles)) remember("titles", { ...textsOf(all.titles), ...recall("titles") });
  if (refused) return t("There is no room in this browser for all of it. What was here is still here.");
  return taken
    ? plural(
        taken,
        "{n} thing was taken in. What was better here stayed.",
        "{n} things were taken in. What was better here stayed.",
      )
    : t("Nothing in it is newer or better than what is here.");
}

/** @param {Plain} all @returns {Record<string, string>} */
const textsOf = (all) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (texts(value) ? [[key, String(value)]] : [])),
  );

/** How each kind is put beside what is there: true when it was taken, false where there is no room. */
/** @type {Record<string, (key: string, value: Plain) => boolean | null>} */
const TAKE = {
  best(key, value) {
    const best = /** @type {Best} */ (/** @type {unknown} */ (value));
    const better = isBetter(best, bestOf(key));
    keepBest(key, best);
    return better ? bestOf(key) !== null : null;
  },
  game(key, value) {
    const [there, game] = [read(`unjam.game.${key}`), /** @type {Game} */ (/** @type {unknown} */ (value))];
    return there && (there.when ?? 0) >= (game.when ?? 0) ? null : keep(`unjam.game.${key}`, game);
  },
  shelf(key, value) {
    const shelf = /** @type {Collection} */ (/** @type {unknown} */ (value));
    const own = freeKey(key, shelf.slots);
    const there = read(`unjam.shelf.${own}`);
    if (
      there?.slots.every(
        (/** @type {{rated?: boolean}} */ slot, /** @type {number} */ at) =>
          slot.rated || !shelf.slots[at].rated,
      )
    )
      return null;
    return keep(`unjam.shelf.${own}`, { ...shelf, key: own });
  },
  draft(key, value) {
    const draft = /** @type {Draft} */ (/** @type {unknown} */ (value));
    const there = read(`unjam.draft.${key}`);
    if (!there) return keep(`unjam.draft.${key}`, draft);
    if (there.text === draft.text) return null;
    const other = `${key}-${draft.when}`; // both stay
    return read(`unjam.draft.${other}`) ? null : keep(`unjam.draft.${other}`, { ...draft, key: other });
  },
};
