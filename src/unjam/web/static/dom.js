// Elements, icons and sentences. Text always becomes a text node, so no level can bring markup with it.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | boolean | any[]} Child */

/**
 * A new element. Properties that begin with "on" are listeners, "vars" are CSS variables, the others attributes.
 * @param {string} tag @param {Record<string, any>} [props] @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), props, children));
}

/** A new SVG element. @param {string} tag @param {Record<string, any>} [props] @param {...(Child | Child[])} children @returns {SVGElement} */
export function s(tag, props = {}, ...children) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), props, children));
}

/** @param {any} el @param {Record<string, any>} props @param {(Child | Child[])[]} children */
function fill(el, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "vars") setVars(el, value);
    else el.setAttribute(name, value === true ? "" : String(value));
  }
  el.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false && c !== true).map((c) => (c instanceof Node ? c : String(c))));
  return el;
}

/** @param {any} el @param {Record<string, string | number>} vars */
export function setVars(el, vars) {
  for (const [name, value] of Object.entries(vars)) el.style.setProperty(`--${name}`, String(value));
}

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  again: "M4 4v6h6M4.6 10A8 8 0 1 1 4 14",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z",
  help: "M9.2 9a3 3 0 1 1 4.2 2.8c-.9.4-1.4 1-1.4 2.2M12 17.5v.01",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z",
  share: "M12 15V4M8 7.5 12 4l4 3.5M5 12v7h14v-7",
  right: "m9 5 7 7-7 7",
  left: "m15 5-7 7 7 7",
  up: "m5 15 7-7 7 7",
  down: "m5 9 7 7 7-7",
  arrowright: "M5 12h14M13 6l6 6-6 6",
  arrowleft: "M19 12H5M11 6l-6 6 6 6",
  arrowup: "M12 19V5M6 11l6-6 6 6",
  arrowdown: "M12 5v14M6 13l6 6 6-6",
  first: "m18 5-7 7 7 7M6 5v14",
  last: "m6 5 7 7-7 7M18 5v14",
  play: "M8 5.5v13l10.5-6.500Z",
  pause: "M8 5v14M16 5v14",
  stop: "M7 7h10v10H7Z",
  edit: "M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19ZM14 6.500l3.500 3.500",
  close: "M6 6l12 12M18 6 6 18",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300L11.500 6.800M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1.500-1.500",
  text: "M5 6h14M5 10.500h14M5 15h9M5 19.500h6",
  picture: "M4 5h16v14H4ZM4 16l4.500-4.500 4 4 3-3L20 17M15.500 9.200v.01",
  film: "M4 5h16v14H4ZM8.500 5v14M15.500 5v14M4 9.700h4.500M4 14.300h4.500M15.500 9.700H20M15.500 14.300H20",
  bin: "M4 7h16M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5M13.500 11v5",
  warn: "M12 4 2.8 20h18.4ZM12 10v4.5M12 17.3v.01",
  turn: "M4 11h9v9H4ZM11.500 4.500a8 8 0 0 1 8 8M16.300 10.300l3.200 2.700 2.700-3.200",
  rubber: "m8.500 19.500-4-4a1.500 1.500 0 0 1 0-2.100l9-9a1.500 1.500 0 0 1 2.100 0l4 4a1.500 1.500 0 0 1 0 2.100l-9 9ZM8.500 19.500h11M9 9l6 6",
  tick: "m6.5 12.5 3.7 3.7 7.3-8",
  plus: "M12 6v12M6 12h12",
  lock: "M6 11h12v9H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z",
  put: "M5 19h14M12 4v10M7.500 10l4.500 4.500L16.500 10",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name], "stroke-width": name === "pause" ? 3 : null }));
}

/** @param {string} label @param {Record<string, any>} props @param {keyof typeof PATHS | null} [name] @param {boolean} [bare] an icon alone, its label only spoken */
export function button(label, props, name = null, bare = false) {
  const { class: extra = "", ...rest } = props;
  return h("button", { type: "button", class: `btn ${bare ? "icon " : ""}${extra}`, ...(bare ? { "aria-label": label, title: rest.title ?? label } : {}), ...rest }, name && icon(name), !bare && label);
}

/** @type {Record<string, Record<string, string>>} language -> English sentence -> the same in that language */
export const TRANSLATIONS = {};

/**
 * The sentence in the reader's language, values filled in.
 * @param {string} sentence @param {Record<string, string | number>} [values]
 */
export function t(sentence, values = {}) {
  const said = TRANSLATIONS[document.documentElement.lang]?.[sentence] ?? sentence;
  return said.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {number} n */
export const count = (n) => n.toLocaleString("en");

/** One or many. @param {number} n @param {string} one @param {string} many */
export const plural = (n, one, many) => t(n === 1 ? one : many, { n: count(n) });

export const NAMES = { rushhour: "Rush Hour", tiles: "Sliding tiles", blocks: "Klotski", sokoban: "Sokoban", packing: "Packing" };

/** @param {string | null} level @param {string} [rest] */
export function difficulty(level, rest = "") {
  const at = ["beginner", "intermediate", "advanced", "expert"].indexOf(level ?? "") + 1;
  const name = level ? t(level[0].toUpperCase() + level.slice(1)) : t("Not rated yet");
  return h("span", { class: "diff" }, h("i", { "aria-hidden": "true" }, [1, 2, 3, 4].map((n) => h("b", { class: n <= at ? "on" : "" }))), h("span", { class: level ? "" : "dim" }, rest ? `${name} · ${rest}` : name));
}

/** @param {HTMLElement} el @param {...(Child | Child[])} children */
export function put(el, ...children) {
  el.replaceChildren();
  fill(el, {}, children);
  return el;
}

export const typing = () => {
  const at = document.activeElement;
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement || (at instanceof HTMLInputElement && at.type !== "range");
};
