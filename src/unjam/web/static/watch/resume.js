// Remembers how far a solution was watched, so that a reload continues there.

const KEY = "unjam.watch";

/** @typedef {{at: number, playing: boolean}} WatchState */

const address = () => location.pathname + location.search;

/** The saved state of this address; null if another one was watched last. @returns {WatchState | null} */
export function loadWatchState() {
  try {
    const { path, ...state } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return path === address() ? state : null;
  } catch {
    return null;
  }
}

/** @param {WatchState} state */
export function saveWatchState(state) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: address(), ...state }));
  } catch {
    // Without storage a reload starts over.
  }
}

/** Clears the state once another view is opened; a reload keeps the address and so the state. */
export function clearWatchState() {
  if (loadWatchState()) return;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked.
  }
}
