// The worker of one search at a time: it answers tasks with events, each a line; an empty line says that it
// has failed. After each task it tells how much memory it has. It ends by being terminated, whatever the
// search is doing.

/** @import { Assets } from "./types" */

import { startPython } from "./python.js";
import { holdLock } from "./start_worker.js";

/** @type {string[]} */
const waiting = [];
let run = /** @type {((task: string) => void) | null} */ (null);

/** @param {Assets} assets */
async function begin(assets) {
  const { python, memory } = await startPython(assets, false);
  const search = python.pyimport("unjam.web.browser.search");
  run = (task) => {
    search.run(task, (/** @type {string} */ line) => postMessage(line));
    postMessage({ memory: memory().buffer.byteLength });
  };
  for (const task of waiting.splice(0)) run(task);
}

holdLock();
addEventListener("message", async ({ data }) => {
  try {
    if (typeof data !== "string") await begin(data);
    else if (run) run(data);
    else waiting.push(data);
  } catch (error) {
    console.error(error);
    postMessage("");
  }
});
