// The worker that answers the page's requests: it runs the server's handlers in Python, and starts a worker
// for every search.

/** @import { Assets, BrowserServer, PythonValue, Request } from "./types" */

import { readAssets, saveMemory, startPython } from "./python.js";
import { holdLock, startWorker } from "./start_worker.js";

const SEARCH = new URL("search_worker.js", import.meta.url).href;
/** As in web/jobs/queue.py. */
const WHY = { text: "the search process ended: it used more memory than a search is allowed", values: {} };
const CRASHED = ["failed", JSON.stringify(WHY)];
/** @type {Request[]} */
const waiting = [];
let server = /** @type {BrowserServer | null} */ (null);
let assets = /** @type {Assets | null} */ (null);

/** @param {Request} request */
function handle(request) {
  if ("cancel" in request && codes.has(request.id)) codes.get(request.id)?.();
  else if (!server) waiting.push(request);
  else if ("code" in request) runCode(request.id, request.code);
  else if ("cancel" in request) server.cancel(request.id);
  else server.handle(request.id, request.method, request.path, request.query, request.body);
}

/**
 * Sends a part of an answer to the page.
 * @param {number} id @param {string} kind @param {string | undefined | PythonValue} value
 */
function send(id, kind, value) {
  const plain = typeof value === "object" ? value.toJs({ dict_converter: Object.fromEntries }) : value;
  postMessage({ id, kind, value: plain });
}

/** A worker that starts before it is asked for. */
let spare = /** @type {Search | null} */ (null);

/** @typedef {{worker: Worker, hear: (line: string) => void}} Search */

/** Starts a worker for searches; `hear` is for the one that gets it. */
function startSearch() {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    if (spare === search) spare = null;
    search.hear("");
  };
  const search = { worker: startWorker(SEARCH, end), hear: (/** @type {string} */ _) => {} };
  search.worker.onmessage = ({ data }) => typeof data === "string" && !hasEnded && search.hear(data);
  search.worker.postMessage(assets);
  return search;
}

/**
 * A worker for searches; an empty line says that it has failed.
 * @param {((line: string) => void) & PythonValue} hear
 */
function newSearch(hear) {
  const listener = hear.copy(); // Python's own ends with this call
  const search = spare ?? startSearch();
  spare = null;
  search.hear = listener;
  const kill = () => {
    search.hear = () => {};
    search.worker.terminate();
    listener.destroy();
    spare ??= startSearch();
  };
  return { tell: (/** @type {string} */ task) => search.worker.postMessage(task), kill };
}

/** What ends each student's code that runs. @type {Map<number, () => void>} */
const codes = new Map();

/**
 * Runs a student's code in a worker that is ended afterwards: it may have changed anything there.
 * @param {number} id @param {string} code
 */
function runCode(id, code) {
  const search = spare ?? startSearch();
  spare = null;
  const end = () => {
    search.hear = () => {};
    search.worker.terminate();
    codes.delete(id);
    spare ??= startSearch();
  };
  search.hear = (line) => {
    const [name, data] = line
      ? [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]
      : CRASHED;
    postMessage({ id, kind: "body", value: `event: ${name}\ndata: ${data.trim()}\n\n` });
    if (name === "part") return;
    postMessage({ id, kind: "end" });
    end();
  };
  codes.set(id, end);
  postMessage({ id, kind: "head", value: { status: 200, type: "text/event-stream" } });
  search.worker.postMessage({ code });
}

/** @param {string} root the folder of Python's files */
async function begin(root) {
  try {
    assets = await readAssets(root, (done, total) => postMessage({ loading: { done, total } }));
    spare = startSearch();
    const { python, copy } = await startPython(assets, true);
    const { BrowserServer } = python.pyimport("unjam.web.browser.app");
    server = BrowserServer(send, newSearch);
    postMessage({ ready: true });
    for (const request of waiting.splice(0)) handle(request);
    if (copy) await saveMemory(root, copy);
  } catch (error) {
    postMessage({ failed: String(error) });
  }
}

holdLock();
addEventListener("message", ({ data }) => ("root" in data ? begin(data.root) : handle(data)));
