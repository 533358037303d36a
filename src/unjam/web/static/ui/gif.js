// Writes an animated GIF frame by frame: a palette of its own colours, of every frame what has changed,
// compressed as the format asks for (Welch, "A Technique for High-Performance Data Compression", 1984).

const CLEAR = 256; // the code that begins a new table
const END = 257;
const MAX_CODES = 4096;

/** The place of a colour in a table with five bits for each of its parts. */
const bucket = (/** @type {Uint8ClampedArray} */ data, /** @type {number} */ at) =>
  ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

/** The 256 most frequent colours of some frames, as red, green, blue. @param {ImageData[]} frames */
function choosePalette(frames) {
  /** @type {Map<number, {count: number, sum: number[]}>} */
  const seen = new Map();
  for (const { data } of frames)
    for (let at = 0; at < data.length; at += 4) {
      const key = bucket(data, at);
      const entry = seen.get(key) ?? { count: 0, sum: [0, 0, 0] };
      entry.count++;
      for (let part = 0; part < 3; part++) entry.sum[part] += data[at + part];
      seen.set(key, entry);
    }
  const sorted = [...seen.values()].sort((a, b) => b.count - a.count).slice(0, 256);
  return sorted.map(({ count, sum }) => sum.map((part) => Math.round(part / count)));
}

export class GifWriter {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  parts = [];
  before = /** @type {Uint8Array | null} */ (null);

  /** @param {ImageData[]} samples frames that have all colours between them */
  constructor(...samples) {
    const { width, height } = samples[0];
    this.palette = choosePalette(samples);
    this.nearest = new Int16Array(32768).fill(-1);
    const colours = Array.from({ length: 256 }, (_, k) => this.palette[k] ?? [0, 0, 0]).flat();
    this.write("GIF89a", [...word(width), ...word(height), 0xf7, 0, 0, ...colours]);
    this.write([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 0]); // again and again
  }

  /** @param {...(string | number[])} parts */
  write(...parts) {
    for (const part of parts)
      this.parts.push(typeof part === "string" ? new TextEncoder().encode(part) : new Uint8Array(part));
  }

  /** Adds a frame. @param {ImageData} frame @param {number} time in hundredths of a second */
  add({ width, height, data }, time) {
    const colours = new Uint8Array(width * height);
    for (let k = 0; k < colours.length; k++) colours[k] = this.colour(data, 4 * k);
    const { left, top, wide, high } = this.changed(colours, width, height);
    const area = new Uint8Array(wide * high);
    for (let row = 0; row < high; row++)
      area.set(colours.subarray((top + row) * width + left, (top + row) * width + left + wide), row * wide);
    this.write([0x21, 0xf9, 4, 4, ...word(time), 0, 0]);
    this.write([0x2c, ...word(left), ...word(top), ...word(wide), ...word(high), 0, 8]);
    const packed = compress(area);
    for (let at = 0; at < packed.length; at += 255)
      this.write([Math.min(255, packed.length - at), ...packed.slice(at, at + 255)]);
    this.write([0]);
    this.before = colours;
  }

  /** The number of the colour that is nearest. @param {Uint8ClampedArray} data @param {number} at */
  colour(data, at) {
    const key = bucket(data, at);
    if (this.nearest[key] < 0) {
      const far = this.palette.map((each) =>
        each.reduce((sum, part, k) => sum + (part - data[at + k]) ** 2, 0),
      );
      this.nearest[key] = far.indexOf(Math.min(...far));
    }
    return this.nearest[key];
  }

  /**
   * The box around what differs from the frame before.
   * @param {Uint8Array} now @param {number} width @param {number} height
   */
  changed(now, width, height) {
    if (!this.before) return { left: 0, top: 0, wide: width, high: height };
    let [left, top, right, low] = [width, height, 0, 0];
    for (let k = 0; k < now.length; k++)
      if (now[k] !== this.before[k]) {
        const [row, col] = [Math.floor(k / width), k % width];
        [left, right] = [Math.min(left, col), Math.max(right, col)];
        [top, low] = [Math.min(top, row), Math.max(low, row)];
      }
    if (left > right) return { left: 0, top: 0, wide: 1, high: 1 };
    return { left, top, wide: right - left + 1, high: low - top + 1 };
  }

  /** The whole animation. */
  end() {
    this.write([0x3b]);
    return new Blob(this.parts, { type: "image/gif" });
  }
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
