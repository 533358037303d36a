// The worker that stores the copy of Python's memory: that takes a moment, and memory that is free when it
// ends.

import { saveMemory } from "./memory.js";
import { holdLock } from "./start_worker.js";

holdLock();
addEventListener("message", async ({ data }) => {
  await saveMemory(data.root, data.copy);
  close();
});
