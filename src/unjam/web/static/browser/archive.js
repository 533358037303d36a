// Reads an archive whose files are stored as they are: it is compressed as a whole, which takes less room.

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/**
 * The files of a zip archive, each with its path.
 * @param {Uint8Array} bytes @returns {Generator<[string, Uint8Array]>}
 */
export function* readArchive(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error("The archive has no end.");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    if (view.getUint32(at, true) !== ENTRY || view.getUint16(at + 10, true))
      throw new Error("The archive has an entry that is compressed on its own.");
    const [name, extra, comment] = [28, 30, 32].map((by) => view.getUint16(at + by, true));
    const header = view.getUint32(at + 42, true);
    const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    yield [path, bytes.subarray(start, start + view.getUint32(at + 24, true))];
    at += 46 + name + extra + comment;
  }
}
