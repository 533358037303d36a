// Elements. Text always becomes a text node, so no level can bring markup with it.

/** @import { Child, ElementOf, Prop, Props, Vars } from "../types" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element: its tag and classes as in a selector, then perhaps its properties, then what stands in it.
 * Properties that begin with "on" are listeners, "vars" are CSS variables, the others attributes.
 * @template {string} S @param {S} tag @param {...(Props | Child)} inside @returns {ElementOf<S>}
 */
export const h = (tag, ...inside) =>
  /** @type {ElementOf<S>} */ (make(tag, (name) => document.createElement(name), inside));

/** A new SVG element. @param {string} tag @param {...(Props | Child)} inside */
export const s = (tag, ...inside) => make(tag, (name) => document.createElementNS(SVG, name), inside);

/**
 * @param {string} tag @param {(name: string) => HTMLElement | SVGElement} begin
 * @param {(Props | Child)[]} inside
 */
function make(tag, begin, inside) {
  const [name, ...classes] = tag.split(".");
  const el = begin(name);
  const [first, ...rest] = inside;
  const props = first?.constructor === Object ? /** @type {Props} */ (first) : null;
  if (name === "button") el.setAttribute("type", name);
  if (name === "svg" && !props?.role) el.setAttribute("aria-hidden", "true");
  for (const [key, value] of Object.entries(props ?? {})) dress(el, key, value);
  if (classes.length) el.classList.add(...classes);
  add(el, /** @type {Child[]} */ (props ? rest : inside));
  return el;
}

/** @param {HTMLElement | SVGElement} el @param {string} name @param {Prop} value */
function dress(el, name, value) {
  if (typeof value === "function") el.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (value && typeof value === "object") setVars(el, value);
  else if ((value ?? false) !== false) el.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Element} el @param {Child[]} children nested as they come; those that are nothing are left out */
function add(el, children) {
  for (const child of children)
    if (Array.isArray(child)) add(el, child);
    else if (child !== undefined && child !== null && typeof child !== "boolean")
      el.append(child instanceof Node ? child : String(child));
}

/** @template {Element} E @param {E} el @param {...Child} children what stands in it from now on */
export function put(el, ...children) {
  el.replaceChildren();
  add(el, children);
  return el;
}

/** @param {HTMLElement | SVGElement} el @param {Vars} vars CSS variables */
export function setVars(el, vars) {
  for (const [name, value] of Object.entries(vars)) el.style.setProperty(`--${name}`, String(value));
}

/**
 * Changes what stands in an element and leaves the focus on the control that had it.
 * @param {Element} root @param {() => void} act
 */
export function steady(root, act) {
  const controls = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button, input, select")]);
  const at = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  act();
  if (at >= 0) controls()[at]?.focus();
}

let drawings = /** @type {Document | ShadowRoot} */ (document);

/** Takes templates from there from now on: a board in a notebook brings its own. @param {ShadowRoot} root */
export const drawFrom = (root) => {
  drawings = root;
};

/** A copy of a template of the page. @param {string} id */
export const template = (id) =>
  /** @type {DocumentFragment} */ (
    /** @type {HTMLTemplateElement} */ (drawings.getElementById(id)).content.cloneNode(true)
  );

/** A drawing that stands in the page. @param {string} name */
export const icon = (name) => s("svg.i", {}, s("use", { href: `#i-${name}` }));

/** What has the focus. */
export const focused = () => /** @type {HTMLElement | null} */ (document.activeElement);

/** The piece under a pointer. @param {Event} event */
export const pieceOf = (event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-id]"));

/** Is a text field in use, so that keys are letters? */
export function typing() {
  const at = document.activeElement;
  if (at instanceof HTMLInputElement) return at.type !== "range";
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
}
