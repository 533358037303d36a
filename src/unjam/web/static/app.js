// The page: the bar on top, keys that work in every view, texts that are pasted or dropped.

/** @import { App, View } from "./types" */

import { read, why } from "./api.js";
import { typing } from "./dom.js";
import { family, learnFamilies } from "./families.js";
import { applySettings, style } from "./looks.js";
import { route } from "./route.js";
import { recall, remember } from "./store.js";
import { speak, t } from "./words.js";

const LARGEST_FILE = 2_000_000;
const LARGEST_KEPT = 200_000;
const top = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @type {View} */
let current = {};

const sheets = async () => (await Promise.all([import("./sheets.js"), style("sheets")]))[0];

/** The position at hand, or to play its game; where a view is still opening, the one in its address. */
const hereId = (view = "") =>
  current.here?.()?.[view === "play" ? "start" : "id"] ??
  /^\/(?:play|watch|draw|lab)\/(.+)/.exec(location.pathname)?.[1];

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

  /** After a win: the next shipped level, the next of the opened file, or the list. */
  next(id, here) {
    const opened = recall("opened")?.levels?.filter((level) => level.id) ?? [];
    const at = opened.findIndex((level) => level.id === here.start);
    const after = id ?? (at >= 0 ? opened[at + 1]?.id : null);
    app.go(after ? `/play/${after}` : at >= 0 ? "/open" : `/puzzles/${here.family}`);
  },

  share: async () => (await sheets()).shareSheet(current.here?.() ?? null, current.unsound?.()),
  keys: async () => (await sheets()).keysSheet(),
  settings: async () => (await sheets()).settingsSheet(),
  rating: async (id) => (await sheets()).ratingSheet(id),

  /** The levels of a text: one is played, many are listed. */
  async openText(text, name, family = null) {
    const found = await read(text, family);
    const [first] = found.levels;
    if (found.levels.length === 1 && first.id) return app.go(`/play/${first.id}`);
    remember("opened", {
      name,
      text: text.length < LARGEST_KEPT ? text : "",
      family: found.family,
      levels: found.levels.map((level) => ({ ...level, scene: null })),
      left: found.left_out,
    });
    app.opened = { name, text, ...found };
    return app.go("/open");
  },

  async openFile(file) {
    if (file.size > LARGEST_FILE) return told(t("{name} is larger than 2 MB.", { name: file.name }));
    return app.openText(await file.text(), file.name).catch(told);
  },

  opened: null,
  fix: null,

  /** Leads the bar to the position at hand, and greys Share while there is nothing sound to share. */
  bar() {
    const path = location.pathname.split("/")[1];
    for (const link of top.querySelectorAll("nav a")) {
      const name = /** @type {string} */ (link.getAttribute("href")).split("/")[1];
      link.setAttribute("href", [`/${name}`, hereId(name)].filter(Boolean).join("/"));
      link.setAttribute("aria-current", path === name ? "page" : "false");
    }
    top.querySelector("[data-act=share]")?.toggleAttribute("disabled", Boolean(current.unsound?.()));
  },
};

/** Says what went wrong in a sheet. @param {unknown} error */
const told = async (error) => (await sheets()).tellSheet(why(error));

for (const name of /** @type {const} */ (["keys", "settings", "share"]))
  top.querySelector(`[data-act=${name}]`)?.addEventListener("click", () => app[name]());

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
  app.openText(text, t("Pasted text")).catch(told);
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
  else if (text) app.openText(text, t("Dropped text")).catch(told);
}

document.addEventListener("dragover", dropping);
document.addEventListener("dragleave", dropping);
document.addEventListener("drop", dropping);
addEventListener("popstate", show);
addEventListener("pagehide", () => current.close?.());

applySettings();
speak(top);
show();
