// Levels that the server generated: the browser saves the options they were generated with, and their titles.

/** @import { GeneratedLevel, PlayableLevel } from "../types" */

import { difficultyName } from "../rating/difficulty.js";
import { formatDay, t } from "../ui/i18n.js";
import { recall, remember } from "./store.js";

const MAX_LEVELS = 200;

/** What a generated level is, such as "Expert 6×6 · 69607". @param {Omit<GeneratedLevel, "title">} level */
export function generatedTitle({ level, size, seed, date }) {
  if (date) return t("Level of the day, {date}", { date: formatDay(date) });
  const values = { difficulty: difficultyName(level), size: size.replace("x", "×"), seed: String(seed) };
  return t("{difficulty} {size} · {seed}", values);
}

/** @param {PlayableLevel} level */
export function saveGenerated({ id, family, level, size, seed, date }) {
  const { [id]: _, ...others } = recall("made") ?? {};
  const saved = { family, level, size, seed, date };
  const levels = Object.entries({ ...others, [id]: { title: generatedTitle(saved), ...saved } });
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
