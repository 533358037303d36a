// Translates templates, plurals, messages of the server and markup; chooses and loads the language; numbers,
// days and sentences as text.

/** @import { Msg, Value, Values } from "../types" */

export const LANGUAGES = /** @type {const} */ ({ en: "English", es: "Español", fr: "Français" });

/** English template -> its translation, or one per plural form. Empty for English. */
let catalogue = /** @type {Record<string, string | string[]>} */ ({});
let fixedLanguage = ""; // set by setCatalogue; else the page's language counts

const language = () => fixedLanguage || document.documentElement.lang || "en";

/**
 * The player's choice, else the browser's language.
 * @param {string | undefined} preferred @returns {keyof typeof LANGUAGES}
 */
export function chooseLanguage(preferred) {
  const isKnown = (/** @type {string} */ each) => each.slice(0, 2) in LANGUAGES;
  const match = [preferred ?? "", ...navigator.languages].find(isKnown) ?? "en";
  return /** @type {keyof typeof LANGUAGES} */ (match.slice(0, 2));
}

/** Loads the catalogue of the player's language. @param {string | undefined} preferred */
export async function loadLanguage(preferred) {
  const lang = chooseLanguage(preferred);
  if (lang === "en") return;
  try {
    catalogue = await (await fetch(new URL(`../words/${lang}.json`, import.meta.url))).json();
    document.documentElement.lang = lang;
  } catch {
    // The page stays English.
  }
}

/**
 * Sets the catalogue where there is no server, as in a notebook.
 * @param {string} lang @param {typeof catalogue} entries
 */
export const setCatalogue = (lang, entries) => {
  fixedLanguage = lang;
  catalogue = entries;
};

/** @param {number} n */
export const formatNumber = (n) => n.toLocaleString(language());

/**
 * Translates a template. It must be a literal, so that tools/catalogues.py can collect it.
 * @param {string} template @param {Values} [values]
 */
export const t = (template, values = {}) => fill(template, undefined, values);

/**
 * Translates a template with a singular and a plural form.
 * @param {number} n @param {string} singular @param {string} many @param {Values} [values]
 */
export const plural = (n, singular, many, values = {}) => fill(many, singular, { ...values, n });

/**
 * The text of a message from the server.
 * @param {Msg | null} msg @param {Values} [more] values that come from here @returns {string}
 */
export const messageText = (msg, more = {}) =>
  msg ? fill(msg.text, msg.one, { ...msg.values, ...more }) : "";

/** @param {string} template @param {string | undefined} singular @param {Values} values */
function fill(template, singular, values) {
  const lang = language();
  const forms = catalogue[template] ?? (singular === undefined ? template : [singular, template]);
  const isSingular =
    typeof forms !== "string" && new Intl.PluralRules(lang).select(Number(values.n)) === "one";
  const form = typeof forms === "string" ? forms : forms[isSingular ? 0 : forms.length - 1];
  return form.replace(/\{(\w+)\}/g, (_, name) => valueText(values[name]));
}

/** @param {Value} value @returns {string} */
function valueText(value) {
  if (typeof value === "number") return formatNumber(value);
  return typeof value === "object" ? messageText(value) : (value ?? "");
}

/**
 * Translates the texts of the page's own markup.
 * @template {ParentNode} R @param {R} root
 */
export function translateMarkup(root) {
  for (const el of root.querySelectorAll("*")) {
    for (const name of ["aria-label", "title"])
      if (el.hasAttribute(name)) el.setAttribute(name, t(el.getAttribute(name) ?? ""));
    for (const node of el.childNodes) if (node instanceof Text) node.data = t(node.data);
  }
  return root;
}

/** @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds a capital letter and a full stop. @param {string} text */
export const asSentence = (text) => capitalize(text) + (/[.!?]$/.test(text) ? "" : ".");

/** Joins sentences with spaces, without empty ones. @param {...string} parts */
export const joinSentences = (...parts) => parts.filter(Boolean).join(" ");

/** @param {Intl.DateTimeFormatOptions} options */
export const dateFormat = (options) =>
  new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), options);

/** A date as "16 November", with its year unless that is this one. @param {string} date as 2026-11-16 */
export function formatDay(date) {
  const isThisYear = Number(date.slice(0, 4)) === new Date().getFullYear();
  const year = isThisYear ? {} : { year: /** @type {const} */ ("numeric") };
  return dateFormat({ day: "numeric", month: "long", ...year }).format(new Date(`${date}T12:00`));
}
