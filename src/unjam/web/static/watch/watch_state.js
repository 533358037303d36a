// How far a solution was watched, so that a reload continues there.

import { currentAddress } from "../addresses.js";
import { readSession, writeSession } from "../state/store.js";

const KEY = "unjam.watch"; // in sessionStorage

/** @typedef {{at: number, playing: boolean}} WatchState */

/** The saved state of this address; null if another one was watched last. @returns {WatchState | null} */
export function loadWatchState() {
  const { path, ...state } = JSON.parse(readSession(KEY) ?? "{}");
  return path === currentAddress() ? state : null;
}

/** @param {WatchState} state */
export const saveWatchState = (state) =>
  writeSession(KEY, JSON.stringify({ path: currentAddress(), ...state }));

/** Clears the state once another view is opened; a reload keeps the address and so the state. */
export const clearWatchState = () => loadWatchState() ?? writeSession(KEY, "{}");
