// The Library view: fields to filter by family, size, length and title; levels by difficulty, more on demand;
// makes them the playlist.

/** @import { Family, Library, Shelf, View } from "../types" */

import { currentAddress, currentQuery, setAddress } from "../addresses.js";
import * as api from "../api.js";
import { DIFFICULTIES, difficultyBadge, difficultyName } from "../rating/difficulty.js";
import { families, findFamily } from "../state/families.js";
import { setPlaylist } from "../state/playlist.js";
import { actionLink, button, select } from "../ui/controls.js";
import { h, keepFocus, setChildren } from "../ui/dom.js";
import { joinSentences, messageText, plural, t } from "../ui/i18n.js";
import { levelCard } from "../ui/level_card.js";
import { setSky } from "../ui/theme.js";

/** @param {HTMLElement} view @returns {Promise<View>} */
export async function libraryView(view) {
  document.title = `${t("Library")} · unjam`;
  const main = h("div.list.library");
  const query = currentQuery();
  let requests = 0;
  /** @param {Record<string, string>} [changes] */
  async function show(changes = {}) {
    for (const [name, value] of Object.entries(changes))
      if (value) query.set(name, value);
      else query.delete(name);
    setAddress(query.size ? `/library?${query}` : "/library", true);
    const request = ++requests;
    const answer = await api.library(query);
    if (request !== requests) return;
    setSky(findFamily(answer.family).sky);
    setLibraryPlaylist(answer.shelves);
    keepFocus(main, () =>
      setChildren(main, h("h1", t("Library")), controls(answer, query, show), shelves(answer, query, show)),
    );
  }
  await show();
  setChildren(view, main);
  return {};
}

/**
 * Makes the levels shown the playlist; their numbers include those not shown.
 * @param {Shelf[]} shelves
 */
function setLibraryPlaylist(shelves) {
  let all = 0;
  const levels = shelves.flatMap((shelf) => {
    const before = all;
    all += shelf.total;
    return shelf.levels.map(({ id, title }, at) => ({ id, title, n: before + at + 1 }));
  });
  setPlaylist({ name: t("Library"), path: currentAddress(), levels, all });
}

/** @typedef {(changes: Record<string, string>) => void} Choose */

/** @param {Library} answer @param {URLSearchParams} query @param {Choose} choose */
function controls(answer, query, choose) {
  const available = families().filter((each) => answer.families[each.name]);
  const familyOptions = available.map((each) => [
    each.name,
    t("{name}, {n}", { name: messageText(each.title), n: answer.families[each.name] }),
  ]);
  const difficulties = [
    ["", t("Any difficulty")],
    ...DIFFICULTIES.map((name) => [name, difficultyName(name)]),
  ];
  const sizes = [["", t("Any size")], ...answer.sizes.map((size) => [size, size.replace("x", "×")])];
  const now = (/** @type {string} */ name) => query.get(name) ?? "";
  const field = (/** @type {string} */ name, /** @type {string} */ label, type = "number") => {
    const el = h("input", { type, min: 0, value: now(name), placeholder: label, "aria-label": label });
    el.addEventListener("change", () => choose({ [name]: el.value.trim() }));
    return el;
  };
  return h(
    "div.row.wishes",
    select({ "aria-label": t("Family") }, familyOptions, answer.family, (name) =>
      choose({ family: name, size: "" }),
    ),
    select({ "aria-label": t("Difficulty") }, difficulties, now("level"), (level) => choose({ level })),
    select({ "aria-label": t("Size") }, sizes, now("size"), (size) => choose({ size })),
    field("least", t("Fewest moves")),
    field("most", t("Most moves")),
    field("title", t("Title"), "search"),
  );
}

/** @param {Library} answer @param {URLSearchParams} query @param {Choose} choose */
function shelves(answer, query, choose) {
  if (!answer.family) return h("p.dim", t("This library has no levels yet."));
  const all = answer.families[answer.family];
  const n = answer.shelves.reduce((sum, shelf) => sum + shelf.total, 0);
  const matching = n ? t("{n} of {all} levels match.", { n, all }) : t("No level in the library matches.");
  const { left_out: leftOut } = answer;
  const hidden = leftOut
    ? plural(
        leftOut,
        "{n} level without a known solution is not shown.",
        "{n} levels without a known solution are not shown.",
      )
    : "";
  return [
    h("p.dim.small", { role: "status" }, joinSentences(matching, hidden)),
    answer.shelves.map((shelf) => shelfSection(shelf, answer, query, choose)),
  ];
}

/** @param {Shelf} shelf @param {Library} answer @param {URLSearchParams} query @param {Choose} choose */
function shelfSection(shelf, answer, query, choose) {
  const { level: difficulty, total, levels } = shelf;
  const family = findFamily(answer.family);
  const set = h(
    "div.set",
    levels.map((level) => levelCard(level, family)),
  );
  const count = h("span.count-note");
  const showCount = () => {
    const n = set.childElementCount;
    const all = plural(total, "{n} level", "{n} levels");
    count.textContent = n < total ? t("{all}, the first {n} shown", { all, n }) : all;
  };
  showCount();
  const href = new URLSearchParams([...query, ["level", difficulty ?? ""]]);
  const isOnly = query.has("level");
  const hasMore = total > levels.length;
  return h(
    "section.sets",
    h(
      "h2.row",
      difficultyBadge(difficulty),
      count,
      difficulty &&
        !isOnly &&
        hasMore &&
        actionLink(t("Show all"), `/library?${href}`, () => choose({ level: difficulty }), {
          class: "small",
        }),
    ),
    set,
    isOnly && hasMore && moreButton(set, shelf, { family, query, added: showCount }),
  );
}

/**
 * The button that loads more levels of a shelf.
 * @param {Element} set @param {Shelf} shelf
 * @param {{family: Family, query: URLSearchParams, added: () => void}} options
 */
function moreButton(set, shelf, { family, query, added }) {
  const el = button(t("More"), {
    onclick: async () => {
      const next = new URLSearchParams([...query, ["skip", String(set.childElementCount)]]);
      const [answer] = (await api.library(next)).shelves;
      for (const level of answer?.levels ?? []) set.append(levelCard(level, family));
      shelf.levels.push(...(answer?.levels ?? []));
      setLibraryPlaylist([shelf]);
      added();
      if (!answer?.levels.length || set.childElementCount >= shelf.total) el.remove();
    },
  });
  return el;
}
