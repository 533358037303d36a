// The modules of a bundle: defined by path, run when first imported, loaded from the server on demand.
// Only in what the server delivers; the plain page imports its modules itself. See web/http/bundle.py.

const BUNDLES = new URL("../", import.meta.url);
const FILES = new URL("../", BUNDLES);

/** @typedef {Record<string, unknown>} Exports */
/** @typedef {(path: string) => Exports} Import */
/** @typedef {(path: string) => Promise<Exports>} Load */
/** @typedef {($import: Import, $load: Load, $url: string) => Exports | void} Factory */

/** @type {Map<string, Factory>} */
const factories = new Map();
/** @type {Map<string, Exports>} */
const modules = new Map();

/** Adds a module; two bundles may bring the same one. @param {string} path @param {Factory} factory */
export function define(path, factory) {
  if (!factories.has(path)) factories.set(path, factory);
}

/** The exports of a module that some bundle has defined. @type {Import} */
export function importModule(path) {
  let exports = modules.get(path);
  if (!exports) {
    const factory = /** @type {Factory} */ (factories.get(path));
    exports = factory(importModule, loadModule, new URL(path, FILES).href) ?? {};
    modules.set(path, exports);
  }
  return exports;
}

/** The exports of a module, once its bundle is loaded. @type {Load} */
export async function loadModule(path) {
  if (!factories.has(path))
    await import(new URL(path, BUNDLES).href).catch(async (error) => {
      await reloadIfReplaced();
      throw error;
    });
  return importModule(path);
}

/** Loads the page again if the server now has another version of it, and no longer this one. */
async function reloadIfReplaced() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status !== 404) return;
  location.reload();
  await new Promise(() => {});
}
