// Controls shared by the views: buttons, also ones that repeat while held, rows of choices, selects, links
// that act, and the status line.

/** @import { Child, Props } from "../types" */

import { h, icon, setChildren } from "./dom.js";

/** @param {string} label @param {Props} props @param {string} [name] its icon */
export const button = (label, props, name) => h("button.btn", props, name && icon(name), label);

/**
 * A button with only an icon; screen readers read its label.
 * @param {string} label @param {Props} props @param {string} name
 */
export const iconButton = (label, props, name) =>
  h("button.btn.icon", { "aria-label": label, title: label, ...props }, icon(name));

/**
 * Repeats the action while the button is held down; the click that follows is ignored.
 * @param {HTMLElement} el @param {() => Promise<unknown>} act
 */
export function repeatWhileHeld(el, act) {
  let timer = 0;
  let repeated = false;
  const repeat = async () => {
    repeated = true;
    await act();
    if (timer) timer = window.setTimeout(repeat, 120);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
  };
  el.addEventListener("pointerdown", () => {
    repeated = false;
    timer = window.setTimeout(repeat, 450);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) el.addEventListener(name, stop);
  el.addEventListener("click", () => repeated || act());
  return el;
}

/** @param {Element} el @param {string} name @param {string} label */
export const setLabel = (el, name, label) => setChildren(el, icon(name), label);

/**
 * A row of buttons of which one is pressed.
 * @template {string | number} V
 * @param {string} label @param {[V, string][]} choices value and name @param {V} now
 * @param {(value: V) => void} act @param {string} [more] classes
 */
export function segmentedControl(label, choices, now, act, more = "") {
  const group = h(
    `div.segmented${more}`,
    { role: "group", "aria-label": label },
    choices.map(([value, name]) => {
      const choose = () => {
        setPressed(group, value);
        act(value);
      };
      return h("button", { "data-value": value, onclick: choose }, name);
    }),
  );
  setPressed(group, now);
  return group;
}

/** @param {Element} group @param {string | number} value the button that is pressed now */
export function setPressed(group, value) {
  for (const b of group.querySelectorAll("button"))
    b.setAttribute("aria-pressed", String(b.dataset.value === String(value)));
}

/**
 * @param {Props} props @param {string[][]} choices value and name @param {string | null} now
 * @param {(value: string) => void} act
 */
export function select(props, choices, now, act) {
  const options = choices.map(([value, name]) => h("option", { value, selected: value === now }, name));
  const el = h("select", props, options);
  el.addEventListener("change", () => act(el.value));
  return el;
}

/**
 * A link that runs an action.
 * @param {string} text @param {string} href @param {() => void} act @param {Props} [more]
 */
export function actionLink(text, href, act, more = {}) {
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
  return h("a", { href, ...more, onclick }, text);
}

/**
 * Shows a text in the status line below a board.
 * @param {HTMLElement} below @param {string} main @param {string} [rest]
 * @param {{chip?: Child, warn?: boolean, extra?: Child}} [more]
 */
export function showStatus(below, main, rest = "", { chip, warn = false, extra } = {}) {
  const words = h("span", h(warn ? "b.warn" : "b", main), " ", h("span.dim", rest));
  if (chip instanceof Element) chip.setAttribute("aria-hidden", "true"); // the text names the piece
  const line = h("p", warn && icon("warn"), chip, words, extra);
  const isSame = (/** @type {Node} */ node, /** @type {number} */ i) => node.isEqualNode(below.childNodes[i]);
  const parts = [...line.childNodes];
  // A screen reader would read the same once more.
  if (extra || parts.length !== below.childNodes.length || !parts.every(isSame))
    below.replaceChildren(...parts);
}
