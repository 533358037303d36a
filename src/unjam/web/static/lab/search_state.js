// SearchState: one search after some expansions. It plays events forwards and backwards, and sums up the
// units of each drawn window.

/** @import { Layout, Recording, Skyline } from "../types" */

import { EXPANDED, edgeParts, litParts } from "./recording.js";

export class SearchState {
  /** Index of the next event. */
  nextEvent = 0;
  expansions = 0;
  /** Has the search ended with a solution? */
  isSolved = false;
  /** The window of each unit; of each window its parts, and those that are expanded and on the frontier. */
  window = new Uint32Array();
  all = new Uint32Array();
  lit = new Uint32Array();
  edge = new Uint32Array();
  /** The windows that changed since the last `takeChanges`. */
  changed = new Set();

  /** @param {Skyline} skyline @param {Recording} recording */
  constructor(skyline, recording) {
    this.skyline = skyline;
    this.recording = recording;
    this.state = new Uint8Array(skyline.distance.length);
    this.litParts = Uint8Array.from({ length: 256 }, (_, state) => litParts(skyline, state));
    this.edgeParts = Uint8Array.from({ length: 256 }, (_, state) => edgeParts(skyline, state));
  }

  /** Sums up the units of each window. @param {Layout} layout */
  divide({ windows, merged, first }) {
    const { skyline, state } = this;
    this.window = new Uint32Array(state.length);
    this.all = new Uint32Array(windows);
    this.lit = new Uint32Array(windows);
    this.edge = new Uint32Array(windows);
    for (let unit = 0; unit < state.length; unit++) {
      const window = first[skyline.distance[unit]] + Math.floor(skyline.floor[unit] / merged);
      const size = skyline.sizes[unit];
      this.window[unit] = window;
      this.all[window] += size * skyline.parts;
      this.lit[window] += size * this.litParts[state[unit]];
      this.edge[window] += size * this.edgeParts[state[unit]];
    }
    this.changed.clear();
  }

  /** @param {number} unit @param {number} to */
  setState(unit, to) {
    const was = this.state[unit];
    if (was === to) return;
    this.state[unit] = to;
    if (!this.all.length) return;
    const window = this.window[unit];
    const size = this.skyline.sizes[unit];
    this.lit[window] += size * (this.litParts[to] - this.litParts[was]);
    this.edge[window] += size * (this.edgeParts[to] - this.edgeParts[was]);
    this.changed.add(window);
  }

  /** Goes to the state after some expansions. @param {number} expansions */
  seek(expansions) {
    const { at, kind, number, was, search } = this.recording;
    let i = this.nextEvent;
    for (; i < at.length && at[i] <= expansions; i++) this.setState(number[i], kind[i]);
    for (; i > 0 && at[i - 1] > expansions; i--) this.setState(number[i - 1], was[i - 1]);
    this.nextEvent = i;
    this.expansions = expansions;
    this.isSolved = expansions >= search.expanded && search.cost !== null;
  }

  /** The windows that changed since the last call. */
  takeChanges() {
    const changed = [...this.changed];
    this.changed.clear();
    return changed;
  }

  /** The exact counts of a tower, at this moment or at the last sample. @param {number} d */
  tower(d) {
    const { skyline, recording, state } = this;
    if (!skyline.windows) {
      const sample = this.sample;
      return { expanded: recording.expanded[d][sample], frontier: recording.frontier[d][sample] };
    }
    let [expanded, frontier] = [0, 0];
    for (const unit of skyline.tower[d]) {
      expanded += this.litParts[state[unit]];
      frontier += this.edgeParts[state[unit]];
    }
    return { expanded, frontier };
  }

  /** The number of the last sample. */
  get sample() {
    const { samples } = this.recording;
    let i = 0;
    while (i + 1 < samples.length && samples[i + 1] <= this.expansions) i++;
    return i;
  }

  /** The number of positions on the frontier. */
  get frontier() {
    return this.skyline.towers.reduce((n, all, d) => n + (all && this.tower(d).frontier), 0);
  }

  /** The position that was expanded last, if positions are told apart. */
  get lastExpanded() {
    const { kind, number } = this.recording;
    if (!this.skyline.windows) return null;
    for (let i = this.nextEvent - 1; i >= 0; i--) if (kind[i] === EXPANDED) return number[i];
    return null;
  }

  /** The units of the solution, in order. */
  get path() {
    return this.recording.path;
  }
}
