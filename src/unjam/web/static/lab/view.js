// The lab: searches side by side on one skyline. A position is a window, a distance from the start a tower.

/**
 * @import { InkName, LabAsked, LabEnded, LabPart, LabSkyline, Opening, Skyline, View } from "../types"
 * @import { Panel } from "./skyline_canvas.js"
 */

import { isAbort, lab, why } from "../api.js";
import { mini } from "../board/thumbnail.js";
import { family } from "../state/families.js";
import { titleOf } from "../state/shelves.js";
import { gameWith } from "../state/store.js";
import { h, put, steady } from "../ui/dom.js";
import { join, say, sentence, t } from "../ui/i18n.js";
import { heard } from "../ui/search_messages.js";
import { showSky } from "../ui/theme.js";
import { figures } from "./figures_table.js";
import { INKS, inksOf, planOf } from "./layout.js";
import { leadFor, summaryOf, titleFor } from "./messages.js";
import { estimatePicker, offer } from "./options.js";
import { Run } from "./playback.js";
import { Peek } from "./position_preview.js";
import { longest, skylineOf } from "./recording.js";
import { SearchPanel } from "./search_panel.js";

const DUSK = { day: 250, night: 268 };

/** @param {HTMLElement} view @param {Opening} opening @returns {Promise<View>} */
export async function labView(view, opening) {
  showSky(DUSK);
  const made = new Lab(opening);
  put(view, made.main);
  made.load();
  return {
    here: () => ({
      id: opening.id,
      start: gameWith(opening.id)?.start ?? opening.id,
      family: opening.body.family,
    }),
    key: (event) => made.run.key(event),
    close: () => made.close(),
  };
}

/** @returns {Record<InkName, string>} */
const legend = () => ({
  lit: t("expanded"),
  edge: t("frontier, next to expand"),
  unlit: t("not seen"),
  path: t("the solution"),
});

class Lab {
  sky = /** @type {Skyline | null} */ (null);
  panels = /** @type {SearchPanel[]} */ ([]);
  control = new AbortController();

  /** @param {Opening} opening */
  constructor({ id, body, app }) {
    const asked = new URLSearchParams(location.search);
    this.id = id;
    this.of = family(body.family);
    this.searches = asked.getAll("search");
    this.metric = asked.get("metric");
    this.name = body.title ?? titleOf(id) ?? t("Untitled level");
    document.title = `${t("Lab {name}", { name: this.name })} · unjam`;
    this.chooser = {
      id,
      name: this.name,
      go: (/** @type {string} */ other) => void app.go(`/lab/${other}`),
      choose: (/** @type {string[] | null} */ searches, metric = this.metric) =>
        this.choose(searches, metric),
    };
    this.peek = new Peek(id, this.of, (other) => app.go(`/play/${other}`));
    this.run = new Run({
      render: () => this.render(),
      rest: () => this.describe(),
      idle: () => (this.control.signal.aborted ? this.load() : this.control.abort()),
    });
    this.title = h("h1", t("Searches"));
    this.lead = h("p.dim");
    this.note = h("p.small.dim", { role: "status" });
    this.many = h("ol.many");
    this.table = h("div.figures");
    this.options = h("div.stack.tight");
    this.inks = h(
      "i.inks",
      { "aria-hidden": "true" },
      INKS.map((ink) => h("b", { "data-ink": ink })),
    );
    this.main = this.lay(mini(body.scene));
    this.observe();
  }

  /** @param {Element} picture */
  lay(picture) {
    const crumb = h("a.small.dim", { href: `/play/${this.id}` }, `${say(this.of.title)} · ${this.name}`);
    const keys = Object.entries(legend()).map(([ink, words]) => h("li", h("i", { "data-ink": ink }), words));
    return h(
      "div.lab",
      h(
        "div.intro",
        h("div.lvl", h("div.pre", picture), h("div", crumb, this.title)),
        this.lead,
        h("ul.key.small", keys),
        this.run.el,
        this.note,
        h("details.choose", h("summary", t("Level, searches, metric")), this.options),
      ),
      h("div.right", this.many, this.table),
      this.peek.el,
      this.inks,
    );
  }

  /** Draws the panels anew when their size or the colours change. */
  observe() {
    const anew = () => this.dress();
    const resized = new ResizeObserver(anew);
    resized.observe(this.many);
    const repainted = new MutationObserver(anew);
    repainted.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const night = matchMedia("(prefers-color-scheme: dark)");
    night.addEventListener("change", anew);
    this.unobserve = () => {
      resized.disconnect();
      repainted.disconnect();
      night.removeEventListener("change", anew);
    };
  }

  close() {
    this.control.abort();
    this.run.cancel();
    this.peek.hide();
    this.unobserve?.();
  }

  // -- asking

  /** @param {string[] | null} searches @param {string | null} metric */
  choose(searches, metric) {
    if (searches) this.searches = searches;
    this.metric = metric;
    history.replaceState(null, "", `/lab/${this.id}${this.query && `?${this.query}`}`);
    this.load();
  }

  get query() {
    const metric = this.metric ? [["metric", this.metric]] : [];
    return String(new URLSearchParams([...this.searches.map((search) => ["search", search]), ...metric]));
  }

  async load() {
    this.control.abort();
    const mine = new AbortController();
    this.control = mine;
    this.sky = null;
    this.panels = [];
    this.peek.hide();
    delete this.many.dataset.ready;
    this.run.wait();
    const tell = (/** @type {string} */ words) => {
      if (mine === this.control) put(this.note, words);
    };
    const slow = setTimeout(() => tell(t("Counting positions…")), 300);
    const hearing = heard(this.of, (main, rest) => tell(join(main, rest)));
    const onpart = (/** @type {LabPart} */ part) => {
      if (mine === this.control) this.take(part);
    };
    try {
      await lab(this.id, this.query, { signal: mine.signal, ...hearing, onpart });
      if (mine === this.control) this.finish();
    } catch (error) {
      if (mine !== this.control) return;
      mine.abort();
      this.run.ready();
      for (const panel of this.panels) panel.stop();
      put(this.note, isAbort(error) ? t("Stopped.") : why(error));
    } finally {
      clearTimeout(slow);
    }
  }

  // -- showing

  /** One part of what the server finds, as it comes. @param {LabPart} part */
  take(part) {
    if ("asked" in part) this.begin(part);
    else if ("skyline" in part) this.stand(part.skyline);
    else this.end(part);
  }

  /** @param {LabAsked} asked */
  begin(asked) {
    const searches = asked.asked.map(([algorithm, heuristic]) => ({ algorithm, heuristic }));
    offer(this.options, asked, searches, this.chooser);
    put(this.title, titleFor(searches.length));
    this.panels = searches.map((search) => {
      const informed = asked.informed.includes(search.algorithm);
      const estimates = informed ? estimatePicker(search, searches, asked, this.chooser) : null;
      return new SearchPanel(search.algorithm, estimates);
    });
    steady(this.many, () =>
      put(
        this.many,
        this.panels.map((panel) => panel.el),
      ),
    );
    put(this.table);
  }

  /** @param {LabSkyline} found */
  stand(found) {
    if (found.reason) return this.refuse(sentence(say(found.reason)));
    this.sky = skylineOf(found);
    return put(this.lead, leadFor(this.sky, this.of));
  }

  /** @param {LabEnded} ended */
  end(ended) {
    const panel = this.panels[ended.ended].end(ended, this.sky, this.of);
    const end = longest(this.ended, this.sky);
    for (const each of this.panels) each.scale(end);
    if (!panel) return;
    this.peek.watch(panel);
    this.dress(panel);
    this.panels[ended.ended].seek(0, end, /** @type {Skyline} */ (this.sky), this.of);
    this.describe();
  }

  /** The searches that have ended. */
  get ended() {
    return this.panels.flatMap(({ search }) => search ?? []);
  }

  finish() {
    if (!this.sky) return;
    put(this.table, figures(this.ended, this.sky.metric));
    put(this.note, summaryOf(this.ended, this.sky, this.of));
    this.run.begin(longest(this.ended, this.sky));
    this.many.dataset.ready = "true";
  }

  /** @param {string} reason why there is nothing to see */
  refuse(reason) {
    put(this.title, t("Too large for the lab"));
    put(this.lead, join(reason, t("Choose a smaller level, or play a few moves first.")));
    this.panels = [];
    for (const el of [this.many, this.table, this.note]) put(el);
    this.control.abort();
    this.run.ready();
  }

  /** Draws all panels, or one, in the size and the colours of now. @param {Panel} [one] */
  dress(one) {
    const panels = this.panels.flatMap(({ panel }) => panel ?? []);
    const [first] = panels;
    if (!this.sky || !first?.wall.isConnected) return;
    const inks = inksOf(this.inks);
    const width = first.wall.clientWidth || 280;
    const plan = planOf(this.sky, width, Math.min(3, devicePixelRatio || 1));
    for (const panel of one ? [one] : panels) panel.dress(plan, inks);
  }

  render() {
    const { sky, run } = this;
    if (!sky) return;
    for (const each of this.panels) each.seek(run.over ? Infinity : run.v, run.end, sky, this.of);
  }

  describe() {
    if (!this.sky) return;
    const keys = this.sky.windows
      ? t("Arrow keys choose a window, Enter plays from it.")
      : t("Arrow keys choose a tower.");
    for (const each of this.panels) each.describe(keys);
  }
}
