// The worker that answers the page's requests: it runs the server's handlers in Python, and starts a worker
// for every search.

/** @import { Assets, BrowserServer, PythonValue, Request } from "./types" */

import { readAssets, startPython } from "./python.js";
import { holdLock, startWorker } from "./start_worker.js";

const SEARCH = new URL("search_worker.js", import.meta.url).href;
const SAVER = new URL("save_worker.js", import.meta.url).href;
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

const LARGE = 48 * 2 ** 20; // bytes; an interpreter that has just started has 30 MB, and memory never shrinks
const REST = 2000; // milliseconds without a task after which a worker with more memory is replaced

/** A worker for searches, or one after another; `hear` is for the one that gets it. */
class Search {
  worker = /** @type {Worker | null} */ (null);
  hasEnded = false;
  told = 0;
  answered = 0;

  constructor() {
    this.hear = (/** @type {string} */ _) => {};
    this.start();
  }

  start() {
    const worker = startWorker(SEARCH, () => worker === this.worker && this.end());
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker !== this.worker || this.hasEnded) return;
      if (typeof data === "string") this.hear(data);
      else if (data.memory) this.rest(data.memory);
    };
    worker.postMessage(assets);
  }

  end() {
    this.hasEnded = true;
    if (spare === this) spare = null;
    this.hear("");
  }

  /** @param {string | {code: string}} task */
  tell(task) {
    this.told++;
    this.worker?.postMessage(task);
  }

  /** The task has been answered. @param {number} memory of the worker, in bytes */
  rest(memory) {
    const { told } = this;
    this.answered++;
    if (memory > LARGE)
      setTimeout(() => this.told === told && this.answered === told && this.replace(), REST);
  }

  replace() {
    if (!this.worker || this.hasEnded) return;
    this.worker.terminate();
    this.start();
  }

  kill() {
    this.worker?.terminate();
    this.worker = null;
  }
}

/**
 * A worker for searches; an empty line says that it has failed.
 * @param {((line: string) => void) & PythonValue} hear
 */
function newSearch(hear) {
  const listener = hear.copy(); // Python's own ends with this call
  const search = spare ?? new Search();
  spare = null;
  search.hear = listener;
  const kill = () => {
    search.kill();
    listener.destroy();
    spare ??= new Search();
  };
  return { tell: (/** @type {string} */ task) => search.tell(task), kill };
}

/** What ends each student's code that runs. @type {Map<number, () => void>} */
const codes = new Map();

/**
 * Runs a student's code in a worker that is ended afterwards: it may have changed anything there.
 * @param {number} id @param {string} code
 */
function runCode(id, code) {
  const search = spare ?? new Search();
  spare = null;
  const end = () => {
    search.hear = () => {};
    search.kill();
    codes.delete(id);
    spare ??= new Search();
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
  search.tell({ code });
}

/** @param {string} root the folder of Python's files */
async function begin(root) {
  try {
    assets = await readAssets(root, (done, total) => postMessage({ loading: { done, total } }));
    spare = new Search();
    const { python, copy } = await startPython(assets, true);
    const { BrowserServer } = python.pyimport("unjam.web.browser.app");
    server = BrowserServer(send, newSearch);
    postMessage({ ready: true });
    for (const request of waiting.splice(0)) handle(request);
    if (copy) startWorker(SAVER, () => {}).postMessage({ root, copy }, [copy.buffer]);
  } catch (error) {
    postMessage({ failed: String(error) });
  }
}

holdLock();
addEventListener("message", ({ data }) => ("root" in data ? begin(data.root) : handle(data)));
