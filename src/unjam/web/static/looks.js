// How the whole page looks: the reader's settings, and the sky of the family at hand.

/** @import { Sky } from "./types" */

import { setVars } from "./dom.js";
import { recall } from "./store.js";

const ROOT = document.documentElement;

/** Follows the reader's settings. */
export function applySettings() {
  const { theme = "system", motion = "system", letters = "always" } = recall("settings") ?? {};
  mark("theme", { system: null, day: "light", night: "dark" }[theme]);
  mark("animation", motion === "system" ? null : motion);
  mark("letters", letters === "always" ? null : letters);
}

/** @param {string} name @param {string | null} value */
function mark(name, value) {
  if (value) ROOT.setAttribute(`data-${name}`, value);
  else ROOT.removeAttribute(`data-${name}`);
}

/** Tints every neutral colour: one hue by day, one by night. @param {Sky} sky */
export const showSky = ({ day, night }) => setVars(ROOT, { day, night });

export const isDark = () => {
  const { theme } = ROOT.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

export const isStill = () =>
  ROOT.dataset.animation === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
