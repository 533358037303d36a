// The Lab view: requests the searches, adds each part of the answer, lays out panels side by side on a
// skyline, repaints and plays them. A position is a window, a distance from the start a tower.

/**
 * @import { LabPart, LabSearch, LabSkyline, LabStart, Skyline, View, ViewOptions } from "../types"
 * @import { SkylineCanvas } from "./skyline_canvas.js"
 */

import { currentQuery, setAddress } from "../addresses.js";
import { errorText, isAbort, loadCodeView, runLab } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { findFamily } from "../state/families.js";
import { findTitle } from "../state/level_titles.js";
import { gameContaining } from "../state/store.js";
import { h, keepFocus, setChildren } from "../ui/dom.js";
import { asSentence, joinSentences, messageText, t } from "../ui/i18n.js";
import { searchCallbacks } from "../ui/search_messages.js";
import { setSky } from "../ui/theme.js";
import { EstimateSection } from "./estimates.js";
import { figuresTable } from "./figures_table.js";
import { inkNames, labTitle, skylineText, summaryText } from "./messages.js";
import { estimatePicker, showOptions } from "./options.js";
import { Playback } from "./playback.js";
import { PositionPreview } from "./position_preview.js";
import { sliderEnd, toSkyline } from "./recording.js";
import { pictureButtons } from "./save_picture.js";
import { SearchPanel } from "./search_panel.js";
import { SideBySide } from "./side_by_side.js";
import { computeLayout, INKS, readInks } from "./skyline_layout.js";

const DUSK = { day: 250, night: 268 };

/** @param {HTMLElement} view @param {ViewOptions} options @returns {Promise<View>} */
export async function labView(view, options) {
  setSky(DUSK);
  const lab = new Lab(options);
  setChildren(view, lab.main);
  lab.load();
  return {
    currentPosition: () => ({
      id: options.id,
      start: gameContaining(options.id)?.start ?? options.id,
      family: options.position.family,
    }),
    key: (event) => lab.playback.key(event),
    close: () => lab.close(),
  };
}

class Lab {
  sky = /** @type {Skyline | null} */ (null);
  panels = /** @type {SearchPanel[]} */ ([]);
  /** What differs, where two searches run. */
  pair = /** @type {SideBySide | null} */ (null);
  control = new AbortController();

  /** @param {ViewOptions} options */
  constructor({ id, position, app }) {
    const query = currentQuery();
    this.id = id;
    this.family = findFamily(position.family);
    this.searches = query.getAll("search");
    this.metric = query.get("metric");
    this.name = position.title ?? findTitle(id) ?? t("Untitled level");
    const title = t("Lab {name}", { name: this.name });
    document.title = `${title} · unjam`;
    this.chooser = {
      id,
      name: this.name,
      go: (/** @type {string} */ other) => void app.go(`/lab/${other}`),
      choose: (/** @type {string[] | null} */ searches, metric = this.metric) =>
        void this.choose(searches, metric),
      compare: (/** @type {string[]} */ pair) => void this.compare(pair),
    };
    this.preview = new PositionPreview(id, this.family, (other) => app.go(`/play/${other}`));
    this.playback = new Playback({
      render: () => this.render(),
      rest: () => this.describe(),
      idle: () => (this.control.signal.aborted ? this.load() : this.control.abort()),
    });
    this.title = h("h1", t("Searches"));
    this.intro = h("p.dim");
    this.note = h("p.small.dim", { role: "status" });
    this.panelList = h("ol.search-panels");
    this.table = h("div.figures");
    this.options = h("div.stack.tight");
    this.estimates = new EstimateSection(id, position.scene);
    this.pictures = pictureButtons(() => this.run);
    this.inks = h(
      "i.inks",
      { "aria-hidden": "true" },
      INKS.map((ink) => h("b", { "data-ink": ink })),
    );
    this.main = this.layOut(thumbnail(position.scene));
    this.observe();
  }

  /** @param {Element} picture */
  layOut(picture) {
    const crumb = h(
      "a.small.dim",
      { href: `/play/${this.id}` },
      `${messageText(this.family.title)} · ${this.name}`,
    );
    const keys = Object.entries(inkNames()).map(([ink, words]) =>
      h("li", h("i", { "data-ink": ink }), words),
    );
    return h(
      "div.lab",
      h(
        "div.intro",
        h("div.lab-level", h("div.lab-thumb", picture), h("div", crumb, this.title)),
        this.intro,
        h("ul.key.small", keys),
        this.playback.el,
        this.note,
        h(
          "div",
          h("details.choose", h("summary", t("Level, searches, metric")), this.options),
          this.estimates.el,
          this.pictures,
          loadCodeView && h("p.small", h("a", { href: `/code/${this.id}` }, t("Write your own search"))),
        ),
      ),
      h("div.right", this.panelList, this.table),
      this.preview.el,
      this.inks,
    );
  }

  /** Repaints the panels when their size or the colours change. */
  observe() {
    const repaint = () => this.repaint();
    const size = new ResizeObserver(repaint);
    size.observe(this.panelList);
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const darkMode = matchMedia("(prefers-color-scheme: dark)");
    darkMode.addEventListener("change", repaint);
    this.unobserve = () => {
      size.disconnect();
      theme.disconnect();
      darkMode.removeEventListener("change", repaint);
    };
  }

  close() {
    this.control.abort();
    this.playback.cancel();
    this.preview.hide();
    this.pair?.close();
    this.unobserve?.();
  }

  // -- loading

  /** @param {string[] | null} searches @param {string | null} metric */
  choose(searches, metric) {
    if (searches) this.searches = searches;
    this.metric = metric;
    setAddress(`/lab/${this.id}${this.query && `?${this.query}`}`, true);
    return this.load();
  }

  /** Compares two searches; the options may be far from the panels that show it. @param {string[]} pair */
  async compare(pair) {
    await this.choose(pair, this.metric);
    const { top } = this.panelList.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 4) this.panelList.scrollIntoView({ block: "start" });
  }

  get query() {
    const metric = this.metric ? [["metric", this.metric]] : [];
    return String(new URLSearchParams([...this.searches.map((search) => ["search", search]), ...metric]));
  }

  async load() {
    this.control.abort();
    const control = new AbortController();
    this.control = control;
    this.sky = null;
    this.panels = [];
    this.closePair();
    this.preview.hide();
    this.pictures.hidden = true;
    delete this.panelList.dataset.ready;
    this.playback.wait();
    const showNote = (/** @type {string} */ words) => {
      if (control === this.control) setChildren(this.note, words);
    };
    const slow = setTimeout(() => showNote(t("Counting positions…")), 300);
    const callbacks = searchCallbacks(this.family, (main, rest) => showNote(joinSentences(main, rest)));
    const onpart = (/** @type {LabPart} */ part) => {
      if (control === this.control) this.addPart(part);
    };
    try {
      await runLab(this.id, this.query, { signal: control.signal, ...callbacks, onpart });
      if (control === this.control) this.finish();
    } catch (error) {
      if (control !== this.control) return;
      control.abort();
      this.playback.ready();
      for (const panel of this.panels) panel.stop();
      setChildren(this.note, isAbort(error) ? t("Stopped.") : errorText(error));
    } finally {
      clearTimeout(slow);
    }
  }

  // -- showing

  /** Adds one part of the server's answer. @param {LabPart} part */
  addPart(part) {
    if ("searches" in part) this.showSearches(part);
    else if ("skyline" in part) this.addSkyline(part.skyline);
    else this.addResult(part);
  }

  /** @param {LabStart} part */
  showSearches(part) {
    const searches = part.searches.map(([algorithm, heuristic]) => ({ algorithm, heuristic }));
    showOptions(this.options, part, searches, this.chooser);
    setChildren(this.title, labTitle(searches.length));
    this.panels = searches.map((search) => {
      const informed = part.informed.includes(search.algorithm);
      const estimates = informed ? estimatePicker(search, searches, part, this.chooser) : null;
      return new SearchPanel(search.algorithm, estimates);
    });
    const elements = this.panels.map((panel) => panel.el);
    keepFocus(this.panelList, () => setChildren(this.panelList, elements));
    this.panelList.dataset.count = String(searches.length);
    this.estimates.offer(part, searches.find(({ heuristic }) => heuristic)?.heuristic ?? null);
    setChildren(this.table);
  }

  closePair() {
    this.pair?.close();
    this.pair = null;
  }

  /** @param {LabSkyline} skyline */
  addSkyline(skyline) {
    if (skyline.reason) return this.showTooLarge(asSentence(messageText(skyline.reason)));
    this.sky = toSkyline(skyline);
    return setChildren(this.intro, skylineText(this.sky, this.family, 1));
  }

  /** @param {LabSearch} search */
  addResult(search) {
    const panel = this.panels[search.ended];
    const canvas = panel.end(search, this.sky, this.family);
    const end = sliderEnd(this.endedSearches, this.sky);
    for (const each of this.panels) each.scale(end);
    if (!canvas || !this.sky) return;
    this.preview.attach(canvas);
    this.repaint(canvas);
    panel.seek(0, end, this.sky, this.family);
    this.describe();
  }

  get endedSearches() {
    return this.panels.flatMap(({ search }) => search ?? []);
  }

  finish() {
    if (!this.sky) return;
    setChildren(this.table, figuresTable(this.endedSearches, this.sky.metric));
    setChildren(this.note, summaryText(this.endedSearches, this.sky, this.family));
    this.showPair();
    this.playback.begin(sliderEnd(this.endedSearches, this.sky));
    this.pictures.hidden = false;
    this.panelList.dataset.ready = "true";
  }

  /** Shows where two searches differ. */
  showPair() {
    const { panels, sky } = this;
    if (!sky || panels.length !== 2 || panels.some(({ canvas }) => !canvas)) return;
    this.pair = new SideBySide(panels, sky, this.preview);
    panels[0].el.after(this.pair.el);
    this.repaint();
  }

  /** What a picture of the lab shows. */
  get run() {
    const { sky, family, name, playback } = this;
    const recordings = this.panels.flatMap(({ canvas }) => canvas?.state.recording ?? []);
    if (!sky) return null;
    const position = playback.isOver ? Infinity : playback.position;
    const inks = readInks(this.inks);
    return { title: name, sky, family, inks, recordings, position, end: playback.end };
  }

  /** @param {string} reason why there is nothing to see */
  showTooLarge(reason) {
    setChildren(this.title, t("Too large for the lab"));
    setChildren(this.intro, joinSentences(reason, t("Choose a smaller level, or play a few moves first.")));
    this.panels = [];
    for (const el of [this.panelList, this.table, this.note]) setChildren(el);
    this.control.abort();
    this.playback.ready();
  }

  /** Repaints all canvases, or one, in the current size and colours. @param {SkylineCanvas} [only] */
  repaint(only) {
    const canvases = this.panels.flatMap(({ canvas }) => canvas ?? []);
    const [first] = canvases;
    if (!this.sky || !first?.mainCanvas.isConnected) return;
    const inks = readInks(this.inks);
    const width = first.mainCanvas.clientWidth || 280;
    const layout = computeLayout(this.sky, width, Math.min(3, devicePixelRatio || 1));
    for (const canvas of only ? [only] : canvases) canvas.repaint(layout, inks);
    setChildren(this.intro, skylineText(this.sky, this.family, layout.merged));
    this.pair?.repaint(layout, inks);
  }

  render() {
    const { sky, playback } = this;
    if (!sky) return;
    for (const each of this.panels)
      each.seek(playback.isOver ? Infinity : playback.position, playback.end, sky, this.family);
    this.pair?.render();
  }

  describe() {
    if (!this.sky) return;
    const keys = this.sky.windows
      ? t("Arrow keys choose a window, Enter plays from it.")
      : t("Arrow keys choose a tower.");
    for (const each of this.panels) each.describe(keys);
    this.pair?.describe();
  }
}
