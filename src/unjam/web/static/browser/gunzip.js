// Opens files that are stored compressed, since a plain server compresses nothing.

/**
 * The content of a compressed file. A server that says how the file is compressed has had it opened by the
 * browser already.
 * @typedef {ReadableStream<Uint8Array<ArrayBuffer>>} Stream
 * @param {Stream} stream @returns {Promise<Stream>}
 */
export async function gunzip(stream) {
  const reader = stream.getReader();
  const first = await reader.read();
  let next = /** @type {typeof first | null} */ (first);
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  const whole = new ReadableStream({
    async pull(controller) {
      const { value, done } = next ?? (await reader.read());
      next = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const isCompressed = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  return isCompressed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
