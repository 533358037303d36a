// What the scripts say to each other; wire.d.ts is what the server says.

import type {
  Cell,
  Costs,
  Destination,
  LabSearch,
  LabSkyline,
  Level,
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

export * from "./wire";

// -- the lab

/** The skyline: every position a window, every distance from the start a tower. */
export interface Skyline extends LabSkyline {
  most: number;
  distance: number[];
  parent: number[];
  branch: number[];
  /** Which window of its tower a position has, and the positions of each tower. */
  floor: Uint32Array;
  tower: number[][];
}

/** A search ready to be run forwards and backwards. */
export interface Recording {
  search: LabSearch;
  at: ArrayLike<number>;
  kind: Uint8Array;
  number: Uint32Array;
  was: Uint8Array;
  path: number[];
  expanded: number[][];
  frontier: number[][];
}

/** Where windows go on a canvas: its size, pitch of a window, columns of a tower, gap, side of a window. */
export interface Plan {
  w: number;
  h: number;
  p: number;
  c: number;
  g: number;
  s: number;
}

export type InkName = "lit" | "edge" | "unlit" | "path";

/** The four colours of the lab, as pixels and as CSS. */
export interface Inks {
  pixel: Record<InkName, number>;
  css: Record<InkName, string>;
}

/** A window, or a whole tower where there are too many positions for windows. */
export interface Window {
  n?: number;
  d: number;
}

// -- the page

export type Vars = Record<string, string | number>;
export type Props = Record<string, Prop>;
export type Prop = string | number | boolean | null | undefined | Vars | ((event: never) => unknown);
export type Child = Node | string | number | boolean | null | undefined | Child[];

type TagOf<S extends string> = S extends `${infer T}.${string}` ? T : S;
/** The element that a selector like "button.btn" makes. */
export type ElementOf<S extends string> =
  TagOf<S> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<S>] : HTMLElement;

/** What Share, the bar and the keys speak of: the position at hand and where its game began. */
export interface Here {
  id: string;
  /** The level whose game this is. */
  start: string;
  family: string;
}

/** What stands at an address, once it is open. */
export interface View {
  here?: () => Here | null;
  /** After a win, or at a key: the level to go on with; undefined where there is no such thing. */
  next?: () => void;
  unsound?: () => boolean;
  key?: (event: KeyboardEvent) => boolean;
  close?: () => void;
}

/** What a view gets that is opened on a position. */
export interface Opening {
  id: string;
  body: Position;
  app: App;
  /** False once another address is asked for: then nothing may be shown. */
  wanted: () => boolean;
}

/** What views ask of the page round them. */
export interface App {
  go: (path: string, replace?: boolean) => Promise<void>;
  next: (id: string | null, here: Here) => Promise<void>;
  share: () => Promise<void>;
  keys: () => Promise<void>;
  settings: () => Promise<void>;
  /** How hard a level is and why, and advice for whoever designed it. */
  rating: (id: string, known?: Solution | null) => Promise<void>;
  openText: (text: string, name: string, family?: string | null) => Promise<void>;
  openFile: (file: File) => Promise<void>;
  bar: () => void;
  /** A level to mend in Draw. */
  fix: { text: string; family: string | null } | null;
}

// -- what the browser remembers

export interface Entry {
  id: string;
  piece?: Piece;
  words?: Msg;
  costs?: Costs;
  arrow?: string;
  /** The entry at which the path began that was clicked or dragged in one go, this one a part of it. */
  way?: number;
  body?: Position;
}

export interface Game {
  start: string;
  title: string;
  family: string;
  entries: Entry[];
  at: number;
  won: boolean;
  /** How many moves were hinted at. */
  hints?: number;
  /** When it was last touched, in milliseconds. */
  when?: number;
}

/** A drawing that is kept, with what it was rated and how it looks. */
export interface Draft {
  key: string;
  /** Empty: it has none yet. */
  title: string;
  family: string;
  text: string;
  /** The level that it makes, where it is sound. */
  id: string | null;
  /** When it was last changed, in milliseconds. */
  when: number;
  /** The texts that undo and redo lead to. */
  past?: string[];
  future?: string[];
  scene?: Scene | null;
  /** How many things there are to mend. */
  faults?: number;
  level?: string | null;
  /** The fewest moves in words. */
  cost?: string;
}

/** The best result on a level. */
export interface Best {
  /** In the first metric of the family. */
  cost: number;
  /** How many hints it took. */
  hints: number;
  /** The fewest that are possible, where that is proved. */
  fewest?: number | null;
  /** The moves, as the family writes them. */
  notation?: string;
  family?: string;
  title?: string;
  when: number;
}

export type Mark = "untouched" | "begun" | "solved" | "fewest" | "hinted";

/** How a level stands with the player. */
export interface Standing {
  mark: Mark;
  yours: number | null;
  fewest: number | null;
}

/** A level of a collection: what it is and what is known of it, or why it cannot be read. */
export interface Slot {
  id: string | null;
  title: string | null;
  family?: string | null;
  /** How many squares there are to stand on. */
  size: number;
  /** The fewest moves, where that is proved. */
  cost?: number | null;
  /** How hard it is, in one word. */
  level?: string | null;
  /** Was a rating tried? */
  rated?: boolean;
  /** What may be meant where it has no solution. */
  other?: Other | null;
  fault?: { line: number; why: Msg; more: number; text: string };
}

/** A collection of levels, in the order of its file. */
export interface Collection {
  key: string;
  name: string;
  family: string | null;
  /** How many levels of the file are not on it. */
  left: number;
  slots: Slot[];
  when: number;
}

/** A row of levels of which each leads to the next, and where it is shown. */
export interface Place {
  name: string;
  path: string;
  levels: PlaceLevel[];
  /** How many levels there are, where not all of them are known here. */
  all?: number;
}

/** A level of a row, and its number where that is not its place in the list. */
export interface PlaceLevel {
  id: string | null;
  title: string | null;
  n?: number;
}

export interface Settings {
  theme?: "system" | "day" | "night";
  motion?: "system" | "full" | "none";
  letters?: "always" | "touch";
  language?: "en" | "es" | "fr";
  /** May the server keep plays? Not there: never asked. */
  plays?: "no" | "yes";
}

/** How a level was asked for that the server made; of a day, or by its seed. */
export interface MadeNote {
  title: string;
  family: string;
  level: string;
  size: string;
  seed: number;
  date: string | null;
}

export interface Memory {
  settings: Settings;
  /** Id of a level -> the least that it was solved with; kept with the best of each level since. */
  solved: Record<string, number>;
  /** Family -> the new level that was last wished for. */
  wish: Record<string, { level: string; size: string }>;
  /** Id of a level that the server made when asked -> what it was asked as. */
  made: Record<string, MadeNote>;
  /** The list that was opened last; collections since. */
  opened: { name: string; text: string; family: string | null; levels: Level[]; left: number };
  /** Id of a level that was opened alone -> its title. */
  titles: Record<string, string>;
}

// -- plays that a server may keep

export type Kind = "start" | "move" | "undo" | "redo" | "restart" | "hint" | "win" | "give_up" | "leave";

/** What happened, when since the level was opened, and the position after it. */
export interface PlayEvent {
  at: number;
  kind: Kind;
  position: string;
}

export interface Batch {
  play: string;
  level: string;
  first: number;
  events: PlayEvent[];
}

// -- the table

/** How much undo takes back: a step, what counts in the family's turn, or all that one click or drag did. */
export type Grain = "step" | "turn" | "path";

/** What a table asks of the view round it. */
export interface TableHost {
  onchange?: () => void;
  /** How the search in the background goes. */
  onprogress?: (progress: Progress) => void;
  next?: (id: string | null) => void;
  edit?: (id: string) => void;
  /** No line below before the first move. */
  quiet?: boolean;
}

/** What a hint points at: pieces to ring, what they are called, where they go and how that is said. */
export interface Aim {
  ids: string[];
  name: string;
  chip: Piece | null;
  to: Cell[];
  side: Side | "";
  words: string;
  /** What a reason says of the piece where its own values say it otherwise. */
  values?: Values;
}

/** Why a move is made, and the pieces and cells to look at. */
export interface Reason {
  message: Msg;
  pieces: string[];
  cells: Cell[];
}

/** A button as things stand: its label, its icon, what it does. */
export interface Filled {
  label: string;
  icon: string;
  act: () => void;
}

/** What a board asks when its pieces are dragged. */
export interface DragHost {
  frozen: () => boolean;
  destinations: (id: string) => Destination[];
  pick: (id: string) => void;
  drop: (id: string, to: Destination) => void;
  tap: (cell: Cell | null, id: string | null) => void;
}
