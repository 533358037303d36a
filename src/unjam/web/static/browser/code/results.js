// What a run showed: figures of the own search beside unjam's, and the lab's picture of both, which can be
// played.

/** @import { Family, LabSearch, LabSkyline, Skyline } from "../../types" */

import { inkNames, skylineText } from "../../lab/messages.js";
import { Playback } from "../../lab/playback.js";
import { PositionPreview } from "../../lab/position_preview.js";
import { sliderEnd, toSkyline } from "../../lab/recording.js";
import { SearchPanel } from "../../lab/search_panel.js";
import { computeLayout, INKS, readInks } from "../../lab/skyline_layout.js";
import { h, setChildren } from "../../ui/dom.js";
import { asSentence, formatNumber, joinSentences, messageText, t } from "../../ui/i18n.js";

/** The names of the two searches. */
const sides = () => [t("Yours"), t("unjam's own")];

export class Results {
  sky = /** @type {Skyline | null} */ (null);
  panels = /** @type {SearchPanel[]} */ ([]);

  /** @param {string} id @param {Family} family @param {(id: string) => void} play */
  constructor(id, family, play) {
    this.family = family;
    this.preview = new PositionPreview(id, family, play);
    this.playback = new Playback({
      render: () => this.render(),
      rest: () => this.describe(),
      idle: () => {},
    });
    this.figures = h("div.figures");
    this.intro = h("p.small.dim");
    this.list = h("ol.search-panels", { "data-count": "2" });
    this.inks = h(
      "i.inks",
      { "aria-hidden": "true" },
      INKS.map((ink) => h("b", { "data-ink": ink })),
    );
    const keys = Object.entries(inkNames()).map(([ink, words]) =>
      h("li", h("i", { "data-ink": ink }), words),
    );
    this.picture = h("div.stack", h("ul.key.small", keys), this.list, this.playback.el, this.intro);
    this.picture.hidden = true;
    this.el = h("div.stack", this.figures, this.picture, this.preview.el, this.inks);
    this.size = new ResizeObserver(() => this.repaint());
    this.size.observe(this.list);
    this.theme = new MutationObserver(() => this.repaint());
    this.theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  close() {
    this.playback.cancel();
    this.preview.hide();
    this.size.disconnect();
    this.theme.disconnect();
  }

  /** Before a run. */
  clear() {
    this.playback.cancel();
    this.preview.hide();
    this.sky = null;
    this.picture.hidden = true;
    setChildren(this.figures);
    setChildren(this.list);
    setChildren(this.intro);
    this.panels = [];
  }

  /** @param {{skyline: LabSkyline} | LabSearch} part */
  add(part) {
    if ("skyline" in part) this.addSkyline(part.skyline);
    else this.addSearch(part);
  }

  /** @param {LabSkyline} skyline */
  addSkyline(skyline) {
    const { reason } = skyline;
    if (reason) {
      const why = asSentence(messageText(reason));
      setChildren(this.intro, joinSentences(why, t("There is no picture of it.")));
      this.figures.append(this.intro);
    } else this.sky = toSkyline(skyline);
  }

  /** @param {LabSearch} search */
  addSearch(search) {
    const { algorithm, ended } = search;
    const panel = this.panels[ended] ?? new SearchPanel(algorithm, null, sides()[ended]);
    this.panels[ended] = panel;
    if (!panel.el.isConnected) this.list.append(panel.el);
    const canvas = panel.end(search, this.sky, this.family);
    if (canvas) this.preview.attach(canvas);
    setChildren(this.figures, this.table());
  }

  get searches() {
    return this.panels.flatMap(({ search }) => search ?? []);
  }

  /** After a run: the whole picture, which can be played from the start. */
  finish() {
    if (!this.sky || !this.panels.some(({ canvas }) => canvas)) return;
    setChildren(
      this.list,
      this.panels.map(({ el }) => el),
    );
    this.picture.hidden = false;
    const end = sliderEnd(this.searches, this.sky);
    for (const panel of this.panels) panel.scale(end);
    this.playback.begin(end);
    this.playback.stop(end);
    this.repaint();
  }

  table() {
    const row = (/** @type {LabSearch} */ search) =>
      h(
        "tr",
        { "data-side": String(search.ended) },
        h(
          "th",
          { scope: "row" },
          sides()[search.ended],
          search.heuristic && h("small", ` ${search.heuristic}`),
        ),
        [search.cost, search.expanded, search.generated].map((n) =>
          h("td.num", n === null ? "–" : formatNumber(n)),
        ),
      );
    const [first] = this.searches;
    const head = ["", first.metric, t("expanded"), t("generated")];
    return h(
      "table",
      h(
        "thead",
        h(
          "tr",
          head.map((name) => (name ? h("th", { scope: "col" }, name) : h("td"))),
        ),
      ),
      h(
        "tbody",
        this.panels.flatMap(({ search }) => (search ? row(search) : [])),
      ),
    );
  }

  repaint() {
    const canvases = this.panels.flatMap(({ canvas }) => canvas ?? []);
    const [first] = canvases;
    if (!this.sky || !first?.mainCanvas.isConnected || this.picture.hidden) return;
    const layout = computeLayout(
      this.sky,
      first.mainCanvas.clientWidth || 280,
      Math.min(3, devicePixelRatio || 1),
    );
    const inks = readInks(this.inks);
    for (const canvas of canvases) canvas.repaint(layout, inks);
    setChildren(this.intro, skylineText(this.sky, this.family, layout.merged));
  }

  render() {
    const { sky, playback } = this;
    if (!sky) return;
    const at = playback.isOver ? Infinity : playback.position;
    for (const panel of this.panels) panel.seek(at, playback.end, sky, this.family);
  }

  describe() {
    if (!this.sky) return;
    for (const panel of this.panels) panel.describe(t("Arrow keys choose a window, Enter plays from it."));
  }
}
