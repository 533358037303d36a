// Loads Python with unjam in a worker: reads the files, starts the interpreter, from a copy of its memory where there
// is one, and unpacks the package.

/** @import { Assets, FileSystem, LoadPyodide, Pyodide } from "./types" */

import { readArchive } from "./archive.js";
import { gunzip } from "./gunzip.js";

const WASM = "pyodide.asm.wasm";
const LIBRARY = "python_stdlib.zip";
const PACKAGE = "unjam.zip";
const PRELOAD =
  "import asyncio, base64, bisect, dataclasses, datetime, json, random, re, traceback, typing, zlib";

/**
 * Reads what Python needs; `report` hears how many bytes have arrived, of how many.
 * @param {string} root the folder of the files @param {(done: number, total: number) => void} report
 * @returns {Promise<Assets>}
 */
export async function readAssets(root, report) {
  const answer = await fetch(new URL("manifest.json", root));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  /** @type {{files: {name: string, stored: number}[]}} */
  const { files } = await answer.json();
  const total = files.reduce((sum, { name, stored }) => sum + (name.endsWith(".gz") ? stored : 0), 0);
  let done = 0;
  const open = async (/** @type {string} */ name) =>
    gunzip(await fetch(new URL(`${name}.gz`, root)), (bytes) => {
      done += bytes;
      report(Math.min(done, total), total);
    });
  const read = async (/** @type {string} */ name) => new Response(await open(name)).arrayBuffer();
  const headers = { "content-type": "application/wasm" };
  const [wasm, library, archive, memory] = await Promise.all([
    open(WASM).then((stream) => WebAssembly.compileStreaming(new Response(stream, { headers }))),
    read(LIBRARY),
    read(PACKAGE),
    loadMemory(root),
  ]);
  return { root, wasm, library, archive, memory };
}

/**
 * Starts Python. Without a copy of its memory it makes one, from which the next interpreters start sooner.
 * @param {Assets} assets @returns {Promise<Pyodide>}
 */
export async function startPython(assets) {
  if (assets.memory) {
    try {
      return await start(assets, { _loadSnapshot: assets.memory });
    } catch (error) {
      console.warn("The copy of the memory does not fit.", error);
    }
  }
  assets.memory = null;
  const python = await start(assets, { _makeSnapshot: true });
  try {
    python.runPython(PRELOAD);
    assets.memory = /** @type {ArrayBuffer} */ (python.makeMemorySnapshot().buffer);
  } catch (error) {
    console.warn("The memory cannot be copied.", error);
  }
  return python;
}

/** @param {Assets} assets @param {{_makeSnapshot?: boolean, _loadSnapshot?: ArrayBuffer}} options */
async function start(assets, options) {
  const restore = handOut(assets);
  try {
    const { loadPyodide } = /** @type {{loadPyodide: LoadPyodide}} */ (
      await import(new URL("pyodide.mjs", assets.root).href)
    );
    return await loadPyodide({
      indexURL: assets.root,
      packages: [],
      fsInit: async (files, { sitePackages }) => unpack(files, assets.archive, sitePackages),
      ...options,
    });
  } finally {
    restore();
  }
}

/** @param {FileSystem} files @param {ArrayBuffer} archive @param {string} folder */
function unpack(files, archive, folder) {
  for (const [path, content] of readArchive(new Uint8Array(archive))) {
    if (path.endsWith("/")) continue;
    files.mkdirTree(`${folder}/${path}`.replace(/\/[^/]*$/, ""));
    files.writeFile(`${folder}/${path}`, content);
  }
}

/**
 * Hands Pyodide the files that have been read when it fetches them; returns what ends that.
 * @param {Assets} assets
 */
function handOut({ root, wasm, library }) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (what, options) => {
    const url = what instanceof Request ? what.url : String(what);
    if (url === root + WASM) return new Response();
    return url === root + LIBRARY ? new Response(library) : fetch(what, options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  return () => Object.assign(globalThis, { fetch }) && Object.assign(WebAssembly, { instantiateStreaming });
}

const MEMORY = "unjam-memory";

/** The stored copy of the memory, if there is one. @param {string} root */
async function loadMemory(root) {
  try {
    const answer = await (await caches.open(MEMORY)).match(`${root}memory`);
    return answer ? await answer.arrayBuffer() : null;
  } catch {
    return null; // the browser stores nothing for this page
  }
}

/** Stores the copy of the memory for the next visit, if there is room. @param {Assets} assets */
export async function saveMemory({ root, memory }) {
  try {
    const cache = await caches.open(MEMORY);
    if (!memory || (await cache.match(`${root}memory`))) return;
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(`${root}memory`, new Response(memory));
  } catch {
    // It starts without the next time.
  }
}
