// Levels that the server made when asked: the browser keeps what they were asked as, and so their names.

/** @import { Made, MadeNote } from "../types" */

import { dayName, t } from "../ui/i18n.js";
import { recall, remember } from "./store.js";

const MOST = 200;

/** @param {Made} made its title is its seed, or the day */
export function keepMade({ id, family, level, size, seed, date, title: name }) {
  const title = date ? t("Level of the day, {date}", { date: dayName(date) }) : name;
  const { [id]: _, ...others } = recall("made") ?? {};
  const kept = Object.entries({ ...others, [id]: { title, family, level, size, seed, date } });
  remember("made", Object.fromEntries(kept.slice(-MOST)));
}

/** How a level was asked for; null where it was not. @param {string | null} id @returns {MadeNote | null} */
export const madeOf = (id) => recall("made")?.[id ?? ""] ?? null;

/** The newest first. @param {string} family */
export const madeFor = (family) =>
  Object.entries(recall("made") ?? {})
    .filter(([, note]) => note.family === family && !note.date)
    .reverse();

/** Where the same level is made anew; without the seed, another like it. @param {MadeNote} note */
export const madePath = ({ family, level, size, seed }, again = true) =>
  `/new/${family}/${level}/${size}${again ? `/${seed}` : ""}`;
