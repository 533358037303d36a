// What the scripts say to each other; wire.d.ts is what the server says.

import type {
  Cell,
  Costs,
  Destination,
  LabAnswer,
  LabSearch,
  Level,
  Levels,
  Msg,
  Piece,
  Position,
  Side,
} from "./wire";

export * from "./wire";

// -- the lab

/** The skyline: every position a window, every distance from the start a tower. */
export interface Skyline extends LabAnswer {
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

/** The levels of a text that was pasted, dropped or chosen. */
export interface Opened extends Levels {
  name: string;
  text: string;
}

/** What views ask of the page round them. */
export interface App {
  go: (path: string, replace?: boolean) => Promise<void>;
  next: (id: string | null, here: Here) => void;
  share: () => Promise<void>;
  keys: () => Promise<void>;
  settings: () => Promise<void>;
  /** How hard a level is, and advice for whoever designed it. */
  rating: (id: string) => Promise<void>;
  openText: (text: string, name: string, family?: string | null) => Promise<void>;
  openFile: (file: File) => Promise<void>;
  bar: () => void;
  opened: Opened | null;
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
  body?: Position;
}

export interface Game {
  start: string;
  title: string;
  family: string;
  entries: Entry[];
  at: number;
  won: boolean;
  /** When it was last touched, in milliseconds. */
  when?: number;
}

export interface Settings {
  theme?: "system" | "day" | "night";
  motion?: "system" | "full" | "none";
  letters?: "always" | "touch";
}

export interface Memory {
  settings: Settings;
  /** Id of a level -> the least that it was solved with. */
  solved: Record<string, number>;
  opened: { name: string; text: string; family: string | null; levels: Level[]; left: number };
}

// -- the table

/** What a table asks of the view round it. */
export interface TableHost {
  onchange?: () => void;
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
  /** Does this piece follow the finger step by step, each a move of its own? */
  steps: (id: string) => boolean;
  step: (id: string, to: Destination) => Promise<boolean>;
}
