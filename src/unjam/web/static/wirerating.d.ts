// What the server says of how hard a level is.

import type { Msg } from "./wire";

/** One thing that a rating weighs, and by what it makes the time longer than on an ordinary level. */
export interface Factor {
  said: Msg;
  usual: Msg | number;
  remark: Msg | null;
  by: number;
}

/** What is behind a rating; an ordinary level in words and in seconds. */
export interface Account {
  /** Where intermediate, advanced and expert begin. */
  borders: number[];
  seconds: number;
  ordinary: number;
  said: Msg;
  factors: Factor[];
  counted: Msg[];
  notes: Msg[];
}

export interface Explained {
  level: string | null;
  /** Is it the rating of a solution that is proven the best? */
  proved: boolean;
  time: Msg | null;
  calibrated: boolean | null;
  account: Account | null;
  why: Msg | null;
  note: Msg | null;
  reason: Msg | null;
  advice: Msg[];
}
