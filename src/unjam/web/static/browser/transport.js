// How requests reach the handlers where the page is plain files: a worker runs them in Python. Answers that
// never change are files, so that the first view needs no Python.

/** @import { Wish } from "../wire" */
/** @import { ServerMessage } from "./types" */

import { t } from "../ui/i18n.js";
import { gunzip } from "./gunzip.js";
import { startWorker } from "./start_worker.js";

const ROOT = "/api/v1";
const STORED = /^\/(code|families(\/\w+\/(levels|rules))?)$/;
const CODE = "/code/run"; // no request of a server: it must not run people's code
const WORKER = new URL("server_worker.js", import.meta.url).href;
const FILM = /^(\/positions\/[\w-]+)\/film$/;
const NO_BODY = 204;

/** A request that is not answered completely. @typedef {ReturnType<typeof exchange>} Exchange */

let worker = /** @type {Worker | null} */ (null);
let isReady = false;
let share = 0; // of the bytes that have arrived
let requests = 0;
/** @type {Map<number, Exchange>} */
const open = new Map();
/** @type {Set<() => void>} */
const watchers = new Set();

/**
 * Sends a request; if there is no answer, rejects with a sentence for the player.
 * @param {string} path @param {Wish} wish @returns {Promise<Response>}
 */
export async function send(path, { body, signal }) {
  if (STORED.test(path)) return readStored(path);
  if (FILM.test(path)) return sendFilm(path, { body, signal });
  await untilVisible(signal);
  const server = startServer();
  const id = ++requests;
  const [place, query = ""] = path.split("?");
  const text = body ? JSON.stringify(body) : "";
  if (path === CODE) server.postMessage({ id, code: text });
  else server.postMessage({ id, method: body ? "POST" : "GET", path: ROOT + place, query, body: text });
  return new Promise((resolve, reject) => open.set(id, exchange(id, resolve, reject, signal)));
}

/** The Code view, whose code runs in a worker of its own. */
export const loadCodeView = async () => (await import("./code/view.js")).codeView;

/** There is no server to wait for: a worker that stopped is started by the next request. */
export const whenBack = () => /** @type {Promise<void> | null} */ (null);

/** There is nobody to send anything to. @param {string} _path @param {object} _body */
export const sendOnExit = (_path, _body) => {};

/** An animation, which is drawn here. @param {string} path @param {Wish} wish */
async function sendFilm(path, wish) {
  const answer = await send(path.replace(FILM, "$1/frames"), wish);
  if (!answer.ok) return answer;
  const { drawFilm } = await import("./canvas.js");
  return new Response(await drawFilm(await answer.json()));
}

/** The URL of a picture that is to be downloaded. @param {string} path */
export async function pictureUrl(path) {
  const answer = await send(path.replace(/\.png\b/, ".svg"), {});
  const picture = await answer.blob();
  const { drawPng } = await import("./canvas.js");
  return URL.createObjectURL(/\.png\b/.test(path) ? await drawPng(picture) : picture);
}

/**
 * Calls `show` with a sentence while what answers requests is loading, at the end with none.
 * @param {(words: string) => void} show @param {AbortSignal} signal
 */
export function watchLoading(show, signal) {
  if (isReady || signal.aborted) return;
  const tell = () => show(loadingWords());
  watchers.add(tell);
  signal.addEventListener("abort", () => watchers.delete(tell));
  tell();
}

function loadingWords() {
  const percent = Math.floor(100 * share);
  if (isReady) return "";
  return percent < 100 ? t("Loading the puzzles: {percent}%", { percent }) : t("Starting the puzzles.");
}

/** @param {string} path */
async function readStored(path) {
  const file = new URL(`../answers${path}.json.gz`, import.meta.url);
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok)
    throw new Error(t("The page cannot be loaded completely. Check the connection and try again."));
  return new Response(await gunzip(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body)));
}

/** A tab in the background begins nothing. @param {AbortSignal} [signal] */
function untilVisible(signal) {
  signal?.throwIfAborted();
  if (!document.hidden) return;
  return new Promise((/** @type {(_: void) => void} */ resolve, reject) => {
    const end = new AbortController();
    const look = () => {
      if (signal?.aborted) reject(signal.reason);
      else if (document.hidden) return;
      end.abort();
      resolve();
    };
    document.addEventListener("visibilitychange", look, end);
    signal?.addEventListener("abort", look, end);
  });
}

/**
 * The page's side of a request: takes the parts of the answer.
 * @param {number} id @param {(answer: Response) => void} resolve @param {(error: unknown) => void} reject
 * @param {AbortSignal} [signal]
 */
function exchange(id, resolve, reject, signal) {
  let controller = /** @type {ReadableStreamDefaultController<Uint8Array> | null} */ (null);
  const fail = (/** @type {unknown} */ error) => {
    open.delete(id);
    reject(error);
    controller?.error(error);
  };
  const cancel = () => {
    open.delete(id);
    worker?.postMessage({ id, cancel: true });
  };
  const abort = () => {
    if (!open.has(id)) return;
    cancel();
    fail(signal?.reason);
  };
  signal?.addEventListener("abort", abort, { once: true });
  return {
    fail,
    /** @param {{status: number, type: string}} head */
    head({ status, type }) {
      const stream = new ReadableStream({
        start(started) {
          controller = started;
        },
        cancel,
      });
      const headers = { "content-type": type };
      resolve(new Response(status === NO_BODY ? null : stream, { status, headers }));
    },
    /** @param {string | Uint8Array} part */
    body(part) {
      controller?.enqueue(typeof part === "string" ? new TextEncoder().encode(part) : part);
    },
    end() {
      open.delete(id);
      signal?.removeEventListener("abort", abort);
      controller?.close();
    },
  };
}

/** The worker, which is started by the first request. */
function startServer() {
  if (worker) return worker;
  if (typeof WebAssembly !== "object")
    throw new Error(
      t("This browser has no WebAssembly, which the puzzles need. Switch it on, or use another browser."),
    );
  const server = startWorker(WORKER, () => {
    if (worker === server) stop(t("The puzzles stopped working. Try again; your games are saved."));
  });
  worker = server;
  server.onmessage = ({ data }) => hear(data);
  const root = document.documentElement.dataset.python ?? "";
  server.postMessage({ root: new URL(root, document.baseURI).href });
  return server;
}

/** @param {ServerMessage} message */
function hear(message) {
  if ("id" in message) {
    const each = open.get(message.id);
    if (message.kind === "head") each?.head(message.value);
    else if (message.kind === "body") each?.body(message.value);
    else each?.end();
  } else if ("failed" in message) {
    console.error(message.failed);
    stop(t("The puzzles could not be loaded. Check the connection and load the page again."));
  } else if ("loading" in message || "ready" in message) {
    isReady = "ready" in message;
    if ("loading" in message) share = message.loading.done / message.loading.total;
    for (const tell of watchers) tell();
    if (!isReady) return;
    performance.mark("python"); // as bench/static_page.py measures it
    keepFiles();
  }
}

/** Keeps the page's files in the browser, once it has nothing more urgent to load. */
function keepFiles() {
  watchers.clear();
  navigator.serviceWorker?.register(new URL("service-worker.js", document.baseURI)).catch(console.warn);
}

/** Ends the worker and every request; the next request starts another. @param {string} why */
function stop(why) {
  worker?.terminate();
  worker = null;
  isReady = false;
  share = 0;
  for (const each of [...open.values()]) each.fail(new Error(why));
}
