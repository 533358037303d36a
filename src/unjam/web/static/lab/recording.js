// Turns the server's answer into a skyline and its searches, as arrays that can be played forwards and
// backwards; the end of the slider.

/** @import { LabSearch, LabSkyline, Recording, Skyline } from "../types" */

/** The states of a position in a search; 0 means unseen. Repeats are counted but not drawn. */
export const FRONTIER = 1;
export const EXPANDED = 2;
const REPEATED = 3;

/** @param {LabSkyline} answer @returns {Skyline} */
export function toSkyline(answer) {
  const { distance = [], parent = [], branch = [], states, towers } = answer;
  const floor = new Uint32Array(answer.windows ? states : 0);
  const tower = towers.map(() => /** @type {number[]} */ ([]));
  distance.forEach((d, n) => {
    floor[n] = tower[d].length;
    tower[d].push(n);
  });
  return { ...answer, most: Math.max(1, ...towers), distance, parent, branch, floor, tower };
}

/** @param {LabSearch} search @param {Skyline} sky @returns {Recording} */
export function toRecording(search, sky) {
  const { kinds = [], numbers = [], at = [] } = search;
  const { expanded_by_tower: expanded = [], frontier_by_tower: frontier = [] } = search;
  const path = (sky.windows ? search.path : search.path_by_tower) ?? [];
  const number = Uint32Array.from(numbers);
  const kind = Uint8Array.from(kinds);
  const was = new Uint8Array(kinds.length);
  const moments = new Uint32Array(kinds.length);
  const state = new Uint8Array(sky.windows ? sky.states : 0);
  let done = 0;
  kinds.forEach((what, i) => {
    if (what === REPEATED) done += number[i];
    else {
      was[i] = state[number[i]];
      state[number[i]] = what;
      if (what === EXPANDED) done += 1;
    }
    moments[i] = done;
  });
  return { search, at: sky.windows ? moments : at, kind, number, was, path, expanded, frontier };
}

/** Does an event change a window? @param {Recording} recording @param {number} i */
export const isDrawn = ({ kind }, i) => kind[i] !== REPEATED;

/** The branches from the start to a position. @param {Skyline} sky @param {number} n */
export function branchesTo(sky, n) {
  const out = [];
  for (let at = n; at; at = sky.parent[at]) out.push(sky.branch[at]);
  return out.reverse();
}

/**
 * The end of the slider: the longest search that fits a common scale.
 * @param {LabSearch[]} searches @param {Skyline | null} sky
 */
export function sliderEnd(searches, sky) {
  const states = sky?.states ?? Infinity;
  const lengths = searches.map((search) => search.expanded);
  const plain = lengths.filter((n) => n <= states);
  return Math.max(1, ...(plain.length ? plain : lengths));
}
