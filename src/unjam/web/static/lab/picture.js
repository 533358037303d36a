// Saves what the lab shows: SVG and PNG of this step, and a GIF of the whole run.

/**
 * @import { Family, Inks, Layout, Recording, Skyline } from "../types"
 * @import { Surface } from "./surfaces.js"
 * @typedef {{title: string, sky: Skyline, family: Family, inks: Inks, recordings: Recording[],
 *   position: number, end: number}} Run `position` of the slider, Infinity for its end
 */

import { h } from "../ui/dom.js";
import { GifWriter } from "../ui/gif.js";
import { formatNumber, t } from "../ui/i18n.js";
import { inkNames, resultText, searchName } from "./messages.js";
import { SearchState } from "./search_state.js";
import { LONG_WAY, towerOfWindow, wayOpacity } from "./skyline_canvas.js";
import { computeLayout, partHeights, windowArea } from "./skyline_layout.js";
import { CanvasSurface, SvgSurface } from "./surfaces.js";

// sizes in CSS pixels
const PANEL = 310;
const GAP = 32;
const MARGIN = 28;
const HEAD = 64;
const CAPTION = 44; // above a panel
const RESULT = 62; // below it, for three lines
const LEGEND = 40;

const FRAMES = 40;
const FRAME_TIME = 12; // hundredths of a second
const HOLD_TIME = 250;
const EM = 0.54; // the width of an average letter

/** The places of a picture. @param {Run} run @param {number} ratio pixels to one CSS pixel */
function plan({ sky, recordings }, ratio) {
  const layout = computeLayout(sky, PANEL, ratio);
  const count = recordings.length;
  const columns = count === 4 ? 2 : Math.min(3, count);
  const high = layout.height / ratio + CAPTION + RESULT;
  const wide = 2 * MARGIN + columns * PANEL + (columns - 1) * GAP;
  const rows = Math.ceil(count / columns);
  const size = { width: wide * ratio, height: Math.ceil((HEAD + rows * high + LEGEND + 12) * ratio) };
  const place = (/** @type {number} */ i) => ({
    x: (MARGIN + (i % columns) * (PANEL + GAP)) * ratio,
    y: Math.round((HEAD + Math.floor(i / columns) * high) * ratio),
  });
  return { layout, place, ratio, ...size };
}

/** @typedef {ReturnType<typeof plan>} Plan */

/**
 * Draws the lab at one position of the slider.
 * @param {Surface} surface @param {Run} run @param {Plan} at @param {SearchState[]} states
 */
function drawLab(surface, run, at, states) {
  const { inks, title, sky } = run;
  const { ratio, width, height } = at;
  surface.rect(inks.css.page, 0, 0, width, height);
  const x = MARGIN * ratio;
  surface.text(title, x, 34 * ratio, { size: 19 * ratio, colour: inks.css.ink, bold: true });
  const amount = sky.per_window * at.layout.merged;
  const words =
    amount > 1
      ? t("There are {states} positions, and every window stands for {n} of them.", {
          states: sky.states,
          n: amount,
        })
      : t("Every window is one of the {n} positions.", { n: sky.states });
  surface.text(words, x, 55 * ratio, { size: 13 * ratio, colour: inks.css.dim });
  states.forEach((state, i) => {
    drawPanel(surface, run, at, state, at.place(i));
  });
  drawLegend(surface, run, at);
}

/** @param {Surface} surface @param {Run} run @param {Plan} at */
function drawLegend(surface, { inks }, { ratio, width, height }) {
  let x = MARGIN * ratio;
  const y = height - 22 * ratio;
  for (const [ink, words] of Object.entries(inkNames())) {
    surface.rect(inks.css[/** @type {"lit"} */ (ink)], x, y - 11 * ratio, 12 * ratio, 12 * ratio);
    surface.text(words, x + 18 * ratio, y, { size: 13 * ratio, colour: inks.css.dim });
    x += (42 + words.length * 13 * EM) * ratio;
  }
  const style = /** @type {const} */ ({ size: 13 * ratio, colour: inks.css.dim, anchor: "end" });
  surface.text("unjam", width - MARGIN * ratio, y, style);
}

/**
 * @param {Surface} surface @param {Run} run @param {Plan} at @param {SearchState} state
 * @param {{x: number, y: number}} place
 */
function drawPanel(surface, { inks, sky, family }, { layout, ratio }, state, { x, y }) {
  const { search } = state.recording;
  const { css } = inks;
  surface.text(searchName(search), x, y + 30 * ratio, { size: 15 * ratio, colour: css.ink, bold: true });
  const total = `${formatNumber(state.expansions)} / ${formatNumber(search.expanded)}`;
  const right = /** @type {const} */ ({ size: 14 * ratio, colour: css.dim, anchor: "end" });
  surface.text(total, x + layout.width, y + 30 * ratio, right);
  const top = y + CAPTION * ratio;
  drawSkyline(surface, inks, layout, state, { x, y: top });
  const low = top + layout.height;
  surface.rect(css.unlit, x, low, layout.width, 2 * ratio);
  if (state.isSolved && state.path.length) {
    const points = state.path.map((unit) => middleOf(sky, layout, unit).map((n, k) => n + (k ? top : x)));
    const isLong = points.length > LONG_WAY;
    if (!isLong) surface.line(css.page, 4 * ratio, points);
    surface.line(css.path, (isLong ? 0.8 : 2) * ratio, points, wayOpacity(points.length));
  }
  const over = state.expansions >= search.expanded;
  const words = h("span", resultText(search, sky, family, over)).textContent ?? "";
  wrap(words).forEach((line, i) => {
    surface.text(line, x, low + (20 + i * 17) * ratio, { size: 13 * ratio, colour: css.dim });
  });
}

/** Lines of words that fit below a panel. @param {string} words */
function wrap(words) {
  const most = Math.floor(PANEL / (13 * EM));
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {Skyline} sky @param {Layout} layout @param {number} unit */
function middleOf(sky, layout, unit) {
  const area = windowArea(layout, sky.distance[unit], Math.floor(sky.floor[unit] / layout.merged));
  return [area.x + area.w / 2, area.y + area.h / 2];
}

/**
 * @param {Surface} surface @param {Inks} inks @param {Layout} layout @param {SearchState} state
 * @param {{x: number, y: number}} place
 */
function drawSkyline(surface, { css }, layout, state, place) {
  const tower = towerOfWindow(layout);
  for (let window = 0; window < layout.windows; window++) {
    const area = windowArea(layout, tower[window], window - layout.first[tower[window]]);
    const [x, y] = [area.x + place.x, area.y + place.y];
    const [lit, edge] = partHeights(area.h, state.all[window], [state.lit[window], state.edge[window]]);
    const free = area.h - lit - edge;
    if (free) surface.rect(css.unlit, x, y, area.w, free);
    if (edge) surface.rect(css.edge, x, y + free, area.w, edge);
    if (lit) surface.rect(css.lit, x, y + free + edge, area.w, lit);
  }
}

/** The searches at a position of the slider. @param {Run} run @param {Plan} at @param {number} position */
function statesAt({ sky, recordings }, { layout }, position) {
  return recordings.map((recording) => {
    const state = new SearchState(sky, recording);
    state.seek(Math.min(position, recording.search.expanded));
    state.divide(layout);
    return state;
  });
}

/** @param {Run} run */
export function drawSvg(run) {
  const at = plan(run, 1);
  const surface = new SvgSurface(at.width, at.height, run.title);
  drawLab(surface, run, at, statesAt(run, at, run.position));
  return surface.end();
}

/** @param {Run} run */
export function drawPng(run) {
  const at = plan(run, 2);
  const surface = new CanvasSurface(at.width, at.height);
  drawLab(surface, run, at, statesAt(run, at, run.position));
  return surface.png();
}

/**
 * The whole run.
 * @param {Run} run @param {(share: number) => void} report how much of it is drawn
 */
export async function drawGif(run, report) {
  const at = plan(run, 1);
  const surface = new CanvasSurface(at.width, at.height);
  const states = statesAt(run, at, 0);
  const draw = (/** @type {number} */ frame) => {
    const position = frame === FRAMES ? Infinity : Math.floor((run.end * frame) / FRAMES);
    for (const state of states) state.seek(Math.min(position, state.recording.search.expanded));
    drawLab(surface, run, at, states);
    return surface.pixels;
  };
  const film = new GifWriter(draw(0), draw(FRAMES / 2), draw(FRAMES));
  for (let frame = 0; frame <= FRAMES; frame++) {
    report(frame / FRAMES);
    await new Promise((next) => setTimeout(next)); // the page stays alive
    film.addWhole(draw(frame), frame % FRAMES ? FRAME_TIME : HOLD_TIME);
  }
  return film.end();
}
