// Buttons, choices and lines of words that several views have.

/** @import { Child, Props, Solution } from "../types" */

import { h, icon, put } from "./dom.js";
import { join, say, sentence, t } from "./i18n.js";

export const LEVELS = ["beginner", "intermediate", "advanced", "expert"];

/** @param {string} label @param {Props} props @param {string} [name] its icon */
export const button = (label, props, name) => h("button.btn", props, name && icon(name), label);

/**
 * An icon alone; its label is only spoken.
 * @param {string} label @param {Props} props @param {string} name
 */
export const iconButton = (label, props, name) =>
  h("button.btn.icon", { "aria-label": label, title: label, ...props }, icon(name));

/**
 * A button held down does it again and again; the click that follows is no further one.
 * @param {HTMLElement} el @param {() => Promise<unknown>} act
 */
export function repeats(el, act) {
  let timer = 0;
  let again = false;
  const on = async () => {
    again = true;
    await act();
    if (timer) timer = window.setTimeout(on, 120);
  };
  const off = () => {
    clearTimeout(timer);
    timer = 0;
  };
  el.addEventListener("pointerdown", () => {
    again = false;
    timer = window.setTimeout(on, 450);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) el.addEventListener(name, off);
  el.addEventListener("click", () => again || act());
  return el;
}

/** Gives a button another icon and label. @param {Element} el @param {string} name @param {string} label */
export const relabel = (el, name, label) => put(el, icon(name), label);

/**
 * Buttons of which one is pressed.
 * @template {string | number} V
 * @param {string} label @param {[V, string][]} choices value and name @param {V} now
 * @param {(value: V) => void} act @param {string} [more] classes
 */
export function seg(label, choices, now, act, more = "") {
  const group = h(
    `div.seg${more}`,
    { role: "group", "aria-label": label },
    choices.map(([value, name]) => {
      const choose = () => {
        press(group, value);
        act(value);
      };
      return h("button", { "data-value": value, onclick: choose }, name);
    }),
  );
  press(group, now);
  return group;
}

/** @param {Element} group @param {string | number} value the button that is pressed now */
export function press(group, value) {
  for (const b of group.querySelectorAll("button"))
    b.setAttribute("aria-pressed", String(b.dataset.value === String(value)));
}

/**
 * A list of which one is chosen.
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
 * A link that acts here.
 * @param {string} text @param {string} href @param {() => void} act @param {Props} [more]
 */
export function doing(text, href, act, more = {}) {
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
  return h("a", { href, ...more, onclick }, text);
}

/** How hard a level is, in words. @param {string | null} level */
export function levelName(level) {
  if (level === "beginner") return t("Beginner");
  if (level === "intermediate") return t("Intermediate");
  if (level === "advanced") return t("Advanced");
  return level === "expert" ? t("Expert") : t("Not rated yet");
}

/**
 * The difficulty of a level that was solved: bars, a word, the time people need, and the reason on hovering.
 * @param {Solution | null} found @param {string} [rest]
 */
export function rated(found, rest = "") {
  if (!found?.level) return difficulty(null, rest);
  const assumed = found.calibrated === false ? t("The time is assumed: not calibrated on people.") : "";
  const title = join(found.why ? sentence(say(found.why)) : "", assumed);
  return difficulty(found.level, rest, title, say(found.time));
}

/**
 * Four bars and a word.
 * @param {string | null} level @param {string} [rest] @param {string} [title] @param {string} [time]
 */
export function difficulty(level, rest = "", title = "", time = "") {
  const at = LEVELS.indexOf(level ?? "");
  const bars = LEVELS.map((_, n) => h(n <= at ? "b.on" : "b"));
  const name = levelName(level);
  return h(
    "span.diff",
    title ? { title } : {},
    h("i", { "aria-hidden": "true" }, bars),
    h(
      level ? "span" : "span.dim",
      name,
      time && h("span.time", ` · ${time}`),
      rest && h("span.rest", ` · ${rest}`),
    ),
  );
}

/**
 * The line of words below a board.
 * @param {HTMLElement} below @param {string} main @param {string} [rest]
 * @param {{chip?: Child, warn?: boolean, extra?: Child}} [more]
 */
export function line(below, main, rest = "", { chip, warn = false, extra } = {}) {
  const words = h("span", h(warn ? "b.warn" : "b", main), " ", h("span.dim", rest));
  put(below, warn && icon("warn"), chip, words, extra);
}
