// The page: which view stands at which address, the bar on top, and the sheets.

import * as api from "./api.js";
import { h, icon, NAMES, put, s, t, typing } from "./dom.js";
import { dark, dress, recall, remember } from "./store.js";

const view = /** @type {HTMLElement} */ (document.getElementById("view"));
const top = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @type {any} */
let current = null;
let turn = 0;

export const app = {
  /** @param {string} path @param {boolean} [replace] @returns {Promise<any>} */
  go(path, replace = false) {
    if (location.pathname + location.search !== path) history[replace ? "replaceState" : "pushState"](null, "", path);
    return route();
  },
  /** After a win: the next shipped level, the next of the opened file, or the list. @param {string | null} id @param {any} table */
  next(id, table) {
    const opened = recall("opened")?.levels?.filter((/** @type {any} */ l) => l.id) ?? [];
    const at = opened.findIndex((/** @type {any} */ l) => l.id === table.start);
    const after = at >= 0 ? opened[at + 1]?.id : null;
    if (id || after) app.go(`/play/${id ?? after}`);
    else app.go(at >= 0 ? "/open" : `/puzzles/${table.family}`);
  },
  async share() {
    const { shareSheet } = await import("./sheets.js");
    shareSheet(current?.table ?? current);
  },
  async keys() {
    (await import("./sheets.js")).keysSheet();
  },
  async settings() {
    (await import("./sheets.js")).settingsSheet();
  },
  /** The levels of a text: one is played, many are listed. @param {string} text @param {string} name @param {string | null} [family] */
  async openText(text, name, family = null) {
    const found = await api.read(text, family);
    if (found.levels.length === 1 && found.levels[0].id) return app.go(`/play/${found.levels[0].id}`);
    remember("opened", { name, text: text.length < 200_000 ? text : "", family: found.family, levels: found.levels.map((/** @type {any} */ l) => ({ ...l, scene: null })), left: found.left_out });
    app.opened = { name, text, ...found };
    return app.go("/open");
  },
  /** @type {any} */
  opened: null,
};

function bar() {
  const path = location.pathname.split("/")[1];
  const here = current?.table?.now?.id ?? current?.id ?? "";
  const tail = here ? `/${here}` : "";
  const link = (/** @type {string} */ name, /** @type {string} */ at) => h("a", { href: `/${at}${tail}`, "data-link": true, "aria-current": path === at ? "page" : null }, t(name));
  const act = (/** @type {string} */ label, /** @type {any} */ name, /** @type {() => void} */ onclick, wide = true) => h("button", { type: "button", class: `btn bare icon ${wide ? "wide" : ""}`, "aria-label": t(label), title: t(label), onclick }, icon(name));
  put(top,
    h("a", { class: "logo", href: "/", "data-link": true, "aria-label": t("unjam, home") }, logo(), h("span", {}, "unjam")),
    h("nav", { "aria-label": t("Views") }, link("Play", "play"), link("Watch", "watch"), link("Draw", "draw"), link("Lab", "lab")),
    h("div", { class: "row push" }, act("Keys and help", "help", app.keys), act("Settings: light, motion, letters", "moon", app.settings), act("Share this position", "share", app.share, false)),
  );
}

const logo = () =>
  s("svg", { viewBox: "0 0 28 28", "aria-hidden": "true" }, [[1, 1, 26, 26, 7.5, "var(--frame)", 1], [4, 4, 7, 12.2, 2.6, "var(--ink)", 0.34], [13, 4, 11, 6, 2.4, "var(--ink)", 0.2], [13, 12, 15, 6.4, 2.6, "var(--target)", 1], [4, 18.4, 7, 5.6, 2.4, "var(--ink)", 0.2], [13, 20.4, 11, 3.6, 1.8, "var(--ink)", 0.34]].map(([x, y, width, height, rx, fill, opacity]) => s("rect", { x, y, width, height, rx, fill, opacity })));

/** @param {string} [family] */
function sky(family) {
  const root = document.documentElement;
  if (family && family !== "rushhour") root.dataset.family = family;
  else delete root.dataset.family;
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
  let made = null;
  if (name === "play" || name === "watch" || name === "lab" || (name === "draw" && place)) {
    let id = place || (await anyLevel());
    let body = null;
    let bad = false;
    try {
      body = id && (await api.position(id));
    } catch {
      bad = true;
    }
    if (mine !== turn) return;
    if (!body) {
      id = await anyLevel().catch(() => null);
      body = id && (await api.position(id).catch(() => null));
    }
    if (mine !== turn) return;
    if (!body) return app.go("/draw", true);
    if (!place && !bad) history.replaceState(null, "", `/${name}/${id}${location.search}`);
    sky(body.family);
    if (name === "play" || bad) made = await (await import("./play.js")).playView(view, { id, body, app });
    else if (name === "watch") made = await (await import("./watch.js")).watchView(view, { id, body, app });
    else if (name === "draw") made = await (await import("./draw.js")).drawView(view, { id, body, app });
    else made = await lab(id, body);
    if (bad) view.prepend(h("p", { class: "badlink", role: "status" }, h("b", {}, t("This link holds no level we can read.")), " ", h("span", { class: "dim" }, t("Here is another to play."))));
  } else if (name === "draw") {
    sky(new URLSearchParams(location.search).get("family") ?? "rushhour");
    made = await (await import("./draw.js")).drawView(view, { id: null, body: null, app });
  } else if (name === "open") {
    sky();
    made = await (await import("./open.js")).openView(view, { app });
  } else {
    const family = name === "puzzles" && place in NAMES ? place : "rushhour";
    sky(family);
    made = await (await import("./home.js")).homeView(view, { family, app });
  }
  if (mine !== turn) return made?.close?.();
  current = made;
  bar();
}

/** The lab, loaded only by those who open it. @param {string} id @param {any} body */
async function lab(id, body) {
  return (await import("./lab.js")).labView(view, { id, body, app });
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[data-link]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const here = link.closest("nav") && (current?.table?.now?.id ?? current?.id); // a game has moved on since the bar was drawn
  if (here) link.setAttribute("href", `/${link.getAttribute("href")?.split("/")[1]}/${here}`);
  app.go(/** @type {HTMLAnchorElement} */ (link).getAttribute("href") ?? "/");
  scrollTo(0, 0);
});

document.addEventListener("keydown", (event) => {
  if (typing() || document.querySelector("dialog[open]")) return;
  if (current?.key?.(event)) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const id = current?.table?.now?.id ?? current?.id;
  const acts = { "?": app.keys, w: () => id && app.go(`/watch/${id}`), e: () => id && app.go(`/draw/${id}`), n: () => current?.table && app.next(current.table.next ?? null, current.table), p: () => id && app.go(`/play/${id}`) };
  const act = acts[/** @type {"w"} */ (event.key.toLowerCase())];
  if (!act) return undefined;
  event.preventDefault();
  return act();
});

document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (typing() || !text.trim()) return;
  event.preventDefault();
  app.openText(text, t("Pasted text")).catch((error) => alert_(error));
});

for (const name of ["dragover", "dragleave", "drop"])
  document.addEventListener(name, (event) => {
    const data = /** @type {DragEvent} */ (event).dataTransfer;
    if (!data?.types.includes("Files") && !data?.types.includes("text/plain")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", name === "dragover");
    if (name !== "drop") return;
    const file = data.files[0];
    if (file) openFile(file);
    else if (data.getData("text")) app.openText(data.getData("text"), t("Dropped text")).catch(alert_);
  });

/** @param {File} file */
export async function openFile(file) {
  if (file.size > 2_000_000) return alert_(new Error(t("{name} is larger than 2 MB.", { name: file.name })));
  return app.openText(await file.text(), file.name).catch(alert_);
}

/** Says what went wrong in a sheet. @param {Error} error */
async function alert_(error) {
  (await import("./sheets.js")).tellSheet(error.message);
}

addEventListener("popstate", () => route());
addEventListener("pagehide", () => current?.close?.());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dark());

dress();
bar();
route();
