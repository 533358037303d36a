// Keeps a copy of a started interpreter's memory in the browser, without its empty pages. The next
// interpreter gets it page by page; pages that nobody writes to take no room.

const CACHE = "unjam-memory";
const SIZE = "unjam-size";
const MAGIC = 0x756e6a31; // changes with the form of what is stored, and with how Python is started
const HEAD = 16; // bytes: the magic number, where the memory begins in Pyodide's copy, and how long that is
const PAGE = 4096;

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/**
 * Pyodide's copy without the empty pages: a head, what comes before the memory, a byte for each page that
 * tells whether it is there, and the pages.
 * @param {Bytes} copy @returns {Bytes}
 */
function pack(copy) {
  const start = new Uint32Array(copy.buffer, copy.byteOffset, 2)[1];
  const count = Math.ceil((copy.length - start) / PAGE);
  const page = (/** @type {number} */ k) => copy.subarray(start + k * PAGE, start + (k + 1) * PAGE);
  const used = Uint8Array.from({ length: count }, (_, k) => Number(page(k).some(Boolean)));
  const first = HEAD + start + count;
  const packed = new Uint8Array(first + PAGE * used.reduce((sum, each) => sum + each, 0));
  packed.set(new Uint8Array(Uint32Array.of(MAGIC, start, copy.length).buffer));
  packed.set(copy.subarray(0, start), HEAD);
  packed.set(used, HEAD + start);
  let at = first;
  for (let k = 0; k < count; k++)
    if (used[k]) {
      packed.set(page(k), at);
      at += PAGE;
    }
  return packed;
}

/**
 * What Pyodide takes for its copy. It asks for the length, reads what comes before the memory, and wants to
 * write the rest, at which time the pages are written instead.
 * @param {Bytes} packed @param {() => WebAssembly.Memory} memory of the interpreter that starts
 */
export function unpack(packed, memory) {
  const [, start, length] = new Uint32Array(packed.buffer, 0, HEAD / 4);
  const head = packed.subarray(HEAD, HEAD + start);
  const subarray = (/** @type {number} */ from, /** @type {number | undefined} */ to) => {
    if (to !== undefined) return packed.subarray(HEAD + from, HEAD + to);
    writePages(packed, start, length, new Uint8Array(memory().buffer));
    return new Uint8Array(0);
  };
  return Object.defineProperties(head, { length: { value: length }, subarray: { value: subarray } });
}

/** @param {Bytes} packed @param {number} start @param {number} length @param {Uint8Array} heap */
function writePages(packed, start, length, heap) {
  const count = Math.ceil((length - start) / PAGE);
  let at = HEAD + start + count;
  for (let k = 0; k < count; k++)
    if (packed[HEAD + start + k]) {
      const size = Math.min(PAGE, length - start - k * PAGE);
      heap.set(packed.subarray(at, at + size), k * PAGE);
      at += PAGE;
    }
}

/** The stored copy of the memory, if there is one. @param {string} root @returns {Promise<Bytes | null>} */
export async function loadMemory(root) {
  try {
    const answer = await (await caches.open(CACHE)).match(`${root}memory`);
    const size = Number(answer?.headers.get(SIZE));
    const packed = answer?.body && (await readAll(answer.body, size));
    const fits = packed?.length === size && new Uint32Array(packed.buffer, 0, 1)[0] === MAGIC;
    return fits ? packed : null;
  } catch {
    return null; // the browser stores nothing for this page, or has not yet
  }
}

/**
 * Stores a copy of the memory for the next interpreters, if there is room.
 * @param {string} root @param {Bytes} copy as Pyodide made it
 */
export async function saveMemory(root, copy) {
  try {
    const packed = pack(copy);
    const cache = await caches.open(CACHE);
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(`${root}memory`, new Response(packed, { headers: { [SIZE]: String(packed.length) } }));
  } catch {
    // They start without.
  }
}

/**
 * Gives memory back at once: in a worker that has little to do, garbage stays for long.
 * @param {Bytes} bytes
 */
export function free(bytes) {
  const buffer = /** @type {{transfer?: (length: number) => void}} */ (bytes.buffer);
  buffer.transfer?.(0);
}

/**
 * The content of a stream, in a buffer whose memory can be given back, unlike that of a blob or an answer.
 * @param {ReadableStream<Uint8Array>} stream @param {number} size its length @returns {Promise<Bytes | null>}
 */
async function readAll(stream, size) {
  const all = new Uint8Array(size);
  let at = 0;
  for await (const part of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (stream))) {
    if (at + part.length > size) return null;
    all.set(part, at);
    at += part.length;
  }
  return at === size ? all : null;
}
