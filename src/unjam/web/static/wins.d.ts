// The types of the player's wins, which the browser stores, and of what follows from them.

/** An attempt that was won. */
export interface Win {
  /** Id of the start position. */
  id: string;
  family: string;
  title: string;
  difficulty: string | null;
  /** Seconds that an average person needs. */
  expected: number | null;
  /** The player's moves, in the first metric of the family, and the fewest known. */
  moves: number;
  best: number | null;
  /** Seconds of active play. */
  seconds: number;
  hints: number;
  /** Number of moves that did not bring the goal nearer, if known. */
  lost: number | null;
  /** The date of a level of the day. */
  date: string | null;
  /** When the attempt began and was won, in milliseconds. */
  begun?: number;
  at: number;
  /** The local date for which the win counts. */
  day: string;
}

/** On how many days in a row the player has solved a level of the day. */
export interface Streak {
  length: number;
  longest: number;
  solvedToday: boolean;
  /** Yesterday was missed, and is forgiven only if today is not. */
  endsToday: boolean;
}
