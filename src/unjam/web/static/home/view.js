// The page of a family: level of the day, new levels, shipped levels, the player's own; texts on progress,
// and the link to continue a game.

/** @import { App, Family, SavedGame, Level, View } from "../types" */

import * as api from "../api.js";
import { families } from "../state/families.js";
import { levelStatus } from "../state/results.js";
import { countSolved, sheetPath } from "../state/shelves.js";
import { lastGame } from "../state/store.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { joinSentences, messageText, plural, t } from "../ui/i18n.js";
import { DailyLevel } from "./daily_level.js";
import { familyCards } from "./family_cards.js";
import { firstUnsolved, legend, levelRows } from "./level_rows.js";
import { newLevelForm } from "./new_level_form.js";
import { returnLinks } from "./return_links.js";

const hasLibrary = document.documentElement.dataset.library === "yes";

/**
 * @param {HTMLElement} view @param {{family: Family, app: App, isCurrent: () => boolean}} options
 * @returns {Promise<View>}
 */
export async function homeView(view, { family, app, isCurrent }) {
  const { levels } = await api.levels(family.name);
  if (!isCurrent()) return {};
  document.title = `${messageText(family.title)} · unjam`;
  const cancel = new AbortController();
  const next = firstUnsolved(levels);
  const day =
    family.sizes.length || levels.length
      ? new DailyLevel(family, app, next ?? levels[0], cancel.signal)
      : null;
  const links = h("div", returnLinks(family));
  if (day) day.onwin = () => void setChildren(links, returnLinks(family)); // the streak has grown
  const welcome = h(
    "section.welcome",
    day?.el,
    h(
      "div.ask",
      h(
        "div.lead",
        h(
          "div",
          h("h1", messageText(family.title)),
          progressText(family, levels),
          h("div.home-links", links, doors()),
        ),
        continueLink(family, next),
      ),
      familyCards(family),
      family.sizes.length > 0 && newLevelForm(family, app, cancel.signal),
    ),
  );
  const shelves = h("div.cols", levelRows(levels, family, next));
  const myLevelsSection = h("div.my-levels");
  const heading = plural(levels.length, "{n} level to start with", "{n} levels to start with");
  const print = h("a.small", { href: sheetPath(family.name) }, t("Print"));
  const title = h("div.heading-row", h("h2", heading), print, legend(family));
  setChildren(
    view,
    h("div.family-page", welcome, levels.length > 0 && h("section.levels", title, shelves), myLevelsSection),
  );
  showMyLevels(myLevelsSection, family, cancel.signal);
  day?.open();
  return {
    currentPosition: () => day?.currentPosition() ?? null,
    hasLetters: day !== null && family.motion === "slides",
    key: (event) => day?.key(event) ?? false,
    close: () => {
      cancel.abort();
      day?.close();
    },
  };
}

/**
 * Shows the player's own levels once they are scrolled near.
 * @param {Element} el @param {Family} family @param {AbortSignal} signal
 */
function showMyLevels(el, family, signal) {
  const observer = new IntersectionObserver(
    async ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      observer.disconnect();
      const { myLevels } = await import("./my_levels.js");
      if (!signal.aborted) setChildren(el, myLevels(family, signal));
    },
    { rootMargin: "400px" },
  );
  observer.observe(el);
}

/** The ways to other levels: a text of one's own, and the library if the server has one. */
const doors = () =>
  h(
    "p.doors.small",
    h("a", { href: "/open" }, icon("text"), t("Open or paste")),
    hasLibrary && h("a", { href: "/library" }, icon("list"), t("Library")),
  );

/** The task of the family, and how many levels are solved. @param {Family} family @param {Level[]} levels */
function progressText(family, levels) {
  const call = messageText(family.words.call);
  if (!levels.length)
    return h("p.dim", joinSentences(call, t("This puzzle comes without levels. Open or paste one to play.")));
  const n = countSolved(levels);
  const best = levels.filter((level) => levelStatus(level).mark === "fewest").length;
  const values = { n, best, all: levels.length };
  if (!n) return h("p.dim", joinSentences(call, t("{all} levels are waiting for you.", values)));
  if (!best) return h("p.dim", joinSentences(call, t("{n} of {all} solved.", values)));
  return h("p.dim", joinSentences(call, t("{n} of {all} solved, {best} as short as possible.", values)));
}

/**
 * A link to the last game, else to the first unsolved level.
 * @param {Family} family @param {Level | null} next
 */
function continueLink(family, next) {
  const isStarted = (/** @type {SavedGame} */ game) => game.entries?.length > 1 && !game.won;
  const here = lastGame((game) => isStarted(game) && game.family === family.name);
  const saved = here ?? (family === families()[0] ? lastGame(isStarted) : null);
  if (!saved && !next) return null;
  const title = saved ? saved.title : (next?.title ?? t("Level {n}", { n: (next?.index ?? 0) + 1 }));
  return h(
    "a.btn.continue",
    { href: `/play/${saved ? saved.start : next?.id}`, id: saved && "continue" },
    h("span", t("Continue: {title}", { title })),
    icon("right"),
  );
}
