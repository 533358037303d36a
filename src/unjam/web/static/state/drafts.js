// Drafts, drawings saved in the browser until they are deleted: load, save, delete, the last one, changes by
// another tab. Each has its own key, so that two tabs with two drawings do not overwrite each other.

/** @import { Draft } from "../types" */

import { listKeys, readItem, readSession, removeItem, tryWrite, writeSession } from "./store.js";

const DRAFT = "unjam.draft."; // followed by the key of the draft
const OPEN = "unjam.drawing"; // in sessionStorage: the draft that is open in this tab
const MAX_UNDO_CHARACTERS = 100_000; // in all texts that undo can go back to

/** @param {string} key @returns {Draft | null} */
export const loadDraft = (key) => readItem(DRAFT + key);

/** Every draft, the newest first. @returns {Draft[]} */
export function drafts() {
  const all = listKeys(DRAFT).flatMap((key) => loadDraft(key) ?? []);
  return all.sort((a, b) => b.when - a.when);
}

/** The draft of this level. @param {string | null | undefined} id */
export const draftOfLevel = (id) => (id && drafts().find((draft) => draft.id === id)) || null;

/** @param {string} key */
export const draftPath = (key) => `/draw?draft=${key}`;

/** A random key for a new draft. */
export const newDraftKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

/** The draft that was open in this tab, else the newest. */
export const lastDraft = () => loadDraft(readSession(OPEN) ?? "") ?? drafts()[0] ?? null;

/** Marks the draft as open in this tab. @param {string} key */
export const setOpenDraft = (key) => writeSession(OPEN, key);

/**
 * Saves a draft, without its undo history if there is no room for that; false if the storage is full.
 * @param {Draft} draft
 */
export function saveDraft(draft) {
  const past = [...(draft.past ?? [])];
  let length = past.reduce((sum, text) => sum + text.length, 0);
  while (length > MAX_UNDO_CHARACTERS) length -= past.shift()?.length ?? 0;
  const versions = [
    { ...draft, past },
    { ...draft, past: [], future: [] },
  ];
  return versions.some((version) => tryWrite(DRAFT + draft.key, JSON.stringify(version)));
}

/** @param {string} key */
export const deleteDraft = (key) => removeItem(DRAFT + key);

/**
 * Calls `act` whenever another tab saves the draft; returns a function that stops that.
 * @param {string} key @param {(draft: Draft) => void} act
 */
export function watchDraft(key, act) {
  const control = new AbortController();
  const onstorage = (/** @type {StorageEvent} */ event) => {
    const draft = event.key === DRAFT + key ? loadDraft(key) : null;
    if (draft) act(draft);
  };
  addEventListener("storage", onstorage, { signal: control.signal });
  return () => control.abort();
}
