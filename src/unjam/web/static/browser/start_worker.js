// Starts a worker that is held to the page's policy: a script from a plain server brings no policy along,
// while a blob has that of its maker. Notices when the worker ends, which a browser tells nobody: a lock is
// free again.

/**
 * Runs a module in a worker of its own; `onend` is called when it has failed, or has ended for whatever
 * reason.
 * @param {string} script its URL @param {() => void} onend
 */
export function startWorker(script, onend) {
  const text = `import ${JSON.stringify(script)};`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (!data.holds) return;
    URL.revokeObjectURL(url);
    navigator.locks?.request(data.holds, onend);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    console.error(event.message);
    onend();
  });
  return worker;
}

/** In a worker: holds a lock for as long as it lives, and names it to the one who started it. */
export function holdLock() {
  const name = `unjam-${Math.random()}`;
  const hold = () => {
    postMessage({ holds: name });
    return new Promise(() => {});
  };
  if (navigator.locks) navigator.locks.request(name, hold);
  else postMessage({ holds: name });
}
