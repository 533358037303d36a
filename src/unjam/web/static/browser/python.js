// Loads Python with unjam in a worker: reads the files, starts the interpreter, from a copy of its memory
// where there is one, and shows it the files of its library and of the package.

/** @import { Entry } from "./archive.js" */
/** @import { Stream } from "./gunzip.js" */
/** @import { Assets, FileSystem, LoadPyodide, Pyodide } from "./types" */

import { listFiles } from "./archive.js";
import { gunzip } from "./gunzip.js";
import { free, loadMemory, unpack } from "./memory.js";

const WASM = "pyodide.asm.wasm";
const LIBRARY = "python_stdlib.zip";
const PACKAGE = "unjam.zip";
const MODULES = "/modules"; // the folder of the library
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
  const count = (/** @type {number} */ bytes) => {
    done += bytes;
    report(Math.min(done, total), total);
  };
  const read = (/** @type {string} */ name) => readCounted(new URL(`${name}.gz`, root), count);
  const open = async (/** @type {Stream} */ stream) => new Response(await gunzip(stream)).blob();
  const headers = { "content-type": "application/wasm" };
  const [wasm, library, archive] = await Promise.all([
    read(WASM)
      .then(gunzip)
      .then((stream) => WebAssembly.compileStreaming(new Response(stream, { headers }))),
    read(LIBRARY).then(open),
    read(PACKAGE).then(open),
  ]);
  return { root, wasm, library, archive };
}

/** @param {URL} url @param {(bytes: number) => void} count hears of every part that arrives */
async function readCounted(url, count) {
  const { ok, status, body } = await fetch(url);
  if (!ok || !body) throw new Error(`${status} ${url}`);
  /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
  const counter = new TransformStream({
    transform(part, controller) {
      count(part.length);
      controller.enqueue(part);
    },
  });
  return body.pipeThrough(counter);
}

/**
 * Starts Python, from the stored copy of its memory if there is one. Else it makes one where it is asked
 * to, from which the next interpreters start sooner.
 * @param {Assets} assets @param {boolean} makesCopy
 * @returns {Promise<Awaited<ReturnType<typeof start>> & {copy: Uint8Array<ArrayBuffer> | null}>}
 */
export async function startPython(assets, makesCopy) {
  const packed = await loadMemory(assets.root);
  if (packed) {
    try {
      return { ...(await start(assets, false, packed)), copy: null };
    } catch (error) {
      console.warn("The copy of the memory does not fit.", error);
    }
  }
  const started = await start(assets, makesCopy);
  try {
    started.python.runPython(PRELOAD);
    return { ...started, copy: makesCopy ? started.python.makeMemorySnapshot() : null };
  } catch (error) {
    console.warn("The memory cannot be copied.", error);
  }
  return { ...started, copy: null };
}

/**
 * @param {Assets} assets @param {boolean} makesCopy
 * @param {Uint8Array<ArrayBuffer> | null} [packed] the stored copy of the memory
 */
async function start({ root, wasm, library, archive }, makesCopy, packed) {
  const [modules, own] = await Promise.all([listFiles(library), listFiles(archive)]);
  const { memory, restore } = handOut(root, wasm);
  const options = {
    indexURL: root,
    packages: [],
    env: { PYTHONPATH: MODULES },
    fsInit: async (
      /** @type {FileSystem} */ files,
      /** @type {{sitePackages: string}} */ { sitePackages },
    ) => {
      mount(files, MODULES, library, modules);
      mount(files, sitePackages, archive, own);
    },
    ...(packed ? { _loadSnapshot: unpack(packed, memory) } : { _makeSnapshot: makesCopy }),
  };
  try {
    const url = new URL("pyodide.mjs", root).href;
    const { loadPyodide } = /** @type {{loadPyodide: LoadPyodide}} */ (await import(url));
    return { python: await loadPyodide(options), memory };
  } finally {
    restore();
    if (packed) free(packed);
  }
}

/**
 * Shows Python the files of an archive. They are read when they are needed, out of a blob, which the browser
 * keeps once for all workers.
 * @param {FileSystem} files @param {string} folder @param {Blob} blob @param {Entry[]} entries
 */
function mount(files, folder, blob, entries) {
  files.mkdirTree(folder);
  files.mount(files.filesystems.WORKERFS, { packages: [{ blob, metadata: { files: entries } }] }, folder);
}

/**
 * Hands Pyodide the program that has been compiled when it fetches it, and no library, since that is in a
 * folder of its own; tells which memory the interpreter got.
 * @param {string} root @param {WebAssembly.Module} wasm
 */
function handOut(root, wasm) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  let memory = /** @type {WebAssembly.Memory | null} */ (null);
  globalThis.fetch = async (what, options) => {
    const url = what instanceof Request ? what.url : String(what);
    return url === root + WASM || url === root + LIBRARY ? new Response() : fetch(what, options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    return { module: wasm, instance };
  };
  return {
    memory: () => /** @type {WebAssembly.Memory} */ (memory),
    restore: () =>
      Object.assign(globalThis, { fetch }) && Object.assign(WebAssembly, { instantiateStreaming }),
  };
}
