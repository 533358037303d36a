// The worker of one search at a time: it answers tasks with events, each a line; an empty line says that it
// has failed. After each task it tells how much memory it has. It ends by being terminated, whatever the
// search is doing.

/** @import { Assets } from "./types" */

import { startPython } from "./python.js";
import { holdLock } from "./start_worker.js";

/** @typedef {string | {code: string}} Task of the queue, or a student's code */

/** @type {Task[]} */
const waiting = [];
let run = /** @type {((task: Task) => void) | null} */ (null);

/** What leads out of a worker, to what the browser stores and to others. */
const WAYS_OUT = [
  "caches",
  "indexedDB",
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "BroadcastChannel",
];
const MORE_WAYS = ["Worker", "SharedWorker", "WebTransport", "importScripts"];

/** Before a student's code, which may be somebody else's: takes away what leads out of this worker. */
function seal() {
  for (let at = globalThis; at; at = Object.getPrototypeOf(at))
    for (const name of [...WAYS_OUT, ...MORE_WAYS]) Reflect.deleteProperty(at, name);
}

/** @param {Assets} assets */
async function begin(assets) {
  const { python, memory } = await startPython(assets, false);
  const search = python.pyimport("unjam.web.browser.search");
  const send = (/** @type {string} */ line) => postMessage(line);
  run = (task) => {
    if (typeof task === "string") search.run(task, send);
    else {
      seal();
      search.run_code(task.code, send);
    }
    postMessage({ memory: memory().buffer.byteLength });
  };
  for (const task of waiting.splice(0)) run(task);
}

holdLock();
addEventListener("message", async ({ data }) => {
  try {
    if ("root" in Object(data)) await begin(data);
    else if (run) run(data);
    else waiting.push(data);
  } catch (error) {
    console.error(error);
    postMessage("");
  }
});
