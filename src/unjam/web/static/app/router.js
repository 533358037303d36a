// Which view stands at which address.

/** @import { App, Family, Opening, Position, View } from "../types" */

import * as api from "../api.js";
import { draftOf, draftPath, draftWith, lastDraft } from "../state/drafts.js";
import { families, family, homeOf, isFamily } from "../state/families.js";
import { keepMade } from "../state/generated_levels.js";
import { byDifficulty, shelfOf, shippedShelf, titleOf } from "../state/shelves.js";
import { lastGame } from "../state/store.js";
import { h, icon, put } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";
import { familyStyle, showSky, style } from "../ui/theme.js";

const SLOW = 300; // milliseconds until an empty tray stands in for the view
const view = /** @type {HTMLElement} */ (document.getElementById("view"));
let turn = 0;
let over = new AbortController();

/**
 * Opens the view at the address of the window; null when another address was asked for meanwhile.
 * @param {App} app @param {unknown} [trouble] what already went wrong @returns {Promise<View | null>}
 */
export async function route(app, trouble) {
  const mine = ++turn;
  over.abort();
  over = new AbortController();
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

const waiting = (label = t("Loading"), words = "") =>
  h(
    "div.play.waiting",
    h(
      "div.mid",
      h("div.board.busy", { role: "status", "aria-label": label }, h("div.well")),
      h("p.below", words),
    ),
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
  if (/^\/new(\/[^/]+){3,4}$/.test(location.pathname)) return openNew(app, wanted);
  if (location.pathname.split("/").length > 3) return nowhere();
  if (["play", "watch", "lab"].includes(name) || (name === "draw" && place))
    return openPosition(app, name, place, wanted);
  if (name === "draw") return openDrawing(app, wanted);
  if (name === "open") {
    showSky(families()[0].sky);
    const [{ openView }] = await Promise.all([import("../open/view.js"), style("open")]);
    return openView(view, { app, wanted });
  }
  if (name === "shelf") return openShelf(app, place, wanted);
  if (name === "library") {
    const [{ libraryView }] = await Promise.all([
      import("../library/view.js"),
      style("open"),
      style("library"),
    ]);
    return libraryView(view);
  }
  if (name && !(name === "puzzles" && isFamily(place))) return nowhere();
  const of = family(name === "puzzles" ? place : null);
  showSky(of.sky);
  const [{ homeView }] = await Promise.all([import("../home/view.js"), familyStyle(of)]);
  return homeView(view, { of, app, wanted });
}

/** An address where there is nothing, and ways on. */
async function nowhere() {
  const all = families();
  showSky(all[0].sky);
  await style("open");
  document.title = `${t("There is no page here")} · unjam`;
  const way = (/** @type {string} */ href, /** @type {string} */ words) => h("li", h("a", { href }, words));
  put(
    view,
    h(
      "div.nowhere.stack",
      h("h1", t("There is no page here.")),
      h("p.dim", t("The address may be mistyped, or cut short where it was copied.")),
      h("a.btn.go", { href: "/" }, icon("play"), t("Play")),
      h(
        "ul.links",
        all.map((of) => way(homeOf(of), say(of.title))),
        way("/draw", t("Draw your own")),
        way("/open", t("Open or paste")),
      ),
    ),
  );
  return {};
}

/** @param {App} app @param {string} key @param {() => boolean} wanted */
async function openShelf(app, key, wanted) {
  const shelf = shelfOf(key) ?? (isFamily(key) ? await shippedShelf(family(key)) : null);
  if (!shelf) return redirect(app, "/open");
  const of = family(shelf.family);
  showSky(of.sky);
  const [{ shelfView }] = await Promise.all([import("../shelf/view.js"), style("shelf"), familyStyle(of)]);
  return wanted() ? shelfView(view, { shelf, app }) : null;
}

/**
 * The level that an address tells how to make: with a seed the same for everybody, without one any.
 * @param {App} app @param {() => boolean} wanted
 */
async function openNew(app, wanted) {
  const [name, level, size, seed] = location.pathname.split("/").slice(2).map(decodeURIComponent);
  showSky(family(name).sky);
  put(view, waiting(t("Making one"), t("Making one. It opens as soon as it is there.")));
  const made = await api.newLevel(name, { level, size, seed }, { signal: over.signal });
  if (!wanted()) return null;
  keepMade(made);
  return redirect(app, `/play/${made.id}`);
}

/**
 * The drawing that the address asks for, or the one left off; else an empty one.
 * @param {App} app @param {() => boolean} wanted
 */
async function openDrawing(app, wanted) {
  const asked = new URLSearchParams(location.search);
  const key = asked.get("draft");
  const drawn = families().filter((each) => each.editor);
  const find = (/** @type {string | null | undefined} */ name) => drawn.find((each) => each.name === name);
  const draft = key ? draftOf(key) : app.fix || asked.has("family") ? null : lastDraft();
  const of = find(draft?.family);
  if (draft && of) {
    if (!key) history.replaceState(null, "", draftPath(draft.key));
    return draw({ app, wanted, of, key: draft.key });
  }
  const made = await draw({ app, wanted, of: find(app.fix?.family ?? asked.get("family")) ?? drawn[0] });
  if (key && wanted()) view.prepend(noDraft());
  return made;
}

/** @param {Parameters<typeof import("../draw/view.js").drawView>[1]} options */
async function draw(options) {
  const { of } = options;
  showSky(of.sky);
  const [{ drawView }] = await Promise.all([import("../draw/view.js"), style("draw"), familyStyle(of)]);
  return drawView(view, options);
}

/**
 * A copy of a level to draw on; of one that was drawn here, the drawing itself.
 * @param {App} app @param {Family} of @param {Position} body @param {() => boolean} wanted
 */
function drawCopy(app, of, { id, title }, wanted) {
  const own = draftWith(id);
  if (own) return redirect(app, draftPath(own.key));
  return of.editor
    ? draw({ app, of, id, title: title ?? titleOf(id) ?? "", wanted })
    : redirect(app, "/draw");
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
  if (name === "draw" && !bad) return drawCopy(app, of, body, wanted);
  showSky(of.sky);
  const made = await show(bad ? "play" : name, of, { id, body, app, wanted });
  if (bad && wanted()) view.prepend(apology());
  return made;
}

/** @param {string} name @param {Family} of @param {Opening} opening */
async function show(name, of, opening) {
  if (name === "watch") {
    const [{ watchView }] = await Promise.all([import("../watch/view.js"), style("watch"), familyStyle(of)]);
    return opening.wanted() ? watchView(view, opening) : null;
  }
  if (name === "lab") {
    const [{ labView }] = await Promise.all([import("../lab/view.js"), style("lab")]);
    return opening.wanted() ? labView(view, opening) : null;
  }
  const [{ playView }] = await Promise.all([import("../play/view.js"), familyStyle(of)]);
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

const noDraft = () =>
  h(
    "p.badlink",
    { role: "status" },
    h("b", t("This drawing is not in this browser: deleted, or kept in another.")),
    " ",
    h("span.dim", t("Here is an empty board.")),
  );

/** The level to show where an address names none: the one left off, else the first that comes with unjam. */
async function anyLevel() {
  const left = lastGame();
  if (left?.start && isFamily(left.family)) return left.start;
  for (const { name } of families().filter((each) => each.levels)) {
    const [first] = byDifficulty((await api.levels(name)).levels).flat();
    if (first) return first.id;
  }
  return null;
}
