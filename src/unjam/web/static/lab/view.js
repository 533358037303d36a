// The lab: searches side by side on one skyline. A position is a window, a distance from the start a tower.

/** @import { InkName, LabAnswer, LabSearch, Opening, Skyline, View } from "../types" */

import { isAbort, lab, why } from "../api.js";
import { mini } from "../board/mini.js";
import { h, put, setVars, steady } from "../dom.js";
import { family } from "../families.js";
import { showSky } from "../looks.js";
import { heard } from "../searching.js";
import { gameWith, titleOf } from "../store.js";
import { count, join, say, sentence, t } from "../words.js";
import { estimatePicker, offer } from "./choices.js";
import { figures } from "./figures.js";
import { longest, recorded, skylineOf } from "./model.js";
import { Panel } from "./panel.js";
import { Peek } from "./peek.js";
import { INKS, inksOf, planOf } from "./plan.js";
import { Run } from "./run.js";
import { endOf, howOf, leadFor, nameOf, summaryOf, titleFor } from "./words.js";

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
    this.peek.hide();
    delete this.many.dataset.ready;
    this.run.wait();
    const tell = (/** @type {string} */ words) => {
      if (mine === this.control) put(this.note, words);
    };
    const slow = setTimeout(() => tell(t("Counting positions…")), 300);
    const hearing = heard(this.of, (main, rest) => tell(join(main, rest)));
    try {
      const answer = await lab(this.id, this.query, { signal: mine.signal, ...hearing });
      if (mine === this.control) this.show(answer);
    } catch (error) {
      if (mine !== this.control) return;
      mine.abort();
      this.run.ready();
      put(this.note, isAbort(error) ? t("Stopped.") : why(error));
    } finally {
      clearTimeout(slow);
    }
  }

  // -- showing

  /** @param {LabAnswer} answer */
  show(answer) {
    offer(this.options, answer, this.chooser);
    if (answer.reason) return this.refuse(sentence(say(answer.reason)));
    const sky = skylineOf(answer);
    this.sky = sky;
    put(this.title, titleFor(sky.searches.length));
    put(this.lead, leadFor(sky, this.of));
    this.panels = sky.searches.map((search) => this.panel(search, sky));
    steady(this.many, () =>
      put(
        this.many,
        this.panels.map((panel) => panel.el),
      ),
    );
    put(this.table, figures(sky));
    put(this.note, summaryOf(sky, this.of));
    this.dress();
    this.run.begin(longest(sky));
    this.many.dataset.ready = "true";
    return undefined;
  }

  /** @param {string} reason why there is nothing to see */
  refuse(reason) {
    put(this.title, t("Too large for the lab"));
    put(this.lead, join(reason, t("Choose a smaller level, or play a few moves first.")));
    for (const el of [this.many, this.table, this.note]) put(el);
    this.control.abort();
    this.run.ready();
  }

  /** @param {LabSearch} search @param {Skyline} sky */
  panel(search, sky) {
    const panel = new SearchPanel(search, sky, longest(sky), estimatePicker(search, sky, this.chooser));
    this.peek.watch(panel.panel);
    return panel;
  }

  dress() {
    const [first] = this.panels;
    if (!this.sky || !first?.panel.wall.isConnected) return;
    const inks = inksOf(this.inks);
    const width = first.panel.wall.clientWidth || 280;
    const plan = planOf(this.sky, width, Math.min(3, devicePixelRatio || 1));
    for (const { panel } of this.panels) panel.dress(plan, inks);
  }

  render() {
    const { sky, run } = this;
    if (!sky) return;
    for (const each of this.panels) {
      const { expanded } = each.panel.search;
      const to = run.over ? expanded : run.v;
      each.panel.seek(to);
      setVars(each.el, { now: Math.min(1, to / run.end, expanded / run.end) });
      each.tell(to >= expanded, (over) => endOf(each.panel.search, sky, this.of, over));
    }
  }

  describe() {
    if (!this.sky) return;
    const keys = this.sky.windows
      ? t("Arrow keys choose a window, Enter plays from it.")
      : t("Arrow keys choose a tower.");
    for (const each of this.panels) each.describe(keys);
  }
}

/** A search with its words: what it expanded, how it ended. */
class SearchPanel {
  over = /** @type {boolean | null} */ (null);
  said = h("small.num.said");

  /** @param {LabSearch} search @param {Skyline} sky @param {number} end @param {HTMLElement} estimates */
  constructor(search, sky, end, estimates) {
    this.panel = new Panel(sky, recorded(search, sky));
    const { algorithm, expanded } = search;
    const cut = expanded > end;
    const informed = sky.informed.includes(algorithm);
    this.el = h(
      "li",
      {
        vars: { all: Math.min(1, expanded / end), now: 0 },
        "data-algorithm": algorithm,
        "data-expanded": expanded,
        "data-generated": search.generated,
        "data-frontier": search.max_frontier,
        "data-cost": search.cost,
        "data-status": search.status,
      },
      h("h2", nameOf(algorithm)),
      h("small.how", howOf(algorithm), informed && [" ", estimates]),
      h(
        "div.row.total",
        { title: cut && t("The bar is cut: it is too long for the scale.") },
        h("b.num", count(expanded)),
        h(cut ? "span.bar.long" : "span.bar"),
      ),
      this.panel.sky,
      this.said,
    );
  }

  /** @param {boolean} over @param {(over: boolean) => import("../types").Child[]} words */
  tell(over, words) {
    if (over !== this.over) put(this.said, words(over));
    this.over = over;
  }

  /** For those who hear the page. @param {string} keys */
  describe(keys) {
    const { search, expanded, frontier, sky } = this.panel;
    const label = t("{name}: {expanded} positions expanded, {frontier} on the frontier. {said}. {keys}", {
      name: nameOf(search.algorithm),
      expanded,
      frontier,
      said: this.said.textContent,
      keys,
    });
    sky.setAttribute("aria-label", label);
  }
}
