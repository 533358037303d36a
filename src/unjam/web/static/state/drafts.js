// Drawings that the browser keeps until they are deleted, each at a place of its own, so that two tabs with
// two drawings do not get in each other's way.

/** @import { Draft } from "../types" */

const DRAFT = "unjam.draft."; // and its key
const OPEN = "unjam.drawing"; // the draft that is open in this tab
const MOST_UNDONE = 100_000; // characters of texts to go back to

/** @param {string} key @returns {Draft | null} */
export function draftOf(key) {
  try {
    return JSON.parse(localStorage.getItem(DRAFT + key) ?? "null");
  } catch {
    return null;
  }
}

/** Every drawing of the reader, the newest first. @returns {Draft[]} */
export function drafts() {
  try {
    const keys = Object.keys(localStorage).filter((name) => name.startsWith(DRAFT));
    const found = keys.flatMap((name) => draftOf(name.slice(DRAFT.length)) ?? []);
    return found.sort((a, b) => b.when - a.when);
  } catch {
    return [];
  }
}

/** The drawing that makes this level. @param {string | null | undefined} id */
export const draftWith = (id) => (id && drafts().find((draft) => draft.id === id)) || null;

/** Where a drawing is opened. @param {string} key */
export const draftPath = (key) => `/draw?draft=${key}`;

/** A key that no other drawing has. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

/** The drawing left off in this tab, else the newest. */
export function lastDraft() {
  try {
    return draftOf(sessionStorage.getItem(OPEN) ?? "") ?? drafts()[0] ?? null;
  } catch {
    return null;
  }
}

/** From now on this drawing is the one left off in this tab. @param {string} key */
export function openDraft(key) {
  try {
    sessionStorage.setItem(OPEN, key);
  } catch {
    // Then it is the newest.
  }
}

/** Keeps a drawing; false where there is no room. @param {Draft} draft */
export function keepDraft(draft) {
  const past = [...(draft.past ?? [])];
  let long = past.reduce((sum, text) => sum + text.length, 0);
  while (long > MOST_UNDONE) long -= past.shift()?.length ?? 0;
  for (const kept of [
    { ...draft, past },
    { ...draft, past: [], future: [] },
  ])
    try {
      localStorage.setItem(DRAFT + draft.key, JSON.stringify(kept));
      return true;
    } catch {
      // Without the way back it may still fit.
    }
  return false;
}

/** @param {string} key */
export function dropDraft(key) {
  try {
    localStorage.removeItem(DRAFT + key);
  } catch {
    // There is nothing to delete where nothing may be kept.
  }
}

/** Tells what another tab made of a drawing. @param {string} key @param {(draft: Draft) => void} act */
export function followDraft(key, act) {
  const over = new AbortController();
  const hear = (/** @type {StorageEvent} */ event) => {
    const draft = event.key === DRAFT + key ? draftOf(key) : null;
    if (draft) act(draft);
  };
  addEventListener("storage", hear, { signal: over.signal });
  return () => over.abort();
}
