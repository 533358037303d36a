// The page: which view stands at which address, the bar on top, and the sheets.

import * as api from "./api.js";
import { h, NAMES, put, speak, t, typing, why } from "./dom.js";
import { dress, recall, remember } from "./store.js";

const view = /** @type {HTMLElement} */ (document.getElementById("view"));
const top = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @type {any} */
let current = null;
let turn = 0;
const hereId = () =>
  current?.table?.now?.id ?? current?.id ?? /^\/(?:play|watch|draw|lab)\/(.+)/.exec(location.pathname)?.[1];
const sheets = () => import("./sheets.js");

export const app = {
  /** @param {string} path @param {boolean} [replace] @returns {Promise<any>} */
  go(path, replace = false) {
    if (location.pathname + location.search !== path)
      history[replace ? "replaceState" : "pushState"](null, "", path);
    return route();
  },
  /** After a win: the next shipped level, the next of the opened file, or the list. @param {string | null} id @param {any} table */
  next(id, table) {
    const opened = recall("opened")?.levels?.filter((/** @type {any} */ l) => l.id) ?? [];
    const at = opened.findIndex((/** @type {any} */ l) => l.id === table.start);
    const after = id ?? (at >= 0 ? opened[at + 1]?.id : null);
    app.go(after ? `/play/${after}` : at >= 0 ? "/open" : `/puzzles/${table.family}`);
  },
  share: async () => (await sheets()).shareSheet(current?.table ?? current, current?.unsound),
  keys: async () => (await sheets()).keysSheet(),
  settings: async () => (await sheets()).settingsSheet(),
  /** The levels of a text: one is played, many are listed. @param {string} text @param {string} name @param {string | null} [family] */
  async openText(text, name, family = null) {
    const found = await api.read(text, family);
    if (found.levels.length === 1 && found.levels[0].id) return app.go(`/play/${found.levels[0].id}`);
    remember("opened", {
      name,
      text: text.length < 200_000 ? text : "",
      family: found.family,
      levels: found.levels.map((/** @type {any} */ l) => ({ ...l, scene: null })),
      left: found.left_out,
    });
    app.opened = { name, text, ...found };
    return app.go("/open");
  },
  /** @type {any} */
  opened: null,
  /** @type {any} a level to mend in Draw */
  fix: null,
  /** Leads the bar to the position at hand, and greys Share while there is nothing sound to share. */
  bar() {
    const path = location.pathname.split("/")[1];
    for (const link of top.querySelectorAll("nav a")) {
      const name = /** @type {string} */ (link.getAttribute("href")).split("/")[1];
      link.setAttribute("href", [`/${name}`, hereId()].filter(Boolean).join("/"));
      link.setAttribute("aria-current", path === name ? "page" : "false");
    }
    top.querySelector("[data-act=share]")?.toggleAttribute("disabled", Boolean(current?.unsound));
  },
};

for (const el of top.querySelectorAll("button"))
  el.addEventListener("click", app[/** @type {"keys"} */ (el.dataset.act)]);

/** @param {string} family */
export function sky(family) {
  document.documentElement.dataset.family = family;
}

/** The level to show where an address names none: the one left off, else the first that comes with unjam. */
async function anyLevel() {
  const left = recall("game");
  if (left?.start) return left.start;
  for (const family of Object.keys(NAMES)) {
    const { levels } = await api.levels(family);
    if (levels.length) return levels[0].id;
  }
  return null;
}

/** @returns {Promise<any>} */
async function route() {
  const mine = ++turn;
  const [, name = "", rest = ""] = location.pathname.split("/");
  current?.close?.();
  current = null;
  const place = decodeURIComponent(rest);
  const old = view.firstChild;
  const slow = setTimeout(
    () =>
      view.firstChild === old &&
      put(
        view,
        h(
          "div.play.waiting",
          h("div.mid", h("div.board.busy", { role: "status", "aria-label": t("Loading") }, h("div.well"))),
        ),
      ),
    300,
  );
  try {
    const made = await open(name, place, () => mine === turn);
    if (mine !== turn) return made?.close?.();
    if (made) current = made;
  } catch (error) {
    if (mine === turn)
      put(
        view,
        h(
          "p.badlink",
          { role: "status" },
          h("b", why(error)),
          " ",
          h("a", { href: "/" }, t("Start again from the first page.")),
        ),
      );
  } finally {
    clearTimeout(slow);
  }
  app.bar();
  if (mine > 1 && document.activeElement === document.body) view.focus({ preventScroll: true });
}

/** The view at an address. @param {string} name @param {string} place @param {() => boolean} wanted false once another address is asked for @returns {Promise<any>} */
async function open(name, place, wanted) {
  if (["play", "watch", "lab"].includes(name) || (name === "draw" && place)) {
    let id = place || (await anyLevel());
    let body = null;
    let bad = false;
    try {
      body = id && (await api.position(id));
    } catch (error) {
      if (!(/** @type {any} */ (error).status)) throw error; // not the link is bad, the server is gone
      bad = true;
    }
    if (!body && wanted()) {
      id = await anyLevel().catch(() => null);
      body = id && (await api.position(id).catch(() => null));
    }
    if (!wanted()) return null;
    if (!body) return app.go("/draw", true);
    if (!place && !bad) history.replaceState(null, "", `/${name}/${id}${location.search}`);
    sky(body.family);
    const options = { id, body, app };
    let made;
    if (name === "play" || bad) made = await (await import("./play.js")).playView(view, options);
    else if (name === "watch") made = await (await import("./watch.js")).watchView(view, options);
    else if (name === "draw") made = await (await import("./draw.js")).drawView(view, options);
    else made = await (await import("./lab.js")).labView(view, options);
    if (bad)
      view.prepend(
        h(
          "p.badlink",
          { role: "status" },
          h("b", t("This link holds no level we can read.")),
          " ",
          h("span.dim", t("Here is another to play.")),
        ),
      );
    return made;
  }
  if (name === "draw") {
    sky(new URLSearchParams(location.search).get("family") ?? "rushhour");
    return (await import("./draw.js")).drawView(view, { id: null, body: null, app });
  }
  if (name === "open") {
    sky("");
    return (await import("./open.js")).openView(view, { app });
  }
  const family = name === "puzzles" && place in NAMES ? place : "rushhour";
  sky(family);
  return (await import("./home.js")).homeView(view, { family, app });
}

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
  if (current?.key?.(event)) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  const id = hereId();
  const path = { w: "watch", e: "draw", p: "play" }[key];
  if (key === "?") app.keys();
  else if (path && id) app.go(`/${path}/${id}`);
  else if (key === "n" && current?.table) app.next(current.table.next ?? null, current.table);
  else return undefined;
  return event.preventDefault();
});

document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (typing() || !text.trim()) return;
  event.preventDefault();
  app.openText(text, t("Pasted text")).catch(told);
});

for (const name of ["dragover", "dragleave", "drop"])
  document.addEventListener(name, (event) => {
    const data = /** @type {DragEvent} */ (event).dataTransfer;
    if (!data?.types.includes("Files") && !data?.types.includes("text/plain")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", name === "dragover");
    if (name !== "drop") return;
    const text = data.getData("text");
    if (data.files[0]) openFile(data.files[0]);
    else if (text) app.openText(text, t("Dropped text")).catch(told);
  });

/** @param {File} file */
export async function openFile(file) {
  if (file.size > 2_000_000) return told(t("{name} is larger than 2 MB.", { name: file.name }));
  return app.openText(await file.text(), file.name).catch(told);
}

/** Says what went wrong in a sheet. @param {any} error */
const told = async (error) => (await sheets()).tellSheet(why(error));

addEventListener("popstate", () => route());
addEventListener("pagehide", () => current?.close?.());

dress();
speak(top);
route();
