// A grid of any number of cells, of which only those near the window are in the page; padding stands for
// the others. Cells are all of one height, except those as wide as the grid, which are measured when shown.

/** A row of indices into `shown`. @typedef {{from: number, to: number, top: number, height: number}} Row */

const MARGIN = 400; // pixels above and below the window that are filled, too

export class VirtualGrid {
  /** The indices of the levels that pass the filters. @type {number[]} */
  shown = [];
  /** @type {Row[]} */
  rows = [];
  /** The cells in the page, by the index of their level. @type {Map<number, HTMLElement>} */
  cells = new Map();
  /** Heights of wide cells, by the index of their level. @type {Map<number, number>} */
  wideHeights = new Map();
  columns = 1;
  height = 120; // of a row with its gap, until one is measured
  gap = 0;

  /**
   * @param {HTMLElement} el a grid container, whose columns the style decides
   * @param {{make: (at: number) => HTMLElement, isWide: (at: number) => boolean, onrange: () => void}} host
   * onrange: other cells are shown now
   */
  constructor(el, host) {
    this.el = el;
    this.host = host;
    el.tabIndex = -1; // takes the focus of a cell that is scrolled away
    this.cancel = new AbortController();
    addEventListener("scroll", () => this.render(), { passive: true, signal: this.cancel.signal });
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(el);
  }

  /** Shows other levels. @param {number[]} shown their indices, ascending */
  show(shown) {
    this.shown = shown;
    for (const cell of this.cells.values()) cell.remove();
    this.cells.clear();
    this.layOut();
  }

  /** Makes a cell anew, if it is in the page. @param {number} at */
  refresh(at) {
    const old = this.cells.get(at);
    if (!old) return;
    const hadFocus = old.contains(document.activeElement);
    const cell = this.host.make(at);
    this.cells.set(at, cell);
    old.replaceWith(cell);
    if (hadFocus) focusCell(cell);
  }

  /** Divides the levels into rows; a wide one has a row of its own. */
  layOut() {
    if (!this.el.isConnected) return;
    const { gridTemplateColumns, rowGap } = getComputedStyle(this.el);
    this.columns = gridTemplateColumns.split(" ").length;
    this.gap = Number.parseFloat(rowGap) || 0;
    this.divide();
    this.render();
    if (this.measure()) {
      this.divide();
      this.render();
    }
  }

  divide() {
    const { shown, host, columns, height } = this;
    this.rows = [];
    let top = 0;
    for (let from = 0; from < shown.length; ) {
      const isWide = host.isWide(shown[from]);
      let to = from + 1;
      while (!isWide && to < Math.min(from + columns, shown.length) && !host.isWide(shown[to])) to++;
      const own = isWide ? (this.wideHeights.get(shown[from]) ?? height) : height;
      this.rows.push({ from, to, top, height: own });
      top += own;
      from = to;
    }
  }

  /** Measures the cells in the page; true if a height was not as expected. */
  measure() {
    let isOther = false;
    let isMeasured = false;
    for (const [at, cell] of this.cells) {
      const isWide = this.host.isWide(at);
      if (!isWide && isMeasured) continue;
      const height = cell.offsetHeight + this.gap;
      const expected = isWide ? (this.wideHeights.get(at) ?? this.height) : this.height;
      if (isWide) this.wideHeights.set(at, height);
      else {
        this.height = height;
        isMeasured = true;
      }
      isOther ||= Math.abs(height - expected) > 0.5;
    }
    return isOther;
  }

  /** Brings the cells near the window into the page and takes the others out. */
  render() {
    const { el, rows, shown } = this;
    if (!el.isConnected) {
      this.cancel.abort();
      this.observer.disconnect();
      return;
    }
    const top = el.getBoundingClientRect().top;
    const first = this.rowAt(-top - MARGIN);
    const last = this.rowAt(innerHeight - top + MARGIN);
    const from = rows[first]?.from ?? 0;
    const to = rows[last]?.to ?? 0;
    const bottom = rows.at(-1);
    const total = bottom ? bottom.top + bottom.height : 0;
    const before = rows[first]?.top ?? 0;
    const after = rows[last] ? total - rows[last].top - rows[last].height : 0;
    el.style.paddingBlock = `${before}px ${after}px`;
    if (!this.replaceCells(shown.slice(from, to))) return;
    const isNew = [...this.cells.keys()].some((at) => this.host.isWide(at) && !this.wideHeights.has(at));
    if (isNew && this.measure()) {
      this.divide();
      this.render();
    } else this.host.onrange();
  }

  /** The levels whose cells are in the window. */
  visible() {
    const { rows } = this;
    const top = this.el.getBoundingClientRect().top;
    return this.shown.slice(rows[this.rowAt(-top)]?.from ?? 0, rows[this.rowAt(innerHeight - top)]?.to ?? 0);
  }

  /** Cells that stay are not moved, so that they keep the focus. @param {number[]} wanted */
  replaceCells(wanted) {
    const { el, cells, host } = this;
    if (wanted.length === cells.size && wanted.every((at) => cells.has(at))) return false;
    const keep = new Set(wanted);
    for (const [at, cell] of cells) {
      if (keep.has(at)) continue;
      if (cell.contains(document.activeElement)) el.focus({ preventScroll: true });
      cell.remove();
      cells.delete(at);
    }
    let following = el.firstElementChild;
    for (const at of wanted) {
      const cell = cells.get(at) ?? host.make(at);
      if (cell === following) following = following.nextElementSibling;
      else el.insertBefore(cell, following);
      cells.set(at, cell);
    }
    return true;
  }

  /** The row at a height, or the nearest one. @param {number} y */
  rowAt(y) {
    const at = firstIndex(this.rows.length, (n) => this.rows[n].top + this.rows[n].height > y);
    return Math.min(at, this.rows.length - 1);
  }

  /**
   * Scrolls to a level, if it is not in the window, and focuses its cell.
   * @param {number} at @param {boolean} [focus]
   */
  reveal(at, focus = true) {
    const { shown, rows, el } = this;
    const index = firstIndex(shown.length, (n) => shown[n] >= at);
    if (shown[index] !== at) return;
    const { top, height } = rows[firstIndex(rows.length, (n) => rows[n].to > index)];
    const y = el.getBoundingClientRect().top + top;
    if (y < 0 || y + height > innerHeight)
      scrollBy({ top: y - (innerHeight - height) / 2, behavior: "instant" });
    this.render();
    const cell = this.cells.get(at);
    cell?.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (cell && focus) focusCell(cell);
  }
}

/** @param {HTMLElement} cell */
const focusCell = (cell) => cell.querySelector("a")?.focus({ preventScroll: true });

/**
 * The first number from 0 that passes a test that all following pass, too; n if none does.
 * @param {number} n @param {(n: number) => boolean} passes
 */
function firstIndex(n, passes) {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
