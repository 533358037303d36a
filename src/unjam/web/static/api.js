// Every request to the server, one function each; ApiError, and searches as streams of server-sent events.
// Positions are ids; the server knows the rules.

/**
 * @import { Batch, Cell, Edit, Estimate, Explained, Family, HandAnswer, Levels } from "./types"
 * @import { Library, Line, Loss, Move, PlayableLevel, Played, Position, Preview } from "./types"
 * @import { ReachableCell, Reason, Replayed, Review, RulesCard, Scene, SearchCallbacks } from "./types"
 * @import { Side, Sketch, Solution, Trouble, Variation, VariationsEnd } from "./types"
 */

import * as transport from "./transport.js";
import { asSentence, messageText, t } from "./ui/i18n.js";

/** The server refused a request, or did not answer. */
export class ApiError extends Error {
  /** @param {number} status @param {Partial<Trouble>} body */
  constructor(status, body) {
    super(
      body.message ? asSentence(messageText(body.message)) : (body.error ?? t("The server did not respond.")),
    );
    this.status = status;
  }
}

/** @param {unknown} error */
export const errorText = (error) => (error instanceof Error ? error.message : String(error));

/** Was the request cancelled? @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

export const watchLoading = transport.watchLoading;

export const loadCodeView = transport.loadCodeView;

/** While the server does not answer: settles once it does; null otherwise. */
export const whenServerIsBack = transport.whenBack;

/** Asks whether the server answers at all. @returns {Promise<{back: Promise<void> | null}>} */
export async function findLostServer() {
  await transport.send("/health", {}).catch(() => null);
  return { back: whenServerIsBack() };
}

/** @param {string} path @param {object} [body] @param {AbortSignal} [signal] */
async function request(path, body, signal) {
  const answer = await transport.send(path, { body, signal }).catch((error) => {
    throw isAbort(error) ? error : new ApiError(0, { error: error.message });
  });
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => ({})));
  return answer;
}

/** @template T @param {string} path @param {object} [body] @returns {Promise<T>} */
export const json = async (path, body) => (await request(path, body)).json();

/** @returns {Promise<Family[]>} */
export const families = () => json("/families");

/** @param {string} family @returns {Promise<Levels>} */
export const levels = (family) => json(`/families/${family}/levels`);

/**
 * The rules of a family in pictures, if it has them.
 * @param {string} family @returns {Promise<RulesCard | null>}
 */
export const rulesCard = (family) => json(`/families/${family}/rules`);

/**
 * Generates a level, immediately if the server has one in stock. The same seed gives the same level.
 * @param {string} family @param {{level: string, size: string, seed?: string}} wish
 * @param {SearchCallbacks} options
 * @returns {Promise<PlayableLevel>}
 */
export const newLevel = (family, { level, size, seed }, options) =>
  streamEvents(
    `/families/${family}/new?${new URLSearchParams({ level, size, ...(seed && { seed }) })}`,
    options,
  );

/**
 * The level of the day.
 * @param {string} family @param {string} date @param {SearchCallbacks} options
 * @returns {Promise<PlayableLevel>}
 */
export const dailyLevel = (family, date, options) =>
  streamEvents(`/families/${family}/day?date=${date}`, options);

/** @param {string} id @returns {Promise<Position>} */
export const position = (id) => json(`/positions/${id}`);

/** @param {string} id @param {Move[]} moves @returns {Promise<Played>} */
export const play = (id, moves) => json(`/positions/${id}/moves`, { moves });

/** @param {string} id @param {string} piece @param {Cell} to @returns {Promise<Played>} */
export const walk = (id, piece, to) => json(`/positions/${id}/walk`, { piece, to });

/**
 * The reason for the first of some solving moves, if the family can explain it.
 * @param {string} id @param {Move[]} moves @returns {Promise<Reason | null>}
 */
export const reason = (id, moves) => json(`/positions/${id}/why`, { moves });

/**
 * What keeps a piece from moving one cell to a side, if the family can tell.
 * @param {string} id @param {string} piece @param {Side} side @returns {Promise<Reason | null>}
 */
export const blocked = (id, piece, side) =>
  json(`/positions/${id}/blocked?${new URLSearchParams({ piece, side })}`);

/**
 * The cells that a piece can reach while all others stay.
 * @param {string} id @param {string} piece @returns {Promise<ReachableCell[]>}
 */
export const reachableCells = async (id, piece) => {
  const query = new URLSearchParams({ piece });
  return /** @type {{places: ReachableCell[]}} */ (await json(`/positions/${id}/ways?${query}`)).places;
};

/**
 * One action of a player who places pieces.
 * @param {string} id @param {object} act @returns {Promise<HandAnswer>}
 */
export const handAct = (id, act) => json(`/positions/${id}/hand`, act);

/**
 * The moves through these positions, in the family's notation.
 * @param {string} id @param {string[]} ids @returns {Promise<Line>}
 */
export const writeMoves = (id, ids) => json(`/positions/${id}/line`, { ids });

/**
 * Replays moves written in the family's notation.
 * @param {string} id @param {string} notation @returns {Promise<Replayed>}
 */
export const replay = (id, notation) => json(`/positions/${id}/replay`, { notation });

/** The scenes of several positions. @param {string[]} ids @returns {Promise<(Scene | null)[]>} */
export const scenes = (ids) => json("/scenes", { ids });

/** The text of a position in every format. @param {string} id @returns {Promise<Record<string, string>>} */
export const texts = (id) => json(`/positions/${id}/text`);

/** @param {string} text @param {string | null} [family] @returns {Promise<Levels>} */
export const readLevels = (text, family = null) => json("/levels", { text, family });

/**
 * The levels of the library that match a query.
 * @param {URLSearchParams} query @returns {Promise<Library>}
 */
export const library = (query) => json(`/library?${query}`);

/**
 * The levels of the file that the server was started with, and whether it has a library.
 * @returns {Promise<Levels & {library: boolean}>}
 */
export const startupLevels = () => json("/startup");

/** Does the server record plays? */
export const recordsPlays = async () => (await json("/plays/enabled")).enabled;

/** @param {Batch} batch */
export const sendPlay = (batch) => request("/plays", batch);

/** Sends a batch while the page is being closed. @param {Batch} batch */
export const sendPlayOnExit = (batch) => transport.sendOnExit("/plays", batch);

/** Applies an edit to a drawing. @param {Edit & {family: string}} edit @returns {Promise<Sketch>} */
export const sketch = (edit) => json("/sketch", edit);

/** What an edit would change. @param {Edit & {family: string}} edit @returns {Promise<Preview>} */
export const previewEdit = (edit) => json("/sketch/preview", edit);

/** The URL of a picture. @param {string} id @param {string} kind @param {boolean} dark */
export const pictureUrl = (id, kind, dark) =>
  transport.pictureUrl(`/positions/${id}/picture.${kind}${dark ? "?dark=true" : ""}`);

/** @param {string} id @param {Move[]} moves */
export const drawGif = async (id, moves) => (await request(`/positions/${id}/film`, { moves })).blob();

/**
 * The position at the end of some branches.
 * @param {string} id @param {number[]} branches @returns {Promise<Position>}
 */
export const followBranches = (id, branches) => json(`/positions/${id}/branches`, { branches });

/**
 * The best solution from a position.
 * @param {string} id @param {{seconds?: number | null} & SearchCallbacks} options
 * @returns {Promise<Solution>}
 */
export const solve = (id, { seconds, ...options }) =>
  streamEvents(`/positions/${id}/solution${seconds ? `?seconds=${seconds}` : ""}`, options);

/**
 * The rating of a position, with advice for its designer.
 * @param {string} id @param {SearchCallbacks} options @returns {Promise<Explained>}
 */
export const explainRating = (id, options) => streamEvents(`/positions/${id}/rating`, options);

/**
 * How far from the goal a game that was won was after each turn.
 * @param {string} id of the start @param {string[]} ids the position after each turn
 * @param {SearchCallbacks} options @returns {Promise<Review>}
 */
export const reviewGame = (id, ids, options) => streamEvents(`/positions/${id}/review`, options, { ids });

/**
 * Since when a game cannot be won any more; null if that is not proven.
 * @param {string} id of the start @param {string[]} ids the position after each move
 * @param {SearchCallbacks} options @returns {Promise<Loss | null>}
 */
export const findLoss = (id, ids, options) => streamEvents(`/positions/${id}/loss`, options, { ids });

/**
 * Looks for small changes that make a level harder or easier; each arrives through `onpart`.
 * @param {string} id @param {"harder" | "easier"} direction @param {SearchCallbacks<Variation>} options
 * @returns {Promise<VariationsEnd>}
 */
export const findVariations = (id, direction, options) =>
  streamEvents(`/positions/${id}/variations?direction=${direction}`, options);

/**
 * What a heuristic says of a position, and why.
 * @param {string} id @param {Record<string, string>} query heuristic and metric @returns {Promise<Estimate>}
 */
export const estimate = (id, query) =>
  streamEvents(`/positions/${id}/estimate?${new URLSearchParams(query)}`, {});

/**
 * Runs searches for the lab; the results arrive through `onpart`.
 * @param {string} id @param {string} query @param {SearchCallbacks} options @returns {Promise<void>}
 */
export const runLab = (id, query, options) => streamEvents(`/positions/${id}/lab?${query}`, options);

/**
 * Reads server-sent events until the result. Aborting the signal closes the connection, which stops the
 * search.
 * @template T, P @param {string} path @param {SearchCallbacks<P>} callbacks @param {object} [wish]
 * @returns {Promise<T>}
 */
export async function streamEvents(path, { signal, onplace, onprogress, onpart }, wish) {
  const { body } = await request(path, wish, signal);
  const decoder = new TextDecoder();
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new ApiError(0, { error: t("The search was stopped.") });
    buffer += decoder.decode(value, { stream: true });
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      const { event, data } = parseEvent(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (event === "place") onplace?.(data);
      else if (event === "progress") onprogress?.(data);
      else if (event === "part") onpart?.(data);
      else if (event === "failed") throw new ApiError(0, { message: data });
      else if (event === "done") return data;
    }
  }
}

/**
 * Parses one server-sent event; other lines, such as keep-alive comments, are ignored.
 * @param {string} text
 */
function parseEvent(text) {
  const rows = text.split("\n");
  const after = (/** @type {string} */ name) => rows.find((row) => row.startsWith(name))?.slice(name.length);
  return { event: after("event: "), data: JSON.parse(after("data: ") ?? "null") };
}
