// Everything the page asks the server. Positions are ids; the server knows the rules.

/**
 * @import { Batch, Cell, Edit, Explained, Family, HandAnswer, Hearing, Levels, Library, Line, Made, Move,
 *   Msg, Played, Position, Reason, Replayed, Scene, Sketch, Solution, Trouble, Way } from "./types"
 */

import { say, sentence, t } from "./ui/i18n.js";

const ROOT = "/api/v1";

/** What the server would not do, with its reason. */
export class Refused extends Error {
  /** @param {number} status @param {Partial<Trouble>} body */
  constructor(status, body) {
    super(body.message ? sentence(say(body.message)) : (body.error ?? t("The server did not answer.")));
    this.status = status;
  }
}

/** @param {unknown} error */
export const why = (error) => (error instanceof Error ? error.message : String(error));

/** @param {unknown} error was it called off? */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/** @param {string} path @param {object} [body] @param {AbortSignal} [signal] */
async function ask(path, body, signal) {
  const sent = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(ROOT + path, body ? { ...sent, signal } : { signal }).catch((error) => {
    throw isAbort(error)
      ? error
      : new Refused(0, { error: t("unjam does not answer. Is it still running?") });
  });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer;
}

/** @template T @param {string} path @param {object} [body] @returns {Promise<T>} */
const json = async (path, body) => (await ask(path, body)).json();

/** @returns {Promise<Family[]>} */
export const families = () => json("/families");

/** @param {string} family @returns {Promise<Levels>} */
export const levels = (family) => json(`/families/${family}/levels`);

/**
 * A level made for this wish, at once where the server has one ready; with a seed the same for everybody.
 * @param {string} family @param {{level: string, size: string, seed?: string}} wish @param {Hearing} hearing
 * @returns {Promise<Made>}
 */
export const newLevel = (family, { level, size, seed }, hearing) =>
  hear(`/families/${family}/new?${new URLSearchParams({ level, size, ...(seed && { seed }) })}`, hearing);

/**
 * The level of a day.
 * @param {string} family @param {string} date @param {Hearing} hearing @returns {Promise<Made>}
 */
export const dayLevel = (family, date, hearing) => hear(`/families/${family}/day?date=${date}`, hearing);

/** @param {string} id @returns {Promise<Position>} */
export const position = (id) => json(`/positions/${id}`);

/** @param {string} id @param {Move[]} moves @returns {Promise<Played>} */
export const play = (id, moves) => json(`/positions/${id}/moves`, { moves });

/** @param {string} id @param {string} piece @param {Cell} to @returns {Promise<Played>} */
export const walk = (id, piece, to) => json(`/positions/${id}/walk`, { piece, to });

/**
 * Why the first of some moves that solve a position is made, where the family can tell.
 * @param {string} id @param {Move[]} moves @returns {Promise<Reason | null>}
 */
export const reason = (id, moves) => json(`/positions/${id}/why`, { moves });

/**
 * Where a piece can come to while all others stay.
 * @param {string} id @param {string} piece @returns {Promise<Way[]>}
 */
export const ways = async (id, piece) => {
  const wish = new URLSearchParams({ piece });
  return /** @type {{places: Way[]}} */ (await json(`/positions/${id}/ways?${wish}`)).places;
};

/**
 * One act of a player who places pieces.
 * @param {string} id @param {object} act @returns {Promise<HandAnswer>}
 */
export const hand = (id, act) => json(`/positions/${id}/hand`, act);

/**
 * Moves through these positions, written down.
 * @param {string} id @param {string[]} ids @returns {Promise<Line>}
 */
export const line = (id, ids) => json(`/positions/${id}/line`, { ids });

/**
 * Moves that were written down, one by one.
 * @param {string} id @param {string} notation @returns {Promise<Replayed>}
 */
export const replay = (id, notation) => json(`/positions/${id}/replay`, { notation });

/** What each of the positions looks like. @param {string[]} ids @returns {Promise<(Scene | null)[]>} */
export const scenes = (ids) => json("/scenes", { ids });

/** Format -> text. @param {string} id @returns {Promise<Record<string, string>>} */
export const texts = (id) => json(`/positions/${id}/text`);

/** @param {string} text @param {string | null} [family] @returns {Promise<Levels>} */
export const read = (text, family = null) => json("/levels", { text, family });

/** The levels of the library that fit. @param {URLSearchParams} wish @returns {Promise<Library>} */
export const library = (wish) => json(`/library?${wish}`);

/**
 * The levels of the file that the server was started with, and whether it has a library.
 * @returns {Promise<Levels & {library: boolean}>}
 */
export const given = () => json("/given");

/** Does the server keep plays? */
export const keepsPlays = async () => (await json("/plays/kept")).kept;

/** @param {Batch} batch */
export const sendPlay = (batch) => ask("/plays", batch);

/** The same from a page that may be gone before there is an answer. @param {Batch} batch */
export const leavePlay = (batch) =>
  navigator.sendBeacon(`${ROOT}/plays`, new Blob([JSON.stringify(batch)], { type: "application/json" }));

/** @param {Edit & {family: string}} what @returns {Promise<Sketch>} */
export const sketch = (what) => json("/sketch", what);

/** The address of a picture. @param {string} id @param {string} kind @param {boolean} dark */
export const picture = (id, kind, dark) =>
  `${ROOT}/positions/${id}/picture.${kind}${dark ? "?dark=true" : ""}`;

/** @param {string} id @param {Move[]} moves */
export const film = async (id, moves) => (await ask(`/positions/${id}/film`, { moves })).blob();

/**
 * The position that branches lead to.
 * @param {string} id @param {number[]} branches @returns {Promise<Position>}
 */
export const branches = (id, branches) => json(`/positions/${id}/branches`, { branches });

/**
 * The best solution from a position.
 * @param {string} id @param {{seconds?: number | null} & Hearing} options @returns {Promise<Solution>}
 */
export const solve = (id, { seconds, ...hearing }) =>
  hear(`/positions/${id}/solution${seconds ? `?seconds=${seconds}` : ""}`, hearing);

/**
 * How hard a position is, and what a designer should know of it.
 * @param {string} id @param {Hearing} hearing @returns {Promise<Explained>}
 */
export const rating = (id, hearing) => hear(`/positions/${id}/rating`, hearing);

/**
 * Searches on the skyline of a position; what they find comes in parts.
 * @param {string} id @param {string} query @param {Hearing} hearing @returns {Promise<void>}
 */
export const lab = (id, query, hearing) => hear(`/positions/${id}/lab?${query}`, hearing);

/**
 * What a search has to say, to its last word. Aborting the signal closes the connection and so ends it.
 * @template T @param {string} path @param {Hearing} hearing @returns {Promise<T>}
 */
async function hear(path, { signal, onplace, onprogress, onpart }) {
  const { body } = await ask(path, undefined, signal);
  const decoder = new TextDecoder();
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused(0, { error: t("The search was called off.") });
    held += decoder.decode(value, { stream: true });
    for (let end = held.indexOf("\n\n"); end >= 0; end = held.indexOf("\n\n")) {
      const { event, data } = parsed(held.slice(0, end));
      held = held.slice(end + 2);
      if (event === "place") onplace?.(data);
      else if (event === "progress") onprogress?.(data);
      else if (event === "part") onpart?.(data);
      else if (event === "failed") throw new Refused(0, { message: data });
      else if (event === "done") return data;
    }
  }
}

/**
 * An event of a stream; other lines (a comment keeps a connection open) are passed over.
 * @param {string} text
 */
function parsed(text) {
  const rows = text.split("\n");
  const after = (/** @type {string} */ name) => rows.find((row) => row.startsWith(name))?.slice(name.length);
  return { event: after("event: "), data: JSON.parse(after("data: ") ?? "null") };
}
