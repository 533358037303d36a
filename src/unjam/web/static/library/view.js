// A library: its levels on shelves, one for each difficulty, chosen by family, size, length and title.

/** @import { Family, Library, Shelf, View } from "../types" */

import * as api from "../api.js";
import { families, family } from "../state/families.js";
import { setTrail } from "../state/shelves.js";
import { button, difficulty, doing, LEVELS, levelName, select } from "../ui/controls.js";
import { h, put, steady } from "../ui/dom.js";
import { plural, say, t } from "../ui/i18n.js";
import { thumb } from "../ui/level_card.js";
import { showSky } from "../ui/theme.js";

/** @param {HTMLElement} view @returns {Promise<View>} */
export async function libraryView(view) {
  document.title = `${t("Library")} · unjam`;
  const main = h("div.list.library");
  const asked = new URLSearchParams(location.search);
  let turn = 0;
  /** @param {Record<string, string>} [changes] */
  async function show(changes = {}) {
    for (const [name, value] of Object.entries(changes))
      if (value) asked.set(name, value);
      else asked.delete(name);
    history.replaceState(null, "", asked.size ? `/library?${asked}` : "/library");
    const mine = ++turn;
    const found = await api.library(asked);
    if (mine !== turn) return;
    showSky(family(found.family).sky);
    lead(found.shelves);
    steady(main, () =>
      put(main, h("h1", t("Library")), controls(found, asked, show), shelves(found, asked, show)),
    );
  }
  await show();
  put(view, main);
  return {};
}

/**
 * The levels shown lead to each other; their numbers count those that are not shown.
 * @param {Shelf[]} shown
 */
function lead(shown) {
  let all = 0;
  const levels = shown.flatMap((shelf) => {
    const before = all;
    all += shelf.total;
    return shelf.levels.map(({ id, title }, at) => ({ id, title, n: before + at + 1 }));
  });
  setTrail({ name: t("Library"), path: location.pathname + location.search, levels, all });
}

/** @typedef {(changes: Record<string, string>) => void} Choose */

/** @param {Library} found @param {URLSearchParams} asked @param {Choose} choose */
function controls(found, asked, choose) {
  const known = families().filter((each) => found.families[each.name]);
  const kinds = known.map((each) => [
    each.name,
    t("{name}, {n}", { name: say(each.title), n: found.families[each.name] }),
  ]);
  const levels = [["", t("Any difficulty")], ...LEVELS.map((name) => [name, levelName(name)])];
  const sizes = [["", t("Any size")], ...found.sizes.map((size) => [size, size.replace("x", "×")])];
  const now = (/** @type {string} */ name) => asked.get(name) ?? "";
  const field = (/** @type {string} */ name, /** @type {string} */ label, type = "number") => {
    const el = h("input", { type, min: 0, value: now(name), placeholder: label, "aria-label": label });
    el.addEventListener("change", () => choose({ [name]: el.value.trim() }));
    return el;
  };
  return h(
    "div.row.wishes",
    select({ "aria-label": t("Family") }, kinds, found.family, (name) => choose({ family: name, size: "" })),
    select({ "aria-label": t("Difficulty") }, levels, now("level"), (level) => choose({ level })),
    select({ "aria-label": t("Size") }, sizes, now("size"), (size) => choose({ size })),
    field("least", t("Fewest moves")),
    field("most", t("Most moves")),
    field("title", t("Title"), "search"),
  );
}

/** @param {Library} found @param {URLSearchParams} asked @param {Choose} choose */
function shelves(found, asked, choose) {
  if (!found.family) return h("p.dim", t("This library holds no levels yet."));
  if (!found.shelves.length)
    return h("p.dim", { role: "status" }, t("No level of the library is like that."));
  return found.shelves.map((each) => shelf(each, found, asked, choose));
}

/** @param {Shelf} each @param {Library} found @param {URLSearchParams} asked @param {Choose} choose */
function shelf(each, found, asked, choose) {
  const { level, total, levels } = each;
  const of = family(found.family);
  const set = h(
    "div.set",
    levels.map((one) => thumb(one, of)),
  );
  const count = plural(total, "{n} level", "{n} levels");
  const href = new URLSearchParams([...asked, ["level", level ?? ""]]);
  const alone = asked.has("level");
  const all = level && !alone && total > levels.length;
  return h(
    "section.sets.flat",
    h(
      "h2.row",
      difficulty(level, count),
      all && doing(t("Show all"), `/library?${href}`, () => choose({ level }), { class: "small" }),
    ),
    set,
    alone && total > levels.length && more(set, each, of, asked),
  );
}

/**
 * The button below a shelf that has more.
 * @param {Element} set @param {Shelf} shelf @param {Family} of @param {URLSearchParams} asked
 */
function more(set, shelf, of, asked) {
  const el = button(t("More"), {
    onclick: async () => {
      const next = new URLSearchParams([...asked, ["skip", String(set.childElementCount)]]);
      const [found] = (await api.library(next)).shelves;
      for (const one of found?.levels ?? []) set.append(thumb(one, of));
      shelf.levels.push(...(found?.levels ?? []));
      lead([shelf]);
      if (!found?.levels.length || set.childElementCount >= shelf.total) el.remove();
    },
  });
  return el;
}
