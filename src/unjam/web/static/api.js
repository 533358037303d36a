// Everything the page asks the server. Positions are ids; the server knows the rules.

const ROOT = "/api/v1";

export class Refused extends Error {
  /** @param {number} status @param {{error?: string, line?: number | null, column?: number | null}} body */
  constructor(status, body) {
    super(body.error ?? "The server did not answer.");
    this.status = status;
    this.line = body.line ?? null;
    this.column = body.column ?? null;
  }
}

/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function ask(path, body, signal) {
  const options =
    body === undefined
      ? { signal }
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          signal,
        };
  const answer = await fetch(ROOT + path, options).catch((error) => {
    throw error.name === "AbortError"
      ? error
      : new Refused(0, { error: "unjam does not answer. Is it still running?" });
  });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer;
}

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
const json = async (path, body) => (await ask(path, body)).json();

export const position = (/** @type {string} */ id) => json(`/positions/${id}`);
export const play = (/** @type {string} */ id, /** @type {any[]} */ moves) =>
  json(`/positions/${id}/moves`, { moves });
export const walk = (/** @type {string} */ id, /** @type {string} */ piece, /** @type {number[]} */ to) =>
  json(`/positions/${id}/walk`, { piece, to });
export const packing = (/** @type {string} */ id, /** @type {any} */ act) =>
  json(`/positions/${id}/packing`, act);
export const texts = (/** @type {string} */ id) => json(`/positions/${id}/text`);
export const levels = (/** @type {string} */ family) => json(`/families/${family}/levels`);
export const ratings = (/** @type {string} */ family) => json(`/families/${family}/ratings`);
export const read = (/** @type {string} */ text, /** @type {string | null} */ family = null) =>
  json("/levels", { text, family });
export const given = () => json("/given");
export const sketch = (/** @type {any} */ what) => json("/sketch", what);
export const picture = (/** @type {string} */ id, /** @type {string} */ kind, /** @type {boolean} */ dark) =>
  `${ROOT}/positions/${id}/picture.${kind}${dark ? "?dark=true" : ""}`;
export const film = async (/** @type {string} */ id, /** @type {any[]} */ moves) =>
  (await ask(`/positions/${id}/film`, { moves })).blob();

/** The best solution from a position. @param {string} id @param {{seconds?: number | null} & Hearing} options @returns {Promise<any>} */
export const solve = (id, { seconds, ...hearing }) =>
  hear(`/positions/${id}/solution${seconds ? `?seconds=${seconds}` : ""}`, hearing);

/** Searches on the skyline of a position. @param {string} id @param {string[]} searches @param {string | null} metric @param {Hearing} hearing @returns {Promise<any>} */
export const lab = (id, searches, metric, hearing) =>
  hear(
    `/positions/${id}/lab?${new URLSearchParams([...searches.map((s) => ["search", s]), ...(metric ? [["metric", metric]] : [])])}`,
    hearing,
  );
export const branches = (/** @type {string} */ id, /** @type {number[]} */ way) =>
  json(`/positions/${id}/branches`, { branches: way });

/**
 * What a search has to say, to its last word. Calling off the signal closes the connection, and that ends the search.
 * @typedef {{signal?: AbortSignal, onplace?: (n: number) => void, onprogress?: (p: any) => void}} Hearing
 * @param {string} path @param {Hearing} hearing @returns {Promise<any>}
 */
async function hear(path, { signal, onplace, onprogress }) {
  const answer = await ask(path, undefined, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body)
    .pipeThrough(/** @type {any} */ (new TextDecoderStream()))
    .getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused(0, { error: "The search was called off." });
    held += value;
    for (let end = held.indexOf("\n\n"); end >= 0; end = held.indexOf("\n\n")) {
      const [first, second] = held.slice(0, end).split("\n");
      held = held.slice(end + 2);
      const name = first.slice("event: ".length);
      const data = JSON.parse(second.slice("data: ".length));
      if (name === "place") onplace?.(data);
      else if (name === "progress") onprogress?.(data);
      else if (name === "failed") throw new Refused(0, { error: data });
      else return data;
    }
  }
}
