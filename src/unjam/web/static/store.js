// What the browser remembers: settings, what was solved, the game left off, levels opened from a file.

const KEY = "unjam";

/** @returns {any} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} name @param {any} [otherwise] @returns {any} */
export const recall = (name, otherwise = null) => all()[name] ?? otherwise;

/** @param {string} name @param {any} value */
export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // A full or forbidden store loses the memory, never the game.
  }
}

/** @param {string} id @param {number} cost */
export function solved(id, cost) {
  const done = recall("solved", {});
  const ids = Object.keys(done);
  if (ids.length > 500) delete done[ids[0]];
  done[id] = Math.min(done[id] ?? Infinity, cost);
  remember("solved", done);
}

/** The title of a level opened from a file. @param {string} id @returns {string | null} */
export const titleOf = (id) =>
  recall("opened")?.levels?.find((/** @type {any} */ l) => l.id === id)?.title ?? null;

export function dress() {
  const root = document.documentElement;
  const { theme = "system", motion = "system", letters = "always" } = recall("settings", {});
  for (const [name, value] of [
    ["theme", { day: "light", night: "dark" }[/** @type {"day"} */ (theme)]],
    ["motion", motion === "system" ? null : motion],
    ["letters", letters === "always" ? null : letters],
  ])
    if (value) root.setAttribute(`data-${name}`, value);
    else root.removeAttribute(`data-${name}`);
}

export const dark = () => {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};
