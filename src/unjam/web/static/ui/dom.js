// Creates and changes elements (`h`, `s`, `setChildren`), keeps the focus; icons, templates, downloads,
// whether the player is typing. Text always becomes a text node, so a level cannot inject markup.

/** @import { Child, ElementOf, Prop, Props, Vars } from "../types" */

import { linkTo } from "../addresses.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element from a tag with classes as in a selector, optional properties, and its content.
 * Properties that start with "on" are listeners, "vars" are CSS variables, the others attributes; an "href"
 * that starts with "/" is the address of a view.
 * @template {string} S @param {S} tag @param {...(Props | Child)} content @returns {ElementOf<S>}
 */
export const h = (tag, ...content) =>
  /** @type {ElementOf<S>} */ (createElement(tag, (name) => document.createElement(name), content));

/** Creates an SVG element. @param {string} tag @param {...(Props | Child)} content */
export const s = (tag, ...content) =>
  createElement(tag, (name) => document.createElementNS(SVG, name), content);

/**
 * @param {string} tag @param {(name: string) => HTMLElement | SVGElement} create
 * @param {(Props | Child)[]} content
 */
function createElement(tag, create, content) {
  const [name, ...classes] = tag.split(".");
  const el = create(name);
  const [first, ...rest] = content;
  const props = first?.constructor === Object ? /** @type {Props} */ (first) : null;
  if (name === "button") el.setAttribute("type", name);
  if (name === "svg" && !props?.role) el.setAttribute("aria-hidden", "true");
  for (const [key, value] of Object.entries(props ?? {})) setProp(el, key, value);
  if (classes.length) el.classList.add(...classes);
  appendAll(el, /** @type {Child[]} */ (props ? rest : content));
  return el;
}

/** @param {HTMLElement | SVGElement} el @param {string} name @param {Prop} value */
function setProp(el, name, value) {
  if (typeof value === "function") el.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (value && typeof value === "object") setVars(el, value);
  else if (name === "href" && String(value).startsWith("/")) el.setAttribute(name, linkTo(String(value)));
  else if ((value ?? false) !== false) el.setAttribute(name, value === true ? "" : String(value));
}

/** Appends children, of nested lists too. @param {Element} el @param {Child[]} children */
function appendAll(el, children) {
  for (const child of children)
    if (Array.isArray(child)) appendAll(el, child);
    else if (child !== undefined && child !== null && typeof child !== "boolean")
      el.append(child instanceof Node ? child : String(child));
}

/** @template {Element} E @param {E} el @param {...Child} children its new content */
export function setChildren(el, ...children) {
  el.replaceChildren();
  appendAll(el, children);
  return el;
}

/** @param {HTMLElement | SVGElement} el @param {Vars} vars CSS variables */
export function setVars(el, vars) {
  for (const [name, value] of Object.entries(vars)) el.style.setProperty(`--${name}`, String(value));
}

/**
 * Runs a change of an element and puts the focus back on the same control.
 * @param {Element} root @param {() => void} act
 */
export function keepFocus(root, act) {
  const controls = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button, input, select")]);
  const at = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  act();
  if (at >= 0) controls()[at]?.focus();
}

let templateRoot = /** @type {Document | ShadowRoot} */ (document);

/** Takes templates from another root: a board in a notebook brings its own. @param {ShadowRoot} root */
export const useTemplatesFrom = (root) => {
  templateRoot = root;
};

/** Saves a file with the player's downloads. @param {Blob} file @param {string} name */
export function download(file, name) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

/** Copies a template of the page. @param {string} id */
export const template = (id) =>
  /** @type {DocumentFragment} */ (
    /** @type {HTMLTemplateElement} */ (templateRoot.getElementById(id)).content.cloneNode(true)
  );

/** An icon from the symbols in index.html. @param {string} name */
export const icon = (name) => s("svg.i", {}, s("use", { href: `#i-${name}` }));

export const focusedElement = () => /** @type {HTMLElement | null} */ (document.activeElement);

/** The element of the piece under a pointer. @param {Event} event */
export const pieceElement = (event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-id]"));

/** Is the player typing into a field? */
export function isTyping() {
  const at = document.activeElement;
  if (at instanceof HTMLInputElement) return at.type !== "range";
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
}

/** Is it a touch device, probably without a keyboard? */
export const isTouchOnly = () => matchMedia("(hover: none)").matches;
