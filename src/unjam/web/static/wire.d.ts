// What the server says; src/unjam/web/models.py and families.py say it.

import type { LabPart } from "./wirelab";
import type { Account } from "./wirerating";

export * from "./wirelab";
export * from "./wirerating";

// -- words

/** A value of a sentence; a message inside a message is said first. */
export type Value = number | string | Msg | null | undefined;
export type Values = Record<string, Value>;

/** A sentence as the server sends it: an English template, perhaps its form for one, and the values. */
export interface Msg {
  text: string;
  one?: string;
  values: Values;
}

// -- scenes

export type Cell = readonly number[];
export type Side = "left" | "right" | "up" | "down";

/** How a piece is painted, as in style/tokens.css; light and chroma where the level names a colour. */
export interface Paint {
  hue: number;
  tone: number;
  pattern: number;
  style: string;
  light?: number;
  chroma?: number;
}

export interface Piece extends Paint {
  id: string;
  cells: Cell[];
  kind: string;
  label: string;
  state: string;
  /** In how many orientations it may be laid. */
  turns?: number;
}

export interface Exit {
  side: Side;
  first: number;
  last: number;
}

/** Where a piece has to come to lie; the gap, where the piece has no name. */
export interface Home {
  piece: string;
  cells: Cell[];
}

export interface Scene {
  family: string;
  rows: number;
  cols: number;
  floor: string[];
  pieces: Piece[];
  exit: Exit | null;
  waiting: Piece[];
  goal: Scene | null;
  homes: Home[];
}

// -- families

export interface Metric {
  name: string;
  counted: Msg;
  label: Msg;
  some: Msg;
}

/** How a tool acts is explained in src/unjam/core/editor.py. */
export interface Tool {
  name: string;
  label: Msg;
  wide: number;
  high: number;
  piece: (Paint & { kind: string; wide?: number | null }) | null;
  mark: "wall" | "aim" | "floor" | null;
  icon: string | null;
  drops: boolean;
  over: boolean;
  stretches: boolean;
  turns: boolean;
  unique: boolean;
  at_once: boolean;
  erases: boolean;
  on_piece: "turn" | "put" | "lock" | "erase";
}

export interface Editor {
  start: string;
  largest: number;
  format: string;
  paints: boolean;
  sides: boolean;
  grid: boolean;
  others: string[];
  tools: Tool[];
}

type Always = "call" | "tag" | "promise" | "order" | "task" | "won" | "ended" | "undo";
type Perhaps =
  | "desk"
  | "phone"
  | "play"
  | "draw"
  | "task_touch"
  | "task_hint"
  | "begin"
  | "goal"
  | "goal_full";
export type FamilyWords = Record<Always, Msg> & Record<Perhaps, Msg | null>;

/** What a family says of itself; every field is explained in src/unjam/core/family_info.py. */
export interface Family {
  name: string;
  title: Msg;
  levels: number;
  /** Of which new levels are made, from small to large; none where no new ones are made. */
  sizes: { name: string; rows: number; cols: number; levels: string[] }[];
  /** Level -> the size to begin with. */
  usual: Record<string, string>;
  /** Seconds at which intermediate, advanced and expert begin; fitted on people where calibrated. */
  borders: number[];
  calibrated: boolean;
  /** How many things the rating weighs. */
  weighs: number;
  formats: string[];
  metrics: Metric[];
  motion: "slides" | "gap" | "walks" | "placed";
  merges: boolean;
  turn: string | null;
  counts: string[];
  logged: boolean;
  wide_moves: boolean;
  homes: string | null;
  leaves: boolean;
  equal_costs: boolean;
  sky: Sky;
  ground: "board" | "isle";
  emblem: [x: number, y: number, w: number, h: number, hue: number | "target", tone?: number][];
  strokes: { path: string; ink: string; width: number | null }[];
  nouns: Record<string, Msg>;
  noun: Msg;
  keys: { keys: string[]; does: Msg }[];
  words: FamilyWords;
  editor: Editor | null;
}

export interface Sky {
  day: number;
  night: number;
}

// -- positions and moves

export interface Move {
  piece: string;
  to: Cell;
  turn: number;
}

/** A place that a piece can go to at one touch, and the moves that bring it there. */
export interface Destination {
  piece: string;
  to: Cell;
  moves: Move[];
}

/** One piece that has to go somewhere, and how it stands with it. */
export interface Errand {
  piece: string;
  place: Msg;
  state: Msg;
}

/** A level that may be meant in the place of one without a solution. */
export interface Other {
  said: Msg;
  does: Msg;
  id: string;
}

export interface Position {
  id: string;
  family: string;
  title: string | null;
  best: number | null;
  next: string | null;
  metrics: string[];
  scene: Scene;
  destinations: Destination[];
  solved: boolean;
  /** What is to be reached, where every level has a goal of its own. */
  goal: { said: Msg; rest: Msg | null; each: Errand[] } | null;
  other: Other | null;
  dead: { message: Msg; cells: Cell[] } | null;
}

export type Costs = Record<string, number>;

export interface Played {
  position: Position;
  words: Msg[];
  costs: Costs[];
  ids: string[];
  /** Which pieces are where after each move, of a walk that is watched. */
  trail?: Record<string, Cell>[];
}

/** A cell a piece can come to: row, column, and the entry of the list one comes from, -1 for the start. */
export type Way = [row: number, column: number, before: number];

/** What a player who places pieces has in hand and sees. */
export interface Hand {
  selected: string;
  turn: number;
  corner: Cell | null;
  stars: Cell[];
  preview: Cell[];
  turns: number;
  /** Its cells as it is turned now, its corner at 0, 0. */
  form: Cell[];
  caption: string;
}

export interface HandAnswer extends Hand {
  position: Position;
  victory: boolean;
  said: Msg | null;
}

// -- levels, drawings, faults

export interface Fault {
  message: Msg;
  line: number | null;
  column: number | null;
  cells: Cell[];
  fix?: Msg | null;
}

export interface Trouble {
  error: string;
  message?: Msg;
  faults?: Fault[];
}

export interface Level {
  index: number;
  title: string | null;
  line: number;
  id: string | null;
  family: string | null;
  scene: Scene | null;
  cost: number | null;
  level: string | null;
  other?: Other | null;
  error: Trouble | null;
}

/** A level that was made when asked, or that of a day. */
export interface Made extends Level {
  id: string;
  family: string;
  scene: Scene;
  title: string;
  level: string;
  size: string;
  seed: number;
  time: Msg | null;
  calibrated: boolean;
  date: string | null;
}

export interface Levels {
  family: string | null;
  levels: Level[];
  left_out: number;
}

/** Levels of a library of one difficulty: how many there are, and some of them. */
export interface Shelf {
  level: string | null;
  total: number;
  levels: Level[];
}

export interface Library {
  families: Record<string, number>;
  family: string | null;
  sizes: string[];
  shelves: Shelf[];
}

export interface Sketch {
  text: string;
  scene: Scene;
  faults: Fault[];
  id: string | null;
  formats: Record<string, string>;
  /** Why the edit was not made. */
  refused: Msg | null;
  /** What to do first, where nothing is drawn yet. */
  greeting: Msg | null;
}

/** What to do to a drawing. */
export interface Edit {
  text?: string;
  edit?: string;
  tool?: string;
  cell?: Cell;
  to?: Cell;
}

// -- searches

export interface Progress {
  expanded: number;
  bound: number | null;
  seconds: number;
}

export interface Step {
  gone: string[];
  now: Piece[];
  waiting: string[] | null;
  id: string;
}

export interface Solution {
  status: "solved" | "unsolvable" | "gave_up";
  cost: number | null;
  optimal: boolean;
  expanded: number;
  metric: string;
  reason: Msg | null;
  level: string | null;
  time: Msg | null;
  why: Msg | null;
  calibrated: boolean | null;
  account: Account | null;
  moves: Move[];
  words: Msg[];
  costs: Costs[];
  scene: Scene;
  steps: Step[];
}

/** Moves of a player's own, in the notation of the family. */
export interface Line {
  notation: string;
  cost: number;
  solved: boolean;
}

/** The same, one by one. */
export interface Replayed extends Pick<Solution, "metric" | "moves" | "words" | "costs" | "scene" | "steps"> {
  cost: number;
  solved: boolean;
}

/** Who listens to a search; aborting the signal ends it. */
export interface Hearing {
  signal?: AbortSignal;
  onplace?: (n: number) => void;
  onprogress?: (progress: Progress) => void;
  onpart?: (part: LabPart) => void;
}
