// The page of a family: the level of the day, new levels, those that come with unjam, and the reader's own.

/** @import { App, Family, Game, Level, View } from "../types" */

import * as api from "../api.js";
import { families } from "../state/families.js";
import { lastGame, stateOf } from "../state/store.js";
import { h, icon, put } from "../ui/dom.js";
import { join, plural, say, t } from "../ui/i18n.js";
import { Day } from "./daily_level.js";
import { familyCards } from "./family_cards.js";
import { legend, nextOf, rows } from "./level_rows.js";
import { newLevel } from "./new_level.js";

/**
 * @param {HTMLElement} view @param {{of: Family, app: App, wanted: () => boolean}} options
 * @returns {Promise<View>}
 */
export async function homeView(view, { of, app, wanted }) {
  const { levels } = await api.levels(of.name);
  if (!wanted()) return {};
  document.title = `${say(of.title)} · unjam`;
  const over = new AbortController();
  const next = nextOf(levels);
  const day = of.sizes.length || levels.length ? new Day(of, app, next ?? levels[0], over.signal) : null;
  const front = h(
    "section.welcome",
    day?.el,
    h(
      "div.ask",
      h("div.lead", h("div", h("h1", say(of.title)), progress(of, levels)), goOn(of, next)),
      familyCards(of),
      of.sizes.length > 0 && newLevel(of, app, over.signal),
    ),
  );
  const shelves = h("div.cols", rows(levels, of, next));
  const own = h("div.mine");
  const heading = plural(levels.length, "{n} level to begin with", "{n} levels to begin with");
  const title = h("div.bar2", h("h2", heading), legend(of));
  put(view, h("div.fam", front, levels.length > 0 && h("section.levels", title, shelves), own));
  showOwn(own, of, over.signal);
  day?.open();
  return {
    here: () => day?.here() ?? null,
    key: (event) => day?.key(event) ?? false,
    close: () => {
      over.abort();
      day?.close();
    },
  };
}

/**
 * What is the reader's own, once one comes near it.
 * @param {Element} el @param {Family} of @param {AbortSignal} signal
 */
function showOwn(el, of, signal) {
  const near = new IntersectionObserver(
    async ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      near.disconnect();
      const { mine } = await import("./my_levels.js");
      if (!signal.aborted) put(el, mine(of, signal));
    },
    { rootMargin: "400px" },
  );
  near.observe(el);
}

/** What to do, and what was done of it. @param {Family} of @param {Level[]} levels */
function progress(of, levels) {
  const call = say(of.words.call);
  if (!levels.length)
    return h("p.dim", join(call, t("It brings no levels along. Open or paste one to play.")));
  const marks = levels.map((level) => stateOf(level).mark);
  const n = marks.filter((mark) => mark !== "untouched" && mark !== "begun").length;
  const best = marks.filter((mark) => mark === "fewest").length;
  const values = { n, best, all: levels.length };
  if (!n) return h("p.dim", join(call, t("{all} levels wait for you.", values)));
  if (!best) return h("p.dim", join(call, t("{n} of {all} solved.", values)));
  return h("p.dim", join(call, t("{n} of {all} solved, {best} as short as can be.", values)));
}

/** The game left off, else the first unsolved level. @param {Family} of @param {Level | null} next */
function goOn(of, next) {
  const begun = (/** @type {Game} */ game) => game.entries?.length > 1 && !game.won;
  const here = lastGame((game) => begun(game) && game.family === of.name);
  const left = here ?? (of === families()[0] ? lastGame(begun) : null);
  if (!left && !next) return null;
  const title = left ? left.title : (next?.title ?? t("Level {n}", { n: (next?.index ?? 0) + 1 }));
  return h(
    "a.btn.goon",
    { href: `/play/${left ? left.start : next?.id}`, id: left && "continue" },
    h("span", t("Go on: {title}", { title })),
    icon("right"),
  );
}
