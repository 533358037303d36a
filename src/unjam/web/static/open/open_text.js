// Reads a text that was pasted, dropped or opened: an id, a link, levels in any format, or saved progress;
// decodes files, offers to fix in Draw.

/** @import { App } from "../types" */

import { ApiError, position, readLevels } from "../api.js";
import { findFamily } from "../state/families.js";
import { saveTitle } from "../state/level_titles.js";
import { titledPath } from "../state/link_title.js";
import { importProgress, isProgressFile } from "../state/progress_file.js";
import { createShelf, saveShelf, shelfPath } from "../state/shelves.js";
import { actionLink } from "../ui/controls.js";
import { asSentence, messageText, t } from "../ui/i18n.js";

const LINK = /^https?:\/\/[^/\s]+\/(?:\S*\/)?(?:play|watch|draw|lab)\/([\w-]+)(?:\?([^\s#]*))?(?:[?#]\S*)?$/;
const ID = /^1[\w-]{3,}$/;

/** A text without a playable level; `draft` can be fixed in Draw. */
class UnreadableText extends Error {
  /** @param {string} message @param {{text: string, family: string | null} | null} draft */
  constructor(message, draft) {
    super(message);
    this.draft = draft;
  }
}

/** A link to Draw, if the text can be fixed there. @param {unknown} error @param {App} app */
export function fixLink(error, app) {
  const draft = error instanceof UnreadableText ? error.draft : null;
  if (!draft || !findFamily(draft.family).editor) return null;
  return actionLink(t("Fix in Draw"), "/draw", () => {
    app.textToFix = draft;
    app.go("/draw");
  });
}

/** @param {string} id */
const isPosition = (id) =>
  position(id).then(
    () => true,
    (error) => {
      if (error instanceof ApiError && error.status) return false;
      throw error;
    },
  );

/**
 * The address to open for a text, or a message about imported progress. Throws UnreadableText.
 * @param {string} text @param {string} name @param {string | null} family
 * @returns {Promise<{path: string, message?: string}>}
 */
export async function openText(text, name, family) {
  const word = text.trim();
  const [, linkedId, query] = LINK.exec(word) ?? [];
  const id = linkedId ?? ID.exec(word)?.[0];
  const title = new URLSearchParams(query).get("title");
  if (id && (await isPosition(id))) return { path: titledPath(id, title) };
  if (linkedId) throw new UnreadableText(t("This link does not contain a readable level."), null);
  if (isProgressFile(word)) return { path: "", message: importProgress(word) };
  return { path: await openLevels(text, name, family) };
}

/** @param {string} text @param {string} name @param {string | null} family */
async function openLevels(text, name, family) {
  const levels = await readLevels(text, family);
  const [first] = levels.levels;
  if (levels.levels.length > 1) {
    const shelf = createShelf(name, text, levels);
    if (!saveShelf(shelf))
      throw new UnreadableText(t("This browser does not have enough space to save {name}.", { name }), null);
    return shelfPath(shelf.key);
  }
  if (!first?.id) throw unreadableText(text, levels);
  saveTitle(first.id, first.title);
  return `/play/${first.id}`;
}

/** @param {string} text @param {Awaited<ReturnType<typeof readLevels>>} answer */
function unreadableText(text, { levels: [first], family }) {
  const fault = first?.error?.faults?.[0];
  const why = fault
    ? asSentence(messageText(fault.message))
    : (first?.error?.error ?? t("The text contains no level."));
  const words = fault?.line ? t("Line {line}: {why}", { line: fault.line, why }) : why;
  return new UnreadableText(words, family ? { text, family } : null);
}

/** @param {File} file */
export const looksLikeProgress = async (file) => isProgressFile(await file.slice(0, 80).text());

/**
 * Decodes a file as UTF-8, or as UTF-16, which PowerShell writes.
 * @param {File} file
 */
export async function decodeFile(file) {
  const data = await file.arrayBuffer();
  const [first, second] = new Uint8Array(data);
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittleEndian ? "utf-16le" : isBigEndian ? "utf-16be" : "utf-8").decode(data);
}
