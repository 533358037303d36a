// Levels that the server generated: the browser saves the options they were generated with, and their titles.

/** @import { GeneratedLevel, PlayableLevel } from "../types" */

import { formatDay, t } from "../ui/i18n.js";
import { recall, remember } from "./store.js";

const MAX_LEVELS = 200;

/** @param {PlayableLevel} level */
export function saveGenerated({ id, family, level, size, seed, date, title: name }) {
  const title = date ? t("Level of the day, {date}", { date: formatDay(date) }) : name;
  const { [id]: _, ...others } = recall("made") ?? {};
  const levels = Object.entries({ ...others, [id]: { title, family, level, size, seed, date } });
  remember("made", Object.fromEntries(levels.slice(-MAX_LEVELS)));
}

/**
 * How a level was generated; null if it was not.
 * @param {string | null} id @returns {GeneratedLevel | null}
 */
export const generatedLevel = (id) => recall("made")?.[id ?? ""] ?? null;

/** The generated levels of a family, the newest first. @param {string} family */
export const generatedLevels = (family) =>
  Object.entries(recall("made") ?? {})
    .filter(([, level]) => level.family === family && !level.date)
    .reverse();

/**
 * The address that generates this level again; without its seed, another one like it.
 * @param {GeneratedLevel} level @param {boolean} [withSeed]
 */
export const generatePath = ({ family, level, size, seed }, withSeed = true) =>
  `/new/${family}/${level}/${size}${withSeed ? `/${seed}` : ""}`;
