// The types of the Code view, as web/browser/own_code.py and tools/site/code_view.py write them.

import type { LabSearch, LabSkyline, Msg, Scene } from "../../types";

/** A file to start from. */
export interface Start {
  key: string;
  kind: "search" | "empty" | "heuristic";
  family: string | null;
  name: string;
  real: string | null;
  text: string;
}

export interface Task {
  text: string;
  name: string;
  kind: "search" | "heuristic";
  heuristic: string | null;
  id: string;
  seconds: number;
  checks: boolean;
}

export type Part = { began: true } | { skyline: LabSkyline } | LabSearch;

export interface End {
  printed: string;
  error: Msg | null;
  line: number | null;
  grade: Grade | null;
  check: HeuristicCheck | null;
}

export interface Grade {
  right: boolean;
  mistakes: Msg[];
  boards: GradedBoard[];
}

export interface GradedBoard {
  family: string;
  scene: Scene;
  differs: boolean;
  differences: Msg[];
  line: number | null;
}

export interface HeuristicCheck {
  admissible: boolean | null;
  consistent: boolean | null;
  positions: number;
  exact: number;
  reason: Msg | null;
  high: { scene: Scene; estimate: number; distance: number } | null;
  drop: { scene: Scene; estimate: number; cost: number; next: number } | null;
}
