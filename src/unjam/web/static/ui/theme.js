// The theme: applies the player's settings (colours, motion, letters) and a family's background; loads style
// sheets on demand.

/** @import { Family, Sky } from "../types" */

import { recall } from "../state/store.js";
import { h, setVars } from "./dom.js";

const ROOT = document.documentElement;

/** Applies the player's settings. */
export function applySettings() {
  const { theme = "system", motion = "system", letters = "always", clock } = recall("settings") ?? {};
  setRootData("theme", { system: null, day: "light", night: "dark" }[theme]);
  setRootData("animation", motion === "system" ? null : motion);
  setRootData("letters", letters === "always" ? null : letters);
  setRootData("clock", clock === "hidden" ? clock : null);
}

/** @param {string} name @param {string | null} value */
function setRootData(name, value) {
  if (value) ROOT.setAttribute(`data-${name}`, value);
  else ROOT.removeAttribute(`data-${name}`);
}

/** Sets the hue of all neutral colours, in the light and in the dark theme. @param {Sky} sky */
export const setSky = ({ day, night }) => setVars(ROOT, { day, night });

export const isDark = () => {
  const { theme } = ROOT.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/** Does the player want no motion? The setting takes precedence over the system. */
export const prefersNoMotion = () => {
  const { animation } = ROOT.dataset;
  return animation ? animation === "none" : matchMedia("(prefers-reduced-motion: reduce)").matches;
};

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Loads a style sheet, before those that depend on the window size. A page without them brings its own.
 * @param {string} name
 */
export async function loadStyle(name) {
  const last = document.getElementById("last-styles");
  if (!last) return;
  const loading =
    styles.get(name) ??
    new Promise((/** @type {(_: void) => void} */ done) => {
      const ready = () => done();
      const { href } = new URL(`../style/${name}.css`, import.meta.url);
      last.before(h("link", { rel: "stylesheet", href, onload: ready, onerror: ready }));
    });
  styles.set(name, loading);
  return loading;
}

/** Loads the style sheets for the boards of a family. @param {Family} family */
export async function loadFamilyStyles(family) {
  await Promise.all([
    family.ground === "isle" && loadStyle("island"),
    family.motion === "placed" && loadStyle("placement"),
  ]);
}

/** Is the page served from this computer, so that links only work here? */
export const isLocal = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
