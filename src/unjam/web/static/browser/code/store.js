// What the player wrote in the Code view, kept in this browser: one text for each file that it was begun
// with. Nothing of it is ever part of an address.

import { readItem, removeItem, writeItem } from "../../state/store.js";

const TEXT = "unjam.code."; // followed by the key of the file it was begun with
const LAST = "unjam.code"; // the key of the file that was open last

/** The player's text. @param {string} key @returns {string | null} */
export function loadText(key) {
  const text = readItem(TEXT + key);
  return typeof text === "string" ? text : null;
}

/** Keeps a text; false if there is no room. @param {string} key @param {string} text */
export const saveText = (key, text) => writeItem(TEXT + key, text);

/** @param {string} key */
export const forgetText = (key) => removeItem(TEXT + key);

/** @returns {unknown} */
export const lastKey = () => readItem(LAST);

/** @param {string} key */
export const saveLastKey = (key) => writeItem(LAST, key);
