// The skyline of the lab: unpacks what the server sends, lays the towers out, and paints windows as pixels.

/** The numbers of a packed string: base 64, deflate, varints. @param {string} text @returns {Promise<number[]>} */
async function unpack(text) {
  const raw = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const bytes = new Uint8Array(
    await new Response(
      new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate")),
    ).arrayBuffer(),
  );
  const out = [];
  for (let i = 0; i < bytes.length; ) {
    let n = 0;
    let scale = 1;
    for (;;) {
      const b = bytes[i++];
      n += (b & 127) * scale;
      if (b < 128) break;
      scale *= 128;
    }
    out.push(n);
  }
  return out;
}

/** @param {number} n */
const unzig = (n) => (n % 2 ? -(n + 1) / 2 : n / 2);

/** Sums of zigzagged differences. @param {number[]} row */
function sums(row) {
  let last = 0;
  return row.map((n) => (last += unzig(n)));
}

export const UNSEEN = 0,
  WAITING = 1,
  LIT = 2;

/** All that is drawn, in arrays. @param {any} data */
export async function open(data) {
  const sky = { ...data, most: Math.max(1, ...data.towers) };
  if (data.windows) {
    [sky.distance, sky.parent, sky.branch] = await Promise.all([
      unpack(data.distance).then(sums),
      unpack(data.parent).then(sums),
      unpack(data.branch),
    ]);
    sky.floor = new Uint32Array(sky.states); // which window of its tower a position has
    sky.tower = data.towers.map(() => /** @type {number[]} */ ([]));
    sky.distance.forEach((/** @type {number} */ d, /** @type {number} */ n) => {
      sky.floor[n] = sky.tower[d].length;
      sky.tower[d].push(n);
    });
  }
  sky.searches = await Promise.all(
    data.searches.map((/** @type {any} */ s) => (data.windows ? events(s, sky.states) : moments(s))),
  );
  return sky;
}

/** @param {any} s @param {number} states */
async function events(s, states) {
  const [kinds, steps, path] = await Promise.all([
    unpack(s.kinds),
    unpack(s.numbers),
    unpack(s.path).then(sums),
  ]);
  const at = new Uint32Array(kinds.length);
  const number = new Uint32Array(kinds.length);
  const was = new Uint8Array(kinds.length);
  const state = new Uint8Array(states);
  let last = 0;
  let done = 0;
  kinds.forEach((kind, i) => {
    if (kind === 3) done += steps[i];
    else {
      last += unzig(steps[i]);
      number[i] = last;
      was[i] = state[last];
      state[last] = kind;
      if (kind === LIT) done += 1;
    }
    at[i] = done;
  });
  return { ...s, kind: Uint8Array.from(kinds), number, was, at, way: path };
}

/** @param {any} s */
async function moments(s) {
  const [at, lit, waiting, path] = await Promise.all([
    unpack(s.at).then(sums),
    unpack(s.lit).then(sums),
    unpack(s.waiting).then(sums),
    unpack(s.path),
  ]);
  return { ...s, at, lit, waiting, way: path };
}

/** Where the windows go: columns a tower has, pitch of a window, gap between towers, in pixels of a canvas. @param {any} sky @param {number} width @param {number} ratio */
export function layout(sky, width, ratio) {
  const towers = sky.towers.length;
  for (let f = ratio; ; f *= 1.25) {
    const w = Math.max(40, Math.round(width * f));
    const h = Math.round((w * 222) / 310);
    let best = { p: 0, c: 1, g: 0 };
    for (let c = 1; c <= sky.most && c * towers <= w; c++) {
      let p = Math.min(
        Math.floor(h / Math.ceil(sky.most / c)),
        Math.floor((w + 3) / (towers * (c + 0.6))),
        Math.round(18 * ratio),
      );
      if (p < 1 && c * towers <= w && Math.ceil(sky.most / c) <= h) p = 1;
      if (p > best.p)
        best = {
          p,
          c,
          g:
            towers > 1
              ? Math.min(
                  Math.max(Math.round(p * 0.6), c * p),
                  Math.floor((w - towers * c * p) / (towers - 1)),
                )
              : 0,
        };
    }
    if (best.p >= 1 || f > 14)
      return {
        w,
        h,
        ...best,
        s: best.p < 3 ? Math.max(1, best.p) : best.p - Math.max(1, Math.round(best.p / 5)),
      };
  }
}

/** The pixels of one search: lit windows and the way out on one canvas, the frontier on another that may twinkle. */
export class Panel {
  /** @param {any} sky @param {any} search @param {HTMLCanvasElement} wall @param {HTMLCanvasElement} edge */
  constructor(sky, search, wall, edge) {
    this.sky = sky;
    this.search = search;
    this.wall = wall;
    this.edge = edge;
    this.next = this.lit = this.waiting = 0;
    this.out = this.over = this.drawn = false;
    this.state = new Uint8Array(sky.windows ? sky.states : 0);
    /** @type {any} where the windows go, once the panel is dressed */
    this.plan = null;
    /** @type {any} */
    this.paint = null;
    /** @type {HTMLElement} */
    this.el = wall;
    this.pixels = this.glow = new Uint32Array();
  }

  /** Both canvases, ready to paint on. @returns {CanvasRenderingContext2D[]} */
  get brushes() {
    return [this.wall, this.edge].map(
      (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")),
    );
  }

  /** @param {any} plan @param {any} paint */
  dress(plan, paint) {
    this.plan = plan;
    this.paint = paint;
    for (const canvas of [this.wall, this.edge])
      if (canvas.width !== plan.w || canvas.height !== plan.h)
        Object.assign(canvas, { width: plan.w, height: plan.h });
    if (!this.sky.windows) return this.bars();
    this.images = [0, 1].map(() => new ImageData(plan.w, plan.h));
    [this.pixels, this.glow] = this.images.map((image) => new Uint32Array(image.data.buffer));
    for (let n = 0; n < this.sky.states; n++) this.window(n);
    if (this.out) for (const n of this.search.way) this.fill(this.pixels, n, paint.way);
    return this.show();
  }

  /** @param {Uint32Array} pixels @param {number} n @param {number} colour */
  fill(pixels, n, colour) {
    const { w, h, p, c, g, s } = this.plan;
    const floor = this.sky.floor[n];
    const from = (h - (((floor / c) | 0) + 1) * p) * w + this.sky.distance[n] * (c * p + g) + (floor % c) * p;
    for (let y = 0; y < s; y++) for (let i = from + y * w, end = i + s; i < end; i++) pixels[i] = colour;
  }

  /** @param {number} n */
  window(n) {
    const state = this.state[n];
    this.fill(this.pixels, n, state === LIT ? this.paint.lit : this.paint.unlit);
    this.fill(this.glow, n, state === WAITING ? this.paint.edge : 0);
  }

  show() {
    this.brushes.forEach((brush, i) => {
      if (this.images) brush.putImageData(this.images[i], 0, 0);
    });
  }

  /** @param {number} n @param {number} to */
  turn(n, to) {
    const was = this.state[n];
    if (was === to) return;
    this.lit += Number(to === LIT) - Number(was === LIT);
    this.waiting += Number(to === WAITING) - Number(was === WAITING);
    this.state[n] = to;
    if (!this.plan) return;
    this.window(n);
  }

  /** Shows the search after so many expansions. @param {number} v */
  seek(v) {
    const { search } = this;
    v = Math.min(v, search.expanded);
    const out = v >= search.expanded && search.cost !== null;
    if (!this.sky.windows) {
      let i = this.next;
      while (i + 1 < search.at.length && search.at[i + 1] <= v) i++;
      while (i > 0 && search.at[i] > v) i--;
      const same = i === this.next && out === this.out && this.drawn;
      Object.assign(this, { next: i, out });
      return same ? undefined : this.bars();
    }
    if (this.out && !out) for (const n of search.way) if (this.plan) this.window(n);
    const { at, kind, number, was } = search;
    let i = this.next;
    const start = i;
    for (; i < at.length && at[i] <= v; i++) if (kind[i] < 3) this.turn(number[i], kind[i]);
    for (; i > 0 && at[i - 1] > v; i--) if (kind[i - 1] < 3) this.turn(number[i - 1], was[i - 1]);
    const changed = i !== start || out !== this.out;
    if (out && this.plan && changed)
      for (const n of search.way) {
        this.fill(this.glow, n, 0);
        this.fill(this.pixels, n, this.paint.way);
      }
    Object.assign(this, { next: i, out });
    return changed && this.plan ? this.show() : undefined;
  }

  /** Towers of counts, for spaces with too many positions for windows. */
  bars() {
    if (!this.plan) return;
    this.drawn = true;
    const { w, h } = this.plan;
    const { towers, most } = this.sky;
    const { lit, waiting, at, way } = this.search;
    const [wall, edge] = this.brushes;
    for (const brush of [wall, edge]) brush.clearRect(0, 0, w, h);
    const wide = w / towers.length;
    const gap = wide > 4 ? Math.max(1, wide * 0.2) : 0;
    this.lit = this.waiting = 0;
    towers.forEach((/** @type {number} */ all, /** @type {number} */ d) => {
      const here = d * at.length + this.next;
      this.lit += lit[here];
      this.waiting += waiting[here];
      const bar = (
        /** @type {CanvasRenderingContext2D} */ on,
        /** @type {string} */ colour,
        /** @type {number} */ below,
        /** @type {number} */ n,
      ) => {
        if (!n) return;
        on.fillStyle = colour;
        const tall = Math.max(1.5, (n / most) * h);
        on.fillRect(d * wide, h - (below / most) * h - tall, wide - gap, tall);
      };
      bar(wall, this.paint.css.unlit, 0, all);
      bar(wall, this.paint.css.lit, 0, lit[here]);
      bar(edge, this.paint.css.edge, lit[here], waiting[here]);
      if (this.out) bar(wall, this.paint.css.way, 0, way[d]);
    });
  }

  /** The window, or the tower, at a place given in fractions of the canvas. @param {number} fx @param {number} fy */
  find(fx, fy) {
    const { w, h, p, c, g } = this.plan;
    if (!this.sky.windows)
      return {
        d: Math.max(0, Math.min(this.sky.towers.length - 1, Math.floor(fx * this.sky.towers.length))),
      };
    const x = fx * w;
    const d = Math.floor(x / (c * p + g));
    const column = Math.min(c - 1, Math.floor((x - d * (c * p + g)) / p));
    const floor = Math.max(0, Math.floor((h - fy * h) / p)) * c + column;
    const top = (this.sky.tower[d]?.length ?? 0) - 1; // a little above the roof still means the roof
    const n = floor <= top + c * Math.ceil(10 / p) ? this.sky.tower[d]?.[Math.min(floor, top)] : undefined;
    return n === undefined ? null : { d, n };
  }

  /** The middle of a window, in fractions of the canvas. @param {number} n */
  place(n) {
    const { w, h, p, c, g } = this.plan;
    const floor = this.sky.floor[n];
    return [
      (this.sky.distance[n] * (c * p + g) + (floor % c) * p + p / 2) / w,
      (h - Math.floor(floor / c) * p - p / 2) / h,
    ];
  }
}

/** The branches to take from the start to a position. @param {any} sky @param {number} n */
export function way(sky, n) {
  const out = [];
  for (; n; n = sky.parent[n]) out.push(sky.branch[n]);
  return out.reverse();
}
