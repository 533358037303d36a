// The page around the views: top bar, links and browser history, keys of every view, the next level, loading
// of dialogs, pasted and dropped texts.

/** @import { App, View } from "../types" */

import { addressOf, adoptHash, currentAddress, currentPath, linkTo, setAddress } from "../addresses.js";
import { errorText, loadCodeView } from "../api.js";
import { isFirstVisit } from "../help/first_visit.js";
import { draftOfLevel } from "../state/drafts.js";
import { findFamily, homePath, loadFamilies } from "../state/families.js";
import { generatedLevel, generatePath } from "../state/generated_levels.js";
import { findPlaylist, nextUnsolved } from "../state/playlist.js";
import { recall } from "../state/store.js";
import { h, isTyping, setChildren } from "../ui/dom.js";
import { loadLanguage, t, translateMarkup } from "../ui/i18n.js";
import { applySettings, loadStyle } from "../ui/theme.js";
import { route } from "./router.js";

const MAX_FILE_BYTES = 2_000_000; // of levels; progress may be larger
const SLOW_AFTER = 400; // milliseconds until the page says that it is reading
const top = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @type {View} */
let current = {};

const loadDialogs = async () => (await Promise.all([import("../ui/dialogs.js"), loadStyle("dialogs")]))[0];

/**
 * The id that a nav link leads to: the level to play or draw, else the position shown. While a view is
 * opening, the id in the address.
 */
const currentId = (view = "") => {
  const position = current.currentPosition?.();
  const usesStart = view === "play" || (view === "draw" && draftOfLevel(position?.start));
  return (
    position?.[usesStart ? "start" : "id"] ?? /^\/(?:play|watch|draw|lab|code)\/(.+)/.exec(currentPath())?.[1]
  );
};

async function loadHelp() {
  const styles = [loadStyle("dialogs"), loadStyle("help")];
  return (await Promise.all([import("../help/help_dialog.js"), ...styles]))[0];
}

/** What the player looks at. @returns {import("../types").HelpTopic} */
function helpTopic() {
  const [, view, name] = currentPath().split("/");
  const position = current.currentPosition?.();
  const family = ["", "puzzles"].includes(view) ? name || null : position?.family;
  return {
    view,
    family: family === undefined ? null : findFamily(family),
    id: position?.start ?? null,
  };
}

/** Opens the view for the current address. */
async function show() {
  current.close?.();
  current = {};
  adoptHash();
  const view = await loadFamilies().then(
    () => route(app),
    (error) => route(app, error),
  );
  if (view) current = view;
  app.updateNav();
}

/** @type {App} */
const app = {
  go(path, replace = false) {
    if (currentAddress() !== path) setAddress(path, replace);
    return show();
  },

  /**
   * Opens the next unsolved level of the playlist, else the playlist; after a generated level, another one.
   */
  async next({ next, currentPosition: { start, family: name } }) {
    const family = findFamily(name);
    const playlist = await findPlaylist(start, family);
    const id = playlist ? nextUnsolved(playlist, start) : next;
    if (id) return app.go(`/play/${id}`);
    const generated = playlist ? null : generatedLevel(start);
    if (generated && !generated.date) return app.go(generatePath(generated, false));
    return app.go(playlist?.path ?? homePath(family));
  },

  share: async () =>
    (await loadDialogs()).shareDialog(current.currentPosition?.() ?? null, current.isInvalid?.()),
  help: async () => void (await loadHelp()).helpDialog(helpTopic()),
  introduce: async (family, id) => {
    if (isFirstVisit(family.name)) await (await loadHelp()).rulesDialog(family, id);
  },
  settings: async () => (await loadDialogs()).settingsDialog(() => app.help()),
  rating: async (id, known) => {
    const [{ ratingDialog }] = await Promise.all([
      import("../rating/rating_dialog.js"),
      loadStyle("dialogs"),
      loadStyle("rating"),
    ]);
    return ratingDialog(id, known);
  },

  /** Opens a text: an id, a link or a level is played, several levels become a shelf. */
  async openText(text, name, family = null) {
    const note = h("p.reading", { role: "status" });
    document.body.append(note);
    const slow = setTimeout(() => setChildren(note, t("Reading the levels.")), SLOW_AFTER);
    try {
      const { path, message } = await (await import("../open/open_text.js")).openText(text, name, family);
      return message ? showError(message) : await app.go(path);
    } finally {
      clearTimeout(slow);
      note.remove();
    }
  },

  async openFile(file) {
    const { decodeFile, looksLikeProgress } = await import("../open/open_text.js");
    if (file.size > MAX_FILE_BYTES && !(await looksLikeProgress(file)))
      return showError(t("{name} is larger than 2 MB.", { name: file.name }));
    return app.openText(await decodeFile(file), file.name).catch(showError);
  },

  textToFix: null,

  /**
   * Points the nav links at the current position and disables Share while there is nothing valid to share.
   */
  updateNav() {
    const first = currentPath().split("/")[1];
    const path = ["", "puzzles", "new", "day", "shelf", "print"].includes(first) ? "play" : first;
    for (const link of top.querySelectorAll("nav a")) {
      const [, name] = (addressOf(link.getAttribute("href") ?? "") ?? "").split("/");
      link.setAttribute("href", linkTo([`/${name}`, currentId(name)].filter(Boolean).join("/")));
      link.setAttribute("aria-current", path === name ? "page" : "false");
    }
    top.querySelector("[data-act=share]")?.toggleAttribute("disabled", Boolean(current.isInvalid?.()));
  },
};

/** Shows an error in a dialog. @param {unknown} error */
async function showError(error) {
  const { fixLink } = await import("../open/open_text.js");
  (await loadDialogs()).messageDialog(errorText(error), fixLink(error, app));
}

for (const name of /** @type {const} */ (["help", "settings", "share"]))
  for (const el of top.querySelectorAll(`[data-act=${name}]`))
    el.addEventListener("click", () => app[name]());

top.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault(); // what is behind the # can be the address of a view
  document.getElementById("view")?.focus();
});

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]:not([download])");
  const address = addressOf(link?.getAttribute("href") ?? "");
  if (
    !link ||
    !address ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey
  )
    return;
  event.preventDefault();
  if (link.closest("nav")) app.updateNav(); // the game may have moved on since the links were set
  app.go(addressOf(link.getAttribute("href") ?? "") ?? address);
  scrollTo(0, 0);
});

document.addEventListener("keydown", (event) => {
  if (isTyping() || document.querySelector("dialog[open]")) return;
  if (current.key?.(event) || (!event.ctrlKey && !event.metaKey && !event.altKey && handleKey(event)))
    event.preventDefault();
});

/**
 * Handles the keys of every view; true if the key was used. Where pieces have letters, a letter acts only
 * with Shift.
 * @param {KeyboardEvent} event
 */
function handleKey({ key, shiftKey, repeat }) {
  if (key === "?" || key === "F1") app.help();
  else if (key === " " || key === "Enter") return !repeat && pressMainButton();
  else if (current.hasLetters && !shiftKey) return false;
  else return handleLetter(key.toLowerCase());
  return true;
}

/** @param {string} letter */
function handleLetter(letter) {
  const canDraw = !current.currentPosition || findFamily(current.currentPosition()?.family).editor;
  const path = { w: "watch", e: canDraw ? "draw" : "", p: "play" }[letter];
  if (path && currentId(path)) app.go(`/${path}/${currentId(path)}`);
  else if (letter === "n" && current.next) current.next();
  else return false;
  return true;
}

/** Presses the main button of a game, unless another control has the focus. */
function pressMainButton() {
  const focused = document.activeElement;
  const isElsewhere = focused?.closest("a, button, summary, input, [tabindex='0']");
  if (!current.next || (isElsewhere && !focused?.matches("[data-id]"))) return false;
  document.getElementById("main-button")?.click();
  return true;
}

document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (isTyping() || !text.trim()) return;
  event.preventDefault();
  app.openText(text, t("Pasted levels")).catch(showError);
});

/** @param {DragEvent} event */
function handleDrag(event) {
  const data = event.dataTransfer;
  if (!data?.types.includes("Files") && !data?.types.includes("text/plain")) return;
  event.preventDefault();
  document.body.classList.toggle("dropping", event.type === "dragover");
  if (event.type !== "drop") return;
  const text = data.getData("text");
  if (data.files[0]) app.openFile(data.files[0]);
  else if (text) app.openText(text, t("Dropped levels")).catch(showError);
}

document.addEventListener("dragover", handleDrag);
document.addEventListener("dragleave", handleDrag);
document.addEventListener("drop", handleDrag);
addEventListener("popstate", show);
addEventListener("pagehide", () => current.close?.());

if (loadCodeView) top.querySelector("nav")?.append(h("a.wide", { href: "/code" }, "Code"));
applySettings();
loadLanguage(recall("settings")?.language).then(() => {
  translateMarkup(top);
  return show();
});
