// Sentences: English templates with their values, and what they are in the reader's language.

/** @import { Msg, Value, Values } from "../types" */

export const LANGUAGES = /** @type {const} */ ({ en: "English", es: "Español", fr: "Français" });

/** English template -> the same in the reader's language, or one for each plural form. English needs none. */
let catalogue = /** @type {Record<string, string | string[]>} */ ({});
let given = ""; // the language of words that were handed over; else it is the page's

const language = () => given || document.documentElement.lang || "en";

/**
 * What the reader chose, or the browser speaks.
 * @param {string | undefined} wish @returns {keyof typeof LANGUAGES}
 */
export function languageOf(wish) {
  const known = (/** @type {string} */ each) => each.slice(0, 2) in LANGUAGES;
  const found = [wish ?? "", ...navigator.languages].find(known) ?? "en";
  return /** @type {keyof typeof LANGUAGES} */ (found.slice(0, 2));
}

/** Learns the reader's language, before anything is said. @param {string | undefined} wish */
export async function learnLanguage(wish) {
  const lang = languageOf(wish);
  if (lang === "en") return;
  try {
    catalogue = await (await fetch(`/static/words/${lang}.json`)).json();
    document.documentElement.lang = lang;
  } catch {
    // Better in English than not at all.
  }
}

/**
 * Takes its words from there, where no server can be asked.
 * @param {string} lang @param {typeof catalogue} known
 */
export const knowWords = (lang, known) => {
  given = lang;
  catalogue = known;
};

/** @param {number} n */
export const count = (n) => n.toLocaleString(language());

/**
 * The sentence in the reader's language. The template stands at the call, so that a tool can collect it.
 * @param {string} template @param {Values} [values]
 */
export const t = (template, values = {}) => fill(template, undefined, values);

/** One or many. @param {number} n @param {string} one @param {string} many @param {Values} [values] */
export const plural = (n, one, many, values = {}) => fill(many, one, { ...values, n });

/**
 * A message of the server in words.
 * @param {Msg | null} msg @param {Values} [more] values that come from here @returns {string}
 */
export const say = (msg, more = {}) => (msg ? fill(msg.text, msg.one, { ...msg.values, ...more }) : "");

/** @param {string} template @param {string | undefined} one @param {Values} values */
function fill(template, one, values) {
  const lang = language();
  const forms = catalogue[template] ?? (one === undefined ? template : [one, template]);
  const single = typeof forms !== "string" && new Intl.PluralRules(lang).select(Number(values.n)) === "one";
  const form = typeof forms === "string" ? forms : forms[single ? 0 : forms.length - 1];
  return form.replace(/\{(\w+)\}/g, (_, name) => worded(values[name]));
}

/** @param {Value} value @returns {string} */
function worded(value) {
  if (typeof value === "number") return count(value);
  return typeof value === "object" ? say(value) : (value ?? "");
}

/**
 * Puts what stands in the page's own markup into the reader's language.
 * @template {ParentNode} R @param {R} root
 */
export function speak(root) {
  for (const el of root.querySelectorAll("*")) {
    for (const name of ["aria-label", "title"])
      if (el.hasAttribute(name)) el.setAttribute(name, t(el.getAttribute(name) ?? ""));
    for (const node of el.childNodes) if (node instanceof Text) node.data = t(node.data);
  }
  return root;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A message that stands alone: a large letter first, a full stop last. @param {string} text */
export const sentence = (text) => capital(text) + (/[.!?]$/.test(text) ? "" : ".");

/** Several sentences in a row; those that are nothing are left out. @param {...string} parts */
export const join = (...parts) => parts.filter(Boolean).join(" ");

/** A day as people say it. @param {string} date as 2026-11-16 */
export function dayName(date) {
  const lang = language();
  const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "long" });
  return format.format(new Date(`${date}T12:00`));
}
