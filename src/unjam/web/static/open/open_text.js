// What a text holds that was pasted, dropped or chosen, and where that is opened. All that we give out comes
// in again: ids, links of any unjam, every format, saved progress.

/** @import { App } from "../types" */

import { position, Refused, read } from "../api.js";
import { family } from "../state/families.js";
import { isProgress, takeProgress } from "../state/progress_file.js";
import { keepShelf, keepTitle, makeShelf, shelfPath } from "../state/shelves.js";
import { doing } from "../ui/controls.js";
import { say, sentence, t } from "../ui/i18n.js";

const LINK = /^https?:\/\/[^/\s]+\/(?:\S*\/)?(?:play|watch|draw|lab)\/([\w-]+)(?:[?#]\S*)?$/;
const ID = /^1[\w-]{3,}$/;

/** A text that holds nothing to play, and what may be mended of it. */
export class NoLevel extends Error {
  /** @param {string} message @param {{text: string, family: string | null} | null} fix */
  constructor(message, fix) {
    super(message);
    this.fix = fix;
  }
}

/** Leads to Draw, where a text can be mended there. @param {unknown} error @param {App} app */
export function mend(error, app) {
  const fix = error instanceof NoLevel ? error.fix : null;
  if (!fix || !family(fix.family).editor) return null;
  return doing(t("Fix in Draw"), "/draw", () => {
    app.fix = fix;
    app.go("/draw");
  });
}

/** @param {string} id */
const holds = (id) =>
  position(id).then(
    () => true,
    (error) => {
      if (error instanceof Refused && error.status) return false;
      throw error;
    },
  );

/**
 * The address of what the text holds, or what became of it; NoLevel where it holds nothing.
 * @param {string} text @param {string} name @param {string | null} family
 * @returns {Promise<{path: string, said?: string}>}
 */
export async function openText(text, name, family) {
  const word = text.trim();
  const linked = LINK.exec(word)?.[1];
  const id = linked ?? ID.exec(word)?.[0];
  if (id && (await holds(id))) return { path: `/play/${id}` };
  if (linked) throw new NoLevel(t("This link holds no level we can read."), null);
  if (isProgress(word)) return { path: "", said: takeProgress(word) };
  return { path: await openLevels(text, name, family) };
}

/** @param {string} text @param {string} name @param {string | null} family */
async function openLevels(text, name, family) {
  const found = await read(text, family);
  const [first] = found.levels;
  if (found.levels.length > 1) {
    const shelf = makeShelf(name, text, found);
    if (!keepShelf(shelf))
      throw new NoLevel(t("There is no room in this browser for {name}.", { name }), null);
    return shelfPath(shelf.key);
  }
  if (!first?.id) throw unreadable(text, found);
  keepTitle(first.id, first.title);
  return `/play/${first.id}`;
}

/** @param {string} text @param {Awaited<ReturnType<typeof read>>} found */
function unreadable(text, { levels: [first], family }) {
  const fault = first?.error?.faults?.[0];
  const why = fault ? sentence(say(fault.message)) : (first?.error?.error ?? t("There is no level in it."));
  const words = fault?.line ? t("Line {line}: {why}", { line: fault.line, why }) : why;
  return new NoLevel(words, family ? { text, family } : null);
}

/**
 * The text of a file: UTF-8, or UTF-16 as PowerShell writes it.
 * @param {File} file
 */
export async function readText(file) {
  const data = await file.arrayBuffer();
  const [first, second] = new Uint8Array(data);
  const little = first === 0xff && second === 0xfe;
  const big = first === 0xfe && second === 0xff;
  return new TextDecoder(little ? "utf-16le" : big ? "utf-16be" : "utf-8").decode(data);
}
