// The worker that answers the page's requests: it runs the server's handlers in Python, and starts a worker for every
// search.

/** @import { Assets, BrowserServer, Proxied, Request } from "./types" */

import { readAssets, saveMemory, startPython } from "./python.js";
import { startWorker } from "./start_worker.js";

const SEARCH = new URL("search_worker.js", import.meta.url).href;
/** @type {Request[]} */
const waiting = [];
let server = /** @type {BrowserServer | null} */ (null);
let assets = /** @type {Assets | null} */ (null);

/** @param {Request} request */
function handle(request) {
  if (!server) waiting.push(request);
  else if ("cancel" in request) server.cancel(request.id);
  else server.handle(request.id, request.method, request.path, request.query, request.body);
}

/**
 * Sends a part of an answer to the page.
 * @param {number} id @param {string} kind @param {string | undefined | Proxied} value
 */
function send(id, kind, value) {
  const plain = typeof value === "object" ? value.toJs({ dict_converter: Object.fromEntries }) : value;
  postMessage({ id, kind, value: plain });
}

/** A worker that starts before it is asked for: while this one starts, it does too. */
let spare = /** @type {Worker | null} */ (null);

function startSearch() {
  const worker = startWorker(SEARCH);
  worker.postMessage(assets);
  return worker;
}

/**
 * A worker for searches; an empty line says that it has failed.
 * @param {((line: string) => void) & Proxied} hear
 */
function newSearch(hear) {
  const listener = hear.copy(); // Python's own ends with this call
  const worker = spare ?? startSearch();
  spare = null;
  let isDead = false;
  const tell = (/** @type {string} */ line) => isDead || listener(line);
  worker.onmessage = ({ data }) => tell(data);
  worker.onerror = (event) => {
    event.preventDefault();
    tell("");
  };
  const kill = () => {
    if (isDead) return;
    isDead = true;
    worker.terminate();
    listener.destroy();
    spare ??= startSearch();
  };
  return { tell: (/** @type {string} */ task) => worker.postMessage(task), kill };
}

/** @param {string} root the folder of Python's files */
async function begin(root) {
  try {
    assets = await readAssets(root, (done, total) => postMessage({ loading: { done, total } }));
    spare = startSearch();
    const python = await startPython(assets);
    const { BrowserServer } = python.pyimport("unjam.web.browser.app");
    server = BrowserServer(send, newSearch);
    postMessage({ ready: true });
    for (const request of waiting.splice(0)) handle(request);
    await saveMemory(assets);
  } catch (error) {
    postMessage({ failed: String(error) });
  }
}

addEventListener("message", ({ data }) => ("root" in data ? begin(data.root) : handle(data)));
