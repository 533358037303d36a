// Opens files that are stored compressed, since a plain server compresses nothing.

/**
 * The content of a compressed file as a stream; `count` hears of every arrived part. A server that says how the file is
 * compressed has had it opened by the browser already.
 * @param {Response} answer @param {(bytes: number) => void} [count] @returns {Promise<ReadableStream<Uint8Array>>}
 */
export async function gunzip(answer, count = () => {}) {
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${answer.url}`);
  const reader = answer.body.getReader();
  const first = await reader.read();
  let next = /** @type {typeof first | null} */ (first);
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  const arrived = new ReadableStream({
    async pull(controller) {
      const { value, done } = next ?? (await reader.read());
      next = null;
      if (done) return controller.close();
      count(value.length);
      controller.enqueue(value);
    },
  });
  const isCompressed = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  return isCompressed ? arrived.pipeThrough(new DecompressionStream("gzip")) : arrived;
}
