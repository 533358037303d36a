// How far a solution was watched in this tab, so that a reload does not begin anew.

const KEY = "unjam.watch";

/** @typedef {{at: number, playing: boolean}} WatchPlace */

const address = () => location.pathname + location.search;

/** Where this address was left, null where another one was watched last. @returns {WatchPlace | null} */
export function readPlace() {
  try {
    const { path, ...place } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return path === address() ? place : null;
  } catch {
    return null;
  }
}

/** @param {WatchPlace} place */
export function keepPlace(place) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: address(), ...place }));
  } catch {
    // Then a reload begins anew.
  }
}

/** Forgets the place once another view is opened; a reload leaves the address as it is. */
export function leavePlace() {
  if (readPlace()) return;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was none.
  }
}
