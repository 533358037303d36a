// What the server says to the lab.

import type { Msg } from "./wire";

export interface LabSearch {
  algorithm: string;
  heuristic: string | null;
  status: "solved" | "unsolvable" | "gave_up";
  cost: number | null;
  optimal: boolean;
  expanded: number;
  generated: number;
  max_frontier: number;
  metric: string;
  reason: Msg | null;
  again?: number;
  outside?: number;
  /** With windows: what happened to which position, one event after the other; and the solution. */
  kinds?: number[];
  numbers?: number[];
  path?: number[];
  /** Without: moments, and how many of each tower are expanded and on the frontier at each of them. */
  at?: number[];
  expanded_by_tower?: number[][];
  frontier_by_tower?: number[][];
  path_by_tower?: number[];
}

/** What comes first: the searches that will be run, each an algorithm and a heuristic, and what there is. */
export interface LabAsked {
  asked: [string, string | null][];
  algorithms: string[];
  informed: string[];
  heuristics: string[];
  metrics: string[];
  metric: string;
}

/** A search that has ended, by its number among those asked; without events while there is no skyline. */
export interface LabEnded extends LabSearch {
  ended: number;
}

export type LabPart = LabAsked | LabEnded | { skyline: LabSkyline };

export interface LabSkyline {
  metric: string;
  reason: Msg | null;
  states: number;
  goals: number;
  best: number | null;
  towers: number[];
  windows: boolean;
  distance?: number[];
  parent?: number[];
  branch?: number[];
}
