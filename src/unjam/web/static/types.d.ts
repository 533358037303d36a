// The types that the scripts share; wire.d.ts has the types of the server's JSON.

import type {
  Cell,
  Costs,
  Destination,
  Family,
  LabSearch,
  LabSkyline,
  Msg,
  Other,
  Piece,
  Position,
  Progress,
  Scene,
  Side,
  Solution,
  Values,
} from "./wire";

export * from "./game_types";
export * from "./wins";
export * from "./wire";

// -- the lab

/**
 * The skyline: every distance from the start is a tower of units. A unit is a position or, in a large space,
 * a run of positions of one tower.
 */
export interface Skyline extends LabSkyline {
  /** The number of units in the highest tower. */
  most: number;
  /** The tower of each unit, its index there, and the number of its positions. */
  distance: number[];
  floor: Uint32Array;
  sizes: Uint32Array;
  /** The parts in which the share of a unit is counted. */
  parts: number;
  parent: number[];
  branch: number[];
  /** The units of each tower. */
  tower: number[][];
}

/** A search that can be played forwards and backwards. */
export interface Recording {
  search: LabSearch;
  /** Of each event: the expansions until then, the new state of a unit, the unit and its old state. */
  at: Uint32Array;
  kind: Uint8Array;
  number: Uint32Array;
  was: Uint8Array;
  /** The units of the solution. */
  path: number[];
  /** In a large space: the expansions at each sample, and the counts of each tower. */
  samples: number[];
  expanded: number[][];
  frontier: number[][];
}

/** How towers stand on a canvas, in its pixels. */
export interface Layout {
  width: number;
  height: number;
  /** From a tower to the next, and from a window to the next. */
  step: number;
  pitchX: number;
  pitchY: number;
  /** Between two windows. */
  gapX: number;
  gapY: number;
  /** The number of windows beside each other in a tower. */
  columns: number;
  /** The number of units that a window stands for. */
  merged: number;
  /** The number of windows, and the first one of each tower. */
  windows: number;
  first: Uint32Array;
}

export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type InkName = "lit" | "edge" | "unlit" | "path" | "first" | "second" | "page" | "ink" | "dim";

/** The colours of the lab, as pixels and as CSS. */
export interface Inks {
  pixel: Record<InkName, number>;
  css: Record<InkName, string>;
}

/** A window, by its first unit and its tower, which is its distance from the start. */
export interface Window {
  n: number;
  d: number;
}

// -- the page

export type Vars = Record<string, string | number>;
export type Props = Record<string, Prop>;
export type Prop = string | number | boolean | null | undefined | Vars | ((event: never) => unknown);
export type Child = Node | string | number | boolean | null | undefined | Child[];

type TagOf<S extends string> = S extends `${infer T}.${string}` ? T : S;
/** The element that h() creates for a tag like "button.btn". */
export type ElementOf<S extends string> =
  TagOf<S> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<S>] : HTMLElement;

/** The position that is shown, and the level whose game it belongs to. */
export interface CurrentPosition {
  id: string;
  start: string;
  family: string;
  /** The title of the level, if it has one. */
  title?: string;
}

/** An open view. */
export interface View {
  currentPosition?: () => CurrentPosition | null;
  /** Opens the next level, after a win or with a key. */
  next?: () => void;
  isInvalid?: () => boolean;
  /** Do letters pick pieces? Then a letter acts only with Shift. */
  hasLetters?: boolean;
  key?: (event: KeyboardEvent) => boolean;
  close?: () => void;
}

/** Options of a view that shows a position. */
export interface ViewOptions {
  id: string;
  position: Position;
  app: App;
  /** False once the player has navigated elsewhere: then the view must not be shown. */
  isCurrent: () => boolean;
}

/** Keys that do the same, and what they do; see help/view_keys.js. */
export type KeyRow = [keys: string[], does: string];

export interface KeyGroup {
  title: string;
  rows: KeyRow[];
  note?: string;
}

/** What the player looks at when asking for help: the first part of its address, and the level shown. */
export interface HelpTopic {
  view: string;
  family: Family | null;
  id: string | null;
}

/** What views can do with the page around them. */
export interface App {
  go: (path: string, replace?: boolean) => Promise<void>;
  /** Opens the level that comes after the one that is played. */
  next: (game: { next: string | null; currentPosition: CurrentPosition }) => Promise<void>;
  share: () => Promise<void>;
  /** Shows the rules of the family at hand and the keys of the view. */
  help: () => Promise<void>;
  /** Shows the rules to a player who opens a level of the family for the first time. */
  introduce: (family: Family, id: string) => Promise<void>;
  settings: () => Promise<void>;
  /** Opens the dialog with the rating of a level and advice for its designer. */
  rating: (id: string, known?: Solution | null) => Promise<void>;
  openText: (text: string, name: string, family?: string | null) => Promise<void>;
  openFile: (file: File) => Promise<void>;
  updateNav: () => void;
  /** An unreadable text to fix in Draw. */
  textToFix: { text: string; family: string | null } | null;
}

// -- what the browser stores; property names are part of the stored format

export interface Entry {
  id: string;
  piece?: Piece;
  words?: Msg;
  costs?: Costs;
  arrow?: string;
  /** If one click or drag made several moves: the index of the entry before the first of them. */
  way?: number;
  /** Is it a dead end, and was the player told? */
  dead?: boolean;
  told?: boolean;
  position?: Position;
}

export interface SavedGame {
  start: string;
  title: string;
  family: string;
  entries: Entry[];
  at: number;
  won: boolean;
  /** Number of moves for which a hint was used. */
  hints?: number;
  /** Time of the last change, in milliseconds. */
  when?: number;
  /** Seconds of active play in this attempt, and the time it began, in milliseconds. */
  seconds?: number;
  begun?: number;
}

/** A saved drawing, with its rating and its scene. */
export interface Draft {
  key: string;
  /** May be empty. */
  title: string;
  family: string;
  text: string;
  /** Its level, if it is valid. */
  id: string | null;
  /** Time of the last change, in milliseconds. */
  when: number;
  /** The texts for undo and redo. */
  past?: string[];
  future?: string[];
  scene?: Scene | null;
  /** Number of faults. */
  faults?: number;
  /** Its difficulty. */
  level?: string | null;
  /** The fewest moves in words. */
  cost?: string;
}

/** The best result on a level. */
export interface BestResult {
  /** In the first metric of the family. */
  cost: number;
  /** Number of hints used. */
  hints: number;
  /** The proved minimum, if known. */
  fewest?: number | null;
  /** The moves in the family's notation. */
  notation?: string;
  family?: string;
  title?: string;
  when: number;
}

export type LevelMark = "untouched" | "started" | "solved" | "fewest" | "hinted";

/** What the player has done with a level. */
export interface LevelStatus {
  mark: LevelMark;
  yours: number | null;
  fewest: number | null;
}

/** A level on a shelf, or the reason why it cannot be read. */
export interface ShelfItem {
  id: string | null;
  title: string | null;
  family?: string | null;
  /** Number of cells that are not walls. */
  size: number;
  /** The proved minimum of moves, if known. */
  cost?: number | null;
  /** Its difficulty. */
  level?: string | null;
  /** What most people need, in words. */
  time?: Msg | null;
  /** Has the server tried to rate it? */
  rated?: boolean;
  /** A solvable variant that may be meant. */
  other?: Other | null;
  fault?: { line: number; why: Msg; more: number; text: string };
}

/** A collection of levels, in the order of its file. */
export interface Collection {
  key: string;
  name: string;
  family: string | null;
  /** Number of levels of the file that were left out. */
  left: number;
  /** Were there too many to count? Then `left` is the least it can be. */
  leftIsLeast?: boolean;
  slots: ShelfItem[];
  when: number;
  /** Time of the last change of the name by the player, in milliseconds. */
  renamed?: number;
}

/** A list of levels to play one after the other, and its address. */
export interface Playlist {
  name: string;
  path: string;
  levels: PlaylistLevel[];
  /** The total, if the list is longer than `levels`. */
  all?: number;
}

/** A level of a playlist, and its number if that differs from its index. */
export interface PlaylistLevel {
  id: string | null;
  title: string | null;
  n?: number;
}

export interface Settings {
  theme?: "system" | "day" | "night";
  motion?: "system" | "full" | "none";
  letters?: "always" | "touch";
  language?: "en" | "es" | "fr";
  clock?: "shown" | "hidden";
  /** When the player is told of a dead end: at once, after a few moves, or on pressing Hint. */
  dead_ends?: "now" | "later" | "asked";
  /** May the server record plays? Missing until the player was asked. */
  plays?: "no" | "yes";
}

/** How the server generated a level: for a date, or from a seed. */
export interface GeneratedLevel {
  title: string;
  family: string;
  /** Its difficulty. */
  level: string;
  size: string;
  seed: number;
  date: string | null;
}

export interface Memory {
  settings: Settings;
  /** Family -> the last choice for a new level, and when its difficulty was chosen. */
  wish: Record<string, { level: string; size: string; when?: number }>; // level: the difficulty
  /** Id of a generated level -> how it was generated. */
  made: Record<string, GeneratedLevel>;
  /** Id of a level that was opened on its own -> its title. */
  titles: Record<string, string>;
}

// -- plays that a server may record

export type PlayEventKind =
  | "start"
  | "move"
  | "undo"
  | "redo"
  | "restart"
  | "hint"
  | "win"
  | "give_up"
  | "leave";

/** An event, its time since the level was opened in milliseconds, and the position after it. */
export interface PlayEvent {
  at: number;
  kind: PlayEventKind;
  position: string;
}

export interface Batch {
  play: string;
  level: string;
  first: number;
  events: PlayEvent[];
}

// -- hints

/** The reason for a move, and the pieces and cells to highlight. */
export interface Reason {
  message: Msg;
  pieces: string[];
  cells: Cell[];
}
