// Starts a worker that is held to the page's policy: a script from a plain server brings no policy along, while a
// blob has that of its maker.

/** Runs a module in a worker of its own. @param {string} script its URL */
export function startWorker(script) {
  const text = `import ${JSON.stringify(script)};`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
  return worker;
}
