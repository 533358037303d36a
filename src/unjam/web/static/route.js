// Which view stands at which address.

/** @import { App, Family, Opening, Position, View } from "./types" */

import * as api from "./api.js";
import { h, put } from "./dom.js";
import { families, family, isFamily } from "./families.js";
import { familyStyle, showSky, style } from "./looks.js";
import { lastGame } from "./store.js";
import { t } from "./words.js";

const SLOW = 300; // milliseconds until an empty tray stands in for the view
const view = /** @type {HTMLElement} */ (document.getElementById("view"));
let turn = 0;

/**
 * Opens the view at the address of the window; null when another address was asked for meanwhile.
 * @param {App} app @param {unknown} [trouble] what already went wrong @returns {Promise<View | null>}
 */
export async function route(app, trouble) {
  const mine = ++turn;
  const [, name = "", rest = ""] = location.pathname.split("/");
  const old = view.firstChild;
  const slow = setTimeout(() => {
    if (view.firstChild === old) put(view, waiting());
  }, SLOW);
  try {
    if (trouble) throw trouble;
    const made = await open(app, name, decodeURIComponent(rest), () => mine === turn);
    if (mine === turn) return made;
    made?.close?.();
  } catch (error) {
    if (mine === turn) put(view, failed(error));
  } finally {
    clearTimeout(slow);
    if (mine === turn && mine > 1 && document.activeElement === document.body)
      view.focus({ preventScroll: true });
  }
  return null;
}

const waiting = () =>
  h(
    "div.play.waiting",
    h("div.mid", h("div.board.busy", { role: "status", "aria-label": t("Loading") }, h("div.well"))),
  );

/** @param {unknown} error */
const failed = (error) =>
  h(
    "p.badlink",
    { role: "status" },
    h("b", api.why(error)),
    " ",
    h("a", { href: "/" }, t("Start again from the first page.")),
  );

/**
 * @param {App} app @param {string} name @param {string} place
 * @param {() => boolean} wanted false once another address is asked for @returns {Promise<View | null>}
 */
async function open(app, name, place, wanted) {
  if (["play", "watch", "lab"].includes(name) || (name === "draw" && place))
    return openPosition(app, name, place, wanted);
  if (name === "draw") return openDrawing(app, wanted);
  if (name === "open") {
    showSky(families()[0].sky);
    const [{ openView }] = await Promise.all([import("./open.js"), style("open")]);
    return openView(view, { app, wanted });
  }
  if (name === "library") {
    const [{ libraryView }] = await Promise.all([import("./library.js"), style("open"), style("library")]);
    return libraryView(view);
  }
  const of = family(name === "puzzles" ? place : null);
  showSky(of.sky);
  const [{ homeView }] = await Promise.all([import("./home.js"), familyStyle(of)]);
  return homeView(view, { of, app, wanted });
}

/**
 * An empty drawing, of the family that the address asks for.
 * @param {App} app @param {() => boolean} wanted
 */
async function openDrawing(app, wanted) {
  const asked = app.fix?.family ?? new URLSearchParams(location.search).get("family");
  const drawn = families().filter((each) => each.editor);
  return draw(app, drawn.find((each) => each.name === asked) ?? drawn[0], null, wanted);
}

/**
 * @param {App} app @param {Family} of @param {string | null} id of the level that is copied
 * @param {() => boolean} wanted
 */
async function draw(app, of, id, wanted) {
  showSky(of.sky);
  const [{ drawView }] = await Promise.all([import("./draw/view.js"), style("draw"), familyStyle(of)]);
  return drawView(view, { id, of, app, wanted });
}

/**
 * @param {App} app @param {string} name @param {string} place @param {() => boolean} wanted
 * @returns {Promise<View | null>}
 */
async function openPosition(app, name, place, wanted) {
  const { body, bad } = await find(place, wanted);
  if (!wanted()) return null;
  if (!body) return redirect(app, "/draw");
  const { id } = body;
  if (!place && !bad) history.replaceState(null, "", `/${name}/${id}${location.search}`);
  const of = family(body.family);
  if (name === "draw" && !bad) return of.editor ? draw(app, of, id, wanted) : redirect(app, "/draw");
  showSky(of.sky);
  const made = await show(bad ? "play" : name, of, { id, body, app, wanted });
  if (bad && wanted()) view.prepend(apology());
  return made;
}

/** @param {string} name @param {Family} of @param {Opening} opening */
async function show(name, of, opening) {
  if (name === "watch") {
    const [{ watchView }] = await Promise.all([import("./watch/view.js"), style("watch"), familyStyle(of)]);
    return opening.wanted() ? watchView(view, opening) : null;
  }
  if (name === "lab") {
    const [{ labView }] = await Promise.all([import("./lab/view.js"), style("lab")]);
    return opening.wanted() ? labView(view, opening) : null;
  }
  const [{ playView }] = await Promise.all([import("./play.js"), familyStyle(of)]);
  return playView(view, opening);
}

/** @param {App} app @param {string} path */
async function redirect(app, path) {
  await app.go(path, true);
  return null;
}

/**
 * The position of an address, or of another level where it holds none.
 * @param {string} place @param {() => boolean} wanted
 */
async function find(place, wanted) {
  let bad = false;
  /** @type {Position | null} */
  let body = null;
  const id = place || (await anyLevel());
  try {
    body = id ? await api.position(id) : null;
  } catch (error) {
    if (!(error instanceof api.Refused && error.status)) throw error; // the server is gone
    bad = true;
  }
  if (!body && wanted()) {
    const other = await anyLevel().catch(() => null);
    body = other ? await api.position(other).catch(() => null) : null;
  }
  return { body, bad };
}

const apology = () =>
  h(
    "p.badlink",
    { role: "status" },
    h("b", t("This link holds no level we can read.")),
    " ",
    h("span.dim", t("Here is another to play.")),
  );

/** The level to show where an address names none: the one left off, else the first that comes with unjam. */
async function anyLevel() {
  const left = lastGame();
  if (left?.start && isFamily(left.family)) return left.start;
  for (const { name } of families().filter((each) => each.levels)) {
    const [first] = (await api.levels(name)).levels;
    if (first) return first.id;
  }
  return null;
}
