// The lab: searches side by side on one skyline. Every position is a window, every distance from the start a tower.

import * as api from "./api.js";
import { mini } from "./board.js";
import {
  button,
  capital,
  count,
  h,
  heard,
  icon,
  NAMES,
  plural,
  put,
  setVars,
  steady,
  t,
  why,
} from "./dom.js";
import { inMetric } from "./play.js";
import { layout, LIT, open, Panel, WAITING, way } from "./skyline.js";
import { titleOf } from "./store.js";

/** @type {Record<string, string[]>} */
const KINDS = {
  bfs: ["Breadth-first", "nearest first"],
  astar: ["A*", "cost so far +"],
  greedy: ["Greedy", "only the estimate"],
  dfs: ["Depth-first", "one road to its end"],
  idastar: ["IDA*", "deeper each round, by"],
  bidirectional: ["Both ends", "start and goals, until they meet"],
  dijkstra: ["Dijkstra", "cheapest first"],
  hillclimb: ["Hill climbing", "best neighbour next, by"],
};
const WAYS = [
  "No way",
  "One way",
  "Two ways",
  "Three ways",
  "Four ways",
  "Five ways",
  "Six ways",
  "Seven ways",
  "Eight ways",
];
const FULL = 8_000; // milliseconds of a whole run
const still = () =>
  document.documentElement.dataset.motion === "none" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @returns {Promise<void>} once the lab's own style is there */
const styled = () =>
  new Promise((done) => {
    if (document.querySelector("link[href$='lab.css']")) return done();
    return document.head.append(
      h("link", { rel: "stylesheet", href: "/static/lab.css", onload: () => done(), onerror: () => done() }),
    );
  });

/** @param {HTMLElement} view @param {{id: string, body: any, app: any}} options */
export async function labView(view, { id, body, app }) {
  await styled();
  document.documentElement.dataset.family = "lab";
  const name = body.title ?? titleOf(id) ?? t("Untitled level");
  const asked = new URLSearchParams(location.search);
  let chosen = asked.getAll("search");
  let metric = asked.get("metric");
  /** @type {any} */
  let sky = null;
  /** @type {Panel[]} */
  let panels = [];
  let act = new AbortController();
  let v = 0;
  let end = 1;
  let playing = 0;
  let frame = 0;

  const title = h("h1", t("Ways to search"));
  const lead = h("p.dim");
  const shown = h("b.num.push", "0");
  const slider = /** @type {HTMLInputElement} */ (
    h("input", { id: "t", type: "range", min: 0, max: 1, value: 0, disabled: true })
  );
  const go = h("button.btn.go", { id: "filled", onclick: () => toggle() });
  const note = h("p.small.dim", { role: "status" });
  const many = h("ol.many");
  const table = h("div.figures");
  const peek = h("div.peek", { role: "status", hidden: true });
  const options = h("div.stack.tight");
  const colours = h(
    "i.inks",
    { "aria-hidden": "true" },
    ["lit", "edge", "unlit", "way"].map((c) => h("b", { "data-ink": c })),
  );
  const first = button(
    t("Back to the start"),
    { title: t("Back to the start (Home)"), onclick: () => stop(0) },
    "first",
    true,
  );
  const step = button(
    t("One expansion"),
    { title: t("One expansion (→)"), onclick: () => stop(v + 1) },
    "right",
    true,
  );
  put(
    view,
    h(
      "div.lab",
      h(
        "div.intro",
        h(
          "div.lvl",
          h("div.pre", mini(body.scene)),
          h("div", h("a.small.dim", { href: `/play/${id}` }, `${t(NAMES[body.family])} · ${name}`), title),
        ),
        lead,
        h(
          "ul.key.small",
          [
            ["lit", "expanded"],
            ["edge", "frontier, next to expand"],
            ["unlit", "not seen"],
            ["way", "the way out"],
          ].map(([c, said]) => h("li", h("i", { "data-ink": c }), t(said))),
        ),
        h(
          "div.runbox.stack.tight",
          h("label.row.small.dim", { for: "t" }, t("Expansions"), shown),
          slider,
          h("div.dock.row", first, go, step),
        ),
        note,
        h("details.choose", h("summary", t("Level, searches, metric")), options),
      ),
      h("div.right", many, table),
      peek,
      colours,
    ),
  );
  document.title = `${t("Lab")} ${name} · unjam`;

  /** @param {string} text @param {any} sign */
  const label = (text, sign) => put(go, icon(sign), t(text));

  // -- the run

  function render() {
    frame = 0;
    slider.value = String(v);
    shown.textContent = v >= end ? t("all done") : count(v);
    panels.forEach((panel) => {
      const to = v >= end ? panel.search.expanded : v;
      const over = to >= panel.search.expanded;
      panel.seek(to);
      setVars(panel.el, { now: Math.min(1, to / end, panel.search.expanded / end) });
      if (panel.over !== over || !said(panel).firstChild) put(said(panel), sentence(panel.search, over));
      panel.over = over;
    });
    if (!playing) describe();
  }

  const soon = () => {
    frame ||= requestAnimationFrame(render);
  };

  /** Where a panel says how its search ended. @param {Panel} panel */
  const said = (panel) => /** @type {HTMLElement} */ (panel.el.querySelector(".said"));

  function describe() {
    for (const panel of panels)
      panel.el
        .querySelector(".sky")
        ?.setAttribute(
          "aria-label",
          t("{name}: {lit} positions expanded, {edge} on the frontier. {said}. {keys}", {
            name: KINDS[panel.search.algorithm][0],
            lit: count(panel.lit),
            edge: count(panel.waiting),
            said: said(panel).textContent ?? "",
            keys: sky.windows
              ? t("Arrow keys choose a window, Enter plays from it.")
              : t("Arrow keys choose a tower."),
          }),
        );
  }

  /** @param {any} search @param {boolean} over */
  function sentence(search, over) {
    const out = [];
    if (search.cost === null)
      out.push(
        search.status === "unsolvable"
          ? t("no way out: all {n} positions tried", { n: count(sky.states) })
          : t("gave up: {reason}", { reason: search.reason ?? "" }),
      );
    else {
      const extra = search.cost - sky.best;
      out.push(
        over ? h("b", ["rushhour", "blocks"].includes(body.family) ? t("Out") : t("Solved")) : t("ends"),
        over ? " " : ` ${t("with")} `,
        over ? `${t("in")} ` : "",
        inMetric(sky.metric, search.cost),
        extra ? t(", {n} too many", { n: count(extra) }) : sky.metric === "pieces" ? "" : t(", the shortest"),
      );
    }
    if (search.again)
      out.push(
        h(
          "span.aside",
          ` · ${plural(search.again, "{n} repeat is counted, not drawn", "{n} repeats are counted, not drawn")}`,
        ),
      );
    if (search.outside)
      out.push(
        h(
          "span.aside",
          ` · ${plural(search.outside, "{n} position out of the start’s reach is not drawn", "{n} positions out of the start’s reach are not drawn")}`,
        ),
      );
    return out;
  }

  /** @param {number} to */
  function stop(to) {
    if (!sky) return;
    pause();
    v = Math.max(0, Math.min(end, Math.round(to)));
    soon();
  }

  function pause() {
    cancelAnimationFrame(playing);
    playing = 0;
    document.body.classList.remove("running");
    if (sky) label("Run all", v >= end ? "again" : "play");
    describe();
  }

  function run() {
    if (v >= end) v = 0;
    if (still()) return stop(end);
    const from = v;
    const whole = Math.min(FULL, end * 90);
    let began = 0;
    const tick = (/** @type {number} */ now) => {
      began ||= now;
      v = Math.min(end, from + Math.floor(((now - began) / whole) * end));
      render();
      if (v < end) playing = requestAnimationFrame(tick);
      else pause();
    };
    label("Pause", "pause");
    document.body.classList.add("running");
    playing = requestAnimationFrame(tick);
  }

  const toggle = () => {
    if (!sky) return act.signal.aborted ? load() : act.abort();
    return playing ? pause() : run();
  };
  slider.addEventListener("input", () => {
    if (playing) pause();
    v = Number(slider.value);
    soon();
  });

  // -- the panels

  function dress() {
    if (!panels.length || !panels[0].wall.isConnected) return;
    const paint = inks(colours);
    const plan = layout(sky, panels[0].wall.clientWidth || 280, Math.min(3, devicePixelRatio || 1));
    for (const panel of panels) panel.dress(plan, paint);
  }

  /** @param {any} search */
  function makePanel(search) {
    const kind = search.algorithm;
    const [wall, edge] = ["canvas", "canvas.fr"].map(
      (tag) => /** @type {HTMLCanvasElement} */ (h(tag, { "aria-hidden": "true" })),
    );
    const panel = new Panel(sky, search, wall, edge);
    const over = search.expanded > end;
    const informed = sky.informed.includes(kind);
    const by =
      informed &&
      h(
        "select.by",
        {
          "aria-label": t("Estimate for {name}", { name: KINDS[kind][0] }),
          onchange: (/** @type {Event} */ e) =>
            choose(
              ran().map((s) =>
                s.split(":")[0] === kind ? `${kind}:${/** @type {HTMLSelectElement} */ (e.target).value}` : s,
              ),
            ),
        },
        sky.heuristics.map((/** @type {string} */ o) =>
          h("option", { value: o, selected: o === search.heuristic }, o),
        ),
      );
    panel.el = h(
      "li",
      {
        vars: { all: Math.min(1, search.expanded / end), now: 0 },
        "data-algorithm": kind,
        "data-expanded": search.expanded,
        "data-generated": search.generated,
        "data-frontier": search.max_frontier,
        "data-cost": search.cost,
        "data-status": search.status,
      },
      h("h2", KINDS[kind][0]),
      h("small.how", t(KINDS[kind][1]), by && " ", by),
      h(
        "div.row.total",
        { title: over ? t("The bar is cut: it is too long for the scale.") : null },
        h("b.num", count(search.expanded)),
        h(over ? "span.bar.long" : "span.bar"),
      ),
      h("button.sky", wall, edge, h("i.cursor", { hidden: true })),
      h("small.num.said"),
    );
    watchWindows(panel);
    return panel;
  }

  /** What ran, as in an address. @returns {string[]} */
  const ran = () =>
    sky.searches.map((/** @type {any} */ s) => (s.heuristic ? `${s.algorithm}:${s.heuristic}` : s.algorithm));

  // -- looking behind a window

  const bodies = new Map();
  let asking = 0;
  let touch = "";
  /** @type {{panel: Panel, n?: number, d: number} | null} */
  let at = null;

  /** @param {Panel} panel */
  function watchWindows(panel) {
    const el = /** @type {HTMLElement} */ (panel.wall.parentElement);
    const under = (/** @type {PointerEvent | MouseEvent} */ e) => {
      const area = panel.wall.getBoundingClientRect();
      return panel.find((e.clientX - area.left) / area.width, (e.clientY - area.top) / area.height);
    };
    el.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "touch") look(panel, under(e));
    });
    el.addEventListener("pointerleave", (e) => {
      if (e.pointerType !== "touch" && document.activeElement !== el) look(panel, null);
    });
    el.addEventListener("pointerdown", (e) => {
      touch = e.pointerType;
    });
    el.addEventListener("blur", () => look(panel, null));
    el.addEventListener("click", (e) => {
      const found = e.detail ? under(e) : at?.panel === panel ? at : null;
      if (!found || found.n === undefined) return look(panel, found);
      if (touch === "touch" && e.detail && !(at?.panel === panel && at.n === found.n))
        return look(panel, found); // the first tap looks, the second plays
      return play(found.n);
    });
    el.addEventListener("keydown", (e) => {
      const go_ = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
      if (e.key === "Escape") look(panel, null);
      if (!go_ || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      e.stopPropagation();
      look(panel, beside(panel, go_));
    });
  }

  /** The window next to the one looked at. @param {Panel} panel @param {number[]} way_ */
  function beside(panel, [dx, dy]) {
    if (!sky.windows)
      return { d: Math.max(0, Math.min(sky.towers.length - 1, (at?.panel === panel ? at.d : -1) + dx)) };
    if (at?.panel !== panel || at.n === undefined) return { n: 0, d: 0 };
    const { c } = panel.plan;
    let { d } = at;
    let floor = sky.floor[at.n] + dx + dy * c;
    const row = Math.floor(sky.floor[at.n] / c);
    if (dx && (Math.floor(floor / c) !== row || floor < 0 || floor >= sky.tower[d].length)) {
      d = Math.max(0, Math.min(sky.towers.length - 1, d + dx));
      while (d > 0 && d < sky.towers.length - 1 && !sky.tower[d].length) d += dx;
      floor = Math.min(row * c + (dx > 0 ? 0 : c - 1), sky.tower[d].length - 1);
    }
    const n = sky.tower[d][Math.max(0, Math.min(sky.tower[d].length - 1, floor))];
    return { n, d };
  }

  /** @param {Panel} panel @param {{n?: number, d: number} | null} found */
  function look(panel, found) {
    if (!sky) return;
    if (found && at?.panel === panel && at.n === found.n && at.d === found.d) return;
    for (const dot of many.querySelectorAll(".cursor")) /** @type {HTMLElement} */ (dot).hidden = true;
    at = found && { panel, ...found };
    clearTimeout(asking);
    peek.hidden = !found;
    if (!found) return;
    const far = inMetric(sky.metric, found.d);
    const area = panel.wall.getBoundingClientRect();
    let fx = (found.d + 0.5) / sky.towers.length;
    let fy = 0.4;
    const words = h("div.small", h("b", t("{far} from the start", { far })));
    put(peek, words);
    if (found.n === undefined) {
      const here = found.d * panel.search.at.length + panel.next;
      words.append(
        h("br"),
        t("{all} positions, {lit} expanded, {edge} on the frontier", {
          all: count(sky.towers[found.d]),
          lit: count(panel.search.lit[here]),
          edge: count(panel.search.waiting[here]),
        }),
      );
    } else {
      [fx, fy] = panel.place(found.n);
      const { n } = found;
      const dot = /** @type {HTMLElement} */ (panel.el.querySelector(".cursor"));
      dot.hidden = false;
      setVars(dot, { x: fx, y: fy });
      const state = panel.state[n];
      words.append(
        h("br"),
        panel.out && panel.search.way.includes(n)
          ? t("on the way out")
          : state === LIT
            ? t("expanded")
            : state === WAITING
              ? t("on the frontier")
              : t("not seen yet"),
      );
      const draw = (/** @type {any} */ it) => {
        if (at?.panel === panel && at.n === n) peek.prepend(mini(it.scene));
      };
      if (bodies.has(n)) draw(bodies.get(n));
      else
        asking = window.setTimeout(
          () =>
            api.branches(id, way(sky, n)).then(
              (it) => {
                bodies.set(n, it);
                draw(it);
              },
              () => {},
            ),
          50,
        );
    }
    const left = Math.max(8, Math.min(innerWidth - 188, area.left + fx * area.width + 14));
    const top = area.top + fy * area.height;
    setVars(peek, { left: `${left}px`, top: `${top < 210 ? top + 18 : top - 196}px` });
  }

  /** @param {number} n */
  async function play(n) {
    const it = bodies.get(n) ?? (await api.branches(id, way(sky, n)));
    app.go(`/play/${it.id}`);
  }

  // -- choosing

  /** @param {string[]} searches @param {string | null} [by] */
  function choose(searches, by = metric) {
    chosen = searches;
    metric = by;
    const query = new URLSearchParams([
      ...chosen.map((s) => ["search", s]),
      ...(metric ? [["metric", metric]] : []),
    ]);
    history.replaceState(null, "", `/lab/${id}${String(query) && `?${query}`}`);
    load();
  }

  /** @param {any} data */
  function offer(data) {
    const names = new Map(data.searches.map((/** @type {any} */ s) => [s.algorithm, s.heuristic]));
    const box = (/** @type {string} */ a) =>
      h(
        "label",
        h("input", {
          type: "checkbox",
          value: a,
          checked: names.has(a),
          onchange: () => {
            const on = [...options.querySelectorAll("input:checked")].map(
              (i) => /** @type {HTMLInputElement} */ (i).value,
            );
            choose(on.map((x) => (names.get(x) ? `${x}:${names.get(x)}` : x)));
          },
        }),
        KINDS[a][0],
      );
    const levels = h(
      "select.by",
      { onchange: (/** @type {any} */ e) => app.go(`/lab/${e.target.value}`) },
      h("option", { value: id }, name),
    );
    for (const family of Object.keys(NAMES))
      api.levels(family).then(
        ({ levels: all }) => {
          if (all.length)
            levels.append(
              h(
                "optgroup",
                { label: t(NAMES[family]) },
                all
                  .filter((/** @type {any} */ l) => l.id !== id)
                  .map((/** @type {any} */ l) =>
                    h("option", { value: l.id }, l.title ?? t("Level {n}", { n: l.index + 1 })),
                  ),
              ),
            );
        },
        () => {},
      );
    steady(options, () =>
      put(
        options,
        h("label.small", t("Level"), " ", levels),
        h(
          "fieldset",
          h("legend.small.dim", t("Searches")),
          Object.keys(KINDS).map((a) => box(a)),
        ),
        data.metrics.length > 1 &&
          h(
            "label.small",
            t("Cost counts"),
            " ",
            h(
              "select.by",
              { onchange: (/** @type {any} */ e) => choose(chosen, e.target.value) },
              data.metrics.map((/** @type {string} */ m) =>
                h("option", { value: m, selected: m === data.metric }, m),
              ),
            ),
          ),
      ),
    );
  }

  function figures() {
    const columns = [
      ["cost", sky.metric],
      ["expanded", t("expanded")],
      ["generated", t("generated")],
      ["max_frontier", t("largest frontier")],
    ];
    put(
      table,
      h(
        "details",
        h("summary.small", t("All figures")),
        h(
          "div.wide",
          { tabindex: "0", role: "region", "aria-label": t("All figures") },
          h(
            "table",
            h(
              "thead",
              h(
                "tr",
                h("th", { scope: "col" }, t("search")),
                columns.map(([, said]) => h("th", { scope: "col" }, said)),
              ),
            ),
            h(
              "tbody",
              sky.searches.map((/** @type {any} */ s) =>
                h(
                  "tr",
                  h(
                    "th",
                    { scope: "row" },
                    KINDS[s.algorithm][0],
                    s.heuristic && h("small", ` ${s.heuristic}`),
                  ),
                  columns.map(([key]) =>
                    h(
                      "td.num",
                      s[key] === null ? "–" : count(s[key]),
                      key === "cost" && s.optimal ? h("small", ` ${t("proven")}`) : null,
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  function summary() {
    const done = sky.searches.filter((/** @type {any} */ s) => s.cost !== null);
    if (!done.length) return t("The number is what each search expanded before it was done.");
    const quick = done.reduce((/** @type {any} */ a, /** @type {any} */ b) =>
      b.expanded < a.expanded ? b : a,
    );
    const extra = quick.cost - sky.best;
    return `${t("The number is what each search expanded before it was done.")} ${t("{name} is first", { name: KINDS[quick.algorithm][0] })}${extra ? t(", but {n} too long.", { n: inMetric(sky.metric, extra) }) : sky.metric === "pieces" ? "." : t(", and as short as can be.")}`;
  }

  async function load() {
    act.abort();
    peek.hidden = true;
    delete many.dataset.ready;
    cancelAnimationFrame(playing);
    playing = 0;
    sky = null;
    act = new AbortController();
    const mine = act;
    slider.disabled = true;
    label("Stop", "stop");
    const tell = (/** @type {string} */ text) => {
      if (mine === act) put(note, text);
    };
    const slow = setTimeout(() => tell(t("Counting positions…")), 300);
    try {
      const data = await api.lab(id, chosen, metric, {
        signal: mine.signal,
        ...heard((main, rest) => tell(`${main} ${rest}`)),
      });
      if (mine !== act) return;
      offer(data);
      if (data.reason) {
        put(title, t("Too large for the lab"));
        put(lead, `${capital(data.reason)}. ${t("Choose a smaller level, or play a few moves first.")}`);
        for (const el of [many, table, note]) put(el);
        act.abort();
        return label("Run all", "play");
      }
      const opened = await open(data);
      if (mine !== act) return;
      sky = opened;
    } catch (error) {
      if (mine !== act) return;
      act.abort();
      label("Run all", "play");
      return put(
        note,
        mine.signal.aborted && /** @type {any} */ (error)?.name === "AbortError" ? t("Stopped.") : why(error),
      );
    } finally {
      clearTimeout(slow);
    }
    const lengths = sky.searches.map((/** @type {any} */ s) => s.expanded);
    const plain = lengths.filter((/** @type {number} */ n) => n <= sky.states);
    end = Math.max(1, ...(plain.length ? plain : lengths));
    v = 0;
    slider.max = String(end);
    slider.disabled = false;
    put(title, `${t(WAYS[sky.searches.length])} ${t("to search")}`);
    const unit = t(`a number of ${sky.metric}`);
    put(
      lead,
      sky.windows
        ? t("Every window is one of the {n} positions.", { n: count(sky.states) })
        : t("{n} positions, too many for windows: every tower shows how many.", { n: count(sky.states) }),
      ` ${t("Every tower is {unit} from the start.", { unit })} ${t("A search turns on the lights.")}`,
    );
    panels = sky.searches.map(makePanel);
    steady(many, () =>
      put(
        many,
        panels.map((panel) => panel.el),
      ),
    );
    figures();
    put(note, summary());
    dress();
    render();
    pause();
    many.dataset.ready = "true";
  }

  const again = () => {
    if (sky) dress();
  };
  const resized = new ResizeObserver(again);
  resized.observe(many);
  const repaint = new MutationObserver(again);
  repaint.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const night = matchMedia("(prefers-color-scheme: dark)");
  night.addEventListener("change", again);
  load();

  return {
    id,
    table: { now: { id }, start: id, family: body.family },
    key: (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !sky) return false;
      const on = document.activeElement;
      if (event.key === " " && on !== go && on?.matches("button, a, summary, input[type=checkbox]"))
        return false;
      if (on === slider && event.key.startsWith("Arrow")) return false;
      const far = event.shiftKey ? Math.max(10, Math.round(end / 50)) : 1;
      const keys = {
        " ": toggle,
        r: () => {
          stop(0);
          run();
        },
        ArrowRight: () => stop(v + far),
        ArrowLeft: () => stop(v - far),
        Home: () => stop(0),
        End: () => stop(end),
      };
      const act_ = keys[/** @type {"r"} */ (event.key.length === 1 ? event.key.toLowerCase() : event.key)];
      if (!act_) return false;
      act_();
      return true;
    },
    close: () => {
      act.abort();
      cancelAnimationFrame(playing);
      cancelAnimationFrame(frame);
      clearTimeout(asking);
      resized.disconnect();
      repaint.disconnect();
      night.removeEventListener("change", again);
      document.body.classList.remove("running");
    },
  };
}

/** The four colours, as numbers for pixels and as text. @param {HTMLElement} samples */
function inks(samples) {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { width: 1, height: 1 }));
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  /** @type {any} */
  const out = { css: {} };
  for (const sample of samples.children) {
    const name = sample.getAttribute("data-ink") ?? "";
    const colour = getComputedStyle(sample).backgroundColor;
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    [out[name]] = new Uint32Array(ink.getImageData(0, 0, 1, 1).data.buffer);
    out.css[name] = colour;
  }
  return out;
}
