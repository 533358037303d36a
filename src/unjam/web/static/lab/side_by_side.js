// Two searches side by side: a skyline of where they differ, and the position that each of them expands at
// this step, with what its estimate counts there.

/** @import { Area, Child, Estimate, Inks, Layout, Position, Skyline } from "../types" */
/** @import { PositionPreview } from "./position_preview.js" */
/** @import { SearchPanel } from "./search_panel.js" */

import { estimate } from "../api.js";
import { formatAmount } from "../state/families.js";
import { h, setChildren } from "../ui/dom.js";
import { joinSentences, plural, t } from "../ui/i18n.js";
import { markedBoard, termList } from "./estimates.js";
import { searchName } from "./messages.js";
import { towerOfWindow } from "./skyline_canvas.js";
import { partHeights, windowArea } from "./skyline_layout.js";

const BOARD_DELAY = 40; // milliseconds a step must last for its boards to be asked for

export class SideBySide {
  canvas = h("canvas", { "aria-hidden": "true" });
  counts = h("p.small", { role: "status" });
  layout = /** @type {Layout | null} */ (null);
  inks = /** @type {Inks | null} */ (null);
  timer = 0;
  /** @type {Map<string, Promise<Estimate>>} */
  estimates = new Map();

  /** @param {SearchPanel[]} panels two @param {Skyline} sky @param {PositionPreview} preview */
  constructor(panels, sky, preview) {
    this.panels = panels;
    this.sky = sky;
    this.preview = preview;
    const [first, second] = panels.map(({ search }) => searchName(search));
    this.names = { first, second };
    const key = (/** @type {string} */ ink, /** @type {string} */ words) =>
      h("li", h("i", { "data-ink": ink }), words);
    this.el = h(
      "li.difference",
      h("h2", t("Where they differ")),
      h("small.search-hint", t("what each has expanded")),
      h("div.row.total"),
      h("div.sky", this.canvas),
      h("ul.key.small", key("lit", t("both")), key("first", first), key("second", second)),
      this.counts,
    );
    this.boards = panels.map(({ el }) => {
      const board = h("div.step-board");
      el.append(board);
      return board;
    });
  }

  close() {
    clearTimeout(this.timer);
  }

  /** @param {Layout} layout @param {Inks} inks */
  repaint(layout, inks) {
    const { width, height } = layout;
    this.layout = layout;
    this.inks = inks;
    this.tower = towerOfWindow(layout);
    Object.assign(this.canvas, { width, height });
    this.render();
  }

  /** The parts of each window that both, only the first and only the second search have expanded. */
  compare() {
    const [a, b] = this.panels.map(({ canvas }) => /** @type {NonNullable<typeof canvas>} */ (canvas).state);
    const { sizes } = this.sky;
    const all = a.all;
    const parts = [new Uint32Array(all.length), new Uint32Array(all.length), new Uint32Array(all.length)];
    for (let unit = 0; unit < sizes.length; unit++) {
      const [lit, other] = [a.litParts[a.state[unit]], b.litParts[b.state[unit]]];
      if (!lit && !other) continue;
      const shared = Math.min(lit, other);
      const window = a.window[unit];
      parts[0][window] += sizes[unit] * shared;
      parts[1][window] += sizes[unit] * (lit - shared);
      parts[2][window] += sizes[unit] * (other - shared);
    }
    return { all, parts };
  }

  /** Paints the differences at this step. */
  render() {
    const { layout, inks, tower } = this;
    const context = this.canvas.getContext("2d");
    if (!layout || !inks || !tower || !context) return;
    const { all, parts } = this.compare();
    const image = new ImageData(layout.width, layout.height);
    const pixels = new Uint32Array(image.data.buffer);
    const { unlit, lit, first, second } = inks.pixel;
    for (let window = 0; window < layout.windows; window++) {
      const area = windowArea(layout, tower[window], window - layout.first[tower[window]]);
      const counts = parts.map((each) => each[window]);
      const heights = partHeights(area.h, all[window], counts);
      const free = area.h - heights[0] - heights[1] - heights[2];
      stack(
        pixels,
        layout.width,
        area,
        [free, heights[2], heights[1], heights[0]],
        [unlit, second, first, lit],
      );
    }
    context.putImageData(image, 0, 0);
  }

  /** Says what differs, and shows the boards of this step. */
  describe() {
    const { parts } = this.compare();
    const [both, first, second] = parts.map((each) => each.reduce((a, b) => a + b, 0));
    this.counts.textContent = this.sky.windows
      ? joinSentences(
          plural(both, "Both expanded {n} position.", "Both expanded {n} positions."),
          t("Only {name}: {n}.", { name: this.names.first, n: first }),
          t("Only {name}: {n}.", { name: this.names.second, n: second }),
        )
      : t("A colour shows how much more of a window one of them has expanded.");
    clearTimeout(this.timer);
    if (this.sky.windows) this.timer = window.setTimeout(() => this.showBoards(), BOARD_DELAY);
  }

  showBoards() {
    this.panels.forEach((panel, i) => {
      this.showBoard(panel, this.boards[i]);
    });
  }

  /**
   * Shows the position that a search has expanded last.
   * @param {SearchPanel} panel @param {HTMLElement} board
   */
  async showBoard({ canvas, search }, board) {
    const n = canvas?.state.lastExpanded ?? null;
    if (!search || n === null)
      return void setChildren(board, h("p.small.dim", t("Nothing is expanded yet.")));
    if (board.dataset.position === String(n)) return;
    board.dataset.position = String(n);
    const shown = (/** @type {Child[]} */ ...content) =>
      board.dataset.position === String(n) && setChildren(board, ...content);
    const far = formatAmount(this.preview.family, this.sky.metric, this.sky.distance[n]);
    const words = h("p.small", t("Expanded last: a position {far} from the start.", { far }));
    try {
      const position = await this.preview.position(this.sky, n);
      if (!search.heuristic) return void shown(h("div.marked-board", markedBoard(position.scene, [])), words);
      const answer = await this.estimate(position, search.heuristic);
      shown(h("div.marked-board", markedBoard(position.scene, answer.terms ?? [])), words, termList(answer));
    } catch {
      delete board.dataset.position; // asked for again at the next step
    }
  }

  /** @param {Position} position @param {string} heuristic */
  estimate({ id }, heuristic) {
    const key = `${heuristic} ${id}`;
    const answer = this.estimates.get(key) ?? estimate(id, { heuristic, metric: this.sky.metric });
    this.estimates.set(key, answer);
    answer.catch(() => this.estimates.delete(key));
    return answer;
  }
}

/**
 * Fills a window with stripes from the top.
 * @param {Uint32Array} pixels @param {number} width @param {Area} area
 * @param {number[]} heights @param {number[]} colours
 */
function stack(pixels, width, { x, y, w }, heights, colours) {
  let at = y * width + x;
  heights.forEach((high, i) => {
    for (let row = 0; row < high; row++, at += width) pixels.fill(colours[i], at, at + w);
  });
}
