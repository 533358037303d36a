// The types of a game that several scripts share.

import type { Cell, Destination, Piece, Progress, Side, Values } from "./wire";

/** How much undo takes back: one step, one turn as the family counts, or everything one click or drag did. */
export type UndoStep = "step" | "turn" | "path";

/** What a game needs from the view that shows it. */
export interface GameHost {
  onchange?: () => void;
  /** An arrow key moved nothing: no piece, or not this one, can move to that side. */
  onblocked?: (piece: string, side: Side) => void;
  /** Progress of the background search. */
  onprogress?: (progress: Progress) => void;
  /** Show no task below the board. */
  quiet?: boolean;
}

/** What a hint points at: pieces to outline, their name, their target cells and the move in words. */
export interface HintTarget {
  ids: string[];
  name: string;
  chip: Piece | null;
  to: Cell[];
  side: Side | "";
  words: string;
  /** Values that replace those of the reason's message. */
  values?: Values;
}

/** What a board needs to know while its pieces are dragged. */
export interface DragHost {
  isFrozen: () => boolean;
  destinations: (id: string) => Destination[];
  pick: (id: string) => void;
  drop: (id: string, to: Destination) => void;
  tap: (cell: Cell | null, id: string | null) => void;
}
