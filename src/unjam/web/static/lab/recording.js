// Turns the server's answer into a skyline and its searches, as arrays that can be played forwards and
// backwards; the end of the slider. A unit is what the server tells apart: a position or, in a large space,
// a run of positions of one tower, of which it sends the shares that are expanded and on the frontier.

/** @import { LabSearch, LabSkyline, Recording, Skyline } from "../types" */

/** The states of a position in a search; 0 means unseen. Repeats are counted but not drawn. */
export const FRONTIER = 1;
export const EXPANDED = 2;
const REPEATED = 3;

/** The number of parts in which the server gives shares. */
const PARTS = 8;

/** @param {LabSkyline} answer @returns {Skyline} */
export function toSkyline(answer) {
  const { distance = [], parent = [], branch = [], towers, per_window: size } = answer;
  const tower = towers.map(() => /** @type {number[]} */ ([]));
  /** @type {number[]} */
  const sizes = [];
  const dOf = answer.windows ? distance : /** @type {number[]} */ ([]);
  if (answer.windows) for (const [n, d] of distance.entries()) tower[d].push(n);
  else
    towers.forEach((all, d) => {
      for (let floor = 0; floor < all; floor += size) {
        tower[d].push(dOf.push(d) - 1);
        sizes.push(Math.min(size, all - floor));
      }
    });
  const floor = new Uint32Array(dOf.length);
  for (const units of tower)
    units.forEach((unit, i) => {
      floor[unit] = i;
    });
  return {
    ...answer,
    distance: dOf,
    parent,
    branch,
    floor,
    tower,
    sizes: answer.windows ? new Uint32Array(dOf.length).fill(1) : Uint32Array.from(sizes),
    parts: answer.windows ? 1 : PARTS,
    most: Math.max(1, ...tower.map((units) => units.length)),
  };
}

/** The parts of a unit in this state that are expanded. @param {Skyline} sky @param {number} state */
export const litParts = (sky, state) =>
  sky.windows ? Number(state === EXPANDED) : Math.floor(state / (PARTS + 1));

/** The parts of a unit in this state that are on the frontier. @param {Skyline} sky @param {number} state */
export const edgeParts = (sky, state) => (sky.windows ? Number(state === FRONTIER) : state % (PARTS + 1));

/** @param {LabSearch} search @param {Skyline} sky @returns {Recording} */
export function toRecording(search, sky) {
  const { expanded_by_tower: expanded = [], frontier_by_tower: frontier = [], path = [], at = [] } = search;
  const events = sky.windows ? eventsOf(search) : changesOf(search);
  const state = new Uint8Array(sky.distance.length);
  const was = events.kind.map((kind, i) => {
    const before = state[events.number[i]];
    state[events.number[i]] = kind;
    return before;
  });
  return { search, ...events, was, path, samples: at, expanded, frontier };
}

/** The events of single positions. @param {LabSearch} search */
function eventsOf({ kinds = [], numbers = [] }) {
  const drawn = kinds.reduce((n, kind) => n + Number(kind !== REPEATED), 0);
  const at = new Uint32Array(drawn);
  const kind = new Uint8Array(drawn);
  const number = new Uint32Array(drawn);
  let [done, i] = [0, 0];
  kinds.forEach((what, k) => {
    if (what === REPEATED) {
      done += numbers[k];
      return;
    }
    if (what === EXPANDED) done += 1;
    [at[i], kind[i], number[i]] = [done, what, numbers[k]];
    i += 1;
  });
  return { at, kind, number };
}

/** The changes of units of several positions. @param {LabSearch} search */
function changesOf({ changed = [], shares = [], ends = [], at: moments = [] }) {
  const at = new Uint32Array(changed.length);
  ends.forEach((end, sample) => {
    at.fill(moments[sample], ends[sample - 1] ?? 0, end);
  });
  return { at, kind: Uint8Array.from(shares), number: Uint32Array.from(changed) };
}

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
