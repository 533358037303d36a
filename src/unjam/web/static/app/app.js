// The page: the bar on top, keys that work in every view, texts that are pasted or dropped.

/** @import { App, View } from "../types" */

import { why } from "../api.js";
import { draftWith } from "../state/drafts.js";
import { family, homeOf, learnFamilies } from "../state/families.js";
import { madeOf, madePath } from "../state/generated_levels.js";
import { nextOn, rowOf } from "../state/shelves.js";
import { recall } from "../state/store.js";
import { typing } from "../ui/dom.js";
import { learnLanguage, speak, t } from "../ui/i18n.js";
import { applySettings, style } from "../ui/theme.js";
import { route } from "./router.js";

const LARGEST_FILE = 2_000_000;
const top = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @type {View} */
let current = {};

const sheets = async () => (await Promise.all([import("../dialogs/dialogs.js"), style("dialogs")]))[0];

/** The position at hand, to play its game, to draw its drawing; of a view still opening, as addressed. */
const hereId = (view = "") => {
  const here = current.here?.();
  const own = view === "play" || (view === "draw" && draftWith(here?.start));
  return here?.[own ? "start" : "id"] ?? /^\/(?:play|watch|draw|lab)\/(.+)/.exec(location.pathname)?.[1];
};

/** Opens what stands at the address. */
async function show() {
  current.close?.();
  current = {};
  const made = await learnFamilies().then(
    () => route(app),
    (error) => route(app, error),
  );
  if (made) current = made;
  app.bar();
}

/** @type {App} */
const app = {
  go(path, replace = false) {
    if (location.pathname + location.search !== path)
      history[replace ? "replaceState" : "pushState"](null, "", path);
    return show();
  },

  /** After a win: the next unsolved level of its row, or the row; after a new level another one. */
  async next(id, here) {
    const row = await rowOf(here.start, family(here.family));
    const after = row ? nextOn(row, here.start) : id;
    const made = row || after ? null : madeOf(here.start);
    if (made && !made.date) return app.go(madePath(made, false)); // another like it
    return app.go(after ? `/play/${after}` : (row?.path ?? homeOf(family(here.family))));
  },

  share: async () => (await sheets()).shareSheet(current.here?.() ?? null, current.unsound?.()),
  keys: async () => (await sheets()).keysSheet(),
  settings: async () => (await sheets()).settingsSheet(),
  rating: async (id, known) => {
    const [{ whySheet }] = await Promise.all([
      import("../rating/dialog.js"),
      style("dialogs"),
      style("rating"),
    ]);
    return whySheet(id, known);
  },

  /** What a text holds: an id or a link is opened, one level is played, many become a shelf. */
  async openText(text, name, family = null) {
    const { path, said } = await (await import("../open/open_text.js")).openText(text, name, family);
    return said ? told(said) : app.go(path);
  },

  async openFile(file) {
    if (file.size > LARGEST_FILE) return told(t("{name} is larger than 2 MB.", { name: file.name }));
    const { readText } = await import("../open/open_text.js");
    return app.openText(await readText(file), file.name).catch(told);
  },

  fix: null,

  /** Leads the bar to the position at hand, and greys Share while there is nothing sound to share. */
  bar() {
    const first = location.pathname.split("/")[1];
    const path = ["", "puzzles", "new", "shelf"].includes(first) ? "play" : first;
    for (const link of top.querySelectorAll("nav a")) {
      const name = /** @type {string} */ (link.getAttribute("href")).split("/")[1];
      link.setAttribute("href", [`/${name}`, hereId(name)].filter(Boolean).join("/"));
      link.setAttribute("aria-current", path === name ? "page" : "false");
    }
    top.querySelector("[data-act=share]")?.toggleAttribute("disabled", Boolean(current.unsound?.()));
  },
};

/** Says what went wrong in a sheet. @param {unknown} error */
async function told(error) {
  const { mend } = await import("../open/open_text.js");
  (await sheets()).tellSheet(why(error), mend(error, app));
}

for (const name of /** @type {const} */ (["keys", "settings", "share"]))
  for (const el of top.querySelectorAll(`[data-act=${name}]`))
    el.addEventListener("click", () => app[name]());

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href^="/"]:not([download])');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  event.preventDefault();
  if (link.closest("nav")) app.bar(); // a game has moved on since the bar was drawn
  app.go(link.getAttribute("href") ?? "/");
  scrollTo(0, 0);
});

document.addEventListener("keydown", (event) => {
  if (typing() || document.querySelector("dialog[open]")) return;
  if (current.key?.(event) || (!event.ctrlKey && !event.metaKey && !event.altKey && pressed(event.key)))
    event.preventDefault();
});

/** Keys of every view; true when one meant something. @param {string} key */
function pressed(key) {
  const letter = key.toLowerCase();
  const drawn = !current.here || family(current.here()?.family).editor;
  const path = { w: "watch", e: drawn ? "draw" : "", p: "play" }[letter];
  if (key === "?") app.keys();
  else if (path && hereId(path)) app.go(`/${path}/${hereId(path)}`);
  else if (letter === "n" && current.next) current.next();
  else return false;
  return true;
}

document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (typing() || !text.trim()) return;
  event.preventDefault();
  app.openText(text, t("Pasted levels")).catch(told);
});

/** @param {DragEvent} event */
function dropping(event) {
  const data = event.dataTransfer;
  if (!data?.types.includes("Files") && !data?.types.includes("text/plain")) return;
  event.preventDefault();
  document.body.classList.toggle("dropping", event.type === "dragover");
  if (event.type !== "drop") return;
  const text = data.getData("text");
  if (data.files[0]) app.openFile(data.files[0]);
  else if (text) app.openText(text, t("Dropped levels")).catch(told);
}

document.addEventListener("dragover", dropping);
document.addEventListener("dragleave", dropping);
document.addEventListener("drop", dropping);
addEventListener("popstate", show);
addEventListener("pagehide", () => current.close?.());

applySettings();
learnLanguage(recall("settings")?.language).then(() => {
  speak(top);
  return show();
});
