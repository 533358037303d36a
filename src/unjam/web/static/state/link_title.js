// The title of a level in its link: a level carries none itself. What a link says is untrusted text: it is
// shortened, and shown as text only.

/** @import { CurrentPosition, Position } from "../types" */

import { currentQuery, fullLink } from "../addresses.js";
import { t } from "../ui/i18n.js";
import { findTitle, hasOwnTitle, saveTitle } from "./level_titles.js";

const MAX_TITLE = 80; // characters
// Control characters, white space, and signs that turn the direction of the text around them.
const UNPRINTABLE = /[\p{Cc}\s\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** A title in one short line. @param {string} text */
export const cleanTitle = (text) =>
  [...text.replace(UNPRINTABLE, " ").trim()].slice(0, MAX_TITLE).join("").trim();

/** The address of a level with its title. @param {string} id @param {string | null} title */
export function titledPath(id, title) {
  const name = cleanTitle(title ?? "");
  const hasTitle = name && name !== t("Untitled level");
  return `/play/${id}${hasTitle ? `?${new URLSearchParams({ title: name })}` : ""}`;
}

/**
 * The link to a position, with the title of its level.
 * @param {string} id @param {CurrentPosition} position
 */
export const levelLink = (id, { start, title }) => fullLink(titledPath(id, title ?? findTitle(start)));

/** Keeps the title in the current address, for a level that has none. @param {Position} position */
export function adoptLinkTitle({ id, title }) {
  const linked = cleanTitle(currentQuery().get("title") ?? "");
  if (linked && !title && !hasOwnTitle(id)) saveTitle(id, linked);
}
