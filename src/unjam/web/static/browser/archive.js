// Reads an archive whose files are stored as they are: it is compressed as a whole, which takes less room.

const END = 0x06054b50;
const END_SIZE = 22;
const ENTRY = 0x02014b50;
const FILE_HEAD = 30; // bytes before a file's name, which its content follows

/** Where a file is in an archive. @typedef {{filename: string, start: number, end: number}} Entry */

/** The files of a zip archive, each with a path that begins with a slash. @param {Blob} archive */
export async function listFiles(archive) {
  const end = await view(archive, archive.size - END_SIZE, archive.size);
  if (end.getUint32(0, true) !== END) throw new Error("The archive has no end.");
  const begin = end.getUint32(16, true);
  const list = await view(archive, begin, begin + end.getUint32(12, true));
  /** @type {Entry[]} */
  const files = [];
  for (let at = 0; at < list.byteLength; ) {
    const [name, extra, comment] = [28, 30, 32].map((by) => list.getUint16(at + by, true));
    if (list.getUint32(at, true) !== ENTRY || list.getUint16(at + 10, true) || extra)
      throw new Error("The archive has an entry that is compressed on its own.");
    const path = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, name));
    const start = list.getUint32(at + 42, true) + FILE_HEAD + name;
    files.push({ filename: `/${path}`, start, end: start + list.getUint32(at + 24, true) });
    at += 46 + name + comment;
  }
  return files;
}

/** @param {Blob} blob @param {number} start @param {number} end */
const view = async (blob, start, end) => new DataView(await blob.slice(start, end).arrayBuffer());
