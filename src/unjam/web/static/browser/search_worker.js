// The worker of one search at a time: it answers tasks with events, each a line; an empty line says that it
// has failed. It ends by being terminated, whatever the search is doing.

/** @import { Assets } from "./types" */

import { startPython } from "./python.js";
import { holdLock } from "./start_worker.js";

/** @typedef {string | {code: string}} Task of the queue, or a student's code */

/** @type {Task[]} */
const waiting = [];
let run = /** @type {((task: Task) => void) | null} */ (null);

/** @param {Assets} assets */
async function begin(assets) {
  const { python } = await startPython(assets, false);
  const search = python.pyimport("unjam.web.browser.search");
  const send = (/** @type {string} */ line) => postMessage(line);
  run = (task) => (typeof task === "string" ? search.run(task, send) : search.run_code(task.code, send));
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
