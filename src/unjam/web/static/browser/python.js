// Loads Python with unjam in a worker: reads the files, starts the interpreter, from a copy of its memory
// where there is one, and unpacks the package.

/** @import { Assets, FileSystem, LoadPyodide, Pyodide } from "./types" */

import { readArchive } from "./archive.js";
import { gunzip } from "./gunzip.js";

const WASM = "pyodide.asm.wasm";
const LIBRARY = "python_stdlib.zip";
const PACKAGE = "unjam.zip";
const PRELOAD =
  "import asyncio, base64, bisect, dataclasses, datetime, json, random, re, traceback, typing, zlib";

/**
 * Reads what Python needs; `report` hears how many bytes have arrived, of how many. What each interpreter
 * opens for itself stays compressed.
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
  const headers = { "content-type": "application/wasm" };
  const [wasm, library, archive] = await Promise.all([
    read(WASM)
      .then(gunzip)
      .then((stream) => WebAssembly.compileStreaming(new Response(stream, { headers }))),
    read(LIBRARY).then((stream) => new Response(stream).blob()),
    read(PACKAGE).then((stream) => new Response(stream).blob()),
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
 * @returns {Promise<{python: Pyodide, copy: Uint8Array<ArrayBuffer> | null}>}
 */
export async function startPython(assets, makesCopy) {
  const memory = await loadMemory(assets.root);
  if (memory) {
    try {
      return { python: await start(assets, { _loadSnapshot: memory.buffer }), copy: null };
    } catch (error) {
      console.warn("The copy of the memory does not fit.", error);
    }
  }
  const python = await start(assets, { _makeSnapshot: makesCopy });
  try {
    python.runPython(PRELOAD);
    return { python, copy: makesCopy ? python.makeMemorySnapshot() : null };
  } catch (error) {
    console.warn("The memory cannot be copied.", error);
  }
  return { python, copy: null };
}

/** @param {Assets} assets @param {{_makeSnapshot?: boolean, _loadSnapshot?: ArrayBuffer}} more */
async function start({ root, wasm, library, archive }, more) {
  const opened = await readAll(await gunzip(library.stream()));
  const restore = handOut(root, wasm, opened);
  const options = {
    indexURL: root,
    packages: [],
    fsInit: async (/** @type {FileSystem} */ files, /** @type {{sitePackages: string}} */ { sitePackages }) =>
      unpack(files, await readAll(await gunzip(archive.stream())), sitePackages),
    ...more,
  };
  try {
    const url = new URL("pyodide.mjs", root).href;
    const { loadPyodide } = /** @type {{loadPyodide: LoadPyodide}} */ (await import(url));
    const python = await loadPyodide(options);
    if (more._loadSnapshot) free(more._loadSnapshot);
    return python;
  } finally {
    restore();
    free(opened.buffer);
  }
}

/**
 * Gives back the memory of a buffer at once: in a worker that has little to do, garbage stays for long.
 * @param {ArrayBuffer & {transfer?: (length: number) => void}} buffer
 */
const free = (buffer) => buffer.transfer?.(0);

/**
 * The whole content of a stream, in a buffer whose memory can be given back, unlike that of a blob or an
 * answer.
 * @param {ReadableStream<Uint8Array>} stream @param {number} [size] its length, if that is known
 */
async function readAll(stream, size = 8_000_000) {
  const reader = stream.getReader();
  let all = new Uint8Array(new ArrayBuffer(size));
  const resize = (/** @type {number} */ length) => {
    if (length === all.length) return;
    const other = new Uint8Array(new ArrayBuffer(length));
    other.set(all.subarray(0, Math.min(length, all.length)));
    free(all.buffer);
    all = other;
  };
  for (let at = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) {
      resize(at);
      return all;
    }
    if (at + value.length > all.length) resize(2 * (at + value.length));
    all.set(value, at);
    at += value.length;
  }
}

/** @param {FileSystem} files @param {Uint8Array} archive @param {string} folder */
function unpack(files, archive, folder) {
  for (const [path, content] of readArchive(archive)) {
    if (path.endsWith("/")) continue;
    files.mkdirTree(`${folder}/${path}`.replace(/\/[^/]*$/, ""));
    files.writeFile(`${folder}/${path}`, content, { canOwn: true });
  }
}

/**
 * Hands Pyodide the files that have been read when it fetches them; returns what ends that.
 * @param {string} root @param {WebAssembly.Module} wasm @param {Uint8Array<ArrayBuffer>} library
 */
function handOut(root, wasm, library) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (what, options) => {
    const url = what instanceof Request ? what.url : String(what);
    if (url === root + WASM) return new Response();
    if (url !== root + LIBRARY) return fetch(what, options);
    const arrayBuffer = async () => library.buffer; // which a real answer would copy
    return Object.assign(new Response(), { arrayBuffer });
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  return () => Object.assign(globalThis, { fetch }) && Object.assign(WebAssembly, { instantiateStreaming });
}

const MEMORY = "unjam-memory"; // the cache that the copy is in
const SIZE = "unjam-size";

/** The stored copy of the memory, if there is one. @param {string} root */
async function loadMemory(root) {
  try {
    const answer = await (await caches.open(MEMORY)).match(`${root}memory`);
    const size = Number(answer?.headers.get(SIZE));
    const memory = answer?.body && (await readAll(answer.body, size));
    return memory?.length === size ? memory : null;
  } catch {
    return null; // the browser stores nothing for this page, or has not yet
  }
}

/**
 * Stores the copy of the memory for the next interpreters, if there is room.
 * @param {string} root @param {Uint8Array<ArrayBuffer>} copy
 */
export async function saveMemory(root, copy) {
  try {
    const cache = await caches.open(MEMORY);
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(`${root}memory`, new Response(copy, { headers: { [SIZE]: String(copy.length) } }));
  } catch {
    // They start without.
  }
  free(copy.buffer);
}
