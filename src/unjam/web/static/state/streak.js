// The streak: on how many days the player has solved a level of the day, one missed day forgiven.

/** @import { Streak, Win } from "../types" */

const MAX_STEP = 2; // days from one solved day to the next: one missed day between them is forgiven

/** The number of a date, so that the next day has the next number. @param {string} date */
export const dayNumber = (date) => Math.round(Date.parse(`${date}T00:00Z`) / 86_400_000);

/**
 * The streak up to today. A day counts if the level of that day, of any family, was solved on that day; a
 * level of the archive does not count. One missed day between two days that count does not end the streak,
 * two in a row do; missed days are not counted. Today is not missed before it is over.
 * @param {Pick<Win, "date" | "day">[]} wins @param {string} today @returns {Streak}
 */
export function findStreak(wins, today) {
  const now = dayNumber(today);
  const onTime = wins.flatMap(({ date, day }) => (date && date === day ? dayNumber(day) : []));
  const days = [...new Set(onTime)].filter((day) => day <= now).sort((a, b) => a - b);
  let [length, longest, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    length = day - last <= MAX_STEP ? length + 1 : 1;
    longest = Math.max(longest, length);
    last = day;
  }
  const missed = now - last - 1; // complete days since
  return {
    length: missed < MAX_STEP ? length : 0,
    longest,
    solvedToday: last === now,
    endsToday: missed === MAX_STEP - 1, // unless a level of the day is solved today
  };
}
