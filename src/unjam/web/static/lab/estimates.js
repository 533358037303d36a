// What an estimate counts: a board with marks, the terms of the sum, and the section of the lab where one
// chooses an estimate.

/** @import { Cell, Estimate, LabStart, Scene, Term } from "../types" */

import { errorText, estimate } from "../api.js";
import { boundingBox, outlinePath } from "../board/geometry.js";
import { thumbnail } from "../board/thumbnail.js";
import { select } from "../ui/controls.js";
import { h, keepFocus, s, setChildren } from "../ui/dom.js";
import { asSentence, formatNumber, messageText, t } from "../ui/i18n.js";
import { loadStyle } from "../ui/theme.js";

const LABEL = 30; // hundredths of a cell around the middle of a piece that its name needs

/** The middle of some cells, in hundredths of a cell. @param {Cell[]} cells */
function middle(cells) {
  const { top, left, w, h: high } = boundingBox(cells);
  return [left * 100 + w * 50, top * 100 + high * 50];
}

/** The scene with marks on what the terms count. @param {Scene} scene @param {Term[]} terms */
export function markedBoard(scene, terms) {
  loadStyle("estimates");
  const svg = thumbnail(scene, { numbers: true, fit: true });
  const cellsOf = new Map(scene.pieces.map((piece) => [piece.id, piece.cells]));
  /** @type {Map<string, {at: Cell[], amount: number}>} */
  const sums = new Map();
  for (const { amount, pieces, cells } of terms) {
    const at = pieces.length ? cellsOf.get(pieces[0]) : cells;
    if (!at?.length) continue; // a piece that waits, or nothing that one can point at
    const key = pieces[0] ?? String(cells);
    sums.set(key, { at, amount: amount + (sums.get(key)?.amount ?? 0) });
  }
  svg.append(
    s(
      "g.marks",
      {},
      terms.map(({ pieces, cells }) => [
        pieces.map((id) => outline(cellsOf.get(id), pieces.length > 1)),
        pieces.length === 1 && cells.length > 0 && arrow(cellsOf.get(pieces[0]), cells),
      ]),
      [...sums.values()].map(({ at, amount }) => badge(at, amount)),
    ),
  );
  return svg;
}

/** @param {Cell[] | undefined} cells @param {boolean} several */
const outline = (cells, several) =>
  cells && s(several ? "path.counted.several" : "path.counted", { d: outlinePath(cells, 3, 20) });

/** From a piece to where it has to go. @param {Cell[] | undefined} piece @param {Cell[]} cells */
function arrow(piece, cells) {
  if (!piece) return null;
  const [[x, y], [toX, toY]] = [middle(piece), middle(cells)];
  const long = Math.hypot(toX - x, toY - y);
  if (!long) return null;
  const [dx, dy] = [(toX - x) / long, (toY - y) / long];
  const [tipX, tipY] = [toX - dx * LABEL, toY - dy * LABEL];
  const wing = (/** @type {number} */ k) => `${tipX - 16 * dx + k * dy} ${tipY - 16 * dy - k * dx}`;
  const from = `${x + dx * LABEL} ${y + dy * LABEL}`;
  const d = `M${from}L${tipX} ${tipY}M${wing(11)}L${tipX} ${tipY}L${wing(-11)}`;
  return [s("path.goes.halo", { d }), s("path.goes", { d })];
}

/** The amount that a piece or a cell adds, at its corner. @param {Cell[]} cells @param {number} amount */
function badge(cells, amount) {
  const { top, left, w } = boundingBox(cells);
  const text = `+${formatNumber(amount)}`;
  const wide = 18 + 16 * text.length;
  const [x, y] = [(left + w) * 100 - wide, top * 100];
  return s(
    "g.badge",
    {},
    s("rect", { x, y, width: wide, height: 36, rx: 18 }),
    s("text", { x: x + wide / 2, y: y + 27 }, text),
  );
}

/** The terms as a list, and their sum. @param {Estimate} answer */
export function termList({ heuristic, value, admissible, terms }) {
  const proof = admissible
    ? t("never more than is really needed")
    : t("may be too much, so a search that uses it proves nothing");
  const sum = h("p.small", h("b.num", `${heuristic}: ${formatNumber(value)}`), h("span.dim", ` · ${proof}`));
  if (!terms) return [sum, h("p.small.dim", t("This estimate does not say what it counts."))];
  if (!terms.length) return [sum, h("p.small.dim", t("It counts nothing here."))];
  const rows = terms.map(({ amount, words }) =>
    h("li", h("b.num", `+${formatNumber(amount)}`), h("span", asSentence(messageText(words)))),
  );
  return [sum, h("ul.terms.small", rows)];
}

/** The section in which one chooses an estimate of the position at the start. */
export class EstimateSection {
  body = h("div.stack.tight");
  choice = h("div");
  heuristic = "";
  metric = "";

  /** @param {string} id @param {Scene} scene */
  constructor(id, scene) {
    this.id = id;
    this.scene = scene;
    this.el = h(
      "details.estimates",
      { hidden: true },
      h("summary", t("What the estimates count")),
      h("div.stack.tight", this.choice, this.body),
    );
    this.el.addEventListener("toggle", () => this.show());
  }

  /** Offers the estimates of the family. @param {LabStart} part @param {string | null} heuristic */
  offer({ heuristics, metric }, heuristic) {
    const names = heuristics.filter((name) => name !== "zero");
    this.el.hidden = !names.length;
    this.metric = metric;
    if (!names.includes(this.heuristic)) this.heuristic = heuristic ?? names[0];
    const choose = (/** @type {string} */ name) => {
      this.heuristic = name;
      this.show();
    };
    const props = { class: "inline-select", "aria-label": t("Estimate") };
    const pick = select(
      props,
      names.map((name) => [name, name]),
      this.heuristic,
      choose,
    );
    keepFocus(this.choice, () => setChildren(this.choice, pick));
    this.show();
  }

  async show() {
    const { heuristic, metric } = this;
    if (!this.el.open || !heuristic) return;
    try {
      const answer = await estimate(this.id, { heuristic, metric });
      if (heuristic !== this.heuristic || metric !== this.metric) return;
      const board = markedBoard(this.scene, answer.terms ?? []);
      setChildren(this.body, h("div.marked-board", board), termList(answer));
    } catch (error) {
      setChildren(this.body, h("p.small", { role: "status" }, errorText(error)));
    }
  }
}
