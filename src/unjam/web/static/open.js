// Open: paste, choose or drop a file; a collection is a list in the order of the file.

/** @import { App, Level, Levels, Opened, View } from "./types" */

import * as api from "./api.js";
import { mini, NOTHING } from "./board/mini.js";
import { button, difficulty, doing, rated, seg } from "./controls.js";
import { h, put } from "./dom.js";
import { counted, family } from "./families.js";
import { recall } from "./store.js";
import { plural, say, sentence, t } from "./words.js";

const MOST_RATED = 60;
const PATIENCE = 5; // seconds for the rating of one level

/**
 * @param {HTMLElement} view @param {{app: App, wanted: () => boolean}} options
 * @returns {Promise<View | null>}
 */
export async function openView(view, { app, wanted }) {
  document.title = `${t("Open")} · unjam`;
  const given = await api.given().catch(() => null);
  const opened = await found(app, given);
  const [first] = opened?.levels ?? [];
  if (!wanted()) return null;
  if (opened && !app.opened && opened.levels.length === 1 && first.id) {
    await app.go(`/play/${first.id}`, true);
    return null;
  }
  const rating = new AbortController();
  const list = opened?.levels.length ? collection(opened, app, rating.signal) : null;
  const shelves = given?.library && h("p", h("a", { href: "/library" }, t("Open the library")));
  put(view, h("div.list", list, shelves, paste(app, list !== null)));
  return { close: () => rating.abort() };
}

/**
 * What was opened last: here, with the server, or before the page was left.
 * @param {App} app @param {Levels | null} given @returns {Promise<Opened | null>}
 */
async function found(app, given) {
  if (app.opened) return app.opened;
  if (given?.levels.length) return { name: t("Your file"), text: "", ...given };
  const kept = recall("opened");
  if (!kept?.text) return null;
  const again = await api.read(kept.text).catch(() => null);
  return again && { ...kept, ...again };
}

/** The box to paste into. @param {App} app @param {boolean} listed is there a list above it? */
function paste(app, listed) {
  const field = h("textarea", {
    "aria-label": t("Level text"),
    placeholder: t("Paste a level or a whole file here: any format of any family."),
    spellcheck: "false",
  });
  const said = h("p.warn", { role: "status" });
  const input = h("input", { type: "file", hidden: true, "aria-label": t("Choose a file") });
  input.addEventListener("change", () => input.files?.[0] && app.openFile(input.files[0]));
  const read = async () => {
    said.textContent = field.value.trim() ? "" : t("Paste a text first.");
    if (said.textContent) return;
    await app.openText(field.value, t("Pasted text")).catch((error) => {
      said.textContent = api.why(error);
    });
  };
  const empty = t("No levels of yours yet. Draw one, paste a text, or drop a file anywhere on this page.");
  return h(
    "div.paste",
    h(listed ? "h2" : "h1", t("Open a level")),
    !listed && h("p.dim", empty),
    field,
    said,
    h(
      "div.row",
      button(t("Open it"), { class: "go", onclick: read }, "right"),
      button(t("Choose a file"), { onclick: () => input.click() }),
      input,
      h("a.btn.bare", { href: "/draw" }, t("Draw one")),
    ),
  );
}

/** @param {Opened} opened @param {App} app @param {AbortSignal} left the view was left */
function collection(opened, app, left) {
  const { levels } = opened;
  const done = recall("solved") ?? {};
  const rows = new Map(levels.map((level) => [level, row(level, opened, app, done)]));
  const list = h("ol.lvls");
  const draw = (/** @type {Level[]} */ ordered) =>
    put(
      list,
      ordered.map((level) => rows.get(level)?.el),
    );
  draw(levels);
  const easier = (/** @type {Level} */ a, /** @type {Level} */ b) => (a.cost ?? 1e9) - (b.cost ?? 1e9);
  const order = seg(
    t("Order"),
    [
      ["file", t("File order")],
      ["cost", t("Easiest first")],
    ],
    "file",
    (by) => draw(by === "file" ? levels : [...levels].sort(easier)),
    ".push",
  );
  rateAll([...rows.values()].slice(0, MOST_RATED), left);
  return h("section", h("div.row", h("div", h("h1", opened.name), counts(opened, done)), order), list);
}

/** @param {Opened} opened @param {Record<string, number>} done */
function counts({ levels, left_out }, done) {
  const readable = levels.filter((level) => level.id);
  const bad = levels.length - readable.length;
  const solved = readable.filter((level) => String(level.id) in done).length;
  const parts = [
    plural(levels.length + (left_out ?? 0), "{n} level", "{n} levels"),
    t("{n} solved", { n: solved }),
  ];
  if (bad) parts.push(t("{n} not readable", { n: bad }));
  if (left_out) parts.push(t("the first {n} shown", { n: levels.length }));
  return h("p.small.dim", `${parts.join(", ")}.`);
}

/**
 * A level in the list, and how it comes by its rating.
 * @param {Level} level @param {Opened} opened @param {App} app @param {Record<string, number>} done
 */
function row(level, opened, app, done) {
  const name = level.title || t("Level {n}", { n: level.index + 1 });
  if (!level.id) return { el: unreadable(level, name, opened, app), rate: async () => {} };
  const note = h("small", t("not rated yet"));
  const rating = h("span", difficulty(null));
  const best = done[level.id];
  const el = h(
    "li",
    h(
      "a",
      { href: `/play/${level.id}` },
      h("span.th", level.scene && mini(level.scene)),
      h("span.nm", h("b", name), note),
      rating,
      h("span.st.dim", best === undefined ? t("not played") : `✓ ${best}`),
    ),
  );
  return { el, rate: (/** @type {AbortSignal} */ left) => rate(level, note, rating, left) };
}

/** @param {Level} level @param {string} name @param {Opened} opened @param {App} app */
function unreadable(level, name, opened, app) {
  const fix = doing(t("Fix in Draw"), "/draw", () => {
    app.fix = { text: slice(opened.text, level, opened.levels), family: opened.family };
    app.go("/draw");
  });
  const [first, ...others] = level.error?.faults ?? [];
  const why = first ? sentence(say(first.message)) : level.error?.error;
  const more = others.length ? t("And {n} more.", { n: others.length }) : "";
  const line = first?.line ?? level.line;
  return h(
    "li",
    h(
      "div.at",
      h("span.th", mini(NOTHING)),
      h("span.nm", h("b.warn", t("{name}, line {line}", { name, line })), h("small", why, " ", more)),
      h("span"),
      h("span.st", family(opened.family).editor && fix),
    ),
  );
}

/**
 * The lines of the text from this level to the next.
 * @param {string} text @param {Level} level @param {Level[]} levels
 */
function slice(text, level, levels) {
  const lines = text.split(/\r?\n/);
  const next = levels.find((other) => other.line > level.line);
  return lines
    .slice(Math.max(0, level.line - 1), next ? next.line - 1 : lines.length)
    .join("\n")
    .trimEnd();
}

/** Ratings arrive one by one. @param {ReturnType<typeof row>[]} rows @param {AbortSignal} left */
async function rateAll(rows, left) {
  for (const each of rows) if (!left.aborted) await each.rate(left);
}

/** @param {Level} level @param {HTMLElement} note @param {HTMLElement} rating @param {AbortSignal} left */
async function rate(level, note, rating, left) {
  const of = family(level.family);
  try {
    const found = await api.solve(String(level.id), { seconds: PATIENCE, signal: left });
    level.cost = found.cost;
    put(rating, rated(found));
    if (found.status === "unsolvable") note.textContent = t("no solution");
    else if (!found.optimal) note.textContent = t("not proved in five seconds");
    else {
      const cost = counted(of, found.metric, found.cost ?? 0);
      const positions = plural(found.expanded, "{n} position", "{n} positions");
      note.textContent = `${cost}, ${positions}`;
    }
  } catch {
    note.textContent = t("not rated");
  }
}
