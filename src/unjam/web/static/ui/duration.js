// Durations as text.

import { t } from "./i18n.js";

/** As on a clock: 2:05 or 1:02:05. @param {number} seconds */
export function formatClock(seconds) {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

/** In words, with one unit: 45 s, 3 min, 2 h. @param {number} seconds */
export function formatDuration(seconds) {
  if (seconds < 60) return t("{n} s", { n: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? t("{n} min", { n: minutes }) : t("{n} h", { n: Math.round(seconds / 3600) });
}
