// Home: a level to play at once, the families, the levels that come with unjam.

/** @import { App, Family, Level, View } from "./types" */
/** @import { Table } from "./table/table.js" */

import * as api from "./api.js";
import { difficulty, LEVELS, relabel } from "./controls.js";
import { h, icon, put, s } from "./dom.js";
import { families, homeOf } from "./families.js";
import { hereOf, tableView } from "./play.js";
import { lastGame, recall } from "./store.js";
import { tableFor } from "./table/tables.js";
import { thumb } from "./thumb.js";
import { say, t } from "./words.js";

const PENCIL = "M.8 3.25l.2-.9 1.6-1.6.7.7-1.6 1.6Z";

/**
 * @param {HTMLElement} view @param {{of: Family, app: App, wanted: () => boolean}} options
 * @returns {Promise<View>}
 */
export async function homeView(view, { of, app, wanted }) {
  const { levels } = await api.levels(of.name);
  const done = recall("solved") ?? {};
  const first = levels.find((level) => level.id && !(level.id in done)) ?? levels[0];
  document.title = `${say(of.title)} · unjam`;
  const main = h("div.play.start", { "data-motion": of.motion });
  const filled = h("button.btn.go");
  const table = first?.id ? await openTable(of, app, main, filled) : null;
  const sets = h("div.sets.flat");
  put(
    main,
    h("div.mid", table ? [table.place, table.below] : h("div.board", h("div.well"))),
    h("div.head", h("h1", say(of.words.call)), invitation(of, first)),
    h("div.side", acts(levels, first, table && filled), h("section", h("h2.desk", t("Puzzles")), cards(of))),
    levels.length > 0 && h("div.levels", heading(of), sets),
  );
  group(sets, levels, of, done);
  if (first?.id) await table?.open(first.id);
  if (wanted()) put(view, main);
  rate(levels, of).then(
    () => group(sets, levels, of, done),
    () => undefined,
  );
  return table ? tableView(table, app) : {};
}

/**
 * A table whose button stands on this page.
 * @param {Family} of @param {App} app @param {HTMLElement} main @param {HTMLElement} filled
 */
async function openTable(of, app, main, filled) {
  const table = await tableFor(of, {
    quiet: true,
    onchange: () => table.body && update(table, main, filled),
    next: (id) => app.next(id, hereOf(table)),
    edit: (id) => app.go(`/draw/${id}`),
  });
  filled.addEventListener("click", () => table.filled().act());
  return table;
}

/** @param {Table} table @param {HTMLElement} main @param {HTMLElement} filled */
function update(table, main, filled) {
  const { label, icon: name } = table.filled();
  relabel(filled, name, label === t("Hint") ? t("Show me a move") : label);
  table.board.size(main);
}

/** @param {Family} of @param {Level | undefined} first */
function invitation({ words }, first) {
  if (!first) return h("p.dim", t("It brings no levels along. Open or paste one to play."));
  const promise = first.cost === null ? "" : `${say(words.promise, { n: first.cost })} `;
  return h("p.dim", promise, h("span.desk", say(words.desk)), h("span.phone", say(words.phone)));
}

/** @param {Level[]} levels @param {Level | undefined} first @param {HTMLElement | null} filled */
function acts(levels, first, filled) {
  const left = lastGame();
  const after = first && levels[(levels.indexOf(first) + 1) % levels.length];
  const begun = left && left.entries?.length > 1 && !left.won;
  return h(
    "div.row.acts",
    filled,
    after && h("a.btn.bare", { href: `/play/${after.id}` }, t("Next level"), icon("right")),
    begun &&
      h(
        "a.btn.bare",
        { href: `/play/${left.start}`, id: "continue" },
        t("Continue: {title}", { title: left.title }),
        icon("right"),
      ),
    h("a.btn.bare", { href: "/open" }, t("Open or paste")),
  );
}

/** @param {Family} of */
function cards(of) {
  const card = (
    /** @type {Element} */ emblem,
    /** @type {string[]} */ [title, tag],
    href = "",
    now = false,
  ) =>
    h(
      "li",
      h(
        "a.card",
        { href, "aria-current": now && "true" },
        emblem,
        h("span", h("b", title), h("br"), h("small", tag)),
      ),
    );
  const drawn = of.editor ? `/draw?family=${of.name}` : "/draw";
  return h(
    "ul.fams",
    families().map((each) =>
      card(emblemOf(each), [say(each.title), say(each.words.tag)], homeOf(each), each === of),
    ),
    card(pencil(), [t("Draw your own"), t("Paint or paste")], drawn),
  );
}

/** A family in a small picture. @param {Family} of */
function emblemOf({ emblem, strokes }) {
  return plate(
    emblem.map(([x, y, width, height, hue, tone = 0]) => {
      const paint = { class: `hue ${hue === "target" ? hue : ""}`, vars: { h: hue, t: tone } };
      return s("rect", { x, y, width, height, rx: 0.2, ...paint });
    }),
    strokes.map(({ path, ink, width }) => {
      const colour = `var(--${ink})`;
      const filled = { fill: colour, opacity: 0.75 };
      const drawn = { fill: "none", stroke: colour, "stroke-width": width, "stroke-linejoin": "round" };
      return s("path", { d: path, ...(width === null ? filled : drawn) });
    }),
  );
}

/** @param {...Element[]} inside */
const plate = (...inside) =>
  s(
    "svg.pic",
    { viewBox: "0 0 4 4" },
    s("rect", { width: 4, height: 4, rx: 0.7, fill: "var(--frame)" }),
    inside,
  );

const pencil = () =>
  plate([
    s("path", {
      d: PENCIL,
      fill: "none",
      stroke: "var(--ink)",
      "stroke-width": 0.2,
      "stroke-linejoin": "round",
    }),
  ]);

/** @param {Family} of */
const heading = (of) =>
  h("h2", t("Levels"), " ", h("span.dim.small", `${say(of.title)}, ${say(of.words.order)}`));

/** @param {Level[]} levels @param {Family} of */
async function rate(levels, of) {
  const found = await api.ratings(of.name);
  for (const level of levels) level.level = found[level.id ?? ""] ?? null;
}

/**
 * The levels by difficulty, once all are rated.
 * @param {HTMLElement} sets @param {Level[]} levels @param {Family} of @param {Record<string, number>} done
 */
function group(sets, levels, of, done) {
  const rated = levels.every((level) => level.level);
  const groups = rated ? LEVELS.map((name) => levels.filter((level) => level.level === name)) : [levels];
  const filled = groups.filter((each) => each.length);
  sets.classList.toggle("flat", filled.length < 2);
  put(
    sets,
    filled.map((each) =>
      h(
        "section",
        rated && h("h3", difficulty(each[0].level)),
        h(
          "div.set",
          each.map((level) => thumb(level, of, String(level.id) in done)),
        ),
      ),
    ),
  );
}
