// How the whole page looks: the settings, the sky of the family at hand, styles that not every view needs.

/** @import { Family, Sky } from "../types" */

import { recall } from "../state/store.js";
import { h, setVars } from "./dom.js";

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

/** Is there but a finger, and so perhaps no keyboard? */
export const touched = () => matchMedia("(hover: none)").matches;

/** Does the reader want no motion? What was chosen here counts more than what the system says. */
export const isStill = () => {
  const { animation } = ROOT.dataset;
  return animation ? animation === "none" : matchMedia("(prefers-reduced-motion: reduce)").matches;
};

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Once that style is there; what depends on the window stays behind it. @param {string} name */
export function style(name) {
  const loading =
    styles.get(name) ??
    new Promise((/** @type {(_: void) => void} */ done) => {
      const ready = () => done();
      const link = h("link", {
        rel: "stylesheet",
        href: `/static/style/${name}.css`,
        onload: ready,
        onerror: ready,
      });
      document.getElementById("last-styles")?.before(link);
    });
  styles.set(name, loading);
  return loading;
}

/** Once there are the styles that boards of this family need. @param {Family} of */
export async function familyStyle(of) {
  await Promise.all([of.ground === "isle" && style("island"), of.motion === "placed" && style("placement")]);
}

/** Does unjam run for this computer alone, so that a link to it leads nowhere else? */
export const isLocal = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
