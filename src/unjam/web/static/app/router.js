// Opens the view for an address: finds its level, draft or shelf, or picks one for a bare address;
// placeholder, errors, the not-found page.

/** @import { App, Family, ViewOptions, Position, View } from "../types" */

import { currentAddress, currentPath, currentQuery, setAddress } from "../addresses.js";
import * as api from "../api.js";
import { Board } from "../board/board.js";
import { draftOfLevel, draftPath, lastDraft, loadDraft } from "../state/drafts.js";
import { families, findFamily, homePath, isFamily } from "../state/families.js";
import { saveGenerated } from "../state/generated_levels.js";
import { localDate } from "../state/history.js";
import { loadPosition, storedPosition } from "../state/last_position.js";
import { findTitle } from "../state/level_titles.js";
import { adoptLinkTitle } from "../state/link_title.js";
import { groupByDifficulty, loadShelf, shippedShelf } from "../state/shelves.js";
import { lastGame } from "../state/store.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { loadFamilyStyles, loadStyle, setSky } from "../ui/theme.js";

const SLOW_AFTER = 300; // milliseconds until a placeholder is shown
const view = /** @type {HTMLElement} */ (document.getElementById("view"));
let requests = 0;
let cancel = new AbortController();

/**
 * Opens the view for the window's address; null if the player has navigated elsewhere meanwhile.
 * @param {App} app @param {unknown} [failure] an earlier error, to be shown @returns {Promise<View | null>}
 */
export async function route(app, failure) {
  const request = ++requests;
  cancel.abort();
  cancel = new AbortController();
  const [, name = "", rest = ""] = currentPath().split("/");
  const old = view.firstChild;
  const slow = setTimeout(() => {
    if (view.firstChild === old) setChildren(view, loadingView());
  }, SLOW_AFTER);
  try {
    if (failure) throw failure;
    const opened = await open(app, name, decodeURIComponent(rest), () => request === requests);
    if (request === requests) return opened;
    opened?.close?.();
  } catch (error) {
    const isRefused = error instanceof api.ApiError && error.status > 0;
    const { back } = isRefused ? { back: null } : await api.findLostServer();
    if (request === requests) showError(error, back);
    back?.then(() => void (request === requests && app.go(currentAddress(), true)));
  } finally {
    clearTimeout(slow);
    // Else the link that was clicked would keep the focus, and the keys of the new view would not work on it.
    if (request === requests && request > 1 && !view.contains(document.activeElement))
      view.focus({ preventScroll: true });
  }
  return null;
}

function loadingView(label = t("Loading"), words = "") {
  const below = h("p.below", words);
  api.watchLoading((progress) => setChildren(below, progress || words), cancel.signal);
  return h(
    "div.play.waiting",
    h("div.mid", h("div.board.busy", { role: "status", "aria-label": label }, h("div.well")), below),
  );
}

/**
 * Shows why a view cannot be opened; while the server does not answer, also the board of the level at the
 * address, if it was played last; where the address has no level, whatever was played last.
 * @param {unknown} error @param {Promise<void> | null} back settles when the server answers again
 */
function showError(error, back) {
  const link = h("a", { href: "/" }, t("Go to the home page."));
  const text = (/** @type {string} */ words) => [
    h("h1.visually-hidden", "unjam"),
    h("p.bad-link", { role: "status" }, h("b", words), " ", link),
  ];
  if (!back) return setChildren(view, text(api.errorText(error)));
  const known = storedPosition(/^\/(?:play|watch|draw|lab)\/([\w-]+)/.exec(currentPath())?.[1]);
  const board = known && families().length ? new Board({ still: true }) : null;
  const main = h("div.play.waiting", h("div.mid", board?.el ?? h("div.board.busy", h("div.well"))));
  setChildren(view, text(t("unjam is not responding. This opens as soon as it answers.")), main);
  if (!board || !known) return view;
  main.dataset.ground = findFamily(known.family).ground;
  board.show(known.scene);
  board.fit(main);
  return loadFamilyStyles(findFamily(known.family));
}

/**
 * @param {App} app @param {string} name @param {string} id
 * @param {() => boolean} isCurrent false once another address is asked for @returns {Promise<View | null>}
 */
async function open(app, name, id, isCurrent) {
  if (/^\/new(\/[^/]+){3,4}$/.test(currentPath())) return openNew(app, isCurrent);
  if (/^\/day(\/[^/]+){2}$/.test(currentPath())) return openDay(app, isCurrent);
  if (currentPath().split("/").length > 3) return notFound();
  if (name === "code" && !api.loadCodeView) return noCodeHere();
  if (["play", "watch", "lab", "code"].includes(name) || (name === "draw" && id))
    return openPosition(app, name, id, isCurrent);
  if (name === "draw") return openDrawing(app, isCurrent);
  if (name === "open") {
    setSky(families()[0].sky);
    const [{ openView }] = await Promise.all([import("../open/view.js"), loadStyle("open")]);
    return openView(view, { app, isCurrent });
  }
  if (name === "shelf" || name === "print") return openShelf(app, name, id, isCurrent);
  if (name === "library") {
    const [{ libraryView }] = await Promise.all([import("../library/view.js"), loadStyle("open")]);
    return libraryView(view);
  }
  if (name === "statistics") {
    setSky(families()[0].sky);
    const [{ statisticsView }] = await Promise.all([
      import("../statistics/view.js"),
      loadStyle("statistics"),
    ]);
    return statisticsView(view, { isCurrent });
  }
  if (name === "calendar" && isFamily(id)) {
    setSky(findFamily(id).sky);
    const [{ calendarView }] = await Promise.all([import("../calendar/view.js"), loadStyle("calendar")]);
    return isCurrent() ? calendarView(view, { family: findFamily(id) }) : null;
  }
  if (name && !(name === "puzzles" && isFamily(id))) return notFound();
  const family = findFamily(name === "puzzles" ? id : null);
  setSky(family.sky);
  const [{ homeView }] = await Promise.all([import("../home/view.js"), loadFamilyStyles(family)]);
  return homeView(view, { family, app, isCurrent });
}

/** What stands in the place of the Code view where a server answers. */
async function noCodeHere() {
  await loadStyle("open");
  document.title = `${t("Code")} · unjam`;
  setChildren(
    view,
    h(
      "div.not-found.stack",
      h("h1", t("No code runs here.")),
      h("p.dim", t("The Code view is only on the page without a server, because it runs what you write.")),
      h("a.btn.go", { href: "/lab" }, t("Lab")),
    ),
  );
  return {};
}

/** The view for an unknown address. */
async function notFound() {
  const all = families();
  setSky(all[0].sky);
  await loadStyle("open");
  document.title = `${t("There is no page here")} · unjam`;
  const link = (/** @type {string} */ href, /** @type {string} */ words) => h("li", h("a", { href }, words));
  setChildren(
    view,
    h(
      "div.not-found.stack",
      h("h1", t("There is no page here.")),
      h("p.dim", t("The address may have been mistyped, or cut short when it was copied.")),
      h("a.btn.go", { href: "/" }, icon("play"), t("Play")),
      h(
        "ul.links",
        all.map((family) => link(homePath(family), messageText(family.title))),
        link("/draw", t("Draw your own")),
        link("/open", t("Open or paste")),
      ),
    ),
  );
  return {};
}

/**
 * Opens a shelf, or its sheets to print.
 * @param {App} app @param {string} name @param {string} key @param {() => boolean} isCurrent
 */
async function openShelf(app, name, key, isCurrent) {
  const shelf = loadShelf(key) ?? (isFamily(key) ? await shippedShelf(findFamily(key)) : null);
  if (!shelf) return redirect(app, "/open");
  const family = findFamily(shelf.family);
  setSky(family.sky);
  if (name === "print") {
    const [{ printView }] = await Promise.all([import("../print/view.js"), loadStyle("sheets")]);
    return isCurrent() ? printView(view, { shelf }) : null;
  }
  const [{ shelfView }] = await Promise.all([
    import("../shelf/view.js"),
    loadStyle("shelf"),
    loadFamilyStyles(family),
  ]);
  return isCurrent() ? shelfView(view, { shelf, app }) : null;
}

/**
 * Generates the level that the address describes, with or without a seed.
 * @param {App} app @param {() => boolean} isCurrent
 */
async function openNew(app, isCurrent) {
  const [name, level, size, seed] = currentPath().split("/").slice(2).map(decodeURIComponent);
  setSky(findFamily(name).sky);
  setChildren(view, loadingView(t("Generating"), t("Generating a level. It opens as soon as it is ready.")));
  const opened = await api.newLevel(name, { level, size, seed }, { signal: cancel.signal });
  if (!isCurrent()) return null;
  saveGenerated(opened);
  return redirect(app, `/play/${opened.id}`);
}

/**
 * Opens the level of the day in the address; of a day to come, the calendar.
 * @param {App} app @param {() => boolean} isCurrent
 */
async function openDay(app, isCurrent) {
  const [name, date] = currentPath().split("/").slice(2).map(decodeURIComponent);
  if (!isFamily(name) || Number.isNaN(Date.parse(date))) return notFound();
  if (date > localDate()) return redirect(app, `/calendar/${name}`);
  setSky(findFamily(name).sky);
  setChildren(view, loadingView(t("Generating"), t("Generating a level. It opens as soon as it is ready.")));
  const opened = await api.dailyLevel(name, date, { signal: cancel.signal });
  if (!isCurrent()) return null;
  saveGenerated(opened);
  return redirect(app, `/play/${opened.id}`);
}

/**
 * Opens the draft in the address, else the last one, else an empty drawing.
 * @param {App} app @param {() => boolean} isCurrent
 */
async function openDrawing(app, isCurrent) {
  const query = currentQuery();
  const key = query.get("draft");
  const editable = families().filter((each) => each.editor);
  const editableFamily = (/** @type {string | null | undefined} */ name) =>
    editable.find((each) => each.name === name);
  const draft = key ? loadDraft(key) : app.textToFix || query.has("family") ? null : lastDraft();
  const family = editableFamily(draft?.family);
  if (draft && family) {
    if (!key) setAddress(draftPath(draft.key), true);
    return draw({ app, isCurrent, family, key: draft.key });
  }
  const opened = await draw({
    app,
    isCurrent,
    family: editableFamily(app.textToFix?.family ?? query.get("family")) ?? editable[0],
  });
  if (key && isCurrent()) view.prepend(missingDraftNote());
  return opened;
}

/** @param {Parameters<typeof import("../draw/view.js").drawView>[1]} options */
async function draw(options) {
  const { family } = options;
  setSky(family.sky);
  const [{ drawView }] = await Promise.all([
    import("../draw/view.js"),
    loadStyle("draw"),
    loadStyle("design"),
    loadFamilyStyles(family),
  ]);
  return drawView(view, options);
}

/**
 * Opens a copy of a level in Draw; if it was drawn here, its draft.
 * @param {App} app @param {Family} family @param {Position} position @param {() => boolean} isCurrent
 */
function drawCopy(app, family, { id, title }, isCurrent) {
  const draft = draftOfLevel(id);
  if (draft) return redirect(app, draftPath(draft.key));
  return family.editor
    ? draw({ app, family, id, title: title ?? findTitle(id) ?? "", isCurrent })
    : redirect(app, "/draw");
}

/**
 * @param {App} app @param {string} name @param {string} pathId @param {() => boolean} isCurrent
 * @returns {Promise<View | null>}
 */
async function openPosition(app, name, pathId, isCurrent) {
  const { position, isInvalid } = await findPosition(pathId, isCurrent);
  if (!isCurrent()) return null;
  if (name !== "play" && api.whenServerIsBack()) throw new api.ApiError(0, {}); // only games go on then
  if (!position) return redirect(app, "/draw");
  const { id } = position;
  if (!isInvalid) adoptLinkTitle(position);
  if (!pathId && !isInvalid) setAddress(currentAddress().replace(currentPath(), `/${name}/${id}`), true);
  const family = findFamily(position.family);
  if (name === "draw" && !isInvalid) return drawCopy(app, family, position, isCurrent);
  setSky(family.sky);
  const opened = await show(isInvalid ? "play" : name, family, { id, position, app, isCurrent });
  if (isInvalid && isCurrent()) view.prepend(badLinkNote());
  return opened;
}

/** @param {string} name @param {Family} family @param {ViewOptions} options */
async function show(name, family, options) {
  if (name === "watch") {
    const [{ watchView }] = await Promise.all([
      import("../watch/view.js"),
      loadStyle("watch"),
      loadFamilyStyles(family),
    ]);
    return options.isCurrent() ? watchView(view, options) : null;
  }
  if (name === "lab") {
    const [{ labView }] = await Promise.all([import("../lab/view.js"), loadStyle("lab")]);
    return options.isCurrent() ? labView(view, options) : null;
  }
  if (name === "code" && api.loadCodeView) {
    const [codeView] = await Promise.all([api.loadCodeView(), loadStyle("lab"), loadStyle("code")]);
    return options.isCurrent() ? codeView(view, options) : null;
  }
  const [{ playView }] = await Promise.all([import("../play/view.js"), loadFamilyStyles(family)]);
  return playView(view, options);
}

/** @param {App} app @param {string} path */
async function redirect(app, path) {
  await app.go(path, true);
  return null;
}

/**
 * The position in the address; if it is invalid, another level and `isInvalid`.
 * @param {string} pathId @param {() => boolean} isCurrent
 */
async function findPosition(pathId, isCurrent) {
  let isInvalid = false;
  /** @type {Position | null} */
  let position = null;
  const id = pathId || (await defaultLevel());
  try {
    position = id ? await loadPosition(id) : null;
  } catch (error) {
    if (!(error instanceof api.ApiError && error.status)) throw error; // the server does not answer
    isInvalid = true;
  }
  if (!position && isCurrent()) {
    const other = await defaultLevel().catch(() => null);
    position = other ? await api.position(other).catch(() => null) : null;
  }
  return { position, isInvalid };
}

const badLinkNote = () =>
  h(
    "p.bad-link",
    { role: "status" },
    h("b", t("This link does not contain a readable level.")),
    " ",
    h("span.dim", t("Here is another level to play.")),
  );

const missingDraftNote = () =>
  h(
    "p.bad-link",
    { role: "status" },
    h("b", t("This drawing is not in this browser: it was deleted, or saved in another one.")),
    " ",
    h("span.dim", t("Here is an empty board.")),
  );

/** The level for an address without one: the last game, else the first shipped level. */
async function defaultLevel() {
  const saved = lastGame();
  if (saved?.start && isFamily(saved.family)) return saved.start;
  for (const { name } of families().filter((each) => each.levels)) {
    const [first] = groupByDifficulty((await api.levels(name)).levels).flat();
    if (first) return first.id;
  }
  return null;
}
