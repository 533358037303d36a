// Shorter names for what the server sends and accepts; openapi.d.ts is made from its dataclasses.

import type {
  Exit,
  LabEvents,
  LabFigures,
  LabSamples,
  LabSkylinePart,
  LabStart,
  LabWindows,
  Msg,
  NewLevel,
  Piece,
  Played as PlayedMoves,
  Progress,
  Explained as Rating,
  Scene,
  Solution as SearchResult,
  SketchFault,
  SketchRequest,
  Fault as TextFault,
  LabSkyline as Towers,
  HandAnswer as Tray,
  Walked,
} from "./openapi";

export * from "./openapi";

/** A value that fills a message; it may itself be a message. */
export type Value = number | string | Msg | null | undefined;
export type Values = Record<string, Value>;

export type Side = Exit["side"];
export type Costs = Record<string, number>;
/** How a piece is painted, as in style/tokens.css; light and chroma where the level names a colour. */
export type Paint = Pick<Piece, "hue" | "tone" | "pattern" | "style"> &
  Partial<Pick<Piece, "light" | "chroma">>;
/** A cell that a piece can reach: row, column, and the index of the cell before it, -1 for the start. */
export type ReachableCell = number[];
export type Played = PlayedMoves & Partial<Pick<Walked, "trail">>;
/** The selected piece of a player who places pieces, and where it fits. */
export type Hand = Omit<Tray, "position" | "victory" | "message">;
export type Fault = TextFault & Partial<Pick<SketchFault, "fix">>;
/** A generated level or that of a day; unlike a level of a file, it can always be played. */
export type PlayableLevel = NewLevel & {
  id: string;
  family: string;
  scene: Scene;
  title: string;
  level: string;
};
/** A change to a drawing. */
export type Edit = Partial<Omit<SketchRequest, "family" | "edit">> & { edit?: string };
export type Explained = Omit<Rating, "score">;
export type Solution = Omit<
  SearchResult,
  "lower_bound" | "generated" | "seconds" | "algorithm" | "solutions" | "proved" | "note" | "advice"
>;

// -- the lab

type More<Whole, Part> = Part & Partial<Omit<Whole, keyof Part>>;
/** A search that has ended; with events or samples once there is a skyline. */
export type LabSearch = More<LabEvents, LabFigures> & More<LabSamples, LabFigures>;
/** The skyline, position by position unless there are too many. */
export type LabSkyline = More<LabWindows, Towers>;
export type LabPart = LabStart | LabSearch | LabSkylinePart;

/** Callbacks for a search; aborting the signal ends it. */
export interface SearchCallbacks<Part = LabPart> {
  signal?: AbortSignal;
  onplace?: (n: number) => void;
  onprogress?: (progress: Progress) => void;
  onpart?: (part: Part) => void;
}

/** A request to the handlers. */
export interface Wish {
  body?: object;
  signal?: AbortSignal;
}
