// Writes an animated GIF frame by frame, of every frame what has changed: a palette of its own colours,
// compressed as the format asks for (Welch, "A Technique for High-Performance Data Compression", 1984).

const CLEAR = 256; // the code that begins a new table
const END = 257;
const MAX_CODES = 4096;

const EXACT = 128; // entries of the palette for areas of one colour; the others are for edges
const SIZE = 256;

const pack = (/** @type {Uint8ClampedArray} */ data, /** @type {number} */ at) =>
  (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
const parts = (/** @type {number} */ colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/**
 * The most frequent colours of some frames, and means of those that are alike among the others.
 * @param {ImageData[]} frames @returns {number[][]} each as red, green, blue
 */
function choosePalette(frames) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { data } of frames)
    for (let at = 0; at < data.length; at += 4)
      counts.set(pack(data, at), (counts.get(pack(data, at)) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  /** @type {Map<number, {count: number, sum: number[]}>} */
  const alike = new Map();
  for (const [colour, count] of sorted.slice(EXACT)) {
    const key = colour & 0xf8f8f8;
    const entry = alike.get(key) ?? { count: 0, sum: [0, 0, 0] };
    entry.count += count;
    entry.sum = entry.sum.map((sum, k) => sum + count * parts(colour)[k]);
    alike.set(key, entry);
  }
  const means = [...alike.values()].sort((a, b) => b.count - a.count);
  return [
    ...sorted.slice(0, EXACT).map(([colour]) => parts(colour)),
    ...means.slice(0, SIZE - EXACT).map(({ count, sum }) => sum.map((part) => Math.round(part / count))),
  ];
}

export class GifWriter {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  parts = [];
  /** @type {ImageData | null} the last whole frame */
  last = null;

  /** @param {ImageData[]} samples frames that have all colours between them */
  constructor(...samples) {
    const { width, height } = samples[0];
    this.palette = choosePalette(samples);
    /** @type {Map<number, number>} */
    this.nearest = new Map();
    const colours = Array.from({ length: SIZE }, (_, k) => this.palette[k] ?? [0, 0, 0]).flat();
    this.write("GIF89a", [...word(width), ...word(height), 0xf7, 0, 0, ...colours]);
    this.write([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 0]); // again and again
  }

  /** @param {...(string | number[])} parts */
  write(...parts) {
    for (const part of parts)
      this.parts.push(typeof part === "string" ? new TextEncoder().encode(part) : new Uint8Array(part));
  }

  /**
   * Adds a frame; around what is given it is like the one before.
   * @param {ImageData} frame @param {number} left @param {number} top
   * @param {number} time in hundredths of a second
   */
  add({ width, height, data }, left, top, time) {
    const colours = new Uint8Array(width * height);
    for (let k = 0; k < colours.length; k++) colours[k] = this.place(pack(data, 4 * k));
    this.write([0x21, 0xf9, 4, 4, ...word(time), 0, 0]);
    this.write([0x2c, ...word(left), ...word(top), ...word(width), ...word(height), 0, 8]);
    const packed = compress(colours);
    for (let at = 0; at < packed.length; at += 255)
      this.write([Math.min(255, packed.length - at), ...packed.slice(at, at + 255)]);
    this.write([0]);
  }

  /**
   * Adds a whole frame, of which only the box around what has changed is written.
   * @param {ImageData} frame @param {number} time in hundredths of a second
   */
  addWhole(frame, time) {
    const { left, top, wide, high } = changedBox(this.last, frame);
    this.last = frame;
    const cut = new ImageData(wide, high);
    for (let row = 0; row < high; row++) {
      const start = 4 * ((top + row) * frame.width + left);
      cut.data.set(frame.data.subarray(start, start + 4 * wide), 4 * row * wide);
    }
    this.add(cut, left, top, time);
  }

  /** The place of the nearest colour in the palette. @param {number} colour */
  place(colour) {
    let place = this.nearest.get(colour);
    if (place === undefined) {
      const wanted = parts(colour);
      const far = this.palette.map((each) => each.reduce((sum, part, k) => sum + (part - wanted[k]) ** 2, 0));
      place = far.indexOf(Math.min(...far));
      this.nearest.set(colour, place);
    }
    return place;
  }

  /** The whole animation. */
  end() {
    this.write([0x3b]);
    return new Blob(this.parts, { type: "image/gif" });
  }
}

/**
 * The box around what differs, at least one pixel.
 * @param {ImageData | null} before @param {ImageData} now
 */
function changedBox(before, now) {
  const { width, height } = now;
  if (!before) return { left: 0, top: 0, wide: width, high: height };
  const [old, fresh] = [before, now].map(({ data }) => new Uint32Array(data.buffer));
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < fresh.length; at++) {
    if (old[at] === fresh[at]) continue;
    const [row, col] = [Math.floor(at / width), at % width];
    [left, right] = [Math.min(left, col), Math.max(right, col)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  if (right < 0) return { left: 0, top: 0, wide: 1, high: 1 };
  return { left, top, wide: right - left + 1, high: bottom - top + 1 };
}

/** @param {number} n */
const word = (n) => [n & 255, n >> 8];

/** The codes of a row of colours, packed into bytes. @param {Uint8Array} colours */
function compress(colours) {
  /** @type {number[]} */
  const bytes = [];
  let [bits, held, size] = [0, 0, 9];
  const put = (/** @type {number} */ code) => {
    bits |= code << held;
    for (held += size; held >= 8; held -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  };
  /** @type {Map<number, number>} */
  const table = new Map();
  let next = END + 1;
  put(CLEAR);
  let prefix = colours[0];
  for (let k = 1; k < colours.length; k++) {
    const key = (prefix << 8) | colours[k];
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    prefix = colours[k];
    if (next < MAX_CODES) {
      if (next === 1 << size) size++;
      table.set(key, next++);
    } else {
      put(CLEAR);
      table.clear();
      [next, size] = [END + 1, 9];
    }
  }
  put(prefix);
  put(END);
  if (held) bytes.push(bits & 255);
  return bytes;
}
